// Paths to files: the fixtures that a path stands for, in an order that is the same everywhere.

import ConformancePlatform

/// The fixture files that some paths stand for, with the clause indexes beside or above them.
package struct FixtureFiles: Sendable {
  /// A fixture file that has been found.
  package struct File: Sendable {
    /// The path, which begins like the path that was searched.
    package var path: Name

    /// Where the file is, if its path is another.
    var location: String?

    /// The clause index of the nearest folder that has one, from the file's own upward.
    package var index: ClauseIndex?

    /// The path of that index, where it is not valid: then the words of the fixture are not known, and its
    /// problems may be none.
    var invalidIndex: Name?

    /// Identifies the file, whatever path was used.
    package let identity: FileStatus.Identity

    /// Reads the fixture.
    ///
    /// - Parameter limits: How much is read.
    /// - Returns: The fixture, or everything that is wrong with the file.
    /// - Complexity: O(*n*) in the size of the file.
    package func read(limits: ReadingLimits = ReadingLimits()) -> Result<Fixture, InvalidFile> {
      var reader = reader(limits: limits)
      return Fixture.read(&reader)
    }

    /// Begins to read the fixture case by case.
    ///
    /// - Parameter limits: How much is read.
    /// - Returns: A reader. For a file that cannot be read, it has no cases and is not valid.
    package func reader(limits: ReadingLimits = ReadingLimits()) -> FixtureReader {
      let text = SourceText.read(location ?? path.text, limits: limits).map {
        SourceText(path: path, bytes: $0.bytes)
      }
      var reader = FixtureReader(text, index: index, limits: limits)
      reader.excuse = invalidIndex.map {
        Diagnostic(path: path, message: "this cannot be read, because `\($0)` is not valid")
      }
      return reader
    }

    /// Counts cases, and checks them without an implementation. Keeps none in memory.
    ///
    /// - Parameters:
    ///   - selection: The selected cases.
    ///   - limits: How much is read.
    /// - Returns: The number of selected cases and the warnings about them, at most as many as
    ///   `limits` allows problems; or everything that is wrong with the file.
    /// - Complexity: O(*n*) in the size of the file.
    package func check(
      _ selection: Selection, limits: ReadingLimits = ReadingLimits()
    ) -> Result<(count: Int, warnings: [Diagnostic]), InvalidFile> {
      var count = 0
      var warnings: [Diagnostic] = []
      var reader = reader(limits: limits)
      while let one = reader.next() {
        guard selection.includes(one, of: path) else { continue }
        count += 1
        if warnings.count < FixedLimit.problems.most {
          warnings += one.doubts(in: reader.source)
        }
      }
      return reader.end().map { _ in (count, Array(warnings.prefix(FixedLimit.problems.most))) }
    }
  }

  /// The files, each once: in the order of the paths, and those of a folder by name.
  package private(set) var files: [File] = []

  /// The paths of the files, and of the clause indexes, valid or not.
  package var paths: [Name] { files.map(\.path) + indexPaths }
  private var indexPaths: [Name] = []

  /// The clause indexes that stand beside or above the files, or that were named themselves.
  package private(set) var indexes: [ClauseIndex] = []

  /// The problems of clause indexes and folders.
  package private(set) var problems: [Diagnostic] = []

  /// The paths that do not exist.
  package private(set) var missingPaths: [Name] = []

  /// The folders among the paths in which there is neither a fixture nor a clause index.
  package private(set) var emptyPaths: [Name] = []

  /// How many fixtures, clause indexes and folders that were known before have been found.
  private var metCount = 0

  /// How much is read of a clause index; `nil` where only paths are needed.
  private let limits: ReadingLimits?
  private var bounds: LinkBounds
  private var seen: Set<FileStatus.Identity> = []
  private var nearestIndexes: [Name: FoundIndex?] = [:]

  /// A clause index that exists; without its content where it is not valid.
  private typealias FoundIndex = (path: Name, index: ClauseIndex?)

  /// The folders that are searched.
  private var searched: Set<Name> = []

  /// A wrong name for a clause index.
  private static let misnamed = "spec.yml"

  /// Looks for fixtures.
  ///
  /// A file is taken whatever its name, unless it is a clause index (`spec.yaml`). A folder is
  /// searched to any depth for `*.yaml` and `*.yml`; names that begin with a dot are skipped. A
  /// file that several paths or links lead to is taken once. A link that is found is followed only
  /// within the bounds; one that leads elsewhere is a problem.
  ///
  /// - Parameters:
  ///   - paths: Files and folders.
  ///   - areNamed: Whether a user named them: then they may be links, and are bounds themselves.
  ///   - folders: Other folders that links may lead to.
  ///   - limits: How much is read of a clause index; `nil` for nothing, if only paths are needed.
  ///   - standIn: Where to look instead if a path does not exist. The files are named as if they
  ///     had been found at that path.
  /// - Complexity: O(*n* log *n*) in the number of files in the folders.
  package init(
    at paths: [String], areNamed: Bool = true, within folders: [String] = [],
    limits: ReadingLimits? = ReadingLimits(),
    standIn: (_ path: String) -> String? = { _ in nil }
  ) {
    self.limits = limits
    bounds = LinkBounds(areNamed ? paths + folders : folders)
    for path in paths.map(Self.normalized) {
      let isThere = FileStatus(at: path) != nil
      let location = isThere ? nil : standIn(path).flatMap { FileStatus(at: $0) == nil ? nil : $0 }
      let first = files.count
      find(location ?? path, isNamed: areNamed || location != nil)
      guard let location else { continue }
      for index in files.indices[first...] {
        let found = files[index].path.text
        files[index].location = found
        files[index].path = Name(path + found.dropFirst(location.count))
      }
    }
    problems = problems.uniqued()
  }

  private mutating func find(_ path: String, isNamed: Bool) {
    let path = Name(Self.normalized(path))
    guard let status = FileStatus(at: path) else {
      missingPaths.append(path)
      return
    }
    if !isNamed && refuses(path) { return }
    guard status.isFolder else { return take(path, status) }
    let (met, problemCount) = (metCount, problems.count)
    search(path, status)
    if metCount == met && problems.count == problemCount { emptyPaths.append(path) }
  }

  /// A path without `.` and empty parts, so that a file has one name: `./a//b/` is `a/b`.
  ///
  /// - Parameter path: Any path.
  /// - Returns: The path. The part before `..` is kept, because it may be a link.
  /// - Complexity: O(*n*) in the length of the path.
  package static func normalized(_ path: String) -> String {
    let parts = path.split(separator: "/").filter { $0 != "." }
    if path.hasPrefix("/") { return "/" + parts.joined(separator: "/") }
    return parts.isEmpty ? (path.isEmpty ? "" : ".") : parts.joined(separator: "/")
  }

  /// Whether a path that was found is not read, because a link leads elsewhere, which is a problem.
  private mutating func refuses(_ path: Name) -> Bool {
    let refusal = bounds.refusal(of: path)
    problems += refusal.map { [$0] } ?? []
    return refusal != nil
  }

  /// Searches a folder, within folders that hold some fixtures themselves.
  private mutating func search(
    _ folder: Name, _ status: FileStatus, within others: Set<FileStatus.Identity> = []
  ) {
    guard seen.insert(status.identity).inserted else {
      metCount += 1
      return
    }
    searched.insert(folder)
    let entries: [FolderEntry]
    do throws(Errno) {
      entries = try Conformance.entries(ofFolder: folder.text)
    } catch {
      problems.append(
        Diagnostic(path: folder, message: "the folder cannot be read: \(error)"))
      return
    }
    func ending(of name: String) -> String? { [".yaml", ".yml"].first(where: name.hasSuffix) }
    // If a folder holds a file, and there or below a link to it, the file's own name is used.
    let own = others.union(
      entries.filter { !$0.isLink && !$0.isFolder && ending(of: $0.name) != nil }.compactMap {
        try? $0.status.get().identity
      })
    for entry in entries {
      let path: Name = folder == "/" ? "/\(entry.name)" : "\(folder)/\(entry.name)"
      let isFixture = ending(of: entry.name) != nil
      guard entry.isNamed else {
        // Nothing below it can be found, and a gate must not skip it.
        guard isFixture || entry.isFolder else { continue }
        problems.append(
          Diagnostic(
            path: path, message: "the name of this \(isFixture ? "file" : "folder") is not UTF-8",
            hint: "give it another name"))
        continue
      }
      if !isFixture, !entry.isFolder, let ending = ending(of: entry.name.lowercased()) {
        problems.append(
          Diagnostic(
            path: path,
            message: "the name of a fixture ends in `.yaml` or `.yml`, and this does not",
            hint: "call it `\(entry.name.dropLast(ending.count))\(ending)`"))
      }
      switch entry.status {
      case .success(let status):
        guard isFixture || status.isFolder, !entry.isLink || !own.contains(status.identity),
          !entry.isLink || !refuses(path)
        else { continue }
        if status.isFolder { search(path, status, within: own) } else { take(path, status) }
      case .failure(let error):
        // There may be fixtures below it: a gate must not skip it.
        let isDangling = entry.isLink && error == .noSuchFileOrDirectory
        guard isFixture || !isDangling else { continue }
        problems.append(Diagnostic(path: path, message: "this cannot be accessed: \(error)"))
      }
    }
  }

  private mutating func take(_ path: Name, _ status: FileStatus) {
    metCount += 1
    let whole = FilePath(path.text)
    let (folder, name) = (whole.removingLastComponent().string, whole.lastComponent?.string)
    let found = nearestIndex(to: folder.isEmpty ? "." : Name(folder))
    let invalid = found.flatMap { $0.index == nil ? $0.path : nil }
    let isMisnamed =
      name == Self.misnamed && invalid.map { $0.text.hasSuffix(Self.misnamed) } ?? false
    if name == ClauseIndex.fileName || isMisnamed || !seen.insert(status.identity).inserted {
      return
    }
    files.append(
      File(path: path, index: found?.index, invalidIndex: invalid, identity: status.identity))
  }

  /// The clause index of a folder that has files, or of the nearest above it.
  private mutating func nearestIndex(to folder: Name, isMeant: Bool = true) -> FoundIndex? {
    if let known = nearestIndexes[folder] { return known }
    let own = clauseIndex(in: folder, isMeant: isMeant)
    var found = own
    if own == nil, let above = Self.folder(above: folder) {
      found = nearestIndex(to: above, isMeant: searched.contains(above))
      found?.index?.isAbove = true
    }
    if isMeant || own != nil { nearestIndexes[folder] = .some(found) }
    return found
  }

  /// The clause index in a folder. Above the searched folders, a file of that name without clauses is
  /// something else.
  private mutating func clauseIndex(in folder: Name, isMeant: Bool) -> FoundIndex? {
    let prefix = folder == "." ? "" : folder == "/" ? "/" : "\(folder)/"
    var found: FoundIndex = (Name(prefix + ClauseIndex.fileName), nil)
    let path = found.path.text
    let hasClauses = { [limits] (path: String) in
      let text = SourceText.read(path, limits: limits ?? ReadingLimits())
      return (try? text.get())?.hasClauses == true
    }
    if FileStatus(at: path) != nil {
      if !isMeant && !hasClauses(path) { return nil }
      if !isLink(found.path) || !refuses(found.path) {
        indexPaths.append(found.path)
        let read = limits.map { limits in
          SourceText.read(path, limits: limits).flatMap { ClauseIndex.read($0, limits: limits) }
        }
        found.index = try? read?.get()
        indexes += [found.index].compactMap(\.self)
        if case .failure(let failure) = read { problems += failure.problems }
      }
    } else {
      found.path = Name(prefix + Self.misnamed)
      guard isMeant, FileStatus(at: found.path) != nil,
        !isLink(found.path) || bounds.contains(found.path), hasClauses(found.path.text)
      else { return nil }
      problems.append(
        Diagnostic(
          path: found.path,
          message: "this seems to be a clause index, and does not have the name of one",
          hint: "call it `\(ClauseIndex.fileName)`"))
    }
    return found
  }

  /// The folder that another stands in; `nil` above the uppermost.
  private static func folder(above folder: Name) -> Name? {
    let path = FilePath(folder.text)
    switch path.lastComponent?.kind {
    case nil: return nil
    case .currentDirectory: return ".."
    case .parentDirectory:
      let above = "\(folder)/.."
      return FileStatus(at: folder)?.identity == FileStatus(at: above)?.identity
        ? nil : Name(above)
    case .regular:
      let above = path.removingLastComponent()
      return above.isEmpty ? "." : Name(above.string)
    }
  }
}

extension SourceText {
  /// Whether a line begins as the list of clauses of a clause index does.
  fileprivate var hasClauses: Bool {
    let key = Array("clauses:".utf8)
    return bytes.starts(with: key)
      || bytes.indices.contains { bytes[$0] == 0x0A && bytes[($0 + 1)...].starts(with: key) }
  }
}
