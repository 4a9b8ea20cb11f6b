import ReactiveMotion
import Testing

@Suite("ReactiveProperty")
struct ReactivePropertyTests {
  /// A property over a variable, and a log of what its write function was invoked with.
  private final class Variable<Value> {
    var value: Value
    var writes: [Value] = []

    init(_ value: Value) { self.value = value }

    var property: ReactiveProperty<Value> {
      ReactiveProperty(
        read: { self.value },
        write: {
          self.value = $0
          self.writes.append($0)
        })
    }
  }

  @Test("reads what the read function returns now")
  func reading() {
    let variable = Variable(5)
    let property = variable.property
    #expect(property.read() == 5)
    variable.value = 6
    #expect(property.read() == 6)
    #expect(variable.writes == [])
  }

  @Test("a subscriber receives the current value at once, then each value written")
  func observing() {
    let variable = Variable(5)
    let property = variable.property
    var received: [Int] = []
    let subscription = property.subscribe { received.append($0) }
    property.write(6)
    variable.value = 7
    property.write(8)
    #expect(received == [5, 6, 8])
    #expect(variable.writes == [6, 8])
    subscription.unsubscribe()
    property.write(9)
    #expect(received == [5, 6, 8])
  }

  @Test("informs of the value written, also where the write function ignores it")
  func ignoredWrites() {
    let property = ScopedReactiveProperty<Int>(read: { 5 }, write: { _ in })
    var received: [Int] = []
    let subscription = property.subscribe { received.append($0) }
    property.write(6)
    #expect(received == [5, 6])
    #expect(property.read() == 5)
    subscription.unsubscribe()
  }

  @Test("invokes the write function first")
  func order() {
    var log: [String] = []
    let property = ScopedReactiveProperty<Int>(read: { 0 }, write: { log.append("write \($0)") })
    let subscription = property.subscribe { log.append("next \($0)") }
    property.write(1)
    #expect(log == ["next 0", "write 1", "next 1"])
    subscription.unsubscribe()
  }

  @Test("informs all observers of a state, and replays none")
  func states() {
    let property = Variable(0).property
    var log: [String] = []
    let first = property.subscribe(next: { _ in }, state: { log.append("a \($0)") })
    property.state(.active)
    let second = property.subscribe(next: { _ in }, state: { log.append("b \($0)") })
    property.state(.atRest)
    #expect(log == ["a active", "a atRest", "b atRest"])
    first.unsubscribe()
    second.unsubscribe()
  }

  @Test("is a stream to which operators apply")
  func stream() {
    let property = Variable(1).property
    let stream = property.asStream()._remember()
    var log: [String] = []
    let first = stream.subscribe(next: { log.append("a\($0)") }, state: { log.append("a \($0)") })
    let second = stream.subscribe { log.append("b\($0)") }
    property.write(2)
    property.state(.active)
    first.unsubscribe()
    second.unsubscribe()
    property.write(3)
    #expect(log == ["a1", "b1", "a2", "b2", "a active"])
  }

  @Test("an unscoped property reads and writes the object that is named")
  func unscoped() {
    let property = UnscopedReactiveProperty<Variable<Int>, Int>(
      read: { $0.value }, write: { $0.value = $1 })
    let (left, right) = (Variable(1), Variable(2))
    property.write(left, 3)
    #expect(property.read(left) == 3)
    #expect(property.read(right) == 2)
  }

  @Test("an unscoped property can be scoped to an object, and then observed")
  func scoping() {
    let property = UnscopedReactiveProperty<Variable<Int>, Int>(
      read: { $0.value }, write: { $0.value = $1 })
    let (left, right) = (Variable(1), Variable(2))
    let ofLeft = property.scoped(to: left)
    var received: [Int] = []
    let subscription = ofLeft.subscribe { received.append($0) }
    ofLeft.write(3)
    property.scoped(to: right).write(4)
    #expect(left.value == 3)
    #expect(right.value == 4)
    #expect(received == [1, 3])
    subscription.unsubscribe()
  }

  @Test("can be used through what it can do")
  func protocols() {
    let variable = Variable(1)
    func copy(_ source: some ScopedReadable<Int>, to target: some ScopedWritable<Int>) {
      target.write(source.read() + 1)
    }
    copy(variable.property, to: variable.property)
    #expect(variable.value == 2)
    func read<Object>(_ source: some UnscopedReadable<Object, Int>, _ object: Object) -> Int {
      source.read(object)
    }
    func write<Object>(_ target: some UnscopedWritable<Object, Int>, _ object: Object) {
      target.write(object, 7)
    }
    let unscoped = UnscopedReactiveProperty<Variable<Int>, Int>(
      read: { $0.value }, write: { $0.value = $1 })
    write(unscoped, variable)
    #expect(read(unscoped, variable) == 7)
  }
}
