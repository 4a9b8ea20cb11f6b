// just, empty, never, error, from, range, defer and using: streams that do not use upstream.

import Conformance

extension OperatorCall {
  /// "Each observer receives the value, and the stream completes."
  func just() throws(Unsupported) -> Stream { emitting([try value()]) }

  /// "The items of the list are emitted in order, and the stream completes."
  func from() throws(Unsupported) -> Stream { emitting(try list()) }

  /// "Integers are emitted in order from the first one, as many as the count, and the stream
  /// completes."
  func range() throws(Unsupported) -> Stream {
    let first = try number("from")
    return emitting(try (0..<count("count")).map { .number(first + Double($0)) })
  }

  /// Emits values while the observer listens, and completes.
  func emitting(_ values: [Value]) -> Stream {
    stream { to in
      for value in values where to.isOpen { to.next(value) }
      if to.isOpen { to.completed() }
    }
  }

  /// "The stream emits nothing and does not end."
  func never() -> Stream { stream { _ in } }

  /// "The stream emits nothing and fails with the error."
  func failing() throws(Unsupported) -> Stream {
    let failure = Failure(value: try value())
    return stream { to in to.error(failure) }
  }

  /// "For each subscription, the function is called, and then its source is connected and
  /// mirrored."
  func deferred() throws(Unsupported) -> Stream {
    let (call, source) = (try callback("calls"), try other())
    return stream { to in
      call()
      to.connect(source, next: to.next)
    }
  }

  /// "For each subscription, a resource is opened, and then the source is connected and mirrored."
  /// It is closed once, at the error or completion, or at the unsubscription.
  func using() throws(Unsupported) -> Stream {
    let (open, close) = (try callback("opens"), try callback("closes"))
    let source = try other()
    return stream { to in
      open()
      let closesFirst = self.chooses("using-lets-go-first")
      if closesFirst { to.atTheEnd(close) }
      to.connect(source, next: to.next)
      if !closesFirst { to.atTheEnd(close) }
    }
  }
}
