// Paths to files: which fixtures a path stands for, in an order that is the same everywhere.

/// The fixture files that some paths stand for, with the clause indexes beside them.
public struct FixtureFiles: Sendable {
  /// A fixture file that has been found.
  public struct File: Sendable {
    /// The path, which begins as the path it was found by does.
    public var path: String

    /// The clause index that stands beside the file, if there is one.
    public var index: ClauseIndex?

    /// Reads the fixture.
    ///
    /// - Parameter limits: How much is read.
    /// - Returns: The fixture, or everything that is wrong with the file.
    /// - Complexity: O(*n*) in the size of the file.
    public func read(limits: ReadingLimits = ReadingLimits()) -> Result<Fixture, InvalidFile> {
      SourceText.read(path, limits: limits).flatMap {
        Fixture.read($0, index: index, limits: limits)
      }
    }

    /// Begins to read the fixture case by case.
    ///
    /// - Parameter limits: How much is read.
    /// - Returns: A reader, also of a file that cannot be read, which has no cases and is not valid.
    public func reader(limits: ReadingLimits = ReadingLimits()) -> FixtureReader {
      FixtureReader(SourceText.read(path, limits: limits), index: index, limits: limits)
    }

    /// Counts cases, and holds none.
    ///
    /// - Parameters:
    ///   - selection: Which cases are meant.
    ///   - limits: How much is read.
    /// - Returns: How many cases are meant, or everything that is wrong with the file.
    /// - Complexity: O(*n*) in the size of the file.
    public func count(
      of selection: Selection, limits: ReadingLimits = ReadingLimits()
    ) -> Result<Int, InvalidFile> {
      var reader = reader(limits: limits)
      var count = 0
      while let one = reader.next() {
        if selection.includes(one, of: path) { count += 1 }
      }
      return reader.end().map { _ in count }
    }
  }

  /// The files, each once: in the order of the paths, and those of a folder by name.
  public private(set) var files: [File] = []

  /// The clause indexes that stand beside the files, or that were named themselves.
  public private(set) var indexes: [ClauseIndex] = []

  /// What is wrong with clause indexes and folders.
  public private(set) var problems: [Diagnostic] = []

  /// The paths at which there is nothing.
  public private(set) var missingPaths: [String] = []

  private var indexPaths: [String] = []
  private var readsIndexes = true
  private var seen: Set<FileStatus.Identity> = []
  private var indexOfFolder: [String: ClauseIndex?] = [:]

  /// Looks for fixtures.
  ///
  /// A file is taken whatever its name, unless it is a clause index (`spec.yaml`). A folder is
  /// searched to any depth for `*.yaml` and `*.yml`; names that begin with a dot are passed over. A
  /// file that several paths or links lead to is taken once.
  ///
  /// - Parameter paths: Files and folders.
  /// - Complexity: O(*n* log *n*) in the number of files in the folders.
  public init(at paths: [String]) {
    for path in paths { find(path) }
  }

  private init() {}

  private mutating func find(_ path: String) {
    let path = Self.normalized(path)
    guard let status = FileStatus(at: path) else {
      missingPaths.append(path)
      return
    }
    if status.isFolder { search(path, status) } else { take(path, status) }
  }

  /// A path without parts that lead nowhere, so that a file has one name: `./a//b/` is `a/b`.
  ///
  /// - Parameter path: Any path.
  /// - Returns: The path. What stands before `..` is kept, because it may be a link.
  /// - Complexity: O(*n*) in the length of the path.
  public static func normalized(_ path: String) -> String {
    let parts = path.split(separator: "/").filter { $0 != "." }
    if path.hasPrefix("/") { return "/" + parts.joined(separator: "/") }
    return parts.isEmpty ? (path.isEmpty ? "" : ".") : parts.joined(separator: "/")
  }

  /// The paths of all fixtures and clause indexes below some paths; nothing is read.
  ///
  /// - Parameter paths: Files and folders.
  /// - Returns: The paths, with those of a folder's files beginning as the folder's does.
  /// - Complexity: O(*n* log *n*) in the number of files in the folders.
  public static func paths(below paths: [String]) -> [String] {
    var found = FixtureFiles()
    found.readsIndexes = false
    for path in paths { found.find(path) }
    return found.files.map(\.path) + found.indexPaths
  }

  private mutating func search(_ folder: String, _ status: FileStatus) {
    guard seen.insert(status.identity).inserted else { return }
    guard let entries = entries(ofFolder: folder) else {
      problems.append(
        Diagnostic(path: folder, message: "the folder cannot be read: \(lastError())"))
      return
    }
    for entry in entries {
      let path = folder == "/" ? "/" + entry.name : folder + "/" + entry.name
      let isFixture = entry.name.hasSuffix(".yaml") || entry.name.hasSuffix(".yml")
      switch entry.status {
      case .success(let status) where status.isFolder: search(path, status)
      case .success(let status): if isFixture { take(path, status) }
      case .failure(let error):
        // Whatever this is, there may be fixtures behind it: a gate must not pass it over.
        guard isFixture || !isDanglingLink(path) else { continue }
        problems.append(Diagnostic(path: path, message: "this cannot be looked at: \(error.words)"))
      }
    }
  }

  private mutating func take(_ path: String, _ status: FileStatus) {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let index = clauseIndex(in: slash.map { String(path[..<$0]) } ?? ".")
    let name = slash.map { path[path.utf8.index(after: $0)...] } ?? path[...]
    guard name != ClauseIndex.fileName, seen.insert(status.identity).inserted else { return }
    files.append(File(path: path, index: index))
  }

  private mutating func clauseIndex(in folder: String) -> ClauseIndex? {
    if let known = indexOfFolder[folder] { return known }
    let path = (folder == "." ? "" : folder + "/") + ClauseIndex.fileName
    var index: ClauseIndex?
    if FileStatus(at: path) != nil {
      indexPaths.append(path)
      guard readsIndexes else {
        indexOfFolder[folder] = .some(nil)
        return nil
      }
      switch SourceText.read(path).flatMap({ ClauseIndex.read($0) }) {
      case .success(let read): index = read
      case .failure(let failure): problems += failure.problems
      }
    }
    indexOfFolder[folder] = .some(index)
    if let index { indexes.append(index) }
    return index
  }
}
