// Which fixtures a change on disk touches.

import Conformance
import ConformancePlatform

/// The fixture files below some paths, and files that all fixtures depend on, polled for changes.
///
/// A change touches a file that is new or was written. A change of a clause index touches all files
/// in its folder and below. Polling takes a few microseconds per file, and works the same on every
/// file system.
struct WatchedFiles {
  private let fixturePaths: () -> [String]
  private let others: [String]
  private var fixtures: [Name: [Int]] = [:]
  private var besides: [Name: [Int]] = [:]

  /// What has changed between two looks.
  enum Changes {
    case nothing

    /// These fixtures, by their paths.
    case fixtures(Set<Name>)

    /// What all of them depend on.
    case everything
  }

  /// Looks at the files for the first time.
  ///
  /// - Parameters:
  ///   - others: What all fixtures depend on: files and folders.
  ///   - fixturePaths: Looks for the fixtures and clause indexes.
  init(besides others: [String], fixturePaths: @escaping () -> [String]) {
    self.fixturePaths = fixturePaths
    self.others = others
    look()
  }

  /// Looks at the files.
  private mutating func look() {
    fixtures = Self.stamps(fixturePaths())
    besides = Self.stamps(others.isEmpty ? [] : files(below: others))
  }

  /// What changes when a file is written, also when another is put in its place.
  private static func stamps(_ paths: [String]) -> [Name: [Int]] {
    var stamps: [Name: [Int]] = [:]
    for path in paths {
      guard let status = try? Stat(systemPath(path)) else { continue }
      stamps[Name(path)] = [
        Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec), Int(status.st_ctim.tv_sec),
        Int(status.st_ctim.tv_nsec), Int(status.size),
        Int(truncatingIfNeeded: status.inode.rawValue),
      ]
    }
    return stamps
  }

  /// What has changed since the last look.
  mutating func changes() -> Changes {
    let (formerFixtures, formerBesides) = (fixtures, besides)
    look()
    if besides != formerBesides { return .everything }
    var touched = Set(fixtures.filter { formerFixtures[$0.key] != $0.value }.map(\.key))
    // The words of fixtures stand beside or above them. An index that is gone was there.
    let gone = formerFixtures.keys.filter { fixtures[$0] == nil }
    let folders = (touched + gone).map(\.text).filter {
      $0.split(separator: "/").last.map { $0 == ClauseIndex.fileName } ?? false
    }.map { path in
      let folder = path.dropLast(ClauseIndex.fileName.count)
      // What leads upward from here is above all paths.
      let isAboveAll = folder.first != "/" && folder.split(separator: "/").allSatisfy { $0 == ".." }
      return isAboveAll ? "" : folder
    }
    touched.formUnion(
      fixtures.keys.filter { path in
        folders.contains { path.text.utf8.starts(with: $0.utf8) }
      })
    return touched.isEmpty ? .nothing : .fixtures(touched)
  }
}

/// The most files besides fixtures that are watched.
let mostWatchedFiles = 10_000

/// The files at and below some paths, but for those whose names begin with a dot; no more than one beyond
/// the most that are watched.
func files(below paths: [String]) -> [String] {
  var files: [String] = []
  var rest = Array(paths.reversed())
  var folders: Set<FileStatus.Identity> = []
  while files.count <= mostWatchedFiles, let path = rest.popLast() {
    guard let status = FileStatus(at: path) else { continue }
    if !status.isFolder {
      files.append(path)
    } else if folders.insert(status.identity).inserted {
      let entries = (try? entries(ofFolder: path)) ?? []
      rest += entries.reversed().map { "\(path)/\($0.name)" }
    }
  }
  return files
}
