// bufferCount, bufferTime and bufferBoundary, and the windows that open and close like their lists.

import Conformance

extension OperatorCall {
  /// "A list begins with the first value and with every skip-th value after it. It is emitted when
  /// it has count values; lists that are not full are emitted at completion."
  func bufferCount() throws(Unsupported) -> Stream { try byCount(lists, opensAtOnce: false) }

  /// Like bufferCount, with windows.
  func windowCount() throws(Unsupported) -> Stream {
    try byCount(windows, opensAtOnce: !chooses("windowCount-opens-with-its-first-value"))
  }

  /// "At the end of each period and at completion, the values of that period are emitted as a list,
  /// which may be empty."
  func bufferTime() throws(Unsupported) -> Stream { try byTime(lists) }

  /// Like bufferTime, with windows.
  func windowTime() throws(Unsupported) -> Stream { try byTime(windows) }

  /// "When the other source emits, and at completion, the values since its last value are emitted
  /// as a list, which may be empty."
  func bufferBoundary() throws(Unsupported) -> Stream { try byBoundary(lists) }

  /// Like bufferBoundary, with windows.
  func windowBoundary() throws(Unsupported) -> Stream { try byBoundary(windows) }

  // MARK: - Closing one, and opening the next

  private func byCount(
    _ make: @escaping (Subscription) -> Parts, opensAtOnce: Bool
  ) throws(Unsupported) -> Stream {
    let size = try count("count", from: 1)
    let skip = try count("skip", from: 1)
    return stream { to in
      let parts = make(to)
      let number = to.state(0)
      func open() { if number.content % skip == 0 { parts.open() } }
      if opensAtOnce { open() }
      parts.upstream.connect(
        self.upstream,
        next: { value in
          if !opensAtOnce { open() }
          number.content += 1
          let isFull = number.content >= size && (number.content - size) % skip == 0
          parts.put(value)
          if isFull { parts.close() }
          if opensAtOnce { open() }
        }, completed: parts.completed)
    }
  }

  private func byTime(_ make: @escaping (Subscription) -> Parts) throws(Unsupported) -> Stream {
    let period = try milliseconds()
    return stream { to in
      let parts = make(to)
      func wait() {
        parts.upstream.after(period) {
          parts.renew()
          wait()
        }
      }
      parts.open()
      wait()
      parts.upstream.connect(self.upstream, next: parts.put, completed: parts.completed)
    }
  }

  private func byBoundary(_ make: @escaping (Subscription) -> Parts) throws(Unsupported) -> Stream {
    let other = try other()
    return stream { to in
      let parts = make(to)
      let opensLater = !parts.opensFirst && self.readsTheOtherFirst
      if !opensLater { parts.open() }
      self.inChosenOrder(
        {
          if opensLater { parts.renew() }
          parts.upstream.connect(self.upstream, next: parts.put, completed: parts.completed)
        },
        {
          let boundaries = parts.upstream.connect(
            other, next: { _ in parts.renew() },
            completed: {
              if self.chooses(anyOf: ["completes-with-the-other"]) { parts.completed() }
            })
          if self.chooses("windowBoundary-lives-for-its-last-window") {
            to.atTheEnd(boundaries.close)
          }
        })
    }
  }

  /// Connects upstream and then another source, or in reverse order if that behaviour is chosen.
  func inChosenOrder(_ upstream: () -> Void, _ other: () -> Void) {
    if readsTheOtherFirst { other() }
    upstream()
    if !readsTheOtherFirst { other() }
  }

  private var readsTheOtherFirst: Bool { chooses(anyOf: ["connects-the-other-first"]) }

  // MARK: - Lists and windows

  private func lists(_ to: Subscription) -> Parts {
    let open = to.state([[Value]]())
    func close() {
      guard let list = open.content.first else { return }
      open.content.removeFirst()
      to.next(.list(list))
    }
    return Parts(
      upstream: to, opensFirst: true,
      open: { open.content.append([]) },
      put: { value in open.content = open.content.map { $0 + [value] } },
      close: close,
      completed: {
        while !open.content.isEmpty { close() }
        to.completed()
      })
  }

  private func windows(_ to: Subscription) -> Parts {
    let split = Split(to, of: self)
    let open = to.state([Part]())
    return Parts(
      upstream: split.upstream, opensFirst: chooses("windowTime-opens-before-it-completes"),
      open: { open.content.append(split.open(.null)) },
      put: { value in open.content.forEach { $0.emit(.next(value)) } },
      close: { if !open.content.isEmpty { open.content.removeFirst().emit(.completed) } },
      completed: { split.upstream.completed() })
  }
}

/// Lists, which are emitted when they are closed, or windows, which are emitted when they open.
private struct Parts {
  /// The subscription to upstream: that of the observer, or a longer one for its windows.
  let upstream: Subscription

  /// Whether the next one opens before the former one closes. Values during a list go to the next
  /// one.
  let opensFirst: Bool
  let open: () -> Void

  /// Puts a value into all open ones.
  let put: (Value) -> Void

  /// Closes the oldest one.
  let close: () -> Void
  let completed: () -> Void

  func renew() {
    if opensFirst { open() }
    close()
    if !opensFirst { open() }
  }
}
