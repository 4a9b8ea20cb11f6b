// Lists of known failures with the names that a run gives the files.

extension KnownFailures {
  /// The list with its files named as a run names them: `./a.yaml` and `/suite/a.yaml` may be one file.
  ///
  /// - Parameter files: The files of the run.
  /// - Returns: The list, in which other files keep their names.
  /// - Complexity: O(*f* + *n*) for *f* files and *n* entries, each of which is looked for on disk.
  package func naming(_ files: [FixtureFiles.File]) -> KnownFailures {
    if entries.isEmpty { return self }
    let named = Set(files.map(\.path))
    let paths = Dictionary(files.map { ($0.identity, $0.path) }) { first, _ in first }
    let renamed = entries.map { entry in
      var entry = entry
      let parts = entry.titleParts
      if parts.contains(where: { named.contains($0.path) }) { return entry }
      for (path, name) in parts {
        guard let identity = FileStatus(at: path)?.identity, let own = paths[identity] else {
          continue
        }
        entry.title = "\(own)\(Case.titleSeparator)\(name)"
        break
      }
      return entry
    }
    return KnownFailures(renamed, source: source)
  }
}

extension KnownFailures.Entry {
  /// What the title may be made of, `file › name`: more than one where a name has the separator in it.
  package var titleParts: [(path: Name, name: Name)] {
    Case.titleParts(of: title)
  }
}
