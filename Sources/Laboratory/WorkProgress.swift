// The progress of some work, reported now and then.

/// The progress of some work.
package struct WorkProgress: Sendable {
  /// The amount done.
  package let done: Int

  /// The total amount; `nil` if unknown.
  package let total: Int?

  /// A description, without the remaining time.
  package let text: @Sendable () -> String

  package init(done: Int, of total: Int?, _ text: @escaping @Sendable () -> String) {
    (self.done, self.total, self.text) = (done, total, text)
  }
}
