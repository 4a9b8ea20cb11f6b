// The marked tree to values: the portable part of the core schema.

extension FixtureDecoder {
  /// A value of the JSON data model, at a depth within another.
  mutating func value(_ index: Int, depth: Int = 0) throws -> Value {
    let index = try resolve(index)
    // The tree itself is bounded; an alias may nest a tree in another.
    let most = limits.depth
    try check(
      depth <= most,
      "aliases make this value nested deeper than the limit of \(counted(most, "level"))",
      at: index)
    switch tree.nodes[index].kind {
    case .scalar, .alias: return try scalarValue(index)
    case .sequence:
      return .list(
        each(of: tree.children(of: index)) { try $0.value($1, depth: depth + 1) })
    case .mapping:
      let pairs = try pairs(index, expected: "a map") {
        Name(try $0.text($1, expected: "a text as the key"))
      }
      return .map(
        pairs.compactMap { one in
          (try? value(one.content, depth: depth + 1)).map { (key: one.name, value: $0) }
        })
    }
  }

  private mutating func scalarValue(_ index: Int) throws -> Value {
    switch (tree.nodes[index].tag, tree.scalar(index) ?? .string) {
    case (_, .notPortable(let obstacle)):
      return try refuse(obstacle.rawValue, at: index, hint: "as a text it needs quotes")
    case (.none, .null), (.null, .null): return .null
    case (.none, .bool(let value)), (.bool, .bool(let value)): return .bool(value)
    case (.none, .int(let value)), (.none, .float(let value)), (.int, .int(let value)),
      (.float, .float(let value)), (.float, .int(let value)):
      return .number(value)
    case (.none, .string), (.string, _):
      let text = tree.string(of: index)
      // No fixture may use the text for an integer that no value represents.
      try check(
        text.utf8.count <= JSONReader.unheld.utf8.count || !text.hasSuffix(JSONReader.unheld),
        "`\(text)` describes an adapter's answer, and is not a value", at: index)
      return .string(text)
    case (let tag, _):
      return try refuse("`\(tree.string(of: index))` is not of its tag `!!\(tag)`", at: index)
    }
  }

  /// The value of an error, which is not null.
  mutating func error(_ index: Int, hint: String? = nil) throws -> Value {
    let value = try value(index)
    try check(value != .null, "the value of an error is not null", at: index, hint: hint)
    return value
  }

  /// A truth value.
  mutating func truth(_ index: Int) throws -> Bool {
    guard case .bool(let truth) = try value(index) else {
      return try wrongKind(index, expected: "`true` or `false`")
    }
    return truth
  }

  /// A time above 0 in seconds, with at most three decimals, as milliseconds. A problem begins with
  /// a sentence, such as "a time is", and repeats its "by" if it has one.
  mutating func milliseconds(_ index: Int, _ sentence: String) throws -> Int {
    let value = try value(index)
    let isMoved = sentence.hasSuffix(" by")
    guard case .number(let seconds) = value, seconds >= 0 || !isMoved else {
      return try refuse(
        "\(sentence) a number of seconds, not \(isMoved ? "by " : "")`\(value)`", at: index)
    }
    let milliseconds = (seconds * 1000).rounded()
    try check(seconds > 0, "\(sentence) more than 0 seconds", at: index)
    try check(
      milliseconds <= largestPortableInteger,
      "\(sentence) at most \(Value.number(mostSeconds)) seconds", at: index)
    try check(
      milliseconds / 1000 == seconds,
      "\(sentence) whole milliseconds, and `\(value)` has more than three decimals", at: index)
    return Int(milliseconds)
  }
}

/// The longest time, in seconds: its milliseconds are portable.
private let mostSeconds = (largestPortableInteger / 1000).rounded(.down)
