// What a search tries of a subject: operators over sources that do something by themselves, and what is left where some
// of it is left out.

import Conformance

extension Subject {
  /// The subjects of operators, and of what is left of them where others are left out: over sources that do nothing
  /// by themselves and, one source after the other, over such that emit and end while they connect. What shows in
  /// company alone comes before the whole.
  ///
  /// - Parameters:
  ///   - operators: The operators.
  ///   - index: Their specification.
  ///   - isSilent: Whether no source does anything by itself.
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

  /// Subjects of operators with others that the specification may have: after them one that is done at once, beside
  /// an observer that is not or over sources that go on while they connect; before them one that shows whether sources
  /// stop when nobody listens; and two observers of what is connected by itself.
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
  /// The words of which some may be operators: those of its name, its clause and what it does.
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
  /// The operator with several arguments that may show a mistake, optional ones among them. What throws needs a
  /// specification with errors.
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
  /// The subjects with any value in place of the argument of one operator that may have it, or with another count.
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

  /// The subject, and what is left of it: of some operators, over sources that do nothing by themselves, or over
  /// stores that take what is written.
  ///
  /// - Parameter ways: What each source in turn does while it connects, the others doing nothing; `nil` for what
  ///   all do.
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
        // What nothing names is left out, where the specification says what are names.
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

  /// Stores that hold 1, 2 and so on.
  static func stores(_ names: [Name]) -> [Store] {
    names.enumerated().map { Store(name: $1, value: .number(Double($0 + 1))) }
  }
}

extension [Subject.Operator] {
  /// Some operators, and whatever is left of them where others, or their optional arguments, are left out; never
  /// none. Of long chains, there are too many parts: one is left out.
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
  /// The operator without its optional arguments, if its specification says which these are.
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
