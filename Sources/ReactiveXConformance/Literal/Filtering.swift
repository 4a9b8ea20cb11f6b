// filter, distinct, distinctUntilChanged, ignoreElements, defaultIfEmpty, all, contains, count and toList.

import Conformance

extension OperatorCall {
  /// "The values that pass the test are emitted, and no other."
  func filter() throws(Unsupported) -> Stream {
    let passes = try predicate()
    return stream { to in
      to.connect(self.upstream) { value throws(Thrown) in
        if try passes(value) { to.next(value) }
      }
    }
  }

  /// "A value is emitted if no equal one was emitted before."
  func distinct() -> Stream {
    stream { to in
      let known = to.state(Set<Value>())
      to.connect(self.upstream) { value in
        if known.content.insert(value).inserted { to.next(value) }
      }
    }
  }

  /// "A value is emitted if it is the first, or differs from the one before it."
  func distinctUntilChanged() -> Stream {
    stream { to in
      let former = to.held()
      to.connect(self.upstream) { value in
        let isRepeated = former.value == value
        former.value = value
        if !isRepeated { to.next(value) }
      }
    }
  }

  /// "No value is emitted; error and completion pass."
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

  /// "False is emitted as soon as a value fails the test, and otherwise true at completion."
  func all() throws(Unsupported) -> Stream {
    let passes = try predicate()
    return stream { to in
      let isDecided = to.state(false)
      to.connect(
        self.upstream,
        next: { value throws(Thrown) in
          if isDecided.content { return }
          if try passes(value) { return }
          isDecided.content = !self.faults.decidesAgain
          to.finish(with: .bool(false))
        },
        completed: {
          if !isDecided.content { to.next(.bool(true)) }
          to.completed()
        })
    }
  }

  /// "True is emitted as soon as an equal value comes, and otherwise false at completion."
  func contains() throws(Unsupported) -> Stream {
    let sought = try value()
    return stream { to in
      let isDecided = to.state(false)
      to.connect(
        self.upstream,
        next: { value in
          if isDecided.content || value != sought { return }
          isDecided.content = !self.faults.decidesAgain
          to.finish(with: .bool(true))
        },
        completed: {
          if !isDecided.content { to.next(.bool(false)) }
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

  /// "At completion, one list of all values is emitted, of this subscription alone."
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
