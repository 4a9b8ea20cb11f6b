// What the runner reads: answers, a message a line.

import Conformance
import ConformancePlatform

/// The answer to a request.
struct Answer<Content: Decodable>: Decodable {
  /// The id of the request; `nil` where there is none, or it is no integer.
  var id: Int?

  /// What stands as the id, whatever it is; `nil` where nothing does.
  var writtenID: Value?

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
    writtenID =
      id.map { .number(Double($0)) } ?? (try? answer.decode(Value.self, forKey: .id))
    version = try? answer.decode(String.self, forKey: .jsonrpc)
    do {
      if let error = try answer.decodeIfPresent(AdapterError.self, forKey: .error) {
        let isBoth = try answer.contains(.result) && !answer.decodeNil(forKey: .result)
        content = .failure(
          isBoth ? .misshapen("it has both `result` and `error`") : .error(error))
      } else if answer.contains(.result) {
        content = .success(try answer.decode(Content.self, forKey: .result))
      } else {
        content = .failure(.misshapen("it has neither `result` nor `error`"))
      }
    } catch {
      let whole = try? Value(from: decoder)
      content = .failure(.misshapen(problem(in: error, of: whole)))
    }
  }

  /// Reads a line.
  ///
  /// - Throws: `JSONFault` where it is no object of JSON.
  static func read(_ line: ArraySlice<UInt8>) throws -> Answer {
    try ValueDecoder.decode(Answer.self, from: line)
  }
}

/// The code of the error that says that an implementation lacks something.
let unsupportedCode = -32001

/// The code of the error that says that a table of the fixture was asked for a value that it lacks.
let lackedCode = -32002

extension Lack {
  /// What the data of that error say of a plan; `nil` where they say something else, or of no operator or step
  /// of it.
  init?(_ data: Value?, of plan: Plan) {
    guard case .stream(let stream) = plan.subject, case .map(let pairs)? = data else { return nil }
    func member(_ name: Name) -> Value? { pairs.first { $0.key == name }?.value }
    guard let position = member("operator")?.integer,
      stream.operators.indices.contains(position), let value = member("value")
    else { return nil }
    let step = member("step")
    guard step == nil || step?.integer.map(plan.timeline.indices.contains) == true else {
      return nil
    }
    self.init(operator: position, value: value, step: step?.integer)
  }

  /// The data of that error.
  var data: Value {
    .object([
      "operator": .number(Double(`operator`)), "value": value,
      "step": step.map { .number(Double($0)) },
    ])
  }
}

/// Compares a line with the answer that plays a trace, as the shortest JSON has it.
///
/// - Parameters:
///   - line: The line, without its break.
///   - id: The request that it answers.
///   - trace: What becomes observable.
/// - Returns: Whether they are the same, byte for byte.
func isAnswer(_ line: ArraySlice<UInt8>, to id: Int, playing trace: Trace) -> Bool {
  var text = JSONText(size: line.count)
  text.raw("{\"jsonrpc\":\"2.0\",\"id\":")
  text.integer(id)
  text.raw(",\"result\":{\"trace\":")
  text.trace(trace)
  text.raw("}}")
  return text.withBytes { answer in
    line.withUnsafeBytes {
      $0.count == answer.count && memcmp($0.baseAddress!, answer.baseAddress!, answer.count) == 0
    }
  }
}

/// An error that an adapter answers with.
struct AdapterError: Decodable, Error {
  var code: Int

  /// The message, or the beginning of a long one.
  var message: String

  /// The data as they came. Whoever keeps some of them bounds these.
  var data: Value?

  private enum Keys: CodingKey {
    case code, message, data
  }

  init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: Keys.self)
    code = try keys.decode(Int.self, forKey: .code)
    message = bounded(try keys.decode(String.self, forKey: .message))
    data = try keys.decodeIfPresent(Value.self, forKey: .data)
  }
}

/// What an adapter says of itself when it is initialized.
struct Introduction: Decodable {
  var `protocol`: Int
  var implementation: Implementation
  var supports: Supports?

  /// Whether it tells how connections are let go that have ended by themselves.
  var hasReleases: Bool { rule.hasReleases }

  /// What it is compared by.
  var rule: ComparisonRule { supports?.rule ?? .exact }

  struct Implementation: Decodable {
    var name: Name
    var version: String?
    var language: String?

    private enum Keys: CodingKey {
      case name, version, language
    }

    init(from decoder: any Decoder) throws {
      let keys = try decoder.container(keyedBy: Keys.self)
      func text(_ key: Keys) throws -> String? {
        try keys.decodeIfPresent(String.self, forKey: key).map { bounded($0, to: TextLimits.name) }
      }
      name = Name(bounded(try keys.decode(String.self, forKey: .name), to: TextLimits.name))
      (version, language) = (try text(.version), try text(.language))
    }
  }

  /// What the implementation has. If a list is missing, it has everything of that kind, but of features nothing.
  struct Supports: Decodable {
    var operators: [Name]?
    var properties: [String]?
    var channels: [String]?
    var releases: Bool?

    /// Whether it makes several streams or properties in one case.
    var several: Bool?

    /// What it has of what not every implementation has.
    var features: [String]?
    var deviations: [ServedDeviation]?

    /// The names of its members, whether the protocol knows them or not.
    var names: [Name] = []

    private enum Keys: String, CodingKey, CaseIterable {
      case operators, properties, channels, releases, several, features, deviations
    }

    /// The names of members that the protocol knows.
    static let knownNames = Keys.allCases.map { Name($0.rawValue) }

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: Keys.self)
      operators = try members.decodeIfPresent([Name].self, forKey: .operators)
      properties = try members.decodeIfPresent([String].self, forKey: .properties)
      channels = try members.decodeIfPresent([String].self, forKey: .channels)
      releases = try members.decodeIfPresent(Bool.self, forKey: .releases)
      several = try members.decodeIfPresent(Bool.self, forKey: .several)
      features = try members.decodeIfPresent([String].self, forKey: .features)
      deviations = try members.decodeIfPresent([ServedDeviation].self, forKey: .deviations)
      names = try NamedMembers<Value>(from: decoder).pairs.map(\.name)
    }
  }

  /// A known-wrong variant of the implementation.
  struct ServedDeviation: Decodable {
    var name: Name
    var clause: Name
    var sentence: String

    /// The specification that it deviates from; `nil` where it may be any.
    var specification: Name?

    /// The family that it belongs to; `nil` where it belongs to none.
    var family: Name?
  }
}

/// What `run` is answered with.
struct RunResult: Decodable {
  var trace: Trace

  /// What the case did that the format does not allow.
  var misuse: Misuse?

  private enum Keys: CodingKey {
    case trace, prematureUnsubscription, secondSubscription, unsubscriptionOfNone
  }

  init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: Keys.self)
    for kind in Misuse.Kind.allCases {
      guard let key = Keys(stringValue: kind.rawValue) else { continue }
      let observer = try keys.decodeIfPresent(Name.self, forKey: key)
      misuse = misuse ?? observer.map { Misuse(kind, of: $0) }
    }
    let there = try? keys.decode(Value.self, forKey: .trace)
    guard case .list(let steps)? = there else {
      throw MisshapenTrace(
        problem: "it has no `trace`, a list with a list for each step"
          + (there.map { ": that is \(described($0))" } ?? ""))
    }
    trace = try steps.enumerated().map { index, step in
      guard case .list(let events) = step else {
        throw MisshapenTrace(
          problem:
            "step \(index + 1) of its trace is not a list of events: it is \(described(step))"
        )
      }
      return try events.enumerated().map { position, event in
        func misshapen(_ problem: String) -> MisshapenTrace {
          MisshapenTrace(
            problem: "step \(index + 1) of its trace, event \(position + 1): \(problem): it is "
              + described(event))
        }
        let read: Event
        do throws(MisshapenEvent) {
          read = try Event(event)
        } catch {
          throw misshapen(error.problem)
        }
        if case .throws = read, position < events.count - 1 {
          throw misshapen("`\(throwsName)` is the last event of its step, and another follows")
        }
        return read
      }
    }
  }
}

/// What is wrong with a trace.
private struct MisshapenTrace: Error {
  let problem: String
}

/// What is wrong with a message, for a person.
///
/// - Parameters:
///   - error: What its decoder threw.
///   - message: The message, where it can be read at all.
/// - Returns: The problem, without a full stop.
func problem(in error: any Error, of message: Value? = nil) -> String {
  func place(_ path: [any CodingKey]) -> String {
    "`" + path.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }.joined(separator: ".") + "`"
  }
  switch error {
  case let error as MisshapenTrace: return error.problem
  case let error as MisshapenEvent: return error.problem
  case DecodingError.keyNotFound(let key, let context):
    let said = message?.value(at: context.codingPath)?.value(at: [MessageKey()]).map {
      "; its `message` is \(described($0))"
    }
    return "\(place(context.codingPath + [key])) is missing\(said ?? "")"
  case DecodingError.typeMismatch(let type, let context),
    DecodingError.valueNotFound(let type, let context):
    let there = message.flatMap { $0.value(at: context.codingPath) }.map {
      ": it is \(described($0)), and \(noun(for: type)) is expected"
    }
    return "\(place(context.codingPath)) has the wrong type\(there ?? "")"
  case DecodingError.dataCorrupted(let context):
    return context.codingPath.isEmpty
      ? context.debugDescription : "\(place(context.codingPath)): \(context.debugDescription)"
  default: return "a number or a text in it cannot be read"
  }
}

/// The key of what an error says.
private struct MessageKey: CodingKey {
  let stringValue = "message"
  var intValue: Int? { nil }
  init() {}
  init?(stringValue: String) { nil }
  init?(intValue: Int) { nil }
}

/// What a type of a message is called.
private func noun(for type: any Any.Type) -> String {
  switch type {
  case is String.Type: "a text"
  case is Bool.Type: "a truth value"
  case is any BinaryInteger.Type: "an integer"
  case is any ExpressibleByDictionaryLiteral.Type: "an object"
  default: "a list"
  }
}

/// A value of an answer with its kind, short enough for a message: "the number 5".
func described(_ value: Value) -> String {
  var text = JSONText()
  text.value(value)
  let json = "`\(shortened(text.take(), to: 80))`"
  return switch value {
  case .null, .bool: json
  case .number: "the number \(json)"
  case .string: "the text \(json)"
  case .list: "the list \(json)"
  case .map: "the object \(json)"
  }
}

extension Value {
  /// The value at a place within this one, if there is one.
  fileprivate func value(at path: some Collection<any CodingKey>) -> Value? {
    guard let key = path.first else { return self }
    let part: Value? =
      switch self {
      case .list(let values):
        key.intValue.flatMap { values.indices.contains($0) ? values[$0] : nil }
      case .map(let pairs): pairs.first { $0.key == Name(key.stringValue) }?.value
      default: nil
      }
    return part?.value(at: path.dropFirst())
  }

  /// The integer that a number is.
  var integer: Int? {
    if case .number(let number) = self { Int(exactly: number) } else { nil }
  }
}
