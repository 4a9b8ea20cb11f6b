// Every deviation from ReactiveProperty: its name, the clause that it breaks, and what it does.

import Conformance

extension Deviation {
  /// The deviations from `ReactiveProperty`, by the order of its sentences.
  static let ofReactiveProperty: [Deviation] = [
    // Reading
    .property(
      "reads-once", breaks: "read", "The first value that is read is returned ever after.",
      ReadsOnce.self),
    .property(
      "reads-what-was-written", breaks: "read", "A read returns the value written last.",
      ReadsWhatWasWritten.self),
    .property(
      "read-informs", breaks: "read", "A read informs the observers.", ReadInforms.self),
    .property(
      "read-writes", breaks: "read", "A read invokes the write function.", ReadWrites.self),
    // Subscribing
    .property(
      "never-emits-the-current-value", breaks: "emit-read-value",
      "A new observer receives no value.", NeverEmitsTheCurrentValue.self),
    .property(
      "emits-the-current-value-twice", breaks: "emit-read-value",
      "A new observer receives the current value twice.", EmitsTheCurrentValueTwice.self),
    .property(
      "emits-the-current-value-to-all", breaks: "emit-read-value",
      "All observers receive the current value when one subscribes.",
      EmitsTheCurrentValueToAll.self),
    .property(
      "emits-the-first-value", breaks: "emit-read-value",
      "A new observer receives the value that was current when the property was made.",
      EmitsTheFirstValue.self),
    .property(
      "emits-what-was-written", breaks: "emit-read-value",
      "A new observer receives the value written last.", EmitsWhatWasWritten.self),
    .property(
      "emits-no-current-null", breaks: "emit-read-value",
      "A new observer receives no null.", EmitsNoCurrentNull.self),
    .property(
      "emits-before-adding", breaks: "add-observer",
      "The current value is emitted before the observer is added.", EmitsBeforeAdding.self),
    .property(
      "adds-in-front", breaks: "observer-list", "A new observer is put before all others.",
      AddsPropertyObserverInFront.self),
    .property(
      "keeps-one-observer", breaks: "observer-list", "A new observer replaces the one before.",
      KeepsOneObserver.self),
    .property(
      "emits-the-current-value-to-the-first", breaks: "emit-read-value",
      "Only the first observer receives the current value.", EmitsTheCurrentValueToTheFirst.self),
    // Unsubscribing
    .property(
      "never-removes", breaks: "unsubscribe", "Observers are never removed.",
      NeverRemovesPropertyObserver.self),
    .property(
      "removes-all", breaks: "unsubscribe", "All observers are removed when one leaves.",
      RemovesAllPropertyObservers.self),
    .property(
      "removes-the-first", breaks: "unsubscribe",
      "The first observer is removed, whoever leaves.", RemovesTheFirstPropertyObserver.self),
    .property(
      "removes-the-last", breaks: "unsubscribe", "The last observer is removed, whoever leaves.",
      RemovesTheLastPropertyObserver.self),
    .property(
      "removes-by-stale-index", breaks: "unsubscribe",
      "The observer is removed at the index at which it was added.",
      RemovesPropertyObserverByStaleIndex.self),
    .property(
      "second-unsubscribe-removes-another", breaks: "unsubscribe",
      "Unsubscribing a second time removes the first observer that is left.",
      SecondUnsubscribeRemovesAnotherPropertyObserver.self),
    .property(
      "unsubscribe-drops-values-alone", breaks: "unsubscribe",
      "An observer that has left still receives states.", UnsubscribeDropsValuesAlone.self),
    // Writing
    .property(
      "informs-before-writing", breaks: "write",
      "Observers are informed before the write function is invoked.", InformsBeforeWriting.self),
    .property(
      "never-writes", breaks: "write", "The write function is not invoked.", NeverWrites.self),
    .property(
      "writes-twice", breaks: "write", "The write function is invoked twice.", WritesTwice.self),
    .property(
      "writes-for-each-observer", breaks: "write",
      "The write function is invoked once for each observer.", WritesForEachObserver.self),
    .property(
      "never-informs", breaks: "write", "Observers are not informed of writes.", NeverInforms.self),
    .property(
      "informs-of-what-is-read", breaks: "write",
      "Observers are informed of what a read returns after the write.", InformsOfWhatIsRead.self),
    .property(
      "ignores-equal-writes", breaks: "write",
      "Writing the value that a read returns does nothing.", IgnoresEqualWrites.self),
    .property(
      "writes-for-nobody-no-more", breaks: "write",
      "A write from within what observers receive is not done once all of them have left.",
      WritesForNobodyNoMore.self),
    .property(
      "writes-no-null", breaks: "write", "Writing null does nothing.", WritesNoNull.self),
    .property(
      "informs-of-no-null", breaks: "write", "Observers are not informed of null.",
      InformsOfNoNull.self),
    .property(
      "writes-no-false", breaks: "write", "Writing false, 0 or empty text does nothing.",
      WritesNoFalse.self),
    .property(
      "informs-the-first", breaks: "write", "Only the first observer is informed.",
      InformsTheFirst.self),
    .property(
      "informs-backwards", breaks: "observer-list", "The latest observer is informed first.",
      InformsBackwards.self),
    .property(
      "informs-twice", breaks: "write", "Observers are informed twice.", InformsTwice.self),
    .property(
      "iterates-live", breaks: "write", "The list is walked by index while it changes.",
      IteratesPropertyLive.self),
    .property(
      "informs-the-added", breaks: "write",
      "An observer that is added while others are informed is informed too.", InformsTheAdded.self),
    .property(
      "skips-the-removed", breaks: "write",
      "An observer that is removed while others are informed is not.", SkipsTheRemovedObserver.self),
    .property(
      "queues-nested-writes", breaks: "write",
      "Of a write from within another, observers are informed after the outer one.",
      QueuesNestedWrites.self),
    .property(
      "drops-nested-writes", breaks: "write",
      "Of a write from within another, observers are not informed.", DropsNestedWrites.self),
    .property(
      "takes-the-observers-before-writing", breaks: "write",
      "Those are informed who were there before the write function was invoked.",
      TakesTheObserversBeforeWriting.self),
    .property(
      "drops-writes-while-writing", breaks: "write",
      "A write from within the write function does nothing.", DropsWritesWhileWriting.self),
    .property(
      "write-sends-a-state", breaks: "write", "A write sends the state active.",
      WriteSendsAState.self),
    // States
    .property(
      "drops-states", breaks: "state", "States are not sent.", DropsPropertyStates.self),
    .property(
      "replays-states", breaks: "state", "A new observer receives the last state.",
      ReplaysStates.self),
    .property(
      "drops-equal-states", breaks: "state", "A state that equals the last one is not sent.",
      DropsEqualPropertyStates.self),
    .property(
      "states-to-the-first", breaks: "state", "Only the first observer receives states.",
      PropertyStatesToTheFirst.self),
    .property(
      "states-backwards", breaks: "observer-list",
      "The latest observer receives a state first.", PropertyStatesBackwards.self),
    .property(
      "state-emits-a-value", breaks: "state", "A state emits the current value too.",
      StateEmitsAValue.self),
    .property(
      "queues-nested-states", breaks: "state",
      "A state sent from within another is delivered after it.", QueuesNestedPropertyStates.self),
    .property(
      "iterates-states-live", breaks: "state",
      "States are sent while the list is walked by index.", IteratesPropertyStatesLive.self),
    .property(
      "sends-states-to-the-added", breaks: "state",
      "An observer that is added while a state is sent receives it too.",
      SendsPropertyStatesToTheAdded.self),
    // Without a scope
    .unscopedProperty(
      "reads-one-object", breaks: "unscoped-property",
      "A read returns the value of the object that was read first.", ReadsOneObject.self),
    .unscopedProperty(
      "writes-one-object", breaks: "unscoped-property",
      "A write goes to the object that was written first.", WritesOneObject.self),
    .unscopedProperty(
      "reads-each-object-once", breaks: "read",
      "The first value that is read from an object is returned ever after.",
      ReadsEachObjectOnce.self),
    .unscopedProperty(
      "reads-what-was-written-to-the-object", breaks: "read",
      "A read returns the value written last.", ReadsWhatWasWrittenToTheObject.self),
    .unscopedProperty(
      "writes-an-object-twice", breaks: "write", "The write function is invoked twice.",
      WritesAnObjectTwice.self),
    .unscopedProperty(
      "never-writes-an-object", breaks: "write", "The write function is not invoked.",
      NeverWritesAnObject.self),
    .unscopedProperty(
      "writes-no-null-to-an-object", breaks: "write", "Writing null does nothing.",
      WritesNoNullToAnObject.self),
  ]
}
