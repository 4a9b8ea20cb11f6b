// The transcription of ReactiveX and its deviations, as an implementation to test.

import Conformance

/// The operators of ReactiveX, each a plain transcription of its clauses.
///
/// It is not a library for apps: if the contract leaves a choice, it takes one allowed behaviour,
/// the usual one unless another is given.
package struct ReactiveXStreams: Implementation {
  /// The name in reports.
  package let name: String

  /// The specification, as fixtures name it.
  package static let specification: Name = "ReactiveX"

  package let channels: Channels = [.next, .error, .completed]
  package let features: Set<Feature> = [
    .streamsOfStreams, .calls, .connectable, .innerStreams, .whileConnected, .subjects,
  ]

  /// The allowed behaviours that it chooses instead of the usual ones.
  package var readings: Set<Name> = []

  private let faults: [Name: Faults]

  /// Makes the transcription.
  ///
  /// - Parameter readings: The allowed behaviours to choose instead of the usual ones.
  package init(readings: Set<Name> = []) {
    self.init(name: "literal", [:])
    self.readings = readings
  }

  /// Makes a deviation from it.
  ///
  /// - Parameters:
  ///   - name: The name in reports.
  ///   - faults: The mistakes in operators, by their names.
  init(name: Name, _ faults: [Name: Faults]) {
    (self.name, self.faults) = (name.text, faults)
  }

  /// Applies the operators.
  package func stream(_ subject: TestedStream) throws(Unsupported) -> Subscribe {
    try streams([subject])[0].subscribe
  }

  /// Applies the operators of each stream, which may use the streams before it.
  package func streams(
    _ subjects: [TestedStream]
  ) throws(Unsupported) -> [TestedConnectableStream] {
    var made: [Name: Stream] = [:]
    return try subjects.map { subject throws(Unsupported) in
      let stream = try applied(subject, to: made)
      if let name = subject.name { made[name] = stream }
      return ({ stream.connect(Receiver($0)) }, stream.connectable?.connect ?? { {} })
    }
  }

  /// Applies operators to a source, or to a stream that has been made.
  private func applied(
    _ subject: TestedStream, to made: [Name: Stream]
  ) throws(Unsupported) -> Stream {
    var stream = made[subject.upstream.name] ?? Stream(subject.upstream, by: readings)
    func call(_ one: TestedOperator?, named name: Name? = nil) -> OperatorCall {
      let name = name ?? one?.name ?? ""
      return OperatorCall(
        one, named: name, on: stream, among: made, by: readings, faults[name] ?? Faults()
      ) { subject.clock }
    }
    var left = subject.operators[...]
    if left.isEmpty {
      let call = call(nil, named: "source")
      return call.stream { to in to.connect(call.upstream, next: to.next) }
    }
    while let one = left.popFirst() {
      switch one.name {
      case "refCount" where stream.connectable != nil:
        stream = stream.connectable!.refCount(call(one))
      case "publish" where left.isEmpty, "replay" where left.isEmpty:
        stream = try ConnectableStream(call(one)).stream
      case "publish", "replay":
        guard left.popFirst()?.name == "refCount" else {
          throw Unsupported("`\(one.name)` before another operator than `refCount`")
        }
        let call = call(one, named: "\(one.name)-refCount")
        if let replaced = call.faults.replaced {
          stream = try replaced(call)
        } else {
          stream = one.name == "publish" ? call.publishRefCount() : try call.replayRefCount()
        }
      case "groupBy", "window", "windowCount", "windowTime", "windowBoundary":
        if left.isEmpty { fallthrough }
        throw Unsupported("`\(one.name)` before another operator")
      default:
        let own = call(one)
        if let next = left.first, let fused = faults["\(one.name)-\(next.name)"]?.fused {
          left.removeFirst()
          stream = try fused(own, call(next))
          continue
        }
        guard let make = own.faults.replaced ?? Self.makersByName[one.name] else {
          throw Unsupported("the operator `\(one.name)`")
        }
        stream = try make(own)
        if left.isEmpty, let receive = own.subject { subject.isCalled(by: receive) }
      }
    }
    return stream
  }
}

extension Receiver {
  fileprivate init(_ observer: Observer) {
    self.init(
      receive: observer.receive,
      emit: { key, stream in observer.stream(key) { stream.connect(Receiver($0)) } })
  }
}

extension ReactiveXStreams {
  /// The names of the operators.
  package static let operators: [Name] =
    makers.map(\.name) + ["publish", "replay", "refCount"]

  /// The transcription of each operator, in the order of the chapters.
  private static let makers: [(name: Name, make: Make)] = [
    ("just", { call throws(Unsupported) in try call.just() }),
    ("empty", { call throws(Unsupported) in call.emitting([]) }),
    ("never", { call throws(Unsupported) in call.never() }),
    ("error", { call throws(Unsupported) in try call.failing() }),
    ("from", { call throws(Unsupported) in try call.from() }),
    ("range", { call throws(Unsupported) in try call.range() }),
    ("defer", { call throws(Unsupported) in try call.deferred() }),
    ("using", { call throws(Unsupported) in try call.using() }),
    ("timer", { call throws(Unsupported) in try call.timer() }),
    ("interval", { call throws(Unsupported) in try call.interval() }),
    ("map", { call throws(Unsupported) in try call.map() }),
    ("mapIndexed", { call throws(Unsupported) in try call.map() }),
    ("filter", { call throws(Unsupported) in try call.filter() }),
    ("filterIndexed", { call throws(Unsupported) in try call.filter() }),
    ("scan", { call throws(Unsupported) in try call.scan() }),
    ("reduce", { call throws(Unsupported) in try call.reduce() }),
    ("take", { call throws(Unsupported) in try call.take() }),
    ("skip", { call throws(Unsupported) in try call.skip() }),
    ("takeLast", { call throws(Unsupported) in try call.takeLast() }),
    ("skipLast", { call throws(Unsupported) in try call.skipLast() }),
    ("elementAt", { call throws(Unsupported) in try call.elementAt() }),
    ("first", { call throws(Unsupported) in call.first() }),
    ("last", { call throws(Unsupported) in call.last() }),
    ("takeWhile", { call throws(Unsupported) in try call.takeWhile() }),
    ("takeWhileIndexed", { call throws(Unsupported) in try call.takeWhile() }),
    ("skipWhile", { call throws(Unsupported) in try call.skipWhile() }),
    ("skipWhileIndexed", { call throws(Unsupported) in try call.skipWhile() }),
    ("takeUntil", { call throws(Unsupported) in try call.takeUntil() }),
    ("skipUntil", { call throws(Unsupported) in try call.skipUntil() }),
    ("distinct", { call throws(Unsupported) in try call.distinct() }),
    ("distinctUntilChanged", { call throws(Unsupported) in try call.distinctUntilChanged() }),
    ("ignoreElements", { call throws(Unsupported) in call.ignoreElements() }),
    ("defaultIfEmpty", { call throws(Unsupported) in try call.defaultIfEmpty() }),
    ("single", { call throws(Unsupported) in call.single() }),
    ("isEmpty", { call throws(Unsupported) in call.isEmpty() }),
    ("sequenceEqual", { call throws(Unsupported) in try call.sequenceEqual() }),
    ("all", { call throws(Unsupported) in try call.all() }),
    ("contains", { call throws(Unsupported) in try call.contains() }),
    ("count", { call throws(Unsupported) in call.counted() }),
    ("toList", { call throws(Unsupported) in call.toList() }),
    ("merge", { call throws(Unsupported) in try call.merge() }),
    ("concat", { call throws(Unsupported) in try call.concat() }),
    ("startWith", { call throws(Unsupported) in try call.startWith() }),
    ("amb", { call throws(Unsupported) in try call.amb() }),
    ("zip", { call throws(Unsupported) in try call.zip() }),
    ("combineLatest", { call throws(Unsupported) in try call.combineLatest() }),
    ("withLatestFrom", { call throws(Unsupported) in try call.withLatestFrom() }),
    ("flatMap", { call throws(Unsupported) in try call.flatMap() }),
    ("concatMap", { call throws(Unsupported) in try call.concatMap() }),
    ("switchMap", { call throws(Unsupported) in try call.switchMap() }),
    ("switch", { call throws(Unsupported) in try call.switchMap() }),
    ("mergeAll", { call throws(Unsupported) in try call.mergeAll() }),
    ("concatAll", { call throws(Unsupported) in try call.concatAll() }),
    ("catch", { call throws(Unsupported) in try call.catchError() }),
    ("catchError", { call throws(Unsupported) in try call.caught() }),
    ("onErrorResumeNext", { call throws(Unsupported) in try call.resumed() }),
    ("onErrorReturn", { call throws(Unsupported) in try call.onErrorReturn() }),
    ("retry", { call throws(Unsupported) in try call.retry() }),
    ("repeat", { call throws(Unsupported) in try call.repeated() }),
    ("retryWhen", { call throws(Unsupported) in try call.retryWhen() }),
    ("buffer", { call throws(Unsupported) in try call.buffer() }),
    ("bufferCount", { call throws(Unsupported) in try call.bufferCount() }),
    ("bufferTime", { call throws(Unsupported) in try call.bufferTime() }),
    ("bufferBoundary", { call throws(Unsupported) in try call.bufferBoundary() }),
    ("pairwise", { call throws(Unsupported) in call.pairwise() }),
    ("materialize", { call throws(Unsupported) in call.materialize() }),
    ("dematerialize", { call throws(Unsupported) in call.dematerialize() }),
    ("timestamp", { call throws(Unsupported) in call.timestamp() }),
    ("timeInterval", { call throws(Unsupported) in call.timeInterval() }),
    ("delay", { call throws(Unsupported) in try call.delay() }),
    ("delayWhen", { call throws(Unsupported) in try call.delayWhen() }),
    ("debounce", { call throws(Unsupported) in try call.debounce() }),
    ("debounceWhen", { call throws(Unsupported) in try call.debounceWhen() }),
    ("throttleFirst", { call throws(Unsupported) in try call.throttleFirst() }),
    ("throttleLatest", { call throws(Unsupported) in try call.throttleLatest() }),
    ("sample", { call throws(Unsupported) in try call.sample() }),
    ("sampleWhen", { call throws(Unsupported) in try call.sampleWhen() }),
    ("timeout", { call throws(Unsupported) in try call.timeout() }),
    ("timeoutWhen", { call throws(Unsupported) in try call.timeoutWhen() }),
    ("timeoutWith", { call throws(Unsupported) in try call.timeoutWith() }),
    ("share", { call throws(Unsupported) in call.share() }),
    ("shareReplay", { call throws(Unsupported) in try call.shareReplay() }),
    ("PublishSubject", { call throws(Unsupported) in call.publishSubject() }),
    ("BehaviorSubject", { call throws(Unsupported) in try call.behaviorSubject() }),
    ("ReplaySubject", { call throws(Unsupported) in try call.replaySubject() }),
    ("AsyncSubject", { call throws(Unsupported) in call.asyncSubject() }),
    ("finally", { call throws(Unsupported) in try call.finally() }),
    ("do", { call throws(Unsupported) in try call.callsBefore() }),
    ("groupBy", { call throws(Unsupported) in try call.groupBy() }),
    ("window", { call throws(Unsupported) in try call.window() }),
    ("windowCount", { call throws(Unsupported) in try call.windowCount() }),
    ("windowTime", { call throws(Unsupported) in try call.windowTime() }),
    ("windowBoundary", { call throws(Unsupported) in try call.windowBoundary() }),
  ]

  typealias Make = @Sendable (OperatorCall) throws(Unsupported) -> Stream

  static let makersByName = Dictionary(uniqueKeysWithValues: makers.map { ($0.name, $0.make) })
}
