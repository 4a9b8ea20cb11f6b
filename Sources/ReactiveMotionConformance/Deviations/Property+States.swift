// Deviations from what a property does with states, and from properties without a scope.

import Conformance

extension Deviation {
  static let statesOfProperty: [Deviation] = [
    .property("drops-states", breaks: "state", "States are not sent.", Altered.dropsStates),
    .property(
      "replays-states", breaks: "state", "A new observer receives the last state.",
      Altered.replaysStates()),
    .property(
      "drops-equal-states", breaks: "state", "A state that equals the last one is not sent.",
      Altered.dropsEqualStates),
    .property(
      "states-to-the-first", breaks: "state", "Only the first observer receives states.",
      Altered.delivers(.state, to: \.first)),
    .property(
      "states-backwards", breaks: "observer-list",
      "The latest observer receives a state first.", Altered.delivers(.state, by: .backwards)),
    .property(
      "state-emits-a-value", breaks: "state", "A state emits the current value too."
    ) {
      $0.onState = {
        $0.below.receive($1)
        $0.top.broadcast($0.top.read())
      }
    },
    .property(
      "queues-nested-states", breaks: "state",
      "A state sent from within another is delivered after it.", Altered.queuesNestedStates),
    .property(
      "iterates-states-live", breaks: "state",
      "States are sent while the list is walked by index.",
      Altered.delivers(.state, by: .live)),
    .property(
      "sends-states-to-the-added", breaks: "state",
      "An observer that is added while a state is sent receives it too.",
      Altered.delivers(.state, by: .withTheAdded)),
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
      "reads-each-object-once", breaks: "read",
      "The first value that is read from an object is returned ever after."
    ) { property in
      var values: [Name: Value] = [:]
      property.read = { [read = property.read] object in
        let value = values[object.name] ?? read(object)
        values[object.name] = value
        return value
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
    .unscopedProperty(
      "writes-no-null-to-an-object", breaks: "write", "Writing null does nothing."
    ) { property in
      property.write = { [write = property.write] in if $1 != .null { write($0, $1) } }
    },
  ]
}
