// What the runner reads: answers, a message a line.

import Conformance

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The answer to a request.
struct Answer<Content: Decodable>: Decodable {
  /// The id of the request; `nil` where there is none, or it is no integer.
  var id: Int?

  /// The version of JSON-RPC that the answer says it is.
  var version: String?

  /// What was asked for, an error, or why it is neither.
  var content: Result<Content, Refusal>

  /// The error that the adapter answered with, if it did.
  var error: AdapterError? {
    if case .failure(.error(let error)) = content { error } else { nil }
  }

  private enum Keys: CodingKey {
    case jsonrpc, id, result, error
  }

  /// Why there is no content.
  enum Refusal: Error {
    /// The adapter answered with an error.
    case error(AdapterError)

    /// The answer does not have the shape that the protocol asks for.
    case misshapen(String)
  }

  init(from decoder: any Decoder) throws {
    let answer = try decoder.container(keyedBy: Keys.self)
    id = try? answer.decode(Int.self, forKey: .id)
    version = try? answer.decode(String.self, forKey: .jsonrpc)
    do {
      if let error = try answer.decodeIfPresent(AdapterError.self, forKey: .error) {
        content = .failure(.error(error))
      } else if answer.contains(.result) {
        content = .success(try answer.decode(Content.self, forKey: .result))
      } else {
        content = .failure(.misshapen("it has neither `result` nor `error`"))
      }
    } catch {
      content = .failure(.misshapen(problem(in: error)))
    }
  }

  /// Reads a line.
  ///
  /// - Throws: `DecodingError` where it is no object of JSON.
  static func read(_ line: some Sequence<UInt8>) throws -> Answer {
    try JSONDecoder().decode(Answer.self, from: Data(line))
  }
}

/// The code of the error that says that an implementation lacks something.
let unsupportedCode = -32001

/// The answer that plays a trace, as the shortest JSON has it.
func likelyAnswer(to id: Int, _ trace: Trace) -> [UInt8] {
  var text = JSONText()
  text.raw("{\"jsonrpc\":\"2.0\",\"id\":")
  text.integer(id)
  text.raw(",\"result\":{\"trace\":")
  text.trace(trace)
  text.raw("}}")
  return text.bytes
}

/// An error that an adapter answers with.
struct AdapterError: Decodable, Error {
  var code: Int
  var message: String
  var data: Value?
}

/// What an adapter says of itself when it is initialized.
struct Introduction: Decodable {
  var `protocol`: Int
  var implementation: Implementation
  var supports: Supports?

  struct Implementation: Decodable {
    var name: String
    var version: String?
    var language: String?
  }

  /// What there is. Of a kind that is not named, everything.
  struct Supports: Decodable {
    var operators: [String]?
    var properties: [String]?
    var channels: [String]?
  }
}

/// What `run` is answered with.
struct RunResult: Decodable {
  var trace: Trace

  /// Where a reaction unsubscribed an observer whose own `subscribe` had not returned, its name.
  var prematureUnsubscription: String?

  private enum Keys: CodingKey {
    case trace, prematureUnsubscription
  }

  init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: Keys.self)
    prematureUnsubscription = try keys.decodeIfPresent(
      String.self, forKey: .prematureUnsubscription)
    guard var steps = try? keys.nestedUnkeyedContainer(forKey: .trace) else {
      throw MisshapenTrace(problem: "it has no `trace`, a list with a list for each step")
    }
    trace = []
    while !steps.isAtEnd {
      guard var events = try? steps.nestedUnkeyedContainer() else {
        throw MisshapenTrace(
          problem: "step \(trace.count + 1) of its trace is not a list of events")
      }
      var step: [Event] = []
      while !events.isAtEnd {
        do {
          step.append(try events.decode(Event.self))
        } catch let error as MisshapenEvent {
          throw MisshapenTrace(
            problem:
              "step \(trace.count + 1) of its trace, event \(step.count + 1): \(error.problem)")
        }
      }
      trace.append(step)
    }
  }
}

/// What is wrong with a trace.
private struct MisshapenTrace: Error {
  let problem: String
}

/// What is wrong with a message, for a person.
func problem(in error: any Error) -> String {
  func place(_ path: [any CodingKey]) -> String {
    "`" + path.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }.joined(separator: ".") + "`"
  }
  switch error {
  case let error as MisshapenTrace: return error.problem
  case let error as MisshapenEvent: return error.problem
  case DecodingError.keyNotFound(let key, let context):
    return "\(place(context.codingPath + [key])) is missing"
  case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
    return "\(place(context.codingPath)) has the wrong type"
  case DecodingError.dataCorrupted(let context):
    return context.codingPath.isEmpty
      ? context.debugDescription : "\(place(context.codingPath)): \(context.debugDescription)"
  default: return "a number or a text in it cannot be read"
  }
}
