// The marked tree to values: the portable part of the core schema.

extension FixtureDecoder {
  /// A value of the JSON data model, at a depth within another.
  mutating func value(_ index: Int, depth: Int = 0) -> Value? {
    guard let index = resolve(index) else { return nil }
    // The tree itself is bounded; an alias may stand for a tree within another.
    guard depth <= limits.depth else {
      return refuse(
        "aliases make this value nested deeper than the limit of \(counted(limits.depth, "level"))",
        at: index)
    }
    switch tree.nodes[index].kind {
    case .scalar, .alias: return scalarValue(index)
    case .sequence:
      return each(of: tree.children(of: index)) { $0.value($1, depth: depth + 1) }.map(Value.list)
    case .mapping: return mapValue(index, depth: depth)
    }
  }

  private mutating func mapValue(_ index: Int, depth: Int) -> Value? {
    var children = tree.children(of: index)
    var pairs: [(key: Name, value: Value)] = []
    pairs.reserveCapacity(children.count / 2)
    // A few keys are compared faster than they are hashed.
    let hasFewKeys = children.count / 2 <= 8
    var keys: Set<Name> = []
    var isWhole = true
    while let keyIndex = tree.next(&children), let valueIndex = tree.next(&children) {
      let key = text(keyIndex, expected: "a text as the key").map(Name.init(_:))
      let value = value(valueIndex, depth: depth + 1)
      guard let key, let value else {
        isWhole = false
        continue
      }
      let isNew =
        hasFewKeys
        ? !pairs.contains { $0.key == key } : keys.insert(key).inserted
      if isNew {
        pairs.append((key, value))
      } else {
        problem("the key `\(key)` occurs twice in this map", at: keyIndex)
        isWhole = false
      }
    }
    return isWhole ? .map(pairs) : nil
  }

  private mutating func scalarValue(_ index: Int) -> Value? {
    let meaning = tree.scalar(index) ?? .string
    switch (tree.nodes[index].tag, meaning) {
    case (_, .notPortable(let obstacle)):
      return refuse(obstacle.rawValue, at: index, hint: "as a text it needs quotes")
    case (.none, .null), (.null, .null): return .null
    case (.none, .bool(let value)), (.bool, .bool(let value)): return .bool(value)
    case (.none, .int(let value)), (.none, .float(let value)), (.int, .int(let value)),
      (.float, .float(let value)), (.float, .int(let value)):
      return .number(value)
    case (.none, .string), (.string, _): return string(index)
    case (let tag, _):
      return refuse("`\(tree.string(of: index))` is no value of its tag `!!\(tag)`", at: index)
    }
  }

  /// A text, but for the one that stands for an integer that no value is: nothing expects or emits it.
  private mutating func string(_ index: Int) -> Value? {
    let text = tree.string(of: index)
    guard text.utf8.count > JSONReader.unheld.utf8.count, text.hasSuffix(JSONReader.unheld) else {
      return .string(text)
    }
    return refuse("`\(text)` stands for what an adapter answered, and is no value", at: index)
  }

  /// A time above 0 in seconds, with at most three decimals, as milliseconds. A problem begins with a
  /// sentence, such as "a time is", and says "by" again where that does.
  mutating func milliseconds(_ index: Int, _ sentence: String) -> Int? {
    guard let value = value(index) else { return nil }
    let isMoved = sentence.hasSuffix(" by")
    guard case .number(let seconds) = value, seconds >= 0 || !isMoved else {
      return refuse(
        "\(sentence) a number of seconds, not \(isMoved ? "by " : "")`\(value)`", at: index)
    }
    let milliseconds = (seconds * 1000).rounded()
    if seconds <= 0 {
      problem("\(sentence) more than 0 seconds", at: index)
    } else if milliseconds > largestPortableInteger {
      problem("\(sentence) at most \(Value.number(mostSeconds)) seconds", at: index)
    } else if milliseconds / 1000 != seconds {
      problem(
        "\(sentence) whole milliseconds, and `\(value)` has more than three decimals", at: index)
    } else {
      return Int(milliseconds)
    }
    return nil
  }
}

/// The longest time, in seconds: its milliseconds are portable.
private let mostSeconds = (largestPortableInteger / 1000).rounded(.down)
