// Addresses within the page: of a case, and of what the filters show.

/// An address within the page, behind `#`: what the filters are set to. The script reads and writes the same.
struct PageLink {
  /// A specification or a file.
  var place: String?

  /// Outcomes: `failed`, `passed`, `skipped`, `known`, and with one of several implementations
  /// `NAME:failed` and the like.
  var outcomes: String?

  /// A clause with its specification.
  var clause: String?

  /// One of the findings on what is wrong.
  var finding: String?

  /// The address as the value of an attribute.
  var address: String {
    let members = [
      ("show", outcomes), ("in", place), ("clause", clause), ("finding", finding),
    ]
    return "#?"
      + members.compactMap { key, value in value.map { "\(key)=\(Self.encoded($0))" } }
      .joined(separator: "&amp;")
  }

  /// The outcomes of one implementation.
  static func outcomes(_ kind: String, with name: String, of names: [String]) -> String {
    names.count > 1 ? "\(name):\(kind)" : kind
  }

  private static func encoded(_ text: String) -> String {
    var encoded = ""
    for byte in text.utf8 {
      let scalar = Unicode.Scalar(byte)
      let isPlain =
        scalar.isASCII
        && (scalar.properties.isAlphabetic || "0123456789-._~/:".unicodeScalars.contains(scalar))
      let digits = String(byte, radix: 16, uppercase: true)
      encoded += isPlain ? String(Character(scalar)) : "%" + (digits.count < 2 ? "0" : "") + digits
    }
    return encoded
  }
}

/// The ids of the cases of a page.
///
/// An id is made of the file, the name and a hash of both: so it stays when cases are added.
struct CaseIDs {
  private var given: Set<ExactText> = []

  /// The id of a case.
  mutating func id(of testCase: Case, in path: String) -> String {
    let title = testCase.title(in: path)
    var hash = String(StableHash(title).value & 0xFF_FFFF, radix: 16)
    hash = String(repeating: "0", count: 6 - hash.count) + hash
    let file = path.hasSuffix(".yaml") ? String(path.dropLast(5)) : path
    let id =
      "\(Self.plain(file, besides: "/._-"))/\(Self.plain(testCase.name, besides: "").prefix(60))-\(hash)"
    var unique = id
    var count = 1
    while !given.insert(ExactText(unique)).inserted {
      count += 1
      unique = "\(id)-\(count)"
    }
    return unique
  }

  /// A text in letters, digits and a few other characters, with `-` for all else.
  private static func plain(_ text: String, besides others: String) -> String {
    var plain = ""
    for scalar in text.unicodeScalars {
      if scalar.isASCII
        && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil
          || others.unicodeScalars.contains(scalar))
      {
        plain.unicodeScalars.append(scalar)
      } else if plain.last != "-" {
        plain += "-"
      }
    }
    return plain
  }
}
