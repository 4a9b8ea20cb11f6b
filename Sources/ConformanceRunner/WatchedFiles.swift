// Which fixtures a change on disk touches.

import Conformance

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The fixture files below some paths, looked at again and again.
///
/// A file is touched when it is new or its content was written, and all files of a folder are when the
/// clause index beside them was. Looking takes a few microseconds a file, and works the same on every
/// file system.
struct WatchedFiles {
  private let paths: [String]
  private var stamps: [String: Stamp] = [:]

  /// What changes when a file is written, also when another is put in its place.
  private struct Stamp: Equatable {
    var written: [Int]
    var changed: [Int]
    var size: Int
    var file: UInt64
  }

  init(at paths: [String]) {
    self.paths = paths
    stamps = look()
  }

  /// The paths of the fixtures that have been touched since the last look.
  mutating func changes() -> Set<String> {
    let former = stamps
    stamps = look()
    let touched = stamps.filter { former[$0.key] != $0.value }.map(\.key)
    let folders = Set(
      touched.filter { $0.hasSuffix("/\(ClauseIndex.fileName)") }
        .map { $0.dropLast(ClauseIndex.fileName.count) })
    let besides = stamps.keys.filter { path in
      folders.contains(path.prefix(through: path.lastIndex(of: "/") ?? path.startIndex))
    }
    return Set(touched).union(besides)
  }

  private func look() -> [String: Stamp] {
    var stamps: [String: Stamp] = [:]
    for path in FixtureFiles.paths(below: paths) {
      var status = stat()
      guard stat(path, &status) == 0 else { continue }
      #if canImport(Darwin)
        let (written, changed) = (status.st_mtimespec, status.st_ctimespec)
      #else
        let (written, changed) = (status.st_mtim, status.st_ctim)
      #endif
      stamps[path] = Stamp(
        written: [Int(written.tv_sec), Int(written.tv_nsec)],
        changed: [Int(changed.tv_sec), Int(changed.tv_nsec)], size: Int(status.st_size),
        file: UInt64(status.st_ino))
    }
    return stamps
  }
}
