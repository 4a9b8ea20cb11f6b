import Conformance
import Samples
import Testing

@Suite("Virtual time")
struct ClockTests {
  /// Cancels a timer when it is released.
  private final class Owner {
    let cancel: () -> Void

    init(_ cancel: @escaping () -> Void) { self.cancel = cancel }

    deinit { cancel() }
  }

  /// Streams whose first timer owns the second, which ends with it.
  private struct OwningStreams: Implementation {
    let name = "owning"
    let channels: Channels = [.next, .error, .completed]

    func stream(_ subject: TestedStream) throws(Unsupported) -> Subscribe {
      let clock = subject.clock
      return { observer in
        let owner = Owner(clock.schedule(after: 2000) { observer.next(.number(2)) })
        let cancel = clock.schedule(after: 1000) { withExtendedLifetime(owner) {} }
        return cancel
      }
    }
  }

  @Test(
    "releases a timer that owns another, when it is cancelled and at the end of the case",
    arguments: ["{unsubscribe: a}", "{advance: 0.5}"])
  func owned(_ last: String) throws {
    let text = timeline("[{subscribe: a}, \(last)]")
    #expect(try run(text, by: OwningStreams()).results.map(\.outcome.isPassed) == [true])
  }
}
