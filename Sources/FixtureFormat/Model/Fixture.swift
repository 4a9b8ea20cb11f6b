// A fixture file, once it is known to be valid.

/// A fixture file: cases that an implementation of one specification must pass.
public struct Fixture: Sendable {
  /// The file.
  public var source: SourceText

  /// The specification tested, such as `_remember`.
  public var specification: Name

  /// One line on what the file is about.
  public var title: String?

  /// The cases, in the order of the file. Empty only where a ``FixtureReader`` has handed them over.
  public var cases: [Case]

  /// The clause index that it was read with.
  public var index: ClauseIndex?

  /// The limits that it was read with; reading its text again may need the same ones.
  public var limits = ReadingLimits()

  /// The highest version of the format that is understood.
  public static let formatVersion = 1
}

/// One case: a subject, a timeline, and what must become observable at each step.
public struct Case: Sendable {
  /// What the case says of the subject: unique in its file.
  public var name: Name

  /// The ids of the clauses that the case demonstrates. Never empty.
  public var clauses: [Name]

  /// Words to select cases by.
  public var tags: [Name]

  /// Why the case is as it is; shown when it fails.
  public var note: String?

  /// The subject under test.
  package var subject: Subject

  /// What observers do while they are being called.
  package var reactions: [Reaction]

  /// The timeline. Never empty.
  package var steps: [Step]

  /// The channels of its specification: those of a subscribe that names none.
  public var channels = Channels.standard

  /// The kinds of event of a source whose order does not matter: those of its specification, and none where
  /// the case says that its order counts.
  package var unordered: Set<SourceEvent> = []

  /// Whether the order of all events counts, whatever its specification leaves free.
  package var isOrdered = false

  /// The channels besides `next` that an expectation, by any reading, or a reaction uses.
  public var expectedChannels: Channels = []

  /// Where the case begins.
  public var place: Place
}

extension Case {
  /// Makes a case that no file has.
  ///
  /// - Parameters:
  ///   - name: What the case says of the subject.
  ///   - clauses: The ids of the clauses that it demonstrates.
  ///   - subject: The subject under test.
  ///   - reactions: What observers do while they are being called.
  ///   - steps: The timeline.
  package init(
    name: Name, clauses: [Name], subject: Subject, reactions: [Reaction], steps: [Step]
  ) {
    self.init(
      name: name, clauses: clauses, tags: [], subject: subject, reactions: reactions, steps: steps,
      place: Place(line: 1, column: 1))
  }
}

extension Case {
  /// What its steps and its reactions do.
  var actions: [Action] { steps.map(\.action) + reactions.flatMap(\.actions) }

  /// The names of its observers, callbacks, and sources or stores: those that its events may have.
  ///
  /// - Complexity: O(*n*) in the number of actions.
  package var names: Set<Name> {
    var names = Set(actions.compactMap(\.observer) + subject.names)
    if case .stream(let stream) = subject { names.formUnion(stream.called.map(\.name)) }
    return names
  }
}

extension Case {
  /// The sources with a connection that may end by itself, and so be released.
  ///
  /// - Complexity: O(*n*) in the number of actions.
  package var endingSources: Set<Name> {
    var names: Set<Name> = []
    for case .send(let notification, let source?) in actions
    where notification.channel.endsSubscription {
      names.insert(source)
    }
    if case .stream(let stream) = subject {
      for source in stream.sources where source.connections.contains(where: { $0.then != nil }) {
        names.insert(source.name)
      }
    }
    return names
  }

  /// Whether a connection may end by itself, and so be released.
  ///
  /// - Complexity: O(*n*) in the number of actions.
  package var mayRelease: Bool { !endingSources.isEmpty }
}

/// One step of a timeline.
package struct Step: Sendable {
  /// What is done.
  package var action: Action

  /// Exactly what must become observable, in order. Empty for silence. With several readings, the
  /// events of the first reading of each alternative.
  package var expectation: [Event]

  /// Where several readings are allowed, in the order of the expectation.
  package var alternatives: [Alternative] = []

  /// Why the step is as it is; shown when it fails.
  package var note: String?

  /// Where the step begins.
  package var place: Place

  /// The lines that the step stands on, from 1.
  package var lines: ClosedRange<Int>
}

extension Step {
  /// Makes a step that no file has.
  ///
  /// - Parameters:
  ///   - action: What is done.
  ///   - expectation: What must become observable, in order.
  package init(action: Action, expectation: [Event]) {
    self.init(
      action: action, expectation: expectation, place: Place(line: 1, column: 1), lines: 1...1)
  }
}

/// A part of an expectation with several readings.
package struct Alternative: Hashable, Sendable {
  /// The point that the specification leaves open.
  package var point: Name

  /// Where the events of the first reading begin in the step's expectation.
  package var position: Int

  /// The readings, at least one, in the order in which they are written.
  package var readings: [Reading]

  /// One way to read the specification.
  package struct Reading: Hashable, Sendable {
    /// Its name, which no other point has.
    package var name: Name

    /// The expected events by this reading, in order. With further choices, the events of the first reading
    /// of each.
    package var events: [Event]

    /// The further choices within it, in the order of the events.
    package var alternatives: [Alternative] = []

    /// Makes a reading.
    package init(name: Name, events: [Event], _ alternatives: [Alternative] = []) {
      (self.name, self.events, self.alternatives) = (name, events, alternatives)
    }
  }

  /// The events of the step's expectation that stand for the first reading.
  var range: Range<Int> { position..<position + readings[0].events.count }
}

extension Step {
  /// The choices, each before those within it, in the order in which they are written.
  package var allAlternatives: [Alternative] { alternatives.flatMap(\.all) }
}

extension Alternative {
  /// The choice, and those within its readings.
  var all: [Alternative] { [self] + readings.flatMap { $0.alternatives.flatMap(\.all) } }
}

/// An item of what is expected.
package enum ExpectedItem {
  case event(Event)
  case choice(Alternative)
}

extension [Event] {
  /// The items that the events and choices are written as.
  ///
  /// - Complexity: O(*n*) in the number of events.
  package func items(_ alternatives: [Alternative]) -> [ExpectedItem] {
    var items: [ExpectedItem] = []
    var end = 0
    for alternative in alternatives {
      items += self[end..<alternative.position].map(ExpectedItem.event)
      items.append(.choice(alternative))
      end = alternative.range.upperBound
    }
    return items + self[end...].map(ExpectedItem.event)
  }

  /// The events with others where there is a choice: those of its number.
  ///
  /// - Complexity: O(*n*) in the number of events.
  package func replacing(
    _ alternatives: [Alternative], with events: (_ number: Int) -> [Event]
  ) -> [Event] {
    if alternatives.isEmpty { return self }
    var replaced: [Event] = []
    var end = 0
    for (number, alternative) in alternatives.enumerated() {
      replaced += self[end..<alternative.position]
      replaced += events(number)
      end = alternative.range.upperBound
    }
    return replaced + self[end...]
  }

  /// The events by a choice of readings.
  ///
  /// - Complexity: O(*n*) in the number of events.
  package func choosing(
    in alternatives: [Alternative], _ reading: (Alternative) -> Alternative.Reading
  ) -> [Event] {
    replacing(alternatives) { number in
      let one = reading(alternatives[number])
      return one.events.choosing(in: one.alternatives, reading)
    }
  }
}
