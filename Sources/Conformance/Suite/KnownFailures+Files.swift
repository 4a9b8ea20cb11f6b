// Lists of known failures with the names that a run gives the files.

extension KnownFailures {
  /// The list with its files named as a run names them: `./a.yaml` and `/suite/a.yaml` may be one file.
  ///
  /// - Parameter files: The files of the run.
  /// - Returns: The list, in which other files keep their names.
  /// - Complexity: O(*f* + *n*) for *f* files and *n* entries. Each file is looked up on disk once.
  package func naming(_ files: [FixtureFiles.File]) -> KnownFailures {
    let named = Set(files.map(\.path))
    lazy var paths = Dictionary(files.map { ($0.identity, $0.path) }) { first, _ in first }
    var own: [Name: Name] = [:]
    for path in self.paths.subtracting(named) {
      own[path] = FileStatus(at: path).flatMap { paths[$0.identity] }
    }
    if own.isEmpty { return self }
    let renamed = entries.map { entry in
      let parts = entry.titleParts
      guard !parts.contains(where: { named.contains($0.path) }),
        let part = parts.first(where: { own[$0.path] != nil }), let path = own[part.path]
      else { return entry }
      var entry = entry
      entry.title = "\(path)\(Case.titleSeparator)\(part.name)"
      if entry.file != nil { entry.file = path }
      return entry
    }
    return KnownFailures(renamed, source: source)
  }

  /// Entries of lists for the same case and implementation, whatever path they use for its file.
  ///
  /// - Parameter lists: The lists.
  /// - Returns: A problem at the place of each later one, with the place of the first.
  /// - Complexity: O(*n*) in the number of entries. Each file is looked up on disk once.
  package static func duplicates(in lists: [KnownFailures]) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    var first: [[Name]: String] = [:]
    var paths: [Name: Name] = [:]
    for (list, entry) in lists.flatMap({ list in list.entries.map { (list, $0) } }) {
      let place = "\(list.source.path):\(entry.place.line):\(entry.place.column)"
      let keys = entry.titleParts.map { path, name in
        let same = paths[path] ?? comparablePath(path)
        paths[path] = same
        return [same, name, entry.implementation]
      }
      if let other = keys.lazy.compactMap({ first[$0] }).first {
        problems.append(
          list.problem(
            "this case is listed for this implementation at `\(visible(other))`, too", with: entry,
            hint: "take one of the two out"))
      }
      for key in keys where first[key] == nil { first[key] = place }
    }
    return problems.sorted { ($0.path, $0.place!.line) < ($1.path, $1.place!.line) }
  }
}
