// A search for a timeline on which two implementations differ.

import Conformance

/// A search for a timeline on which an implementation differs from a reference.
///
/// Timelines are tried in the order of their size, with and without a reaction. After the smallest
/// sizes, random timelines are tried, which show longer interactions. A difference is reduced until
/// nothing can be left out. The first difference ends the search, unless it continues after it. If
/// both implementations fail on a timeline, the search continues. The same bounds and seed give the
/// same result on every machine, with any number of jobs, unless time ends it.
package struct Exploration: Sendable {
  /// The subjects and limits of a search.
  package struct Bounds: Sendable {
    /// The subjects to try timelines on, each with its vocabulary.
    package var variants: [Variant]

    /// The clause index of the specification, whose words a case may use; `nil` for the default
    /// words.
    package var index: ClauseIndex?

    /// The limits of a case.
    package var readingLimits = ReadingLimits()

    /// The number of observers, at most 5. An unscoped property has none.
    package var observers = 3

    /// The length, in steps, up to which every timeline is tried. A step that listens to fewer
    /// channels, or carries an unusual value, counts as two or three.
    package var length = 6

    /// The length, in steps, up to which every timeline is tried with every reaction.
    package var reactionLength = 4

    /// The approximate number of timelines to try besides the random ones; longer lengths are left
    /// out. `nil` for no limit.
    package var timelines: Int?

    /// The number of random timelines.
    package var randomTimelines = 20_000

    /// Whether every other portion is of random timelines after the first 1,000, as time may end the search before all
    /// short ones are tried.
    package var mixesRandomTimelines = false

    /// The seed of the random timelines.
    package var seed: UInt64 = 1

    /// Whether a source may send more after its error or completion.
    package var sourcesMayMisbehave = false

    /// Whether subjects that an implementation does not support, and timelines that the reference
    /// fails, are left out instead of ending the search.
    var isLenient = false

    /// Makes bounds.
    ///
    /// - Parameter variants: The subjects to try timelines on, each with its vocabulary.
    package init(variants: [Variant]) {
      self.variants = variants
    }
  }

  /// A subject, with the vocabulary of its timelines.
  package struct Variant: Sendable {
    /// The subject.
    package var subject: Subject

    /// The other parts of timelines.
    package var vocabulary: Vocabulary

    /// Subjects that differ only in the argument of an operator, on which few timelines are tried.
    var cousins: [Subject]

    /// Makes a variant.
    ///
    /// - Parameters:
    ///   - subject: The subject.
    ///   - vocabulary: The other parts of timelines.
    package init(subject: Subject, vocabulary: Vocabulary) {
      (self.subject, self.vocabulary) = (subject, vocabulary)
      if subject.operators.contains(where: \.mayTellNumbersApart) {
        self.vocabulary.exchangeableValues = 0
      }
      // Time advances if an operator uses it.
      let times = subject.operators.flatMap(\.arguments).filter { $0.kind == .seconds }
        .compactMap(\.value.milliseconds)
      self.vocabulary.addFurtherActions(
        (times + times.map { $0 / 2 }.filter { $0 > 0 }).map { .advance(milliseconds: $0) })
      cousins = subject.cousins { $0.signature?.first?.isAnything ?? false }
    }
  }

  /// The results of a search.
  package struct Findings: Sendable {
    /// The number of timelines tried, up to the one that was found.
    package var timelines = 0

    /// The number of these that were not compared, because one of the implementations does not
    /// support them, or both fail on them.
    package var refusedTimelines = 0

    /// The number of these with a reaction that were not random.
    package var timelinesWithReaction = 0

    /// The number of these that were random.
    package var randomTimelines = 0

    /// The length up to which every timeline was tried before the search ended.
    package var triedLength = 0

    /// Whether the search was stopped early, so that its result may not be the smallest.
    package var isStopped = false

    /// Whether time ended the search.
    var isTimeUp = false

    /// The smallest difference, if one was found.
    package var difference: Difference?
  }

  /// A timeline on which the implementations differ.
  package struct Difference: Sendable {
    /// The timeline, with the reference's behaviour as expectations.
    package var testCase: Case

    /// Its kind.
    package let shape: DifferenceShape

    /// Whether the case expects the implementation's behaviour, because the reference fails on it.
    package let isReversed: Bool

    /// The rule of the reference.
    var ruleOfReference: ComparisonRule

    /// The rule of comparison.
    package var rule: ComparisonRule

    /// The trace of the implementation; `nil` if it fails with an error.
    package var trace: Trace?

    /// The error of the implementation.
    package var error: ExecutionError?
  }

  /// Why there was no search.
  package enum Failure: Error {
    /// An implementation does not support the subject, with the reason in a sentence.
    case unsupported(reason: String)

    /// An adapter was given up; the reason is reported elsewhere.
    case unplayed(reason: String)

    /// The system has no thread left.
    case noThread
  }

  let implementation: Candidate
  var reference: Candidate

  /// The other implementations whose behaviour on a plan the specification allows.
  private(set) var others: @Sendable (Plan) -> [Candidate] = { _ in [] }

  var bounds: Bounds

  /// The number of threads that try timelines. At least 1.
  package var jobs = 1

  /// The limits of an implementation in this process.
  package var limits = ExecutionLimits()

  /// The kinds of differences that are skipped.
  package var passedOver: Set<DifferenceShape> = []

  /// The time at which the search ends. A difference found by then is still reduced.
  package var end: ContinuousClock.Instant?

  /// Receives the progress of the search, now and then, on the calling thread.
  package var watch: (@Sendable (WorkProgress) -> Void)?

  /// Prepares a search.
  ///
  /// - Parameters:
  ///   - implementation: The implementation to test.
  ///   - reference: The reference, which conforms to the specifications.
  ///   - bounds: The subjects and limits.
  package init(of implementation: Candidate, against reference: Candidate, bounds: Bounds) {
    self.implementation = implementation
    self.reference = reference
    self.bounds = bounds
  }

  /// The search against another reference. Behaviour that its specification also allows is no
  /// difference.
  package func against(_ reference: Reference) -> Exploration {
    var exploration = self
    (exploration.reference, exploration.others) = reference
    return exploration
  }

  /// Searches.
  ///
  /// - Parameters:
  ///   - cancellation: Ends the search early.
  ///   - goesOn: Receives the findings, with a difference. It returns whether to continue; further
  ///     differences of its kind are skipped.
  /// - Returns: The findings; the difference is the one that ended the search.
  /// - Throws: ``Failure`` if there is nothing to compare, and the errors of `goesOn`.
  /// - Complexity: Exponential in the lengths; the bounds limit these.
  package func run(
    cancellation: Cancellation? = nil, goesOn: (Findings) throws -> Bool
  ) throws -> Findings {
    var exploration = self
    do {
      exploration.bounds.variants = try supportedVariants()
    } catch {
      guard cancellation?.isCancelled ?? false else { throw error }
      return Findings(isStopped: true)
    }
    // If sources never end, no end needs to be checked.
    if !exploration.bounds.variants.contains(where: \.mayEnd) {
      exploration.bounds.sourcesMayMisbehave = true
    }
    return try Search(exploration).findings(cancellation, goesOn: goesOn)
  }

  /// The variants that both support, with whether their sources are connected again.
  ///
  /// - Throws: ``Failure`` if one of the two does not support the whole subject in any form, or
  ///   plays nothing.
  private func supportedVariants() throws(Failure) -> [Variant] {
    var supported: [Variant] = []
    var lack: Failure?
    variants: for variant in bounds.variants {
      for one in [implementation, reference] {
        switch variant.firstPerformance(by: one, limits) {
        case .unsupported(let reason):
          let isNamed = reason.hasPrefix("\(one.name) ")
          lack = lack ?? .unsupported(reason: isNamed ? reason : "\(one.name): \(reason)")
          continue variants
        case .erred(let error) where error.isUnplayed: throw .unplayed(reason: error.message)
        default: break
        }
      }
      supported.append(variant)
      if !bounds.sourcesMayMisbehave, reference.reconnects(on: variant, limits) {
        supported[supported.count - 1].vocabulary.isReconnected = true
      }
    }
    // A part of a subject may not work alone, such as `refCount`, nor with every argument or
    // neighbour.
    let words = bounds.variants.last?.subject.words
    if let lack, !bounds.isLenient, !supported.contains(where: { $0.subject.words == words }) {
      throw lack
    }
    return supported
  }

  /// Searches for the first difference.
  ///
  /// - Parameter cancellation: Ends the search early.
  /// - Returns: The findings.
  /// - Throws: ``Failure`` if there is nothing to compare.
  /// - Complexity: Exponential in the lengths; the bounds limit these.
  package func run(cancellation: Cancellation? = nil) throws(Failure) -> Findings {
    do { return try run(cancellation: cancellation) { _ in false } } catch {
      throw error as! Failure
    }
  }
}

extension Candidate {
  /// Whether operators of a subject connect again as soon as their source ends.
  fileprivate func reconnects(
    on variant: Exploration.Variant, _ limits: ExecutionLimits
  ) -> Bool {
    variant.vocabulary.endings.contains { ending in
      let plan = Plan(
        subject: variant.subject,
        timeline: [
          .subscribe(
            observer: "a", channels: variant.vocabulary.subscriptions[0],
            to: variant.subject.destinations[0]),
          .send(ending, source: upstreamName),
        ])
      guard case .played(let trace, _, _) = playAlone(plan, limits: limits) else { return false }
      return trace[1].contains { if case .source(.connect, _) = $0 { true } else { false } }
    }
  }
}

extension Exploration.Variant {
  /// Whether its sources may end.
  fileprivate var mayEnd: Bool {
    guard case .stream(let stream) = subject else { return false }
    return !vocabulary.endings.isEmpty
      || stream.sources.flatMap(\.connections).contains { $0.then != nil }
  }

  /// Whether an implementation supports the subject, judging by its first timeline.
  func isSupported(by candidate: Candidate, _ limits: ExecutionLimits) -> Bool {
    if case .unsupported = firstPerformance(by: candidate, limits) { false } else { true }
  }

  /// The performance of its first timeline.
  func firstPerformance(by candidate: Candidate, _ limits: ExecutionLimits) -> Performance? {
    let alphabet = Alphabet(self, within: Exploration.Bounds(variants: []))
    return alphabet.options(after: alphabet.start).first.map {
      candidate.playAlone(Plan(subject: subject, timeline: [$0.action]), limits: limits)
    }
  }
}

extension Exploration.Difference {
  /// A warning about the case for its author; `nil` for none.
  package func note(reference: Name) -> String? {
    let tellsOfRelease = testCase.steps.contains {
      $0.expectation.contains(where: ruleOfReference.leavesOut)
    }
    if !ruleOfReference.hasReleases && testCase.mayRelease && !tellsOfRelease {
      return
        "`\(visible(reference))` does not report releases: add `upstream: release` to each step that "
        + "releases a connection which has ended by itself"
    }
    if shape.isOfDepth {
      return
        "only a limit of depth makes this difference: \(testCase.reactions.count) nested reactions "
        + "are the fewest that show it; further effects of such a limit are not reported"
    }
    let differing = zip(testCase.steps, trace ?? []).filter { $0.expectation != $1 }
    let isOrderOfTime =
      !differing.isEmpty
      && differing.allSatisfy { step, events in
        if case .advance = step.action { Set(step.expectation) == Set(events) } else { false }
      }
    return isOrderOfTime
      ? "the two differ only in the order of timers that are due at the same instant; the implementation "
        + "chooses this order, and no clause depends on it" : nil
  }
}
