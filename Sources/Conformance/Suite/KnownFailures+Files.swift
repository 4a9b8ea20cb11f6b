// Lists of known failures with the names that a run gives the files.

extension KnownFailures {
  /// The list with its files named as a run names them: `./a.yaml` and `/suite/a.yaml` may be one file.
  ///
  /// - Parameter files: The files of the run.
  /// - Returns: The list, in which other files keep their names.
  /// - Complexity: O(*f* + *n*) for *f* files and *n* entries, each file of which is looked for on disk once.
  package func naming(_ files: [FixtureFiles.File]) -> KnownFailures {
    if entries.isEmpty { return self }
    let named = Set(files.map(\.path))
    let paths = Dictionary(files.map { ($0.identity, $0.path) }) { first, _ in first }
    var found: [Name: Name?] = [:]
    let renamed = entries.map { entry in
      var entry = entry
      let parts = entry.titleParts
      if parts.contains(where: { named.contains($0.path) }) { return entry }
      for (path, name) in parts {
        let own = found[path] ?? FileStatus(at: path).flatMap { paths[$0.identity] }
        found[path] = .some(own)
        guard let own else { continue }
        entry.title = "\(own)\(Case.titleSeparator)\(name)"
        if entry.file != nil { entry.file = own }
        break
      }
      return entry
    }
    return KnownFailures(renamed, source: source)
  }

  /// The entries of some lists that are of one case and one implementation, by whatever path they name its file.
  ///
  /// - Parameter lists: The lists.
  /// - Returns: A problem at the place of each later one, with the place of the first.
  /// - Complexity: O(*n*) in the number of entries. Files are looked for on disk where cases have the same name.
  package static func duplicates(in lists: [KnownFailures]) -> [Diagnostic] {
    let all = lists.flatMap { list in
      list.entries.flatMap { entry in
        entry.titleParts.map { (list: list, entry: entry, path: $0.path, name: $0.name) }
      }
    }
    var problems: [(Int, Diagnostic)] = []
    var paths: [Name: Name] = [:]
    for group in Dictionary(grouping: all, by: { [$0.name, $0.entry.implementation] }).values
    where group.count > 1 {
      var first: [Name: (list: KnownFailures, entry: Entry)] = [:]
      for one in group {
        let path = paths[one.path] ?? comparablePath(one.path)
        paths[one.path] = path
        guard let other = first[path] else {
          first[path] = (one.list, one.entry)
          continue
        }
        let place =
          "\(other.list.source?.path ?? ""):\(other.entry.place.line):\(other.entry.place.column)"
        let problem = one.list.problem(
          "this case is listed for this implementation at `\(visible(place))`, too",
          with: one.entry,
          hint: "take one of the two out")
        problems.append((one.entry.place.line, problem))
      }
    }
    return problems.sorted { ($0.1.path, $0.0) < ($1.1.path, $1.0) }.map(\.1)
  }
}
