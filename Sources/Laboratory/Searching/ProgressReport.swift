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

/// Tells how far a search has come.
struct ProgressReport {
  private let watch: (@Sendable (WorkProgress) -> Void)?
  private var phase = -1
  private var (work, total): (String, Int?) = ("found one, and making it smaller", nil)
  private var done = 0

  init(_ watch: (@Sendable (WorkProgress) -> Void)?) {
    self.watch = watch
  }

  mutating func note(_ portion: SearchSpace.Portion, of space: SearchSpace) {
    if watch == nil { return }
    if portion.phase != phase {
      (phase, done) = (portion.phase, 0)
      let one = space.phases[phase]
      let reaction = one.sized?.reaction == nil ? "" : ", with a reaction"
      work = one.sized.map { "size \($0.size)\(reaction)" } ?? "at random"
      total = space.count(of: one)
    }
    note(portion.count)
  }

  /// Takes note of something smaller that is tried.
  mutating func noteSmaller() { note(1) }

  private mutating func note(_ count: Int) {
    done += count
    watch?(
      WorkProgress(work, done: done, of: total) { [work, done, total] in
        let of = total.map { " of \(grouped($0))" } ?? ""
        return "\(work): \(grouped(done))\(of) timelines"
      })
  }
}
