// Virtual time: implementations schedule on it, and `advance` moves it on.

/// A clock of whole milliseconds that stands still until a step moves it on.
///
/// It belongs to one case. Time begins at 0; a timer fires while the step that reaches it is played, in
/// order of due time, and among equal ones in the order in which they were scheduled.
public final class VirtualClock {
  /// The time, in milliseconds.
  public private(set) var now = 0

  /// The timers that have not fired, the next one last.
  private var timers: [Timer] = []
  private var scheduled = 0

  /// Called for each timer that is made or fires, so that a plan that does not end is noticed.
  private let count: () -> Void

  private struct Timer {
    let due: Int
    let number: Int
    let action: () -> Void
  }

  init(count: @escaping () -> Void) {
    self.count = count
  }

  /// Schedules an action.
  ///
  /// - Parameters:
  ///   - milliseconds: How much later than now it is due; a negative time is due at once.
  ///   - action: Called once, during the step that reaches that time.
  /// - Returns: The function that cancels the timer. It may be called at any time, and more than once.
  /// - Complexity: O(*n*) in the number of timers.
  @discardableResult
  public func schedule(
    after milliseconds: Int, _ action: @escaping () -> Void
  ) -> () -> Void {
    count()
    let (due, overflows) = now.addingReportingOverflow(max(0, milliseconds))
    let timer = Timer(due: overflows ? .max : due, number: scheduled, action: action)
    timers.insert(timer, at: timers.partitioningIndex { $0.due <= timer.due })
    defer { scheduled += 1 }
    // It retains the number of the timer, and not the action.
    return { [weak self, scheduled] in self?.cancel(scheduled) }
  }

  /// Moves time on, and fires the timers that are due by then, including those made meanwhile.
  ///
  /// - Parameters:
  ///   - milliseconds: How much.
  ///   - action: Called at that instant, before the timers that are due at it.
  func advance(by milliseconds: Int, with action: (() -> Void)? = nil) {
    let (end, overflows) = now.addingReportingOverflow(milliseconds)
    let target = overflows ? .max : end
    if let action {
      fire(until: target - 1)
      now = max(now, target)
      action()
    }
    fire(until: target)
    now = max(now, target)
  }

  private func fire(until target: Int) {
    while let timer = timers.last, timer.due <= target {
      timers.removeLast()
      now = max(now, timer.due)
      count()
      timer.action()
    }
  }

  /// Whether no timer is left.
  var isIdle: Bool { timers.isEmpty }

  /// Forgets all timers.
  func stop() {
    // Releasing an action may run code of its owner, which may call back: not while the timers change.
    let former = timers
    timers = []
    withExtendedLifetime(former) {}
  }

  private func cancel(_ number: Int) {
    guard let position = timers.firstIndex(where: { $0.number == number }) else { return }
    let former = timers.remove(at: position)
    withExtendedLifetime(former) {}
  }
}
