internal import Lifebus
internal import LifebusHandlerText
internal import LifebusJSON
internal import LifebusSystem
internal import LifebusWire

/// What a plugin's program says.
extension ChildCalls {
  /// Takes a line of the program's.
  func take(_ bytes: [UInt8], from link: ChildLink) {
    do throws(WireError) {
      try take(PluginReply(bytes), from: link)
    } catch {
      link.kill(because: "it has written what no plugin says (\(error)): \(Self.excerpt(bytes))")
    }
  }

  private func take(_ reply: PluginReply, from link: ChildLink) throws(WireError) {
    switch reply {
    case .handler(let object):
      do throws(FieldError) {
        started(.success(try ChildRegistration(object, name: id)), link)
      } catch {
        started(.failure(ChildRefusal("it wants what is not to be had: \(error.text)")), link)
      }
    case .refusal(let reason): started(.failure(ChildRefusal(reason)), link)
    case .done(let number, let commit, let note): done(number, commit, note)
    case .failed(let number, let reason, let again):
      let isCancelled = call(number)?.isCancelled == true
      finish(number, .failure(Self.failure(reason, again: again, isCancelled: isCancelled)))
    case .unwanted(let number): finish(number, .failure(CallUnwanted()))
    case .moreTime(let number, let milliseconds): call(number)?.delivery.extendTimeout(by: .milliseconds(milliseconds))
    case .post(let event, let number): post(event, call(number)?.delivery, link)
    case .opens(let identity, let number): gate(number)?.open(Identity(identity))
    case .closes(let reason, let number): gate(number)?.close(reason)
    case .log(let text): log(text)
    }
  }

  private static func failure(_ reason: String, again: Bool, isCancelled: Bool) -> any Error {
    if isCancelled { return CancellationError() }
    return again ? ChildFailure(reason) : PermanentFailure(reason)
  }

  private func done(_ number: Int, _ commit: [UInt8]?, _ note: String?) {
    guard let call = call(number) else { return }
    if let commit { call.delivery.commit(commit) }
    if let note { call.delivery.note(note) }
    finish(number, .success(()))
  }

  private func gate(_ number: Int?) -> Gate? {
    guard let number else { return bus?.gate(id) }
    return call(number)?.gate
  }

  private func post(_ event: JSONObject, _ delivery: Delivery<AnyEvent>?, _ link: ChildLink) {
    guard let bus else { return }
    do throws(LineError) {
      let receipt = try EventLine.parse(Array(JSONValue.object(event).json.utf8)).post(on: bus, from: delivery)
      if isToBrake() { brake(link, for: receipt) }
    } catch {
      log("an event cannot be posted: \(error)")
    }
  }

  /// Reads no more of the program until handlers have had time for what it has posted, or for a second: they may wait for it.
  private func brake(_ link: ChildLink, for receipt: Receipt) {
    link.isPaused = true
    Task {
      _ = try? await receipt.settled(within: .seconds(1))
      link.isPaused = false
    }
  }

  private static func excerpt(_ bytes: [UInt8]) -> String {
    let text = visible(String(decoding: bytes.prefix(80), as: UTF8.self))
    return bytes.count > 80 ? "\(text)…" : text
  }
}

/// What a plugin's program says of a delivery that has failed.
struct ChildFailure: Error, CustomStringConvertible {
  let description: String

  init(_ reason: String) { description = reason }
}
