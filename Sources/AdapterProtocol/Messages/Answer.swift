// Answers, one message a line: read by the runner, and written by an adapter in this process.

import Conformance

/// The answer to a request.
struct Answer {
  private let members: Value

  /// The value of `id`, of any type; `nil` if there is none.
  var writtenID: Value? { members["id"] }

  /// The value of `error`, of any type; `nil` if there is none.
  var writtenError: Value? { members["error"] }

  /// The id of the request; `nil` if there is none, or it is not an integer.
  var id: Int? { writtenID?.integer }

  /// The error of the answer, if it has one.
  var error: AdapterError? { writtenError.flatMap { try? AdapterError(json: $0) } }

  /// Why there is no content.
  enum Refusal: Error {
    /// The adapter answered with an error.
    case error(AdapterError)

    /// The answer does not have the shape that the protocol requires.
    case misshapen(String)
  }

  /// Reads a line.
  ///
  /// - Throws: `AdapterFault` if it is not an answer.
  init(_ line: ArraySlice<UInt8>) throws(AdapterFault) {
    do throws(JSONFault) {
      members = try JSONReader.read(line)
    } catch {
      throw .garbage(line, error)
    }
    if members["jsonrpc"] == "2.0" { return }
    let version =
      if case .string(let text)? = members["jsonrpc"] { "`\(shortened(text, to: 20))`" } else {
        "none"
      }
    throw AdapterFault(problem: "answered with the JSON-RPC version \(version), not `2.0`")
  }

  /// The result, an error, or why it is neither.
  func content<Content: JSONContent>(as type: Content.Type) -> Result<Content, Refusal> {
    do throws(Misshapen) {
      var (error, members) = (nil as AdapterError?, try JSONMembers(members))
      try members("error", &error)
      let result = self.members["result"]
      if let error {
        return .failure(
          result == nil || result == .null
            ? .error(error) : .misshapen("it has both `result` and `error`"))
      }
      guard let result else {
        return .failure(.misshapen("it has neither `result` nor `error`"))
      }
      return .success(try Content(json: result, within: "result"))
    } catch {
      return .failure(.misshapen("\(error)"))
    }
  }
}

extension JSONText {
  /// Writes an answer, without a line break: its content is a `result` or an `error`.
  mutating func answer(
    to id: some JSONWritable, _ name: StaticString, _ content: some JSONWritable
  ) {
    raw("{\"jsonrpc\":\"2.0\"")
    also("id", id)
    also(name, content)
    raw("}")
  }
}

/// An error in an answer.
struct AdapterError: JSONObject, Error {
  /// The code for a lacking feature.
  static let unsupported = -32001

  /// The code for a value that has no row in a table of the fixture.
  static let lacked = -32002

  /// The code for an error that the library raised in a step of the case.
  static let raised = -32003

  var code = 0

  /// The message, or the beginning of a long one.
  var message = ""

  /// The data as received. Whoever stores them bounds them.
  var data: Value?

  mutating func members(_ form: inout some JSONForm & ~Copyable) throws(Misshapen) {
    try form("code", &code)
    try form("message", &message)
    try form("data", &data)
    message = bounded(message)
  }
}

/// The data of an error with the code `raised`.
struct RaisedAt: JSONObject {
  /// The step, from 0.
  var step: Int?

  /// The frames of the library, and those of the adapter, the innermost first.
  var frames: [String] = []
  var adapterFrames: [String] = []

  mutating func members(_ form: inout some JSONForm & ~Copyable) throws(Misshapen) {
    try form("step", &step)
    try form("frames", &frames)
    try form("adapterFrames", &adapterFrames)
  }
}

/// The data of an error with the code `lacked`.
extension Lack: JSONObject {
  package init() { self.init(operator: 0, value: .null) }

  package mutating func members(_ form: inout some JSONForm & ~Copyable) throws(Misshapen) {
    try form("operator", &`operator`)
    try form("value", &value)
    try form("step", &step)
  }

  /// Whether a plan has the operator and the step.
  func isOf(_ plan: Plan) -> Bool {
    guard case .stream(let stream) = plan.subject else { return false }
    return stream.operators.indices.contains(`operator`)
      && step.map(plan.timeline.indices.contains) != false
  }
}

/// An adapter's description of itself: its answer to `initialize`.
struct Introduction: JSONObject {
  var version = protocolVersion
  var implementation = Implementation()
  var supports: Supports?

  /// The rule of comparison.
  var rule: ComparisonRule { supports?.rule ?? .exact }

  mutating func members(_ form: inout some JSONForm & ~Copyable) throws(Misshapen) {
    try form("protocol", &version)
    try form("implementation", &implementation)
    try form("supports", &supports)
  }

  struct Implementation: JSONObject {
    var name: Name = ""
    var version: String?
    var language: String?

    mutating func members(_ form: inout some JSONForm & ~Copyable) throws(Misshapen) {
      try form("name", &name)
      try form("version", &version)
      try form("language", &language)
      name = Name(bounded(name.text, to: TextLimits.name))
      version = version.map { bounded($0, to: TextLimits.name) }
      language = language.map { bounded($0, to: TextLimits.name) }
    }
  }

  /// Its abilities. Without a list, it has everything of that kind, except for features.
  struct Supports: JSONObject {
    var operators: [Name]?
    var properties: [String]?
    var channels: [String]?
    var releases: Bool?

    /// Whether one case may have several streams or properties.
    var several: Bool?

    /// Its features: abilities that not every implementation has.
    var features: [String] = []
    var deviations: [ServedDeviation] = []

    /// The specifications that it implements, by name; all if absent.
    var specifications: [Name]?

    /// `later` if it stops a source later than due; `always` if all observers of a stream share it.
    var stops: String?
    var shares: String?

    /// The library's own names of operators, by their names in the specification.
    var ownNames = JSONMap<String>()

    /// The names of its members, whether the protocol knows them or not.
    private(set) var names: [Name] = []

    /// The names of members that the protocol knows.
    static let knownNames: [Name] = [
      "operators", "properties", "channels", "releases", "several", "features", "deviations",
      "names", "specifications", "stops", "shares",
    ]

    mutating func check(_ members: JSONMembers) throws(Misshapen) {
      names = members.pairs.map(\.key)
      // The names of deviations differ within a specification.
      var served: Set<[Name?]> = []
      for one in deviations where !served.insert([one.specification, one.name]).inserted {
        let name = shortened(one.name, to: 100)
        throw Misshapen("it lists the deviation `\(name)` twice", behind: nil)
      }
    }

    mutating func members(_ form: inout some JSONForm & ~Copyable) throws(Misshapen) {
      try form("operators", &operators)
      try form("properties", &properties)
      try form("channels", &channels)
      try form("releases", &releases)
      try form("several", &several)
      try form.some("features", &features)
      try form.some("deviations", &deviations)
      try form("names", &ownNames)
      try form("specifications", &specifications)
      try form("stops", &stops)
      try form("shares", &shares)
    }
  }

  /// A known-wrong variant of the implementation.
  struct ServedDeviation: JSONObject {
    var name: Name = ""
    var clause: Name = ""
    var sentence = ""

    /// The specification that it breaks; `nil` if it may be any.
    var specification: Name?

    /// Its family; `nil` if it has none.
    var family: Name?

    mutating func members(_ form: inout some JSONForm & ~Copyable) throws(Misshapen) {
      try form("name", &name)
      try form("clause", &clause)
      try form("sentence", &sentence)
      try form("specification", &specification)
      try form("family", &family)
    }

    func check(_ members: JSONMembers) throws(Misshapen) {
      if name.isEmpty { throw Misshapen("one of its deviations has an empty name", behind: nil) }
    }
  }
}

/// The result of `run`.
struct RunResult: JSONContent {
  var trace: Trace

  /// What the case did that the format does not allow.
  var misuse: Misuse?

  init(trace: Trace, misuse: Misuse? = nil) { (self.trace, self.misuse) = (trace, misuse) }

  func write(to text: inout JSONText) {
    text.raw("{\"trace\":")
    trace.write(to: &text)
    if let misuse {
      text.raw(",")
      text.string(misuse.kind.rawValue)
      text.raw(":")
      text.string(misuse.observer)
    }
    text.raw("}")
  }

  init(json value: Value) throws(Misshapen) {
    _ = try JSONMembers(value)
    trace = try Trace(answer: value["trace"])
    for kind in Misuse.Kind.allCases where misuse == nil {
      guard let observer = value[Name(kind.rawValue)], observer != .null else { continue }
      misuse = Misuse(kind, of: try Name(json: observer, within: kind.rawValue))
    }
  }
}

extension Trace {
  /// Reads the trace of an answer. An error names the step.
  fileprivate init(answer: Value?) throws(Misshapen) {
    guard case .list(let steps)? = answer else {
      let there = answer.map { ": that is \(described($0))" } ?? ""
      throw Misshapen(
        "it has no `trace`, a list with a list for each step\(there)", behind: nil)
    }
    self = try steps.enumerated().map { index, step throws(Misshapen) in
      let place = "step \(index + 1) of its trace"
      guard case .list(let events) = step else {
        throw Misshapen("\(place) is not a list of events: it is \(described(step))", behind: nil)
      }
      return try events.enumerated().map { position, event throws(Misshapen) in
        do throws(Misshapen) {
          let read = try Event(json: event)
          if case .throws = read, position < events.count - 1,
            (try? Event(json: events[position + 1])).map({
              ![.clock, .reported].contains($0.words.word)
            }) ?? true
          {
            throw Misshapen(
              "`\(throwsName)` is the last event of its step, and another follows")
          }
          return read
        } catch {
          throw Misshapen(
            "\(place), event \(position + 1): \(error.problem): it is \(described(event))",
            behind: nil)
        }
      }
    }
  }
}
