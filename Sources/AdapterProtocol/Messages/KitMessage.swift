// A message that tests the kit of a language, with its right answers.

import Conformance

/// A request to an adapter that serves the sample library, and its right answers.
package struct KitMessage: JSONObject, Sendable {
  /// What the message checks, in a sentence.
  package private(set) var title: Name = ""

  /// The words of `supports` that it needs.
  package private(set) var needs: [Name]?
  private var method: Name = ""
  private var params = Value.null

  /// A `result` with a trace or with required members, or an `error`: its message begins with the
  /// listed one, its data are the listed ones. Without a code, any except the defined two is right.
  private var answers: [Value] = []

  package init() {}

  package mutating func members(_ form: inout some JSONForm & ~Copyable) throws(Misshapen) {
    try form("title", &title)
    try form("needs", &needs)
    try form("method", &method)
    try form("params", &params)
    try form("answers", &answers)
  }

  /// Reads messages, one a line.
  ///
  /// - Throws: If a line is not a message.
  /// - Complexity: O(*n*) in the length of the lines.
  package static func read(_ lines: [UInt8]) throws -> [KitMessage] {
    try lines.split(separator: UInt8(ascii: "\n")).map {
      try KitMessage(json: JSONReader.read($0))
    }
  }

  /// The first word that the message needs and the adapter lacks; `nil` if it has all.
  func missing(in supports: Introduction.Supports?) -> Name? {
    needs?.first { need in
      let word = need.text
      if word == "several" { return supports?.several != true }
      if Feature(rawValue: word) != nil { return supports?.features.contains(word) != true }
      if PropertyKind(rawValue: word) != nil {
        return supports?.properties?.contains(word) == false
      }
      if Channel(rawValue: word) != nil { return supports?.channels?.contains(word) == false }
      return supports?.operators?.contains(need) == false
    }
  }

  /// Writes the request as a line.
  func request(id: Int, to text: inout JSONText) {
    text.request(method, id: id, params)
  }

  /// The performance of an answer. If the answer is wrong, the error shows the request and the
  /// difference.
  func performance(_ answer: Answer) -> Performance {
    switch answer.content(as: Value.self) {
    case .success(let result): return performance(["result": result])
    case .failure(.error): return performance(["error": answer.writtenError ?? .null])
    case .failure(.misshapen(let problem)):
      return .erred(ExecutionError(message: "the answer is in a wrong shape: \(problem)"))
    }
  }

  private func performance(_ actual: Value) -> Performance {
    if answers.contains(where: { isRight(actual, as: $0) }) { return .played([]) }
    let lines = difference(actual)
    return .erred(ExecutionError(message: lines[0], details: Array(lines.dropFirst())))
  }

  private func isRight(_ actual: Value, as expected: Value) -> Bool {
    if let trace = Self.trace(expected) {
      return (try? Self.trace(actual)?.get()) == (try? trace.get())
    }
    guard let error = expected["error"] else { return actual.contains(expected) }
    guard let came = actual["error"] else { return false }
    if case .string(let beginning)? = error["message"] {
      guard case .string(let message)? = came["message"],
        message.utf8.starts(with: beginning.utf8)
      else { return false }
    }
    guard let code = error["code"] else {
      return ![AdapterError.unsupported, AdapterError.lacked].contains(came["code"]?.integer)
    }
    if came["code"] != code { return false }
    guard case .map(let data)? = error["data"] else { return true }
    return data.allSatisfy { name, value in
      let member = came["data"]?[name]
      return member == value || name == "step" && member == nil
    }
  }

  /// The trace of an answer, or its problem; `nil` if it has none.
  private static func trace(_ answer: Value) -> Result<Trace, any Error>? {
    guard let result = answer["result"], result["trace"] != nil else { return nil }
    return Result { try RunResult(json: result).trace }
  }

  // MARK: - Differences

  /// The request, and the difference from the first right answer, one line each.
  private func difference(_ actual: Value) -> [String] {
    let request = ["subject", "reactions"].compactMap { name in
      params[Name(name)].map { "\(name): \(Self.json($0))" }
    }
    let steps = params["steps"].map { "steps: \(Self.json($0))" }
    let whole = method == "run" ? request : ["\(method.text): \(Self.json(params))"]
    guard let expected = Self.trace(answers[0]), let came = Self.trace(actual) else {
      return whole + (steps.map { [$0] } ?? [])
        + answers.enumerated().map { "\($0 == 0 ? "expected" : "or"): \(Self.json($1))" }
        + ["answered: \(Self.json(actual))"]
    }
    do {
      return request + (try self.steps(expected.get(), came.get()))
    } catch {
      return request + ["answered: \(error)"]
    }
  }

  private func steps(_ expected: Trace, _ came: Trace) -> [String] {
    if expected.count != came.count {
      return ["expected: \(counted(expected.count, "step")), and the trace has \(came.count)"]
    }
    guard case .list(let steps)? = params["steps"] else { return [] }
    return expected.indices.filter { expected[$0] != came[$0] }.flatMap { index in
      ["step \(index + 1) of \(steps.count): \(Self.json(steps[index]))"]
        + FailureReport.difference(between: expected[index], and: came[index])
    }
  }

  private static func json(_ value: Value) -> String {
    shortened(value.json, to: 1_000)
  }
}

extension Value {
  /// Whether this value contains another: the members of a map, or items of a list in any order.
  fileprivate func contains(_ other: Value) -> Bool {
    switch (self, other) {
    case (.map, .map(let pairs)):
      pairs.allSatisfy { key, value in self[key]?.contains(value) == true }
    case (.list(let all), .list(let items)):
      items.allSatisfy { item in all.contains { $0.contains(item) } }
    default: self == other
    }
  }
}
