// How far a search has come, told now and then.

import Conformance

/// How far some work has come.
package struct WorkProgress: Sendable {
  /// What is being done, in words of its own where one thing comes after another.
  package let work: String

  /// How much of it has been done.
  package let done: Int

  /// How much there is to do; `nil` where nobody knows.
  package let total: Int?

  /// What there is to say of it, but for the time that is left.
  package let text: @Sendable () -> String

  package init(
    _ work: String = "", done: Int, of total: Int?, _ text: @escaping @Sendable () -> String
  ) {
    (self.work, self.done, self.total, self.text) = (work, done, total, text)
  }
}

/// Tells how far a search has come, a few times a second.
struct ProgressReport {
  private let watch: (@Sendable (WorkProgress) -> Void)?
  private var last = ContinuousClock.now
  private var phase = -1
  private var done = 0

  init(_ watch: (@Sendable (WorkProgress) -> Void)?) {
    self.watch = watch
  }

  mutating func note(_ portion: SearchSpace.Portion, of space: SearchSpace) {
    if portion.phase != phase { (phase, done) = (portion.phase, 0) }
    note(portion.count) {
      let phase = space.phases[portion.phase]
      let one = phase.sized
      let reaction = one?.reaction == nil ? "" : ", with a reaction"
      return (one.map { "size \($0.size)\(reaction)" } ?? "at random", space.count(of: phase))
    }
  }

  /// Takes note of something smaller that is tried.
  mutating func noteSmaller() {
    note(1) { ("found one, and making it smaller", nil) }
  }

  private mutating func note(
    _ count: Int, _ told: () -> (work: String, total: Int?)
  ) {
    guard let watch else { return }
    done += count
    let now = ContinuousClock.now
    if now - last < .milliseconds(200) { return }
    last = now
    let (work, total) = told()
    let of = total.map { " of \(grouped($0))" } ?? ""
    watch(
      WorkProgress(work, done: done, of: total) { [done] in
        "\(work): \(grouped(done))\(of) timelines"
      })
  }
}
