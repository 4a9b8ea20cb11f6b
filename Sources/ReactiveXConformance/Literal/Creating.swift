// just, empty, never, error, from, range, defer and using: streams by themselves, which do not use upstream.

import Conformance

extension OperatorCall {
  /// "The value is emitted, and the stream completes."
  func just() throws(Unsupported) -> Stream { emitting([try value()]) }

  /// "Each item of the list is emitted in order, and the stream completes."
  func from() throws(Unsupported) -> Stream { emitting(try list()) }

  /// "As many integers as the count says are emitted, from the first one on, and the stream completes."
  func range() throws(Unsupported) -> Stream {
    let first = try number("from")
    return emitting(try (0..<count("count")).map { .number(first + Double($0)) })
  }

  /// Emits values until nobody listens any more, and completes.
  func emitting(_ values: [Value]) -> Stream {
    stream { to in
      for value in values where to.isOpen { to.next(value) }
      if to.isOpen { to.completed() }
    }
  }

  /// "Nothing is emitted, and the stream does not end."
  func never() -> Stream { stream { _ in } }

  /// "The stream fails with the error."
  func failing() throws(Unsupported) -> Stream {
    let failure = Failure(value: try value())
    return stream { to in to.error(failure) }
  }

  /// "For each subscription, the function is called, and then the source is connected and mirrored."
  func deferred() throws(Unsupported) -> Stream {
    let (call, source) = (try callback("calls"), try other())
    return stream { to in
      call()
      to.connect(source, next: to.next)
    }
  }

  /// "For each subscription, the resource is opened and the source connected. The resource is closed once, at the
  /// end or at the unsubscription."
  func using() throws(Unsupported) -> Stream {
    let (open, close) = (try callback("opens"), try callback("closes"))
    let source = try other()
    return stream { to in
      open()
      let closesFirst = self.reads("using-lets-go-first")
      if closesFirst { to.atTheEnd(close) }
      to.connect(source, next: to.next)
      if !closesFirst { to.atTheEnd(close) }
    }
  }
}
