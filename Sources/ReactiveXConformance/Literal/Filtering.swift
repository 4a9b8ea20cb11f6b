// filter, ignoreElements, defaultIfEmpty, single, isEmpty, all, contains, count and toList.

import Conformance

extension OperatorCall {
  /// "Only values that pass the test are emitted."
  func filter() throws(Unsupported) -> Stream {
    let predicates = try predicates()
    return stream { to in
      let passes = predicates(to)
      to.connect(self.upstream) { value throws(Thrown) in
        if try passes(value) { to.next(value) }
      }
    }
  }

  /// "No value is emitted. Errors and completion pass."
  func ignoreElements() -> Stream {
    stream { to in to.connect(self.upstream) { _ in } }
  }

  /// "If upstream completes without a value, the default is emitted before completion."
  func defaultIfEmpty() throws(Unsupported) -> Stream {
    let value = try value()
    return stream { to in
      let isEmpty = to.state(true)
      to.connect(
        self.upstream,
        next: {
          isEmpty.content = false
          to.next($0)
        },
        completed: {
          if isEmpty.content { to.next(value) }
          to.completed()
        })
    }
  }

  /// "The only value is emitted at completion." Without one, or at a second one, the stream fails.
  func single() -> Stream {
    stream { to in
      let only = to.held()
      to.connect(
        self.upstream,
        next: { value in
          if only.value != nil { return to.error(.own("there is more than one value")) }
          only.value = value
        },
        completed: {
          guard let value = only.value else { return to.lacks("value") }
          to.next(value)
          to.completed()
        })
    }
  }

  /// "False with the first value, or true at completion."
  func isEmpty() -> Stream { decided(false) { _ in true } }

  /// "False when a value fails the test, or true at completion."
  func all() throws(Unsupported) -> Stream {
    let passes = try predicate()
    return decided(false) { value throws(Thrown) in !(try passes(value)) }
  }

  /// "True when an equal value comes, or false at completion."
  func contains() throws(Unsupported) -> Stream {
    let sought = try value()
    return decided(true) { $0 == sought }
  }

  /// One result for a deciding value, and the other one at completion.
  private func decided(
    _ result: Bool, by decides: @escaping (Value) throws(Thrown) -> Bool
  ) -> Stream {
    stream { to in
      let isDecided = to.state(false)
      to.connect(
        self.upstream,
        next: { value throws(Thrown) in
          if isDecided.content { return }
          guard try decides(value) else { return }
          isDecided.content = !self.faults.decidesAgain
          to.finish(with: .bool(result))
        },
        completed: {
          if !isDecided.content { to.next(.bool(!result)) }
          to.completed()
        })
    }
  }

  /// "The number of values is emitted at completion."
  func counted() -> Stream {
    stream { to in
      let number = to.state(0.0)
      to.connect(
        self.upstream,
        next: { _ in number.content += 1 },
        completed: {
          to.next(.number(number.content))
          to.completed()
        })
    }
  }

  /// "One list of all values of this subscription is emitted at completion."
  func toList() -> Stream {
    stream { to in
      let list = to.state([Value]())
      to.connect(
        self.upstream,
        next: { list.content.append($0) },
        completed: {
          to.next(.list(list.content))
          to.completed()
        })
    }
  }
}
