// Deviations from how _remember connects and replays.

import Conformance

extension Deviation {
  static let connectingOfRemember: [Deviation] = [
    .remember(
      "adds-before-subscribing", breaks: "add-observer",
      "The observer is added before upstream is subscribed.",
      Altered.connects(.add, .subscribeForTheFirst, .replay)),
    .remember(
      "replays-before-subscribing", breaks: "emit-last-value",
      "The cached value is emitted before upstream is subscribed.",
      Altered.connects(.replay, .subscribeIfNecessary, .add)),
    .remember(
      "replays-before-adding", breaks: "add-observer",
      "The cached value is emitted before the observer is added.",
      Altered.connects(.subscribeIfNecessary, .replay, .add)),
    .remember(
      "subscribes-after-replaying", breaks: "subscribe-upstream",
      "Upstream is subscribed last, once the observer is added and has its replay.",
      Altered.connects(.add, .replay, .subscribeForTheFirst)),
    .remember(
      "subscribes-at-creation", breaks: "single-upstream-subscription",
      "Upstream is subscribed when the stream is made, before there is an observer."
    ) {
      var isNew = true
      $0.onBegin = {
        $0.below.begin()
        $0.top.subscribeUpstream()
      }
      $0.onSubscribeUpstreamIfNecessary = {
        if !isNew { $0.below.subscribeUpstreamIfNecessary() }
        isNew = false
      }
    },
    .remember(
      "sends-rest-on-connection", breaks: "emit-last-value",
      "A new observer is sent the state atRest."
    ) {
      $0.onEmit = {
        $0.below.emitValue(to: $1)
        $1.state(.atRest)
      }
    },
  ]

  static let replayingOfRemember: [Deviation] = [
    .remember(
      "never-replays", breaks: "emit-last-value", "No cached value is emitted.",
      Altered.emitsNothing),
    .remember(
      "replays-twice", breaks: "emit-last-value", "The cached value is emitted twice.",
      Altered.emitsTwice),
    .remember(
      "replays-to-all", breaks: "emit-last-value",
      "The cached value is emitted to all observers, not to the new one alone."
    ) { $0.onEmit = { stream, _ in stream.lastValue.map(stream.top.broadcast) } },
    .remember(
      "replays-nothing-to-the-first", breaks: "emit-last-value",
      "The observer that connects upstream receives no cached value."
    ) { $0.onEmit = { if $0.observers.count > 1 { $0.below.emitValue(to: $1) } } },
    .remember(
      "replays-to-the-first-alone", breaks: "emit-last-value",
      "Only the observer that connects upstream receives the cached value.",
      Altered.emitsToTheFirst),
    .remember(
      "replays-without-a-value", breaks: "emit-last-value",
      "Where no value has been received, null is emitted."
    ) { $0.onEmit = { $0.top.replay($0.lastValue ?? .null, to: $1) } },
    .remember(
      "replays-every-value", breaks: "value-cache",
      "All values received are emitted, not the last alone."
    ) {
      var values: [Value] = []
      $0.onStore = {
        $0.below.store($1)
        values.append($1)
      }
      $0.onEmit = {
        if $0.lastValue == nil { values = [] }
        for value in values { $0.top.replay(value, to: $1) }
      }
    },
    .remember(
      "replays-the-value-before-last", breaks: "value-cache",
      "The value received before the last is emitted."
    ) {
      var valueBeforeLast: Value?
      $0.onStore = {
        valueBeforeLast = $0.lastValue ?? $1
        $0.below.store($1)
      }
      $0.onEmit = { if let valueBeforeLast { $0.top.replay(valueBeforeLast, to: $1) } }
    },
  ]
}

extension Altered {
  /// A step of how an observer comes to a remembered stream.
  enum Step {
    case add, replay
    case subscribeIfNecessary

    /// By whether there was an observer at the beginning.
    case subscribeForTheFirst

    /// By whether there is a subscription, and not by the observers: there is none yet while upstream is being
    /// subscribed.
    case subscribeWithoutSubscription
  }

  /// The steps are taken in another order.
  static func connects(_ steps: Step...) -> Alter {
    {
      $0.onConnect = { stream, observer in
        let isFirst = stream.observers.count == 0
        for step in steps {
          switch step {
          case .add: stream.top.add(observer)
          case .replay: stream.top.emitValue(to: observer)
          case .subscribeIfNecessary: stream.top.subscribeUpstreamIfNecessary()
          case .subscribeForTheFirst: if isFirst { stream.top.subscribeUpstream() }
          case .subscribeWithoutSubscription:
            if stream.subscription == nil { stream.top.subscribeUpstream() }
          }
        }
        return { [top = stream.top!] in top.disconnect(observer) }
      }
    }
  }
}
