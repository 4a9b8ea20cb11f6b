// Values from any decoder, for streams in Swift.

extension Value: Decodable {
  /// Reads a value of JSON. A fraction is the nearest double; the keys of a map are put in order.
  ///
  /// - Parameter decoder: The decoder of the value.
  /// - Throws: The decoder's errors, or `DecodingError` for an integer that no double represents.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let number = try? container.decode(Double.self) {
      if number.magnitude >= 0x1p53, let integer = try? container.decode(Int128.self),
        Int128(exactly: number) != integer
      {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "a number that is no double: \(integer)")
      }
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .string(text)
    } else if let truth = try? container.decode(Bool.self) {
      self = .bool(truth)
    } else if var list = try? decoder.unkeyedContainer() {
      var values: [Value] = []
      while !list.isAtEnd { values.append(try list.decode(Value.self)) }
      self = .list(values)
    } else {
      let map = try container.decode([String: Value].self)
      self = .map(map.map { (key: Name($0), value: $1) }.sorted { $0.key < $1.key })
    }
  }
}
