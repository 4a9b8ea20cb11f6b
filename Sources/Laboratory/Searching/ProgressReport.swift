// How far a search has come, told now and then.

import Conformance

/// Tells how far a search has come, a few times a second.
struct ProgressReport {
  private let watch: (@Sendable (Exploration.Progress) -> Void)?
  private var last = ContinuousClock.now
  private var phase = -1
  private var done = 0

  init(_ watch: (@Sendable (Exploration.Progress) -> Void)?) {
    self.watch = watch
  }

  mutating func note(
    _ portion: SearchSpace.Portion, of phases: [SearchSpace.Phase], total: () -> Int
  ) {
    if portion.phase != phase { (phase, done) = (portion.phase, 0) }
    note(portion.count) {
      let one = phases[portion.phase].sized
      return (
        one.map { .sized($0.size, withReactions: $0.reaction != nil) } ?? .chosen, total()
      )
    }
  }

  /// Takes note of something smaller that is tried.
  mutating func noteSmaller() {
    note(1) { (.smaller, nil) }
  }

  private mutating func note(
    _ count: Int, _ told: () -> (Exploration.Progress.Phase, total: Int?)
  ) {
    guard let watch else { return }
    done += count
    let now = ContinuousClock.now
    if now - last < .milliseconds(200) { return }
    last = now
    let (phase, total) = told()
    watch(Exploration.Progress(phase: phase, done: done, total: total))
  }
}
