// Names the parts of values and events that neither JSON nor a fixture can express. They are never changed.

extension Value {
  /// How deep a value may be nested: an answer may have 512 levels, 5 of which enclose it.
  private static let deepest = 507

  /// The first part that neither JSON nor a fixture can express, with its place: "has at
  /// `.items[2]` a number that is not finite: nan (Double)"; `nil` if there is none.
  ///
  /// - Complexity: O(*n*) in the size of the value.
  package var unsayable: String? {
    guard let (place, part) = unsayablePart(depth: 0) else { return nil }
    return "has at `\(place.isEmpty ? "." : cut(place, to: 100))` \(part)"
  }

  private func unsayablePart(depth: Int) -> (place: String, part: String)? {
    switch self {
    case .null, .bool, .string: return nil
    case .number(let number):
      return number.isFinite ? nil : ("", "a number that is not finite: \(number) (Double)")
    case .list where depth == Self.deepest, .map where depth == Self.deepest:
      return ("", "a value that is nested more than \(Self.deepest) deep")
    case .list(let values):
      for (index, value) in values.enumerated() {
        if let (place, part) = value.unsayablePart(depth: depth + 1) {
          return ("[\(index)]\(place)", part)
        }
      }
    case .map(let pairs):
      var keys: Set<Name> = []
      if let twice = pairs.first(where: { !keys.insert($0.key).inserted }) {
        return ("", "a key that is there twice: \(twice.key) (Name)")
      }
      for (key, value) in pairs {
        if let (place, part) = value.unsayablePart(depth: depth + 1) {
          return (Self.place(of: key) + place, part)
        }
      }
    }
    return nil
  }

  /// A key after a point if it is a word, otherwise quoted.
  private static func place(of key: Name) -> String {
    let isWord = key.text.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) != nil
    return isWord ? ".\(key)" : "[\(Value.string(key).json)]"
  }
}

extension Event {
  /// The sentence about a part of its value that neither JSON nor a fixture can express; `nil` if there is none.
  ///
  /// - Complexity: O(*n*) in the size of the value.
  package var unsayable: String? {
    let (word, content) = words
    guard let content else { return nil }
    let isEmptyError = content == .null && word.form.content == .error
    guard let part = isEmptyError ? "has at `.` no value: null (Value)" : content.unsayable else {
      return nil
    }
    return "the value of \(name.map { "`\($0)`'s \(word)" } ?? "`\(word)`") \(part)"
  }
}
