// How far some work has come, reported now and then.

/// How far some work has come.
package struct WorkProgress: Sendable {
  /// How much of it has been done.
  package let done: Int

  /// How much there is to do; `nil` where nobody knows.
  package let total: Int?

  /// What there is to say of it, but for the time that is left.
  package let text: @Sendable () -> String

  package init(done: Int, of total: Int?, _ text: @escaping @Sendable () -> String) {
    (self.done, self.total, self.text) = (done, total, text)
  }
}
