// A valid fixture file.

/// A fixture file: cases that an implementation of one specification must pass.
public struct Fixture: Sendable {
  /// The file.
  public var source: SourceText

  /// The specification tested, such as `_remember`.
  public var specification: Name

  /// One line on what the file is about.
  public var title: String?

  /// The cases, in the order of the file. Empty only if a ``FixtureReader`` has returned them one
  /// by one.
  public var cases: [Case]

  /// The clause index that it was read with.
  public var index: ClauseIndex?

  /// The limits that it was read with; reading its text again may need the same.
  public var limits = ReadingLimits()

  /// The highest version of the format that is understood.
  public static let formatVersion = 1
}

/// One case: a subject, a timeline, and the events expected at each step.
public struct Case: Sendable {
  /// A statement about the subject, unique in its file.
  public var name: Name

  /// The ids of the clauses that the case demonstrates. Never empty.
  public var clauses: [Name]

  /// Words to select cases by.
  public var tags: [Name]

  /// The tier in which it is counted apart; `nil` for none.
  package var tier: Name? = nil

  /// The reason for what the case expects; shown when it fails.
  public var note: String?

  /// The subject under test.
  package var subject: Subject

  /// The actions of observers while they are being called.
  package var reactions: [Reaction]

  /// The timeline. Never empty.
  package var steps: [Step]

  /// The channels of its specification: those of a subscribe that names none.
  public var channels = Channels.standard

  /// The kinds of event of a source whose order does not matter: those of its specification; none
  /// if `ordered`.
  package var unordered: Set<SourceEvent> = []

  /// Whether the order of all events counts, even if its specification leaves it free.
  package var isOrdered = false

  /// The channels besides `next` that any allowed behaviour, or a reaction, uses.
  public var expectedChannels: Channels = []

  /// Whether errors that are reported count: its specification says so, or there is none.
  package var reports = true

  /// Where the case begins.
  public var place: Place
}

extension Case {
  /// Makes a case that is not from a file.
  ///
  /// - Parameters:
  ///   - name: A statement about the subject.
  ///   - clauses: The ids of the clauses that it demonstrates.
  ///   - subject: The subject under test.
  ///   - reactions: The actions of observers while they are being called.
  ///   - timeline: The actions of its steps.
  ///   - trace: The events expected in each of them.
  package init(
    name: Name, clauses: [Name], subject: Subject, reactions: [Reaction], timeline: [Action],
    expecting trace: Trace
  ) {
    let place = Place(line: 1, column: 1)
    let steps = zip(timeline, trace).map { action, events in
      Step(action: action, expected: ExpectedEvents(events: events), place: place, lines: 1...1)
    }
    self.init(
      name: name, clauses: clauses, tags: [], subject: subject, reactions: reactions, steps: steps,
      place: place)
  }

  /// The actions of its steps and its reactions.
  var actions: [Action] { steps.map(\.action) + reactions.flatMap(\.actions) }

  /// The names of its observers, callbacks, and sources or stores: those that its events may have.
  ///
  /// - Complexity: O(*n*) in the number of actions.
  package var names: Set<Name> {
    var names = Set(actions.compactMap(\.observer) + subject.names)
    if case .stream(let stream) = subject { names.formUnion(stream.called.map(\.name)) }
    return names
  }

  /// The sources with a connection that may end by itself, and so be released.
  ///
  /// - Complexity: O(*n*) in the number of actions.
  package var endingSources: Set<Name> {
    var names: Set<Name> = []
    for case .send(let notification, let source?) in actions.lazy.map(\.sending)
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
  /// The action.
  package var action: Action

  /// The expected events. Empty for silence.
  package var expected: ExpectedEvents

  /// The reason for what the step expects; shown when it fails.
  package var note: String?

  /// Where the step begins.
  package var place: Place

  /// The lines of the step, from 1.
  package var lines: ClosedRange<Int>
}

extension Step {
  /// The expected events, in order, by the first allowed behaviour of each choice. Setting them allows nothing else.
  package var expectation: [Event] {
    get { expected.events }
    set { expected = ExpectedEvents(events: newValue) }
  }
}

/// The expectation of a step: events, some of which may depend on a choice of behaviours.
package struct ExpectedEvents: Hashable, Sendable {
  /// The events, in order, by the first allowed behaviour of each choice.
  package let events: [Event]

  /// The items, in order, if one of them is an `either`; otherwise none.
  var mixed: [Item] = []

  /// An item of an expectation.
  package enum Item: Hashable, Sendable {
    case event(Event)
    case choice(Alternative)
  }

  /// Its written form.
  package var items: [Item] { allowsReadings ? mixed : events.map(Item.event) }

  /// Whether several behaviours are allowed.
  package var allowsReadings: Bool { !mixed.isEmpty }

  /// Whether it has an event of the clock.
  package var tellsClock: Bool {
    if case .clock? = events.last { return true }
    return alternatives.contains { $0.readings.contains(where: \.expected.tellsClock) }
  }

  /// Whether it has an error that is reported.
  package var hasReports: Bool {
    events.contains { $0.words.word == .reported }
      || alternatives.contains { $0.readings.contains(where: \.expected.hasReports) }
  }

  /// The `either`s, each before those inside it, in the order in which they are written.
  package var alternatives: [Alternative] {
    mixed.flatMap { item in
      guard case .choice(let choice) = item else { return [] as [Alternative] }
      return [choice] + choice.readings.flatMap(\.expected.alternatives)
    }
  }

  /// The events of some chosen behaviours.
  ///
  /// - Complexity: O(1) if there is only one; else O(*n*) in the number of events.
  package func events(by reading: (Alternative) -> Alternative.Reading) -> [Event] {
    if !allowsReadings { return events }
    return mixed.flatMap { item in
      switch item {
      case .event(let event): [event]
      case .choice(let choice): reading(choice).expected.events(by: reading)
      }
    }
  }
}

/// A part of an expectation with several allowed behaviours: an `either`.
package struct Alternative: Hashable, Sendable {
  /// The choice that the specification leaves.
  package let point: Name

  /// The allowed behaviours, at least one, in the order in which they are written.
  package let readings: [Reading]

  /// One allowed behaviour.
  package struct Reading: Hashable, Sendable {
    /// Its name, unique in the specification.
    package let name: Name

    /// Its expectation.
    package let expected: ExpectedEvents
  }
}
