import Conformance
import Samples
import Testing

@Suite("A case is played")
struct PlayTests {
  /// Each with its subject, its reactions and its steps. The messages that test a kit play much more.
  static let plays = [
    (
      "{operators: [], sources: {upstream: {on-connect: [1, 2]}}}",
      "{when: {a: 3}, do: [{unsubscribe: b}]}",
      "{subscribe: a, expect: [upstream: connect, a: 1, a: 2]}, "
        + "{subscribe: b, expect: [upstream: connect, b: 1, b: 2]}, "
        + "{emit: 3, expect: [a: 3, upstream: disconnect]}, "
        + "{state: active, expect: [a.state: active]}, {advance: 2.5}"
    ),
    (
      "{property: scoped, store: 0}",
      "{when: {store: 1}, do: [{read: store}]}, {when: {store: 1}, do: [{write: 1}, {set: 9}]}, "
        + "{when: {returns: 1}, do: [{write: 2}]}",
      "{write: 1, expect: [store: 1, returns: 1, store: 2, store: 1]}, "
        + "{read: store, expect: [returns: 9]}"
    ),
    (
      "{sources: {other: {}}, operators: [{map: [[1, 10]]}, {merge: {with: other}}]}", "",
      "{subscribe: a, expect: [upstream: connect, other: connect]}, {emit: 1, expect: [a: 10]}, "
        + "{complete: other, expect: [a.completed, upstream: disconnect, other: release]}"
    ),
  ]

  @Test("and passes if its trace is exactly what is expected", arguments: plays)
  func pass(_ subject: String, reactions: String, steps: String) throws {
    #expect(try outcome("[\(steps)]", subject: subject, reactions: reactions).sentence == "")
  }

  /// Mistakes of a fixture that show only when it is played: reactions, steps after a first subscription, and the
  /// message, if there is one.
  static let lives = paragraphs(
    """
    reactions: {when: {a: 1}, do: [{subscribe: b}]}, {when: {b: 1}, do: [{unsubscribe: b}]}
    {emit: 1, expect: [a: 1, b: 1]}
    ⇒ a reaction of this fixture unsubscribes `b` before its own `subscribe` has returned; let it wait for a later event

    reactions: {when: {a: 1}, do: [{subscribe: b}]}
    {emit: 1, expect: [a: 1, b: 1]}, {unsubscribe: b}

    reactions: {when: {a: 1}, do: [{subscribe: b}]}
    {emit: 1, expect: [a: 1, b: 1]}, {subscribe: b, expect: [b: 1]}
    ⇒ this fixture subscribes `b` while it is subscribed; unsubscribe it first, or give the observer another name

    reactions: {when: {a: 1}, do: [{subscribe: b}]}
    {unsubscribe: b}, {emit: 1, expect: [a: 1, b: 1]}
    ⇒ this fixture unsubscribes `b` before it has subscribed

    reactions: {when: {a: 1}, do: [{emit: 2}, {subscribe: b}]}, {when: {b: 2}, do: [{unsubscribe: b}]}
    {subscribe: b}, {emit: 1, expect: [a: 1, a: 2, b: 2, b: 2, b: 1]}

    reactions: {when: {a: 1}, do: [{emit: 2}, {subscribe: a}]}, {when: {a: 2}, do: [{unsubscribe: a}]}
    {subscribe: b}, {emit: 1, expect: [a: 1, a: 2, b: 2, a: 2, b: 1]}

    reactions: {when: {a: 1}, do: [{emit: 2}, {unsubscribe: c}]}, {when: {a: 2}, do: [{subscribe: c}]}
    {subscribe: b}, {emit: 1, expect: [a: 1, a: 2, c: 2, b: 2, b: 1]}

    reactions: {when: {a: 1}, do: [{emit: 2}, {unsubscribe: b}]}, {when: {a: 2}, do: [{subscribe: b}]}
    {subscribe: b}, {emit: 1, expect: [a: 1, a: 2, b: 2, b: 2, b: 1]}
    ⇒ this fixture subscribes `b` while it is subscribed; unsubscribe it first, or give the observer another name

    reactions: {when: {a: 1}, do: [{emit: 2}, {subscribe: c}]}, {when: {a: 2}, do: [{unsubscribe: c}]}
    {subscribe: b}, {emit: 1, expect: [a: 1, a: 2, b: 2, c: 2, b: 1]}
    ⇒ this fixture unsubscribes `c` before it has subscribed

    reactions: {when: {a: 1}, do: [{emit: 2}]}, {when: {a: 1}, do: [{unsubscribe: b}]}, {when: {a: 2}, do: [{subscribe: b}]}
    {emit: 1, expect: [a: 1, a: 2, b: 2]}

    reactions: {when: {a: 1}, do: [{emit: 2}]}, {when: {a: 1}, do: [{subscribe: b}]}, {when: {a: 2}, do: [{unsubscribe: a}]}
    {emit: 1, expect: [a: 1, a: 2, upstream: disconnect, upstream: connect, b: 2]}

    reactions: {when: {b: 2}, do: [{subscribe: c}]}
    {emit: 1, expect: [a: 1]}, {subscribe: b, expect: [either: {keeps: [b: 1], other: [b: 2, c: 2]}]}, {unsubscribe: c}

    reactions: {when: {b: 1}, do: [{subscribe: c}]}
    {emit: 1, expect: [a: 1]}, {subscribe: b, expect: [either: {keeps: [b: 1, c: 1], other: []}]}, {subscribe: c, expect: [c: 1]}
    ⇒ this fixture subscribes `c` while it is subscribed; unsubscribe it first, or give the observer another name

    reactions: {when: {b: 1}, do: [{subscribe: c}]}
    {emit: 2, expect: [a: 2]}, {subscribe: b, expect: [either: {other: [b: 2]}]}, {subscribe: c, expect: [c: 2]}
    """)

  @Test("and observers that subscribe or unsubscribe in reactions are checked", arguments: lives)
  func live(_ lines: [String]) throws {
    let text = timeline(
      "[{subscribe: a, expect: [upstream: connect]}, \(lines[1])]",
      reactions: String(lines[0].dropFirst("reactions: ".count)))
    let ended = try run(text).results[0].outcome
    #expect(ended.sentence == (lines.count > 2 ? String(lines[2].dropFirst(2)) : ""))
    #expect(ended.error.map(\.isOfFixture) != false)
  }

  @Test("an adapter's report that a case does something wrong is believed if the case can do it")
  func impossibleMisuse() throws {
    let once = "- {subscribe: a}\n- {subscribe: b}\n- {unsubscribe: b}"
    let rows: [(Misuse.Kind, Name, String?)] = [
      (
        .prematureUnsubscription, "b",
        "which no reaction of the case unsubscribes in a step in which it subscribes"
      ),
      (.secondSubscription, "a", "which the case does not subscribe twice"),
      (.secondSubscription, "b", "which the case does not subscribe twice"),
      (.secondSubscription, "c", "which the case does not subscribe twice"),
      (.unsubscriptionOfNone, "a", "which the case does not unsubscribe"),
      (.unsubscriptionOfNone, "b", nil),
    ]
    let plan = Plan(try fixture(timeline(once)).cases[0])
    for (kind, observer, impossibility) in rows {
      let misuse = Misuse(kind, of: observer)
      #expect(plan.impossibility(of: misuse, in: [[], [], []]) == impossibility)
    }
    let twice = Plan(try fixture(timeline(once + "\n- {subscribe: b}")).cases[0])
    #expect(twice.impossibility(of: Misuse(.secondSubscription, of: "b"), in: []) == nil)
    // An observer can be unsubscribed too early only in a step in which it subscribes.
    let text = timeline(once + "\n- {emit: 1}", reactions: "{when: {a: 1}, do: [{unsubscribe: b}]}")
    let within = Plan(try fixture(text).cases[0])
    let premature = Misuse(.prematureUnsubscription, of: "b")
    let event = Event.received(.next(.number(1)), observer: "a")
    #expect(
      within.impossibility(of: premature, in: [[], [], [], [event]])
        == "which no reaction of the case unsubscribes in a step in which it subscribes")
    #expect(within.impossibility(of: premature, in: [[], [event], [], []]) == nil)
    // Here the steps alone show whether an observer was subscribed.
    #expect(
      within.misuse(among: [Misuse(.unsubscriptionOfNone, of: "b")], [[], [], [], [event]]) == nil)
  }

  @Test("events while the subject is made belong to the first step")
  func eagerImplementation() throws {
    struct Eager: Implementation {
      let name = "eager"

      func stream(_ subject: TestedStream) throws(Unsupported) -> Subscribe {
        subject.upstream.connect(next: { _ in })()
        return { observer in subject.upstream.connect(next: observer.next) }
      }
    }
    let text = timeline("- subscribe: a\n  expect: [upstream: connect]")
    #expect(
      try report(of: text, by: Eager()).contains(
        """
              upstream: connect
            + upstream: disconnect   came, not expected
            + upstream: connect      came, not expected

        """))
    // A reaction to it waits until the subject is made.
    let events = "upstream: connect, upstream: disconnect, upstream: connect, upstream: connect"
    let ended = try outcome(
      "[{subscribe: a, expect: [\(events)]}]",
      reactions: "{when: {upstream: connect}, do: [{subscribe: b}]}", by: Eager())
    #expect(ended.isPassed, "\(ended)")
  }

  @Test("a source sends at an instant after earlier timers, and before those of the instant")
  func sendingAtAnInstant() throws {
    struct Timed: Implementation {
      let name = "timed"

      func stream(_ subject: TestedStream) throws(Unsupported) -> Subscribe {
        let clock = subject.clock
        return { observer in
          for (time, value) in [(999, 1), (1_000, 2)] {
            clock.schedule(after: time) { observer.next(.number(Double(value))) }
          }
          return subject.upstream.connect {
            observer.receive($0)
            clock.schedule(after: 0) { observer.next(3) }
          }
        }
      }
    }
    #expect(
      try outcome(
        "[{subscribe: a, expect: [upstream: connect]}, {advance: 1, with: {emit: 9}, "
          + "expect: [a: 1, a: 9, a: 2, a: 3]}]", by: Timed()
      ).sentence == "")
    #expect(
      try outcome(
        "[{subscribe: a, expect: [upstream: connect]}, {advance: 1, expect: [a: 1, a: 2]}, "
          + "{emit: 9, expect: [a: 9]}, {advance: 1, expect: [a: 3]}]", by: Timed()
      ).sentence == "")
  }

  @Test("the clock shows at the end whether a timer is left")
  func idleClock() throws {
    let steps =
      "[{subscribe: a, expect: [upstream: connect]}, {emit: 1}, {advance: 1, expect: [a: 1]}"
    func sentence(_ rest: String) throws -> String {
      try outcome(
        "\(steps), \(rest)]", subject: "{operators: [delay: 1]}", by: SampleStreams()
      ).sentence
    }
    #expect(try sentence("{unsubscribe: a, expect: [upstream: disconnect, clock: idle]}") == "")
    #expect(try sentence("{emit: 2, expect: [clock: pending]}") == "")
    #expect(try sentence("{emit: 2}") == "")
    #expect(try sentence("{emit: 2, expect: [clock: idle]}") != "")
  }

  @Test("a source that asks stops when it is no longer connected")
  func askingSource() throws {
    struct Leaving: Implementation {
      let name = "leaving"
      let channels = Channels.every
      var features: Set<Feature> = [.whileConnected]

      func stream(_ subject: TestedStream) throws(Unsupported) -> Subscribe {
        { observer in
          var isThere = true
          return subject.upstream.connect(while: { isThere }) {
            observer.receive($0)
            isThere = $0 != .next(.number(2))
          }
        }
      }
    }
    func ending(asks: Bool, by leaving: Leaving = Leaving()) throws -> CaseResult.Outcome {
      let source = "{on-connect: [1, 2, 3], while-connected: \(asks), then: {error: x}}"
      return try outcome(
        "[{subscribe: a, expect: [upstream: connect, a: 1, a: 2\(asks ? "" : ", a: 3, a.error: x")]}]",
        subject: "{sources: {upstream: \(source)}, operators: []}", by: leaving)
    }
    #expect(try ending(asks: true).isPassed)
    #expect(try ending(asks: false).isPassed)
    #expect(
      try ending(asks: true, by: Leaving(features: [])).sentence
        == "leaving does not have sources that ask whether they are still connected")
  }

  @Test("a call on another thread is a fault of the implementation, and changes nothing")
  func foreignThread() throws {
    struct Elsewhere: Implementation {
      let name = "elsewhere"

      func stream(_ subject: TestedStream) throws(Unsupported) -> Subscribe {
        { observer in
          subject.upstream.connect { notification in
            nonisolated(unsafe) let pass = { observer.receive(notification) }
            let hasPassed = Monitor(false)
            Crew().start {
              pass()
              hasPassed.update { $0 = true }
            }
            hasPassed.wait { $0 ? () : nil }
          }
        }
      }
    }
    #expect(
      try outcome("[{subscribe: a}, {emit: 1}]", by: Elsewhere()).sentence.hasPrefix(
        "the implementation called on another thread than the one that plays the case"))
  }

  @Test("a timer that schedules itself again at once is given up")
  func endlessTimer() throws {
    struct Ticking: Implementation {
      let name = "ticking"

      func stream(_ subject: TestedStream) throws(Unsupported) -> Subscribe {
        let clock = subject.clock
        return { _ in
          func tick() { clock.schedule(after: 0, tick) }
          tick()
          return {}
        }
      }
    }
    #expect(
      try outcome("[{subscribe: a}, {advance: 1}]", by: Ticking()).sentence.hasPrefix(
        "the implementation never ends: it called the runner more than 10000"))
  }
}
