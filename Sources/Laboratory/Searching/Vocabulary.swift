// The vocabulary of timelines: values, channels, and further actions.

import Conformance

extension Exploration {
  /// The values and channels that timelines use.
  package struct Vocabulary: Sendable {
    /// The values, in the order in which a search uses them.
    package var values: [Value]

    /// The number of these, from the first, that can be exchanged for each other.
    var exchangeableValues: Int

    /// The number of these, from the first, that are usual; 0 if all are.
    private(set) var usualValues: Int

    /// The channels that an observer listens to; the first is used unless another is needed.
    var subscriptions: [Channels]

    /// The notifications with which a source may end.
    var endings: [Notification] = []

    /// The values that observers may throw.
    private(set) var thrown: [Value] = []

    /// Whether operators connect again as soon as their source ends, so that it can send more.
    var isReconnected = false

    /// Further actions.
    private(set) var furtherActions: [Action] = []

    /// The channels of notifications.
    var channels: Channels {
      subscriptions.reduce(into: []) { $0.formUnion($1) }
    }

    /// The values 1 and 2, which are the same to a stream; null; and values that a language with
    /// truthiness, or with comparison by identity, may mistake for others. The channels of a
    /// specification, those with `next` alone, and their errors and completion.
    package init(channels: Channels = .standard) {
      values = [
        .number(1), .number(2), .null, .bool(false), .number(0), .string(""), .list([.number(1)]),
        .map([(key: "x", value: .number(1))]),
      ]
      (exchangeableValues, usualValues) = (2, 2)
      subscriptions = channels == .next ? [.next] : [channels, .next]
      addEndings(channels)
    }

    /// The same, with the values of a subject with tables: a table has rows only for some values.
    ///
    /// - Parameters:
    ///   - subject: The subject.
    ///   - channels: The channels of its specification.
    init(of subject: Subject, channels: Channels) {
      self.init(channels: channels)
      let tabled = subject.operators.flatMap(\.tabledValues)
      if !tabled.isEmpty { use(subject.ownValues + tabled) }
    }

    /// The values, the channels and the times of a case, with its errors, and the values with rows
    /// in its tables. If the specification has errors or completion, a source may end so.
    ///
    /// - Parameter testCase: A case.
    package init(like testCase: Case) {
      self.init()
      var (values, subscriptions): ([Value], [Channels]) = (testCase.subject.ownValues, [])
      for action in testCase.steps.map(\.action) + testCase.reactions.flatMap(\.actions) {
        if case .advance = action { addFurtherActions([action]) }
        switch action.sending {
        case .subscribe(_, let channels, _, _): Self.add([channels], to: &subscriptions)
        case .send(.next(let value), _), .call(.next(let value), _), .write(let value, _),
          .set(let value, _):
          values.append(value)
        case .send(.error(let value, _), _), .call(.error(let value, _), _):
          Self.add([.error(value)], to: &endings)
        case .send(.completed, _), .call(.completed, _): Self.add([.completed], to: &endings)
        case .read(store: nil): addFurtherActions([action])
        case .throw(let value): Self.add([value], to: &thrown)
        case .send(.state, _), .call(.state, _), .unsubscribe, .read, .advance, .connect,
          .disconnect:
          break
        }
      }
      use(values + testCase.subject.operators.flatMap(\.tabledValues))
      if !subscriptions.isEmpty { self.subscriptions = subscriptions }
      addEndings(testCase.channels)
    }

    /// Replaces the usual values, if there are any: counts first, the smaller before the larger.
    package mutating func use(_ values: [Value]) {
      if values.isEmpty { return }
      let counts = values.compactMap { one -> Double? in
        if case .number(let number) = one, one.isCount { number } else { nil }
      }
      self.values = (counts.sorted().map(Value.number) + values.filter { !$0.isCount }).uniqued()
      (exchangeableValues, usualValues) = (0, 0)
    }

    /// Adds further actions.
    mutating func addFurtherActions(_ actions: [Action]) {
      Self.add(actions, to: &furtherActions)
    }

    /// Adds missing elements.
    private static func add<Element: Equatable>(_ elements: [Element], to list: inout [Element]) {
      for one in elements where !list.contains(one) { list.append(one) }
    }

    /// Adds the errors and completion of some channels, if there is none of the kind.
    private mutating func addEndings(_ channels: Channels) {
      if channels.contains(.completed) { Self.add([.completed], to: &endings) }
      let hasError = endings.contains { $0.channel == .error }
      if channels.contains(.error), !hasError { endings.append(.error(.string("boom"))) }
    }

    /// The cost of an action with a value.
    func cost(ofValueAt index: Int) -> Int {
      // All values of a case are usual.
      if usualValues == 0 || index < usualValues { return 1 }
      return index == usualValues ? 2 : 3
    }
  }
}

extension Subject.Operator {
  /// Whether it may treat numbers differently: it calculates with them, or has a number as its
  /// argument.
  var mayTellNumbersApart: Bool {
    let kinds: [ArgumentKind?] = [.value, .number, .point, .numberOrPoint]
    return arguments.contains { $0.reducer != nil || kinds.contains($0.kind) }
  }

  /// The values with rows in its tables, and the values of its predicates with one for which they
  /// are false.
  fileprivate var tabledValues: [Value] {
    arguments.flatMap { one -> [Value] in
      guard let items = one.rows else { return [] }
      let rows = items.map { TableRow($0, of: one.kind) }
      if rows.contains(where: { $0 != nil }) { return zip(items, rows).map { $1?.key.last ?? $0 } }
      let other = (1...items.count + 1).lazy.map { Value.number(Double($0)) }
        .first { !items.contains($0) }
      return items + [other!]
    }
  }
}
