// Every deviation from _remember: its name, the clause that it breaks, and what it does.

import Conformance

extension Deviation {
  /// The deviations from `_remember`, by the order of its sentences.
  static let ofRemember: [Deviation] = [
    // Connecting
    .remember(
      "adds-before-subscribing", breaks: "add-observer",
      "The observer is added before upstream is subscribed.", AddsBeforeSubscribing.self),
    .remember(
      "replays-before-subscribing", breaks: "emit-last-value",
      "The cached value is emitted before upstream is subscribed.", ReplaysBeforeSubscribing.self),
    .remember(
      "replays-before-adding", breaks: "add-observer",
      "The cached value is emitted before the observer is added.", ReplaysBeforeAdding.self),
    .remember(
      "subscribes-after-replaying", breaks: "subscribe-upstream",
      "Upstream is subscribed last, once the observer is added and has its replay.",
      SubscribesLast.self),
    .remember(
      "subscribes-at-creation", breaks: "single-upstream-subscription",
      "Upstream is subscribed when the stream is made, before there is an observer.",
      SubscribesAtCreation.self),
    .remember(
      "sends-rest-on-connection", breaks: "emit-last-value",
      "A new observer is sent the state atRest.", SendsRestOnConnection.self),
    // Replaying
    .remember(
      "never-replays", breaks: "emit-last-value", "No cached value is emitted.", NeverReplays.self),
    .remember(
      "replays-twice", breaks: "emit-last-value", "The cached value is emitted twice.",
      ReplaysTwice.self),
    .remember(
      "replays-to-all", breaks: "emit-last-value",
      "The cached value is emitted to all observers, not to the new one alone.", ReplaysToAll.self),
    .remember(
      "replays-nothing-to-the-first", breaks: "emit-last-value",
      "The observer that connects upstream receives no cached value.", ReplaysNothingToTheFirst.self
    ),
    .remember(
      "replays-to-the-first-alone", breaks: "emit-last-value",
      "Only the observer that connects upstream receives the cached value.",
      ReplaysToTheFirstAlone.self),
    .remember(
      "replays-without-a-value", breaks: "emit-last-value",
      "Where no value has been received, null is emitted.", ReplaysWithoutAValue.self),
    .remember(
      "replays-every-value", breaks: "value-cache",
      "All values received are emitted, not the last alone.", ReplaysEveryValue.self),
    .remember(
      "replays-the-value-before-last", breaks: "value-cache",
      "The value received before the last is emitted.", ReplaysTheValueBeforeLast.self),
    // Caching
    .remember(
      "keeps-the-first-value", breaks: "value-cache",
      "The first value received stays the cached one.",
      KeepsTheFirstValue.self),
    .remember(
      "ignores-null", breaks: "value-cache", "null is not cached; the value before it stays.",
      IgnoresNull.self),
    .remember(
      "takes-null-for-unset", breaks: "value-cache", "A cached null is not emitted.",
      TakesNullForUnset.self),
    .remember(
      "takes-false-for-unset", breaks: "value-cache",
      "A cached false, 0 or empty text is not emitted.", TakesFalseForUnset.self),
    .remember(
      "broadcasts-no-null", breaks: "subscribe-upstream", "null is cached, and not broadcast.",
      BroadcastsNoNull.self),
    .remember(
      "forgets-on-last-disconnection", breaks: "value-cache",
      "The cache is cleared when the last observer leaves.", ForgetsOnLastDisconnection.self),
    .remember(
      "forgets-on-any-disconnection", breaks: "value-cache",
      "The cache is cleared when any observer leaves.", ForgetsOnAnyDisconnection.self),
    .remember(
      "forgets-once-replayed", breaks: "value-cache",
      "The cached value is emitted to one new observer, and cleared.", ForgetsOnceReplayed.self),
    .remember(
      "caches-after-broadcasting", breaks: "subscribe-upstream",
      "A value is cached after it has been broadcast.", CachesAfterBroadcasting.self),
    .remember(
      "caches-again-behind-one", breaks: "value-cache",
      "Behind a broadcast to a single observer, its value is cached once more.",
      CachesAgainBehindOne.self),
    .remember(
      "caches-for-observers-alone", breaks: "value-cache",
      "A value that is received while there is no observer is not cached.",
      CachesForObserversAlone.self),
    .remember(
      "caches-distinct-values", breaks: "subscribe-upstream",
      "A value that equals the cached one is not broadcast.", DropsEqualValues.self),
    .remember(
      "caches-no-structures", breaks: "value-cache", "Lists and maps are not cached.",
      CachesNoStructures.self),
    // Sharing
    .remember(
      "subscribes-for-each", breaks: "single-upstream-subscription",
      "Each observer subscribes upstream.", SubscribesForEach.self),
    .remember(
      "subscribes-again-after-a-leave", breaks: "single-upstream-subscription",
      "An observer that comes after another has left subscribes upstream again.",
      SubscribesAgainAfterALeave.self),
    .remember(
      "never-subscribes-again", breaks: "subscribe-upstream",
      "Upstream is subscribed once for all time.", NeverSubscribesAgain.self),
    .remember(
      "shares-between-two", breaks: "single-upstream-subscription",
      "Every third observer subscribes upstream again.", SharesBetweenTwo.self),
    // Disconnecting
    .remember(
      "never-unsubscribes-upstream", breaks: "disconnect", "Upstream is never unsubscribed.",
      NeverUnsubscribesUpstream.self),
    .remember(
      "unsubscribes-upstream-at-any-leave", breaks: "single-upstream-subscription",
      "Upstream is unsubscribed when any observer leaves.", UnsubscribesAtAnyLeave.self),
    .remember(
      "unsubscribes-upstream-for-one", breaks: "single-upstream-subscription",
      "Upstream is unsubscribed when one observer is left.", UnsubscribesForOne.self),
    .remember(
      "unsubscribes-with-the-first", breaks: "disconnect",
      "Upstream is unsubscribed when the observer that connected it leaves.",
      UnsubscribesWithTheFirst.self),
    .remember(
      "unsubscribes-upstream-once", breaks: "disconnect",
      "Upstream is unsubscribed only the first time that the last observer leaves.",
      UnsubscribesOnce.self),
    .remember(
      "never-removes", breaks: "disconnect",
      "Observers are counted, and never removed from the list.", NeverRemoves.self),
    .remember(
      "removes-all", breaks: "disconnect", "All observers are removed when one leaves.",
      RemovesAll.self),
    .remember(
      "removes-the-first", breaks: "disconnect", "The first observer is removed, whoever leaves.",
      RemovesTheFirst.self),
    .remember(
      "removes-the-last", breaks: "disconnect", "The last observer is removed, whoever leaves.",
      RemovesTheLast.self),
    .remember(
      "removes-by-stale-index", breaks: "disconnect",
      "The observer is removed at the index at which it was added.", RemovesByStaleIndex.self),
    .remember(
      "moves-the-last-into-the-gap", breaks: "observer-storage",
      "The last observer takes the place of the one that leaves.", MovesTheLastIntoTheGap.self),
    .remember(
      "second-unsubscribe-removes-another", breaks: "disconnect",
      "Unsubscribing a second time removes the first observer that is left.",
      SecondUnsubscribeRemovesAnother.self),
    .remember(
      "second-unsubscribe-counts", breaks: "disconnect",
      "Unsubscribing a second time counts as another observer's leaving.",
      SecondUnsubscribeCounts.self),
    .remember(
      "second-unsubscribe-disconnects-again", breaks: "disconnect",
      "Unsubscribing a second time disconnects upstream if no observer is left.",
      SecondUnsubscribeDisconnectsAgain.self),
    // Broadcasting
    .remember(
      "broadcasts-backwards", breaks: "observer-storage", "The latest observer is called first.",
      BroadcastsBackwards.self),
    .remember(
      "adds-in-front", breaks: "add-observer", "A new observer is put before all others.",
      AddsInFront.self),
    .remember(
      "broadcasts-to-the-first", breaks: "subscribe-upstream", "Only the first observer is called.",
      BroadcastsToTheFirst.self),
    .remember(
      "broadcasts-to-the-latest", breaks: "subscribe-upstream",
      "Only the latest observer is called.", BroadcastsToTheLatest.self),
    .remember(
      "broadcasts-twice", breaks: "subscribe-upstream", "Each observer is called twice.",
      BroadcastsTwice.self),
    .remember(
      "broadcasts-the-cache", breaks: "subscribe-upstream",
      "Observers receive what is cached when their turn comes.", BroadcastsTheCache.self),
    .remember(
      "iterates-live", breaks: "subscribe-upstream",
      "The list is walked by index while it changes.", IteratesLive.self),
    .remember(
      "calls-the-added", breaks: "subscribe-upstream",
      "An observer that is added during a broadcast receives its value from it too.",
      CallsTheAdded.self),
    .remember(
      "skips-the-removed", breaks: "subscribe-upstream",
      "An observer that is removed during a broadcast does not receive its value.",
      SkipsTheRemoved.self),
    .remember(
      "adds-after-the-broadcast", breaks: "add-observer",
      "An observer that comes during a broadcast is added when it has ended.",
      AddsAfterTheBroadcast.self),
    .remember(
      "removes-after-the-broadcast", breaks: "disconnect",
      "An observer that leaves during a broadcast is removed when it has ended.",
      RemovesAfterTheBroadcast.self),
    .remember(
      "queues-nested-values", breaks: "synchronous-broadcast",
      "A value emitted from within a broadcast is delivered after it.", QueuesNestedValues.self),
    .remember(
      "drops-nested-values", breaks: "synchronous-broadcast",
      "A value emitted from within a broadcast is dropped.", DropsNestedValues.self),
    .remember(
      "nested-value-ends-the-outer", breaks: "synchronous-broadcast",
      "A value emitted from within a broadcast ends the outer one.", NestedValueEndsTheOuter.self),
    .remember(
      "broadcasts-later", breaks: "synchronous-broadcast",
      "A value is delivered when the next one comes.", BroadcastsLater.self),
    // States
    .remember(
      "drops-states", breaks: "synchronous-broadcast", "States are not passed on.", DropsStates.self
    ),
    .remember(
      "states-to-the-first", breaks: "synchronous-broadcast",
      "Only the first observer receives states.", StatesToTheFirst.self),
    .remember(
      "states-backwards", breaks: "observer-storage",
      "The latest observer receives a state first.", StatesBackwards.self),
    .remember(
      "caches-states", breaks: "value-cache", "The last state is cached, and replayed.",
      CachesStates.self),
    .remember(
      "state-clears-the-cache", breaks: "value-cache", "A state clears the cached value.",
      StateClearsTheCache.self),
    .remember(
      "state-forgets-null", breaks: "value-cache", "A state forgets that null is cached.",
      StateForgetsNull.self),
    .remember(
      "state-restores-the-cache", breaks: "value-cache",
      "Behind a state, the value is cached that was cached before it.",
      StateRestoresTheCache.self),
    .remember(
      "state-emits-the-cache", breaks: "synchronous-broadcast",
      "A state emits the cached value again.", StateEmitsTheCache.self),
    .remember(
      "drops-equal-states", breaks: "synchronous-broadcast",
      "A state that equals the last one is not passed on.", DropsEqualStates.self),
    .remember(
      "replays-states-on-reconnection", breaks: "value-cache",
      "The observer that connects upstream again receives the last state.",
      ReplaysStatesOnReconnection.self),
    .remember(
      "queues-nested-states", breaks: "synchronous-broadcast",
      "A state sent from within another is delivered after it.", QueuesNestedStates.self),
    .remember(
      "iterates-states-live", breaks: "synchronous-broadcast",
      "States are sent while the list is walked by index.", IteratesStatesLive.self),
    .remember(
      "sends-states-to-the-added", breaks: "synchronous-broadcast",
      "An observer that is added while a state is sent receives it too.", SendsStatesToTheAdded.self
    ),
  ]
}
