// The operators that make texts: toString, log.

extension MotionObservable where T: BinaryInteger {
  /// Emits each number as a text.
  ///
  /// Source: the `toString` specification.
  ///
  /// - Returns: A stream that connects upstream once for each subscription. States pass through it.
  /// - Complexity: O(*n*) for *n* digits.
  @inlinable
  public func toString() -> MotionObservable<String> {
    _map { String($0) }
  }
}

extension MotionObservable where T: BinaryFloatingPoint & LosslessStringConvertible {
  /// Emits each number as a text: its shortest decimal form, without an exponent.
  ///
  /// 1.0 gives `1`, and −0.0 gives `0`.
  ///
  /// Source: the `toString` specification.
  ///
  /// - Returns: A stream that connects upstream once for each subscription. States pass through it.
  /// - Complexity: O(*n*) for *n* digits.
  public func toString() -> MotionObservable<String> {
    _map { $0 == 0 ? "0" : decimal($0.description) }
  }
}

/// A number's description without an exponent, and without a fraction of 0.
private func decimal(_ description: String) -> String {
  let parts = description.split(separator: "e")
  let sign = parts[0].hasPrefix("-") ? "-" : ""
  let digits = parts[0].drop { $0 == "-" }.split(separator: ".")
  let fraction = digits.count > 1 && digits[1] != "0" ? digits[1] : ""
  guard parts.count > 1, let exponent = Int(parts[1]) else {
    return sign + digits[0] + (fraction.isEmpty ? "" : "." + fraction)
  }
  // The description has one digit before its point.
  let all = digits[0] + fraction
  return exponent < 0
    ? sign + "0." + String(repeating: "0", count: -exponent - 1) + all
    : sign + all + String(repeating: "0", count: max(0, exponent - fraction.count))
}

extension MotionObservable {
  /// Writes each value, and emits it as it is.
  ///
  /// ```swift
  /// let logged = position.log(prefix: "position:")
  /// ```
  ///
  /// Source: the `log` specification.
  ///
  /// - Parameters:
  ///   - prefix: Stands before each value, with a space between them.
  ///   - write: Receives each line; by default, it is written to the console.
  /// - Returns: A stream that connects upstream once for each subscription. States pass through it.
  /// - Complexity: That of describing a value and of writing.
  @inlinable
  public func log(
    prefix: String = "", to write: @escaping (String) -> Void = { print($0) }
  ) -> MotionObservable<T> {
    _nextOperator { value, next in
      write(prefix.isEmpty ? "\(value)" : "\(prefix) \(value)")
      next(value)
    }
  }
}
