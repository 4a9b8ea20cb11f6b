// The vocabulary of features: what not every implementation has, and a case may need.

/// What an implementation need not have. A case that needs it is skipped where it is missing.
public enum Feature: String, Hashable, CaseIterable, Sendable {
  /// Streams that are made of other streams of the case.
  case streamsOfStreams = "streams-of-streams"

  /// What it is, for a sentence.
  package var noun: String {
    switch self {
    case .streamsOfStreams: "streams made of streams"
    }
  }
}
