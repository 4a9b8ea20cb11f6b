// The title of a case among those of all files: `file › name`.

extension Case {
  /// The case's name with its file, `file › name`: filters match their patterns with it.
  ///
  /// - Parameter path: The file.
  /// - Returns: The title.
  public func title(in path: Name) -> Name {
    "\(path)\(Self.titleSeparator)\(name)"
  }

  /// The files and names that a title may consist of: several if a name contains the separator.
  ///
  /// - Complexity: O(*n*) in the length of the title.
  package static func titleParts(of title: Name) -> [(path: Name, name: Name)] {
    let (text, separator) = (title.text, titleSeparator.utf8)
    return text.utf8.indices.filter { text.utf8[$0...].starts(with: separator) }.map {
      (
        Name(String(text[..<$0])),
        Name(String(text[text.utf8.index($0, offsetBy: separator.count)...]))
      )
    }
  }

  /// The separator of file and name in a title.
  package static let titleSeparator = " › "
}

extension KnownFailures.Entry {
  /// The files and names that the title may consist of: several if a name contains the separator
  /// and no file is given.
  package var titleParts: [(path: Name, name: Name)] {
    Case.titleParts(of: title).filter { file == nil || $0.path == file }
  }
}

extension KnownFailures {
  /// The files that the entries may name.
  ///
  /// - Complexity: O(*n*) in the size of the titles.
  package var paths: Set<Name> { Set(entries.flatMap(\.titleParts).map(\.path)) }
}
