import LifebusJSON

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// What is done with a delivery, as its event's name says; what a host ends the program for is done at the first attempt only.
struct Deed {
  let line: HostLine

  func act() {
    switch line.name {
    case "crash", "say", "endless", "notText", "closeOutput", "grandchild", "stopReading", "sleep":
      if line.attempt == 1 { misbehave() }
      done()
    case "die": crash()
    case "silent": log("says nothing")
    case "quiet": answer(#""done":true"#)
    case "twice":
      done()
      done()
    case "other":
      answer(#""done":true,"commit":"another's""#, of: line.delivery + 100)
      done()
    case "flood": flood()
    case "describe": describe()
    case "post": answerBefore(#""post":{"type":"custom","name":"\#(line.value)"}"#)
    case "open": answerBefore(#""verdict":"open","identity":"\#(line.value)""#)
    case "close": answerBefore(#""verdict":"closed","reason":"\#(line.value)""#)
    case "moreTime": answer(#""moreTimeMs":\#(line.value)"#)
    case "fail": answer(#""failed":"no net""#)
    case "failForGood": answer(#""failed":"no account","again":false"#)
    case "unwanted":
      log("does not want \(line.name)")
      answer(#""unwanted":true"#)
    case "commit": answer(#""done":true,"commit":"\#(line.value)""#)
    default: done()
    }
  }

  private func answer(_ members: String, of number: Int? = nil) {
    say(#"{"delivery":\#(number ?? line.delivery),\#(members)}"#)
  }

  private func answerBefore(_ members: String) {
    answer(members)
    done()
  }

  private func done() {
    let origin = line.object.isTrue("earlierProcess") ? " of an earlier process" : ""
    log("\(line.name) \(line.value) #\(line.attempt)\(origin)")
    answer(#""done":true"#)
  }

  // MARK: Misbehaviour

  private func misbehave() {
    switch line.name {
    case "say": say(line.value)
    case "notText": say(bytes: [0xFF, 0xFE, 10])
    case "endless": say(bytes: [UInt8](repeating: UInt8(ascii: "x"), count: 3 << 19))
    case "closeOutput":
      close(1)
      while !line.value.isEmpty { write(2, "again\n", 6) }
    case "grandchild":
      log("grandchild \(Grandchild.start(inOwnGroup: line.value == "own"))")
      crash()
    case "stopReading": answer(#""done":true"#)
    case "sleep": log("sleeps")
    default: crash()
    }
    sleepForEver()
  }

  private func flood() {
    for number in 0..<20_000 {
      log("flood \(number)")
      answer(#""post":{"type":"custom","name":"drop"}"#)
    }
    done()
  }

  // MARK: Where it runs

  private func describe() {
    log("group \(getpgrp() == getpid())")
    log("files \(files.joined(separator: " "))")
    log("environment \(variables.sorted().joined(separator: " "))")
    done()
  }

  private var files: [String] { (0..<1_024).filter { fcntl($0, F_GETFD) >= 0 }.map(String.init) }

  private var variables: [String] {
    var variables: [String] = []
    var place = environ
    while let text = place.pointee {
      variables.append(String(cString: text))
      place += 1
    }
    return variables
  }
}
