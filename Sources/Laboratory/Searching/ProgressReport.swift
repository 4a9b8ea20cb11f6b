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
