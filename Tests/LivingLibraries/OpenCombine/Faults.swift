// The faults of OpenCombine by OpenCombine alone: `serve --faults` prints each, with the actual and the expected events.
// swift-format-ignore-file
import Foundation
#if canImport(Combine)
  import Combine
#else
  import OpenCombine
#endif

enum Boom: Error { case boom }

/// Two sources, a clock, and the events of an observer, with connections and cancellations.
@MainActor final class Trial {
  typealias Stream = AnyPublisher<Int, Boom>
  let (one, other, clock) = (PassthroughSubject<Int, Boom>(), PassthroughSubject<Int, Boom>(), Clock())
  var (told, held): ([String], [any Cancellable]) = ([], [])
  var upstream: Stream { watched(one, "upstream") }
  var second: Stream { watched(other, "other") }

  func watched(_ stream: some Publisher<Int, Boom>, _ name: String, connecting: String? = nil) -> Stream {
    Stream(stream.handleEvents(
      receiveSubscription: { _ in if let connecting { self.told.append(connecting) } },
      receiveCancel: { self.told.append("\(name) cancelled") }))
  }
  /// Observes a stream; `within` is called once, during the first value.
  func observe<Content>(_ stream: some Publisher<Content, Boom>, within: @escaping () -> Void = {}) {
    var within: (() -> Void)? = within
    held.append(stream.sink(
      receiveCompletion: { self.told.append($0 == .finished ? "completed" : "boom") },
      receiveValue: {
        self.told.append("\($0)")
        if let call = within.take() { call() }
      }))
  }
}

@main @MainActor struct Faults {
  static func show(_ rule: String, asked: String, _ steps: (Trial) -> Void) {
    let trial = Trial()
    steps(trial)
    let told = trial.told.isEmpty ? "nothing" : trial.told.joined(separator: ", ")
    print("\(told == asked ? "✓" : "✗") \(rule)\n  \(told); asked: \(asked)")
  }

  static func main() {
    show("prefix(1) completes with the first value", asked: "0, completed, upstream cancelled") {
      $0.observe($0.upstream.prefix(1)); $0.one.send(0)
    }
    show("prefix(0) completes at once", asked: "completed") { $0.observe($0.one.prefix(0)) }
    show("output(at: 0) completes with its value", asked: "0, completed, upstream cancelled") {
      $0.observe($0.upstream.output(at: 0)); $0.one.send(0)
    }
    show("prefix(untilOutputFrom:) disconnects both sources", asked: "upstream cancelled, other cancelled, completed") {
      $0.observe($0.upstream.prefix(untilOutputFrom: $0.second)); $0.other.send(0)
    }
    show("drop(untilOutputFrom:) disconnects the other source", asked: "completed, other cancelled") {
      $0.observe($0.upstream.drop(untilOutputFrom: $0.second)); $0.one.send(completion: .finished)
    }
    show("flatMap() lets go of upstream at an error of a source", asked: "boom, upstream cancelled") { t in
      t.observe(t.upstream.flatMap { _ in t.other }); t.one.send(0); t.other.send(completion: .failure(.boom))
    }
    let onConnect = { (value: Int) in [value].publisher.setFailureType(to: Boom.self).append(Empty(completeImmediately: false)) }
    show("share() connects once, even if an observer comes while it connects", asked: "connect") {
      let (shared, observers) = ($0.watched(onConnect(0), "upstream", connecting: "connect").share(), Trial())
      observers.observe(shared) { observers.observe(shared) }
    }
    show("a subject subscribes at once, and a late observer receives no past value", asked: "nothing") {
      let subject = PassthroughSubject<Int, Boom>()
      $0.held.append(onConnect(0).subscribe(subject))
      $0.observe(subject)
    }
    show("delay() passes an error at once", asked: "boom") {
      $0.observe($0.one.delay(for: 1000, scheduler: $0.clock)); $0.one.send(completion: .failure(.boom)); $0.clock.advance(by: 500)
    }
    show("debounce() emits the waiting value at completion", asked: "0, completed") {
      $0.observe($0.one.debounce(for: 1000, scheduler: $0.clock))
      $0.one.send(0); $0.one.send(completion: .finished); $0.clock.advance(by: 5000)
    }
    print("The next one ends this program:")
    fflush(nil)
    show("zip() makes pairs of the values that its observer emits during a pair", asked: "(0, 1), (2, 3)") { t in
      t.observe(t.one.zip(t.other)) { t.one.send(2); t.other.send(3) }
      t.one.send(0); t.other.send(1)
    }
  }
}

/// A clock that a test advances, in milliseconds.
final class Clock: Scheduler {
  private var (time, waiting): (Int, [(time: Int, call: () -> Void)]) = (0, [])
  var now: Int { time }
  var minimumTolerance: Int { 0 }
  func advance(by milliseconds: Int) {
    let end = time + milliseconds
    while let next = waiting.indices.min(by: { waiting[$0].time < waiting[$1].time }), waiting[next].time <= end {
      time = waiting[next].time
      waiting.remove(at: next).call()
    }
    time = end
  }
  func schedule(options: Never?, _ call: @escaping () -> Void) { call() }
  func schedule(after: Int, tolerance: Int, options: Never?, _ call: @escaping () -> Void) { waiting.append((after, call)) }
  func schedule(
    after: Int, interval: Int, tolerance: Int, options: Never?, _ call: @escaping () -> Void
  ) -> any Cancellable {
    var isCancelled = false
    waiting.append((after, { if !isCancelled { call() } }))
    return AnyCancellable { isCancelled = true }
  }
}
extension Int: @retroactive SchedulerTimeIntervalConvertible {
  public static func seconds(_ s: Int) -> Int { s * 1000 }
  public static func seconds(_ s: Double) -> Int { Int(s * 1000) }
  public static func milliseconds(_ ms: Int) -> Int { ms }
  public static func microseconds(_ us: Int) -> Int { us / 1000 }
  public static func nanoseconds(_ ns: Int) -> Int { ns / 1_000_000 }
}
