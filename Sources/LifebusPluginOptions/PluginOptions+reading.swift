package import Lifebus
package import LifebusJSON

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension PluginOptions {
  /// Reads the options of a plugin; an unknown or wrong one is an error that names the plugin, the option and what is known.
  package init(_ json: JSONValue, of plugin: HandlerID) throws(OptionsError) {
    let list = Self.names.isEmpty ? "it has no options" : "known are \(Self.names.joined(separator: ", "))"
    guard case .object(let object) = json else {
      throw OptionsError("the options of plugin '\(plugin)' are \(json.typeName): give an object; \(list)")
    }
    if let unknown = object.keys.first(where: { !Self.names.contains($0) }) {
      throw OptionsError("option '\(unknown)' of plugin '\(plugin)' is unknown; \(list)")
    }
    do {
      self = try JSONDecoder().decode(Self.self, from: Data(json.json.utf8))
    } catch let error as DecodingError {
      throw OptionsError("\(error.problem(of: plugin)); \(list)")
    } catch {
      throw OptionsError("the options of plugin '\(plugin)' are wrong: \(error); \(list)")
    }
  }
}

/// What is wrong with a plugin's options.
package struct OptionsError: Error, CustomStringConvertible {
  package let description: String

  fileprivate init(_ description: String) { self.description = description }
}

extension DecodingError {
  /// What is wrong, with the option's name.
  fileprivate func problem(of plugin: HandlerID) -> String {
    switch self {
    case .typeMismatch(let type, let context):
      "\(Self.option(context.codingPath)) of plugin '\(plugin)' has the wrong type: give \(Self.words(for: type))"
    case .valueNotFound(let type, let context):
      "\(Self.option(context.codingPath)) of plugin '\(plugin)' is null: give \(Self.words(for: type))"
    case .keyNotFound(let key, let context):
      "\(Self.option(context.codingPath + [key])) of plugin '\(plugin)' is missing"
    case .dataCorrupted(let context):
      "\(Self.option(context.codingPath)) of plugin '\(plugin)' is wrong: \(context.debugDescription)"
    @unknown default: "an option of plugin '\(plugin)' is wrong: \(self)"
    }
  }

  private static func option(_ path: [any CodingKey]) -> String {
    let text = path.reduce(into: "") { text, key in
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        text += text.isEmpty ? key.stringValue : "." + key.stringValue
      }
    }
    return text.isEmpty ? "an option" : "option '\(text)'"
  }

  private static func words(for type: any Any.Type) -> String {
    switch type {
    case is String.Type: "a string"
    case is Bool.Type: "true or false"
    case is any BinaryInteger.Type: "a whole number"
    case is any BinaryFloatingPoint.Type: "a number"
    case is [Any].Type, is any RandomAccessCollection.Type: "a list"
    case is [String: Any].Type, is any Collection.Type: "an object"
    default: "\(type)"
    }
  }
}
