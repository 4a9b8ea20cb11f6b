// `literal`: the transcriptions of all specifications that are built in.

import Conformance
import ReactiveMotionConformance
import ReactiveXConformance

/// The transcriptions as one implementation.
///
/// `startWith` and `merge` are in Material Motion and in ReactiveX, and mean different things. The channels of a case
/// tell of which it is: values and states, or values, errors and completion.
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

  func stream(_ subject: TestedStream) throws(Unsupported) -> Subscribe {
    try transcription(of: subject).stream(subject)
  }

  func readableStream(
    _ subject: TestedStream
  ) throws(Unsupported) -> TestedReadableStream {
    try transcription(of: subject).readableStream(subject)
  }

  func connectableStream(
    _ subject: TestedStream
  ) throws(Unsupported) -> TestedConnectableStream {
    try transcription(of: subject).connectableStream(subject)
  }

  func streams(_ subjects: [TestedStream]) throws(Unsupported) -> [Subscribe] {
    try transcription(of: subjects.first).streams(subjects)
  }

  func scopedProperty(over store: Store) throws(Unsupported) -> TestedScopedProperty {
    try motion.scopedProperty(over: store)
  }

  func scopedProperties(over stores: [Store]) throws(Unsupported) -> [TestedScopedProperty] {
    try motion.scopedProperties(over: stores)
  }

  func unscopedProperty() throws(Unsupported) -> TestedUnscopedProperty {
    try motion.unscopedProperty()
  }
}
