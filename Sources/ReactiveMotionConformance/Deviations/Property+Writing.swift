// Deviations from how a property is written, and how it informs.

import Conformance

extension Deviation {
  static let writingOfProperty: [Deviation] = [
    .property(
      "informs-before-writing", breaks: "write",
      "Observers are informed before the write function is invoked."
    ) {
      $0.onValue = {
        $0.top.broadcast($1)
        $0.top.store($1)
      }
    },
    .property(
      "never-writes", breaks: "write", "The write function is not invoked."
    ) { $0.onValue = { $0.top.broadcast($1) } },
    .property(
      "writes-twice", breaks: "write", "The write function is invoked twice."
    ) {
      $0.onValue = {
        $0.top.store($1)
        $0.below.receive($1)
      }
    },
    .property(
      "writes-for-each-observer", breaks: "write",
      "The write function is invoked once for each observer."
    ) {
      $0.onValue = {
        if $0.observers.isEmpty { $0.top.store($1) }
        for observer in $0.observers {
          $0.top.store($1)
          $0.top.tell(observer, $1)
        }
      }
    },
    .property(
      "never-informs", breaks: "write", "Observers are not informed of writes."
    ) { $0.onBroadcast = { _, _ in } },
    .property(
      "informs-of-what-is-read", breaks: "write",
      "Observers are informed of what a read returns after the write."
    ) { $0.onBroadcast = { property, _ in property.below.broadcast(property.top.read()) } },
    .property(
      "ignores-equal-writes", breaks: "write",
      "Writing the value that a read returns does nothing."
    ) { $0.onValue = { if $1 != $0.top.read() { $0.below.receive($1) } } },
    .property(
      "writes-for-nobody-no-more", breaks: "write",
      "A write from within what observers receive is not done once all of them have left."
    ) {
      var depth = 0
      $0.onDeliver = {
        depth += 1
        $0.below.deliver($1, $2)
        depth -= 1
      }
      $0.onValue = { if depth == 0 || !$0.observers.isEmpty { $0.below.receive($1) } }
    },
    .property(
      "writes-no-null", breaks: "write", "Writing null does nothing."
    ) { $0.onValue = { if $1 != .null { $0.below.receive($1) } } },
    .property(
      "informs-of-no-null", breaks: "write", "Observers are not informed of null.",
      Altered.broadcastsNoNull),
    .property(
      "writes-no-false", breaks: "write", "Writing false, 0 or empty text does nothing."
    ) {
      $0.onValue = {
        switch $1 {
        case .bool(false), .number(0), .string(""): break
        default: $0.below.receive($1)
        }
      }
    },
    .property(
      "informs-the-first", breaks: "write", "Only the first observer is informed.",
      Altered.delivers(.value, to: \.first)),
    .property(
      "informs-backwards", breaks: "observer-list", "The latest observer is informed first.",
      Altered.delivers(.value, by: .backwards)),
    .property(
      "informs-twice", breaks: "write", "Observers are informed twice.", Altered.broadcastsTwice),
    // While observers come and go
    .property(
      "iterates-live", breaks: "write", "The list is walked by index while it changes.",
      Altered.delivers(.value, by: .live)),
    .property(
      "informs-the-added", breaks: "write",
      "An observer that is added while others are informed is informed too.",
      Altered.delivers(.value, by: .withTheAdded)),
    .property(
      "skips-the-removed", breaks: "write",
      "An observer that is removed while others are informed is not.",
      Altered.delivers(.value, by: .withoutTheRemoved)),
    .property(
      "queues-nested-writes", breaks: "write",
      "Of a write from within another, observers are informed after the outer one.",
      Altered.queuesNestedValues),
    .property(
      "drops-nested-writes", breaks: "write",
      "Of a write from within another, observers are not informed.", Altered.dropsNestedValues),
    .property(
      "takes-the-observers-before-writing", breaks: "write",
      "Those are informed who were there before the write function was invoked."
    ) {
      $0.onValue = {
        let observers = $0.observers
        $0.top.store($1)
        for observer in observers { $0.top.tell(observer, $1) }
      }
    },
    .property(
      "drops-writes-while-writing", breaks: "write",
      "A write from within the write function does nothing."
    ) {
      var isWriting = false
      $0.onValue = {
        if isWriting { return }
        isWriting = true
        $0.top.store($1)
        isWriting = false
        $0.top.broadcast($1)
      }
    },
    .property(
      "write-sends-a-state", breaks: "write", "A write sends the state active."
    ) {
      $0.onValue = {
        $0.below.receive($1)
        $0.top.receive(.active)
      }
    },
  ]
}
