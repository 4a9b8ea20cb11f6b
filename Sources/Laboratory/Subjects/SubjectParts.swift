// The parts of a subject that a search tries: its operators over sources with events of their own,
// and the subject without some of its parts.

import Conformance

extension Subject {
  /// The subjects of operators, and of some of them: over sources without events of their own and,
  /// one source after the other, over sources that emit and end while they connect. Subjects with
  /// further operators come before the whole.
  ///
  /// - Parameters:
  ///   - operators: The operators.
  ///   - index: Their specification.
  ///   - isSilent: Whether no source has events of its own.
  /// - Returns: The subjects; the last has all operators.
  static func all(
    of operators: [Operator], by index: ClauseIndex?, isSilent: Bool = false
  ) -> [Subject] {
    let channels = index?.channels ?? .standard
    var ways = [[1], [1, 2]].map { Connection(onConnect: $0) }
    if channels.contains(.completed) { ways.append(Connection(onConnect: [1], then: .completed)) }
    if channels.contains(.error) { ways.append(Connection(then: .error("boom"))) }
    let ends = ways.compactMap(\.then)
    let others = Set(operators.flatMap(\.sources)).subtracting([upstreamName]).sorted()
    let sources = ([upstreamName] + others).map { Source(name: $0) }
    let own = Subject.stream(Stream(sources: sources, operators: operators))
      .parts(emitting: isSilent ? [] : ways)
    guard let index, !isSilent else { return own }
    return own.dropLast() + inCompany(operators, over: sources, ends, by: index) + own.suffix(1)
  }

  /// Subjects of operators with others of the specification: after them one that completes at once,
  /// beside an observer that does not or over sources that continue while they connect; before them
  /// one that shows whether sources stop when nobody listens; and two observers of a connectable
  /// stream.
  private static func inCompany(
    _ operators: [Operator], over sources: [Source], _ ends: [Notification], by index: ClauseIndex
  ) -> [Subject] {
    func read(_ text: String) -> [Operator] {
      (try? Operator.read(text, by: index).get()) ?? []
    }
    func streams(_ shared: [Operator], _ users: [Operator]...) -> [Subject] {
      let users = zip(["left", "right"], users).filter { !$1.isEmpty }.map {
        Branch(name: $0, source: "shared", operators: $1)
      }
      let branches = [Branch(name: "shared", operators: shared)] + users
      return users.isEmpty ? [] : [.stream(Stream(sources: sources, branches: branches))]
    }
    let done = read("take: 1")
    var subjects = streams(operators, done)
    if let last = operators.lastIndex(where: \.isConnectable) {
      let user =
        operators[(last + 1)...].isEmpty ? read("refCount") : Array(operators[(last + 1)...])
      subjects += streams(Array(operators[...last]), user, user)
    }
    guard let end = ends.first else { return subjects }
    func over(_ connection: Connection, _ operators: [Operator]) -> Subject {
      .stream(
        Stream(
          sources: sources.map { Source(name: $0.name, connections: [connection]) },
          operators: operators))
    }
    var asking = Connection(onConnect: [1, 2, 3, 3], then: end)
    asking.whileConnected = true
    let observed = read("do: told") + operators
    subjects += [observed, observed + done].uniqued().map { over(asking, $0) }
    let going = ends.map { Connection(onConnect: [1, 1], then: $0) }
    return subjects + (done.isEmpty ? [] : going.map { over($0, operators + done) })
  }
}

extension Deviation {
  /// The possible names of operators in its text: in its name, its clause and its summary.
  var words: Set<Name> {
    let text = "\(clause) \(name) \(summary)"
    // Names of operators may have dashes, and those of clauses begin with names of operators.
    let words = ["_", "_-"].flatMap { marks in
      text.split { !($0.isLetter || $0.isNumber || marks.contains($0)) }.map { Name(String($0)) }
    }
    return Set(words)
  }
}

extension OperatorWord {
  /// The operator with several arguments that may show a mistake, also optional ones. A row that
  /// throws needs a specification with errors.
  ///
  /// - Parameter index: Its specification.
  /// - Returns: The operator in each form.
  func examples(by index: ClauseIndex) -> [Subject.Operator] {
    let plain = arguments.map { ($0, $0.kind.examples[0]) }
    let others = arguments.indices.flatMap { varied in
      arguments[varied].kind.examples.dropFirst().map { content in
        var given = plain
        given[varied].1 = content
        return given
      }
    }
    return ([plain] + others).flatMap {
      (try? Subject.Operator.read(text($0), by: index).get()) ?? []
    }
  }
}

extension Subject {
  /// The subjects with any value as the argument of one operator that may have it, or with another
  /// count.
  func cousins(where mayHaveAny: (Operator) -> Bool) -> [Subject] {
    guard case .stream(let stream) = self else { return [] }
    let values = Exploration.Vocabulary().values + UnusualValues.all
    let branches = stream.branches.withOne { branch in
      let operators = branch.operators.withOne {
        mayHaveAny($0)
          ? each(values, as: \.argument, of: $0)
          : $0.withOneArgument { $0.kind == .count ? (0...3).map { .number(Double($0)) } : [] }
      }
      return each(operators, as: \.operators, of: branch)
    }
    return each(branches, as: \.branches, of: stream).map(Subject.stream)
  }

  /// The subject, and its parts: with some operators, over sources without events of their own, or
  /// over stores that keep writes.
  ///
  /// - ways: The events of each source in turn while it connects, the others having none; `nil` for
  ///   those of all.
  /// - Returns: The subjects, the whole last.
  func parts(emitting ways: [Connection]? = nil) -> [Subject] {
    switch self {
    case .property(let property):
      var writing = property
      writing.ignoresWrites = false
      return (writing == property ? [writing] : [writing, property]).map(Subject.property)
    case .stream(let stream):
      let parts =
        stream.branches.withOne { each($0.operators.parts.dropLast(), as: \.operators, of: $0) }
        + [stream.branches]
      return parts.flatMap { branches -> [Subject] in
        // Unused names are left out, if the specification says which arguments are names.
        let isOpen = branches.flatMap(\.operators).contains { $0.signature == nil }
        let named = [upstreamName] + branches.flatMap(\.parts)
        let sources = stream.sources.filter { isOpen || named.contains($0.name) }
        let silent = sources.map { Source(name: $0.name) }
        let emitting =
          ways.map { ways in
            silent.withOne { one in ways.map { Source(name: one.name, connections: [$0]) } }
          } ?? (sources == silent ? [] : [sources])
        return ([silent] + emitting).map { .stream(Stream(sources: $0, branches: branches)) }
      }
    }
  }

  /// Stores with the values 1, 2 and so on.
  static func stores(_ names: [Name]) -> [Store] {
    names.enumerated().map { Store(name: $1, value: .number(Double($0 + 1))) }
  }
}

extension [Subject.Operator] {
  /// Some operators, and the rest if others, or their optional arguments, are left out; never none.
  /// Long chains have too many parts: only one operator is left out.
  fileprivate var parts: [[Subject.Operator]] {
    if count > 4 { return withoutOne() + [self] }
    let parts: [[Subject.Operator]] = reversed().reduce([[]]) { parts, one in
      let less = one.withoutOptionalArguments
      let forms = less == one ? [one] : [less, one]
      return parts.flatMap { part in [part] + forms.map { [$0] + part } }
    }
    return parts.uniqued().filter { !$0.isEmpty || isEmpty }
  }
}

extension Subject.Operator {
  /// The operator without its optional arguments, if its specification defines them.
  fileprivate var withoutOptionalArguments: Subject.Operator {
    let optional = (signature ?? []).filter(\.isOptional)
    var less = self
    if case .map(let pairs)? = argument, signature?.first?.name != nil {
      let left = pairs.filter { pair in !optional.contains { $0.name == pair.key } }
      less.argument = left.isEmpty ? nil : .map(left)
    } else if !optional.isEmpty {
      less.argument = nil
    }
    return less
  }
}
