// Values to write as JSON, and values of JSON through any decoder.

private struct JSONKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension Value {
  /// A map of those members that there are.
  package static func object(_ members: KeyValuePairs<Name, Value?>) -> Value {
    .map(members.compactMap { key, value in value.map { (key, $0) } })
  }
}

extension Value: Decodable {
  /// Reads a value of JSON. A fraction is the nearest double; the keys of a map are put in order.
  ///
  /// - Parameter decoder: Gives the value.
  /// - Throws: What the decoder throws, or `DecodingError` for an integer that no double is.
  public init(from decoder: any Decoder) throws {
    if let known = decoder as? ValueDecoder {
      self = known.value
      return
    }
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
      let map = try decoder.container(keyedBy: JSONKey.self)
      self = .map(
        try map.allKeys.map {
          (key: Name($0.stringValue), value: try map.decode(Value.self, forKey: $0))
        }
        .sorted { $0.key < $1.key })
    }
  }
}
