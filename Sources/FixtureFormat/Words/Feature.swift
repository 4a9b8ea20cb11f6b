// The vocabulary of features: optional abilities of an implementation that a case may need.

/// An optional ability of an implementation. A case that needs it is skipped if it is missing.
public enum Feature: String, Hashable, CaseIterable, Sendable {
  /// Streams that are made of other streams of the case.
  case streamsOfStreams = "streams-of-streams"

  /// Observers, and callbacks, that throw.
  case `throws`

  /// Operators that call a function or an observer of the case.
  case calls

  /// Streams that are connected and disconnected by themselves.
  case connectable

  /// Streams that an observer receives.
  case innerStreams = "inner-streams"

  /// Sources that ask, while they connect, whether they are still connected.
  case whileConnected = "while-connected"

  /// Subjects that the case calls.
  case subjects

  /// Sources that send at the instant of a timer, before it.
  case advanceWith = "advance-with"

  /// A clock that says at the end whether a timer is left.
  case clock

  /// A report of errors that nobody receives.
  case reports

  /// The features that the runner itself supplies to an implementation in this process.
  package static let ofEngine: Set<Feature> = [.advanceWith, .clock]

  /// What it is, for a sentence.
  package var noun: String {
    switch self {
    case .streamsOfStreams: "streams made of streams"
    case .throws: "observers that throw"
    case .reports: "reports of errors that nobody receives"
    case .calls: "operators that call a function or an observer of the case"
    case .connectable: "connectable streams"
    case .innerStreams: "streams that observers receive"
    case .clock: "a clock that says whether a timer is left"
    case .advanceWith: "sources that send at the instant of a timer"
    case .subjects: "subjects that are called"
    case .whileConnected: "sources that ask whether they are still connected"
    }
  }
}
