// Mistakes at an operator's border, which any operator of any specification can make: the columns of tables of
// deviations, whose rows are operators.

/// Connects a receiver of notifications, and returns the function that disconnects it.
package typealias Connect = (_ receive: @escaping (Notification) -> Void) -> () -> Void

/// A mistake at an operator's border.
package struct Column: Sendable {
  /// The stream that goes wrong: one that the operator is applied to, or its result.
  package enum Border: Sendable {
    case upstream, others, downstream
  }

  package let border: Border

  /// The connect function in its place: made once for a stream, or for each of its connections.
  ///
  /// The second argument returns whether the operator was unsubscribed, or ended by itself; `nil` while it lasts.
  package let alter:
    @Sendable (_ connect: @escaping Connect, _ isLeft: @escaping () -> Bool?) -> Connect

  package init(
    _ border: Border,
    _ alter: @escaping @Sendable (@escaping Connect, @escaping () -> Bool?) -> Connect
  ) {
    (self.border, self.alter) = (border, alter)
  }

  /// A column that changes notifications: `make` is called for each connection.
  package static func telling(
    _ border: Border,
    _ make:
      @escaping @Sendable (_ tell: @escaping (Notification) -> Void) -> (Notification) -> Void
  ) -> Column {
    Column(border) { connect, _ in { connect(make($0)) } }
  }

  /// Some notifications are lost.
  package static func losing(
    _ border: Border, _ isLost: @escaping @Sendable (Notification) -> Bool
  ) -> Column {
    telling(border) { tell in { if !isLost($0) { tell($0) } } }
  }

  /// Falsy values are lost.
  package static func losingFalsy(_ border: Border) -> Column {
    losing(border) { if case .next(let value) = $0 { value.isFalsy } else { false } }
  }

  /// Values, or other notifications, are lost if they come while the stream is being connected.
  package static func losingWhileConnecting(
    _ border: Border,
    _ isLost: @escaping @Sendable (Notification) -> Bool = { $0.channel == .next }
  ) -> Column {
    Column(border) { connect, _ in
      { receive in
        var isConnecting = true
        defer { isConnecting = false }
        return connect { if !isConnecting || !isLost($0) { receive($0) } }
      }
    }
  }

  /// The stream is not disconnected, unless it has ended: if the operator was unsubscribed, if it has ended, or while
  /// it lasts.
  package static func staying(_ border: Border, whenLeft isMeant: Bool?) -> Column {
    Column(border) { connect, isLeft in
      { receive in
        var hasEnded = false
        let disconnect = connect {
          hasEnded = hasEnded || $0.channel.endsSubscription
          receive($0)
        }
        return { if hasEnded || isLeft() != isMeant { disconnect() } }
      }
    }
  }
}

extension Value {
  /// Whether it is falsy in many languages.
  package var isFalsy: Bool {
    switch self {
    case .null, .bool(false), .number(0), .string(""): true
    case .list(let values): values.isEmpty
    default: false
    }
  }
}
