// A value to a type, for messages and results; names are distinguished by Unicode scalars.
//
// The decoders of Foundation read an object into a table of strings, in which equivalent names are one.

/// Decodes a type from a value.
package struct ValueDecoder: Decoder {
  let value: Value
  package let codingPath: [any CodingKey]
  package var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// Decodes a type from a text of JSON that is one object.
  ///
  /// - Throws: `JSONFault` where the text is none, and `DecodingError` where the object is another.
  /// - Complexity: O(*n*) in the length of the text.
  package static func decode<Content: Decodable>(
    _ type: Content.Type, from text: ArraySlice<UInt8>
  ) throws -> Content {
    try decode(type, from: JSONReader.read(text))
  }

  /// Decodes a type from a value.
  package static func decode<Content: Decodable>(
    _ type: Content.Type, from value: Value
  ) throws -> Content {
    try ValueDecoder(value: value, codingPath: []).decode(type)
  }

  package func container<Key: CodingKey>(keyedBy type: Key.Type) throws
    -> KeyedDecodingContainer<Key>
  {
    guard case .map(let pairs) = value else { throw mismatch([String: Value].self) }
    return KeyedDecodingContainer(Members(pairs, self))
  }

  package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .list(let values) = value else { throw mismatch([Value].self) }
    return Items(values: values, decoder: self)
  }

  package func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  fileprivate func mismatch(_ type: any Any.Type) -> DecodingError {
    let context = DecodingError.Context(codingPath: codingPath, debugDescription: "")
    return value == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  fileprivate func inner(_ key: any CodingKey, _ value: Value) -> ValueDecoder {
    ValueDecoder(value: value, codingPath: codingPath + [key])
  }
}

extension ValueDecoder: SingleValueDecodingContainer {
  package func decodeNil() -> Bool { value == .null }

  package func decode(_ type: Bool.Type) throws -> Bool {
    guard case .bool(let truth) = value else { throw mismatch(type) }
    return truth
  }

  package func decode(_ type: String.Type) throws -> String {
    guard case .string(let text) = value else { throw mismatch(type) }
    return text
  }

  package func decode(_ type: Double.Type) throws -> Double {
    guard case .number(let number) = value else { throw mismatch(type) }
    return number
  }

  package func decode(_ type: Int.Type) throws -> Int {
    guard case .number(let number) = value, let integer = Int(exactly: number) else {
      throw mismatch(type)
    }
    return integer
  }

  package func decode<Content: Decodable>(_ type: Content.Type) throws -> Content {
    if type == Value.self { return value as! Content }
    return try Content(from: self)
  }
}

extension ValueDecoder {
  /// The members of an object, as a type asks for them.
  private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let pairs: [(key: Name, value: Value)]
    let decoder: ValueDecoder

    /// Where each name is, for an object with more than a type asks for.
    let positions: [Name: Int]

    init(_ pairs: [(key: Name, value: Value)], _ decoder: ValueDecoder) {
      self.pairs = pairs
      self.decoder = decoder
      positions =
        pairs.count <= 16
        ? [:]
        : Dictionary(pairs.enumerated().map { ($1.key, $0) }) { _, last in last }
    }

    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { pairs.compactMap { Key(stringValue: $0.key.text) } }

    private func find(_ key: Key) -> Value? {
      let name = Name(key.stringValue)
      let position =
        positions.isEmpty ? pairs.firstIndex { $0.key == name } : positions[name]
      return position.map { pairs[$0].value }
    }

    private func member(_ key: Key) throws -> ValueDecoder {
      guard let value = find(key) else {
        throw DecodingError.keyNotFound(
          key, DecodingError.Context(codingPath: codingPath, debugDescription: ""))
      }
      return decoder.inner(key, value)
    }

    func contains(_ key: Key) -> Bool { find(key) != nil }
    func decodeNil(forKey key: Key) throws -> Bool { try member(key).decodeNil() }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try member(key).decode(type) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try member(key).decode(type) }

    func decode(_ type: String.Type, forKey key: Key) throws -> String {
      try member(key).decode(type)
    }

    func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
      try member(key).decode(type)
    }

    func decode<Content: Decodable>(_ type: Content.Type, forKey key: Key) throws -> Content {
      try member(key).decode(type)
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
      try member(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try member(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { decoder }
    func superDecoder(forKey key: Key) throws -> any Decoder { try member(key) }
  }

  /// The items of a list, in order. An item that is not of the requested type remains the next
  /// item.
  private struct Items: UnkeyedDecodingContainer {
    let values: [Value]
    let decoder: ValueDecoder
    var currentIndex = 0

    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { values.count }
    var isAtEnd: Bool { currentIndex == values.count }

    private struct Position: CodingKey {
      let index: Int
      var intValue: Int? { index }
      var stringValue: String { "\(index)" }

      init(_ index: Int) { self.index = index }
      init(intValue: Int) { index = intValue }
      init?(stringValue: String) { nil }
    }

    private mutating func next<Content>(_ read: (ValueDecoder) throws -> Content) throws -> Content
    {
      let position = Position(currentIndex)
      guard !isAtEnd else {
        throw DecodingError.valueNotFound(
          Content.self,
          DecodingError.Context(codingPath: codingPath + [position], debugDescription: ""))
      }
      let content = try read(decoder.inner(position, values[currentIndex]))
      currentIndex += 1
      return content
    }

    mutating func decodeNil() throws -> Bool {
      let isNull = !isAtEnd && values[currentIndex] == .null
      if isNull { currentIndex += 1 }
      return isNull
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool { try next { try $0.decode(type) } }
    mutating func decode(_ type: Int.Type) throws -> Int { try next { try $0.decode(type) } }
    mutating func decode(_ type: String.Type) throws -> String { try next { try $0.decode(type) } }
    mutating func decode(_ type: Double.Type) throws -> Double { try next { try $0.decode(type) } }

    mutating func decode<Content: Decodable>(_ type: Content.Type) throws -> Content {
      try next { try $0.decode(type) }
    }

    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
      try next { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      try next { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder { try next { $0 } }
  }
}

/// The members of an object whose names are its author's, in the order of the text.
package struct NamedMembers<Content: Decodable>: Decodable {
  package let pairs: [(name: Name, content: Content)]

  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: JSONKey.self)
    pairs = try members.allKeys.map {
      (Name($0.stringValue), try members.decode(Content.self, forKey: $0))
    }
  }
}
