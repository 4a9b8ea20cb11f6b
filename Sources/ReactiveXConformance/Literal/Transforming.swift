// map, scan, reduce, buffer, pairwise, materialize and dematerialize.

import Conformance

extension OperatorCall {
  /// "Each value is replaced by the result of the function."
  func map() throws(Unsupported) -> Stream {
    let functions = try functions()
    return stream { to in
      let transform = functions(to)
      to.connect(self.upstream) { value throws(Thrown) in to.next(try transform(value)) }
    }
  }

  /// "The function combines its last result, or the seed, with each value, and each result is
  /// emitted."
  func scan() throws(Unsupported) -> Stream {
    let reduce = try reducer()
    let seed = seed()
    return stream { to in
      let soFar = to.held(seed)
      func begin() {
        let tellsSeed = self.chooses(anyOf: ["tells-its-seed", "connects-then-tells-its-seed"])
        if let seed, tellsSeed { to.next(seed) }
      }
      let connectsFirst = self.chooses("scan-connects-then-tells-its-seed")
      if !connectsFirst { begin() }
      to.connect(self.upstream) { value throws(Thrown) in
        let result = if let former = soFar.value { try reduce(former, value) } else { value }
        soFar.value = result
        to.next(result)
      }
      if connectsFirst { begin() }
    }
  }

  /// "Like scan, but only the last result is emitted, at completion."
  func reduce() throws(Unsupported) -> Stream {
    let reduce = try reducer()
    let seed = seed()
    return stream { to in
      let soFar = to.held(seed)
      to.connect(
        self.upstream,
        next: { value throws(Thrown) in
          soFar.value = if let former = soFar.value { try reduce(former, value) } else { value }
        },
        completed: {
          if let result = soFar.value {
            to.next(result)
          } else if self.chooses("reduce-of-nothing-errs") {
            to.error(.own("there is nothing to reduce"))
          }
          to.completed()
        })
    }
  }

  /// "Values are collected in lists of the given count", each emitted when full; the rest at
  /// completion.
  func buffer() throws(Unsupported) -> Stream {
    let count = try count(from: 1)
    return stream { to in
      let list = to.state([Value]())
      to.connect(
        self.upstream,
        next: { value in
          list.content.append(value)
          if list.content.count < count { return }
          let full = list.content
          list.content = []
          to.next(.list(full))
        },
        completed: {
          if !list.content.isEmpty { to.next(.list(list.content)) }
          to.completed()
        })
    }
  }

  /// "Each value except the first is emitted in a list, after the value before it."
  func pairwise() -> Stream {
    stream { to in
      let former = to.held()
      to.connect(self.upstream) { value in
        let before = former.value
        former.value = value
        if let before { to.next(.list([before, value])) }
      }
    }
  }

  /// Each notification is "emitted as a value that describes it. Then the stream completes."
  func materialize() -> Stream {
    func described(_ word: String, _ value: Value?) -> Value {
      let kind = (key: Name("kind"), value: Value.string(word))
      return .map(value.map { [kind, (key: Name("value"), value: $0)] } ?? [kind])
    }
    return stream { to in
      to.connect(
        self.upstream,
        next: { to.next(described("next", $0)) },
        error: { failure in
          to.next(described("error", failure.value))
          to.completed()
        },
        completed: {
          to.next(described("completed", nil))
          to.completed()
        })
    }
  }

  /// "Each value that describes a notification is emitted as that notification."
  func dematerialize() -> Stream {
    stream { to in
      to.connect(self.upstream) { described in
        let value = described["value"]
        switch described["kind"] {
        case "next": to.next(value ?? .null)
        case "error": to.error(Failure(value: value))
        default: to.completed()
        }
      }
    }
  }
}

extension Value {
  /// The value of a key.
  fileprivate subscript(key: Name) -> Value? {
    if case .map(let pairs) = self { pairs.first { $0.key == key }?.value } else { nil }
  }
}
