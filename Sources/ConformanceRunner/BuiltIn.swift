// The implementations that are part of this program: the streams, the transcriptions, and their deviations.

import ArgumentParser
import Conformance
import Laboratory
import ReactiveMotionConformance
import ReactiveXConformance

/// The implementations that are part of this program.
enum BuiltIn {
  /// The implementation of a name: `swift`, `literal`, or that of a deviation; `nil` for others.
  static func implementation(_ name: Name) -> (any Implementation)? {
    switch name {
    case "swift": SwiftStreams()
    case "literal": Literal()
    default: deviation(name)?.candidate.local
    }
  }

  /// The deviations from all specifications.
  static let deviations = Deviation.all + ReactiveXDeviations.all

  /// The deviation of a name, which may have its specification before it: `startWith:never-begins`.
  static func deviation(_ name: Name) -> Deviation? {
    !mayBeDeviation(name)
      ? nil : deviations.first { $0.name == name || "\($0.specification):\($0.name)" == name }
  }

  /// Whether a name has several words, as those of deviations have. Making all deviations takes longer.
  static func mayBeDeviation(_ name: Name) -> Bool { name.text.contains("-") }

  static let references: [Name] = ["swift", "literal"]

  static var names: [Name] { references + deviations.map(\.name) }

  /// The error for a name that no implementation has.
  static func problem(with name: Name) -> ValidationError {
    let suggestion = orDidYouMean(name, among: names + Project.labels)
    return ValidationError("there is no implementation `\(visible(name))`\(suggestion)")
  }
}

/// The transcriptions as one implementation.
///
/// `startWith` and `merge` are in Material Motion and in ReactiveX, and mean different things. The channels of a case
/// show which is meant: values and states, or values, errors and completion.
struct Literal: Implementation {
  let name = "literal"
  let channels = Channels.every
  private let motion = LiteralStreams()
  private let reactive = ReactiveXStreams()
  var features: Set<Feature> { reactive.features }

  private func transcription(of subject: TestedStream?) -> any Implementation {
    let isReactive = subject?.channels.isDisjoint(with: [.error, .completed]) == false
    return isReactive ? reactive : motion
  }

  func readableStream(
    _ subject: TestedStream
  ) throws(Unsupported) -> TestedReadableStream {
    try transcription(of: subject).readableStream(subject)
  }

  func streams(
    _ subjects: [TestedStream]
  ) throws(Unsupported) -> [TestedConnectableStream] {
    try transcription(of: subjects.first).streams(subjects)
  }

  func scopedProperties(over stores: [Store]) throws(Unsupported) -> [TestedScopedProperty] {
    try motion.scopedProperties(over: stores)
  }

  func unscopedProperty() throws(Unsupported) -> TestedUnscopedProperty {
    try motion.unscopedProperty()
  }
}
