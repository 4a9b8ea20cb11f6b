import ReactiveMotion
import Testing

/// What a fixture cannot show: the types, and what stands beside them.
@Suite("ReactiveProperty")
struct ReactivePropertyTests {
  /// A property over a variable.
  private final class Variable<Value> {
    var value: Value

    init(_ value: Value) { self.value = value }

    var property: ReactiveProperty<Value> {
      ReactiveProperty(
        read: { self.value },
        write: { self.value = $0 })
    }
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
