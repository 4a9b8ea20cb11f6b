// Which files have changed on disk.

import Conformance
import ConformancePlatform

/// Some files, polled for changes. Polling takes a few microseconds per file, and works the same on every file
/// system.
struct WatchedFiles {
  private let paths: () -> [String]

  /// Values that change when a file is written or replaced.
  private var stamps: [Name: [Int]] = [:]

  /// Looks at the files for the first time.
  ///
  /// - Parameter paths: Looks for the files.
  init(_ paths: @escaping () -> [String]) {
    self.paths = paths
    _ = changes()
  }

  /// The files that have been written, are new or are gone since the last look.
  mutating func changes() -> Set<Name> {
    let former = stamps
    stamps = [:]
    for path in paths() {
      guard let status = try? Stat(systemPath(path)) else { continue }
      stamps[Name(path)] = [
        Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec), Int(status.st_ctim.tv_sec),
        Int(status.st_ctim.tv_nsec), Int(status.size),
        Int(truncatingIfNeeded: status.inode.rawValue),
      ]
    }
    return Set(former.keys).union(stamps.keys).filter { former[$0] != stamps[$0] }
  }
}

/// The most files besides fixtures that are watched.
let mostWatchedFiles = 10_000

/// The files at and below some paths, without those whose names begin with a dot; at most one more than
/// can be watched.
func files(below paths: [String]) -> [String] {
  var files: [String] = []
  var folders: Set<FileStatus.Identity> = []
  func add(_ path: String) {
    guard files.count <= mostWatchedFiles, let status = FileStatus(at: path) else { return }
    if !status.isFolder { return files.append(path) }
    guard folders.insert(status.identity).inserted else { return }
    for entry in (try? entries(ofFolder: path)) ?? [] { add("\(path)/\(entry.name)") }
  }
  paths.forEach(add)
  return files
}
