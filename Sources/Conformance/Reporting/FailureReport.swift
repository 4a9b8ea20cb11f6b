// One failure, in full: the place, the broken sentence, the step, the difference, the picture.

/// A failed case as a person reads it.
///
/// First the place, as compilers write it, and the case's name; then its subject, the clauses that it
/// cites and its note; then the step as it is written, with the reactions that fired in it; the events
/// that were missing (`−`) and extra (`+`) among those that came as expected; and the whole case as a
/// marble picture.
package struct FailureReport: Sendable {
  private let testCase: Case
  private let outcome: CaseResult.Outcome
  private let names: [String]
  private let context: CaseContext
  private let style: Style
  private let showsAdapterFrames: Bool

  /// How much of a line of the fixture or of an event is shown, in characters.
  private static let width = 200

  /// How many of the events that came as expected are shown around a difference.
  private static let surroundingEvents = 3

  /// The most events that are shown of one step.
  private static let mostEvents = 40

  /// Makes a report.
  ///
  /// - Parameters:
  ///   - testCase: A case that failed, or ended with an error.
  ///   - outcome: How it ended.
  ///   - names: The implementations that did the same, but for the texts of errors, which are those of the first;
  ///     empty if the run has only one.
  ///   - context: The file that it stands in.
  ///   - style: Whether there are colours.
  ///   - showsAdapterFrames: Whether an error of the library has the adapter's frames, too.
  package init(
    of testCase: Case, _ outcome: CaseResult.Outcome, by names: [String] = [],
    in context: CaseContext, style: Style, showsAdapterFrames: Bool = false
  ) {
    (self.testCase, self.outcome) = (testCase, outcome)
    (self.names, self.context, self.style) = (names, context, style)
    self.showsAdapterFrames = showsAdapterFrames
  }

  /// The report, with a line break at the end of each line.
  package var text: String {
    var lines = style.foldedName("✗ \(context.heading(of: testCase, outcome))").map(style.bad)
    if !names.isEmpty {
      lines += style.foldedName("  with \(names.map(visible).joined(separator: ", "))")
    }
    lines += context.about(testCase, style) + difference
    if case .failed(let trace, let comparison) = outcome.ending {
      let picture = MarblePicture(
        of: testCase, with: trace, comparison: comparison, width: style.width - 2, style: style)
      lines += [""] + picture.lines.map { $0.isEmpty ? "" : "  " + $0 }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The lines after those that do not depend on how the case ended, and before the picture.
  var difference: [String] {
    var lines: [String] = []
    func add(_ sentence: String) {
      lines += [""] + style.foldedName("  \(sentence)").map(style.bad)
    }
    if outcome.isChanged, let remark = outcome.remark {
      add("\(outcome.word): it is \(shortened(folded(remark), to: 500))")
    }
    switch outcome.ending {
    case .skipped, .notRun: break
    case .passed:
      guard outcome.kind == .mended, let remark = outcome.remark else { break }
      add("it \(outcome.word): \(visible(remark))")
      lines.append("  hint: take its entry out of the known failures")
    case .erred(let error) where error.isRaised:
      add(visible(error.message))
      let frames = error.details + (showsAdapterFrames ? error.adapterFrames : [])
      lines += frames.flatMap { style.foldedName("    \(shortenedLine($0, to: Self.width))") }
      if let step = error.step { lines += [""] + source(of: step) }
      if !error.adapterFrames.isEmpty, !showsAdapterFrames {
        lines += ["", "  (adapter frames: --all-failures)"]
      }
    case .erred(let error):
      if let step = error.step { lines += [""] + source(of: step) }
      add("error: \(visible(error.message))")
      if !error.events.isEmpty { lines.append("  it began with:") }
      for event in error.events { lines += ["    \(Self.text(of: event))"] + message(of: event) }
      lines += error.details.flatMap {
        style.foldedName("    \(shortenedLine($0, to: Self.width))")
      }
      lines += error.excerpt(of: context.source).map { "    \($0)" }
    case .failed(let trace, let comparison):
      if let first = comparison.differences.first {
        lines += [""] + source(of: first.step) + reactions(in: first.step, trace, comparison)
        lines += [""] + Self.events(first, style, message)
      }
      lines += Self.later(comparison)
      if let readings = comparison.nearestReadings {
        lines += [""] + style.foldedName("  \(readings)")
      }
    }
    return lines
  }

  private func source(of index: Int) -> [String] {
    let step = testCase.steps[index]
    let note = step.note.map { "  (\(shortened(folded($0), to: Self.width)))" } ?? ""
    return [style.strong("  step \(index + 1) of \(testCase.steps.count)") + note]
      + context.excerpt(step.lines, style)
  }

  /// The reactions that fired in a step, and those that should have.
  private func reactions(
    in step: Int, _ trace: Trace, _ comparison: Comparison
  ) -> [String] {
    let fired = testCase.reactions(firingIn: step, of: trace)
    let expectation = testCase.steps.map(comparison.expectation)
    let missing = testCase.reactions(firingIn: step, of: expectation).filter { !fired.contains($0) }
    return context.excerpt(fired, { "\($0) that fired in it" }, style)
      + context.excerpt(missing, { "\($0) that did not fire" }, style)
  }

  /// The lines below an event: the text of an error, and with several implementations, whose it is.
  private func message(of event: Event) -> [String] {
    guard let message = event.message, !message.isEmpty else { return [] }
    let whose = names.count > 1 ? "\(visible(names[0])): " : ""
    return style.folded("        \(whose)\(shortened(folded(message), to: Event.longestMessage))")
  }

  // MARK: - The difference

  /// The events of a step that were missing or extra, among those that came as expected, a line each.
  ///
  /// - Complexity: O(*n* · *d*) for *n* events and *d* differences.
  package static func difference(between expected: [Event], and came: [Event]) -> [String] {
    let difference = StepDifference(step: 0, expected: expected, actual: came, by: .exact)
    return events(difference, Style(isColored: false)) { _ in [] }
  }

  private static func events(
    _ difference: StepDifference, _ style: Style, _ message: (Event) -> [String]
  ) -> [String] {
    let events = difference.events
    if events.isEmpty { return [] }
    let isNear = events.indices.map { index in
      let low = max(0, index - surroundingEvents)
      let high = min(events.count - 1, index + surroundingEvents)
      return events[low...high].contains { $0.presence != .both }
    }
    let shown = events.indices.filter { isNear[$0] }.prefix(mostEvents)
    let texts = texts(of: shown.map { events[$0].event })
    let width = min(texts.map(columns).max() ?? 0, 40)
    var lines: [String] = []
    var next = 0
    for (index, text) in zip(shown, texts) {
      if index > next { lines.append("      … \(counted(index - next, "event")) as expected") }
      next = index + 1
      let rest = "   \(explanation(index, events[index]))"
      switch events[index].presence {
      case .both: lines.append("      \(text)")
      case .missing: lines.append(style.good("    − \(padded(text, to: width))") + rest)
      case .extra: lines.append(style.bad("    + \(padded(text, to: width))") + rest)
      }
      lines += message(events[index].event)
    }
    if next < events.count { lines.append("      … \(counted(events.count - next, "more event"))") }
    return lines
  }

  private static func text(of event: Event) -> String {
    shortened(event.description, to: width)
  }

  /// The texts of events. If two different ones would look the same, each is shown from the difference on.
  private static func texts(of events: [Event]) -> [String] {
    let texts = events.map(text)
    return events.enumerated().map { index, event in
      let twin = events.indices.first {
        events[$0] != event && texts[$0].elementsEqual(texts[index])
      }
      return twin.map { part(of: event.description, from: events[$0].description) } ?? texts[index]
    }
  }

  /// A text from shortly before it differs from another, with ambiguous characters written out.
  private static func part(of text: String, from other: String) -> String {
    let scalars = text.unicodeScalars
    let common = zip(scalars, other.unicodeScalars).prefix { $0 == $1 }.count
    let start = common < width / 2 ? 0 : common - 20
    let part = String(String.UnicodeScalarView(scalars.dropFirst(start)))
    return (start > 0 ? "…" : "") + shortened(writtenOut(part), to: width)
  }

  /// How a missing or extra event relates to the other side, if it occurs there in another place.
  private static func explanation(_ index: Int, _ one: StepDifference.Aligned) -> String {
    let isMissing = one.presence == .missing
    if let twin = one.twin {
      let direction = twin < index ? "earlier" : "later"
      return isMissing ? "expected here, came \(direction)" : "came here, expected \(direction)"
    }
    if isMissing { return "expected, never came" }
    return one.isExchanged ? "came instead" : "came, not expected"
  }

  private static func later(_ comparison: Comparison) -> [String] {
    let steps = comparison.differences.dropFirst().map { String($0.step + 1) }
    if steps.isEmpty { return [] }
    let shown = steps.prefix(10).joined(separator: ", ")
    let more = steps.count > 10 ? " and \(steps.count - 10) more" : ""
    return ["", "  also different: \(steps.count == 1 ? "step" : "steps") \(shown)\(more)"]
  }
}
