// The deviations from ReactiveProperty alone.

import Conformance

extension Deviation {
  static let ofProperty: [Deviation] = [
    // Reading
    .property(
      "reads-once", breaks: "read", "The first value that is read is always returned."
    ) {
      var first: Value?
      $0.read = {
        first = first ?? $1
        return first!
      }
    },
    .property("read-writes", breaks: "read", "A read invokes the write function.") {
      $0.read = {
        $0.store($1)
        return $1
      }
    },
    // Subscribing
    .property(
      "never-emits-the-current-value", breaks: "emit-read-value",
      "A new observer receives no value."
    ) { $0.emit = { _, _, _ in } },
    .property(
      "emits-what-was-written", breaks: "emit-read-value",
      "A new observer receives the value written last."
    ) {
      var written: Value?
      $0.emit = { one, observer, go in
        if let written { one.replay(written, to: observer) } else { go(observer) }
      }
      $0.value = {
        written = $1
        $2($1)
      }
    },
    .property(
      "emits-no-current-null", breaks: "emit-read-value", "A new observer receives no null."
    ) { $0.replay = { if $1.value != .null { $2($1) } } },
    .property(
      "emits-before-adding", breaks: "add-observer",
      "The current value is emitted before the observer is added."
    ) {
      $0.connect = { one, observer, _ in
        one.emitCurrent(to: observer)
        one.add(observer)
      }
    },
    // Writing
    .property(
      "informs-before-writing", breaks: "write",
      "Observers are informed before the write function is invoked."
    ) {
      $0.value = { one, value, _ in
        one.broadcast(value)
        one.store(value)
      }
    },
    .property("never-writes", breaks: "write", "The write function is not invoked.") {
      $0.store = { _, _, _ in }
    },
    .property("writes-twice", breaks: "write", "The write function is invoked twice.") {
      $0.store = {
        $2($1)
        $2($1)
      }
    },
    .property("never-informs", breaks: "write", "Observers are not informed of writes.") {
      $0.broadcast = { _, _, _ in }
    },
    .property(
      "informs-of-what-is-read", breaks: "write",
      "Observers receive the result of a read after the write."
    ) { $0.broadcast = { $2($0.current ?? $1) } },
    .property(
      "ignores-equal-writes", breaks: "write",
      "Writing the current value does nothing."
    ) { $0.value = { if $1 != $0.current { $2($1) } } },
    .property("writes-no-null", breaks: "write", "Writing null does nothing.") {
      $0.value = { if $1 != .null { $2($1) } }
    },
    .property(
      "writes-no-false", breaks: "write", "Writing false, 0 or empty text does nothing."
    ) { $0.value = { if !Value.falsy.contains($1) { $2($1) } } },
    .property(
      "queues-whole-writes", breaks: "write",
      "A write during another, or during its write function, is done after it."
    ) { $0.value = queued() },
    .property(
      "writes-for-nobody-no-more", breaks: "write",
      "A write during a broadcast is dropped once all observers have unsubscribed."
    ) { $0.value = { if !$0.calls.contains(.value) || !$0.observers.isEmpty { $2($1) } } },
  ]

  static let ofUnscopedProperty: [Deviation] = [
    .unscopedProperty(
      "reads-one-object", breaks: "unscoped-property",
      "A read returns the value of the object that was read first."
    ) { property in
      var first: Store?
      property.read = { [read = property.read] object in
        let object = first ?? object
        first = object
        return read(object)
      }
    },
    .unscopedProperty(
      "writes-one-object", breaks: "unscoped-property",
      "A write goes to the object that was written first."
    ) { property in
      var first: Store?
      property.write = { [write = property.write] object, value in
        let object = first ?? object
        first = object
        write(object, value)
      }
    },
    .unscopedProperty(
      "reads-what-was-written-to-the-object", breaks: "read",
      "A read returns the value written last."
    ) { property in
      var written: [Name: Value] = [:]
      property.read = { [read = property.read] in written[$0.name] ?? read($0) }
      property.write = { [write = property.write] in
        written[$0.name] = $1
        write($0, $1)
      }
    },
    .unscopedProperty(
      "writes-an-object-twice", breaks: "write", "The write function is invoked twice."
    ) { property in
      property.write = { [write = property.write] in
        write($0, $1)
        write($0, $1)
      }
    },
    .unscopedProperty(
      "never-writes-an-object", breaks: "write", "The write function is not invoked."
    ) { $0.write = { _, _ in } },
  ]
}
