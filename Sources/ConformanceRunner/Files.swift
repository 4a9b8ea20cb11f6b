// Files and folders: looks them up, and makes them whole or not at all.

import Conformance
import ConformancePlatform
import Laboratory

/// Whether there is something at a path, even a broken link.
func fileExists(_ path: String) -> Bool {
  (try? Stat(systemPath(path), followTargetSymlink: false)) != nil
}

/// Whether this process may write to a file that is there.
func isWritable(_ path: String) -> Bool {
  faccessat(AT_FDCWD, systemPath(path), W_OK, AT_EACCESS) == 0
}

/// Whether a path leads to one of some files, which may have other paths.
func isAny(of files: [String], _ path: String) -> Bool {
  guard let identity = FileStatus(at: path)?.identity else { return false }
  return files.contains { FileStatus(at: $0)?.identity == identity }
}

/// Whether a file, links followed, is one of some paths or below one of them.
func isBelow(_ path: String, _ paths: [String]) -> Bool {
  var bounds = LinkBounds(paths)
  return bounds.contains(path)
}

/// The part of a path below a folder, both without links; `nil` if the path is not in the folder.
func part(of path: String, below folder: String) -> String? {
  var part = FilePath(path)
  return part.removePrefix(FilePath(folder)) ? part.string : nil
}

/// The path of a file from the root of the workspace, however it was named: from the folder that GitHub
/// Actions names, or from the working directory. One that leads elsewhere stays as it is.
func pathInWorkspace(_ path: String) -> String {
  guard let here = realPath("."),
    let root = variable("GITHUB_WORKSPACE").map(realPath) ?? here
  else { return path }
  return pathBelow(root, path.hasPrefix("/") ? path : "\(here)/\(path)") ?? path
}

/// The path of a file from a folder that it is in. The file may not exist yet.
///
/// - Parameters:
///   - root: The folder, without links.
///   - path: The file, from the root of the file system.
/// - Returns: The path; `nil` if the file is not in there.
func pathBelow(_ root: String, _ path: String) -> String? {
  // A link in the folder has the name that it has there, if only its name is followed.
  let written = lexicalPath(path)
  let isSame = FileStatus(at: written)?.identity == FileStatus(at: path)?.identity
  if isSame, let part = part(of: written, below: root) { return part }
  return realPath(path).flatMap { part(of: $0, below: root) }
}

/// An absolute path, relative to the working directory; another path as it is.
func relativePath(to path: String) -> String {
  guard path.hasPrefix("/"), let here = realPath("."), let real = realPath(path) else {
    return path
  }
  let (from, to) = (here.split(separator: "/"), real.split(separator: "/"))
  let common = zip(from, to).prefix { $0 == $1 }.count
  let up = Array(repeating: "..", count: from.count - common)
  return (up + to[common...].map(String.init)).joined(separator: "/")
}

/// Whether two paths are of one file, which may not exist yet.
func areSameFile(_ left: String, _ right: String) -> Bool {
  comparablePath(Name(left)) == comparablePath(Name(right))
}

/// The folder that a file is in, and its name there.
func folderAndName(of path: String) -> (folder: String, name: String) {
  let path = FilePath(FixtureFiles.normalized(path))
  let folder = path.removingLastComponent().string
  return (folder.isEmpty ? "." : folder, path.lastComponent?.string ?? "")
}

/// Adds to a file that the environment names, or makes it.
///
/// - Returns: Whether that went well. If not, the reason has been printed.
@discardableResult
func append(_ text: String, to path: String) -> Bool {
  do {
    let file = try FileDescriptor.open(
      systemPath(path), .writeOnly, options: [.create, .append, .closeOnExec],
      permissions: .newFile)
    try file.closeAfter { try write(Array(text.utf8), to: file) }
    return true
  } catch {
    noteUnwritable(path, error)
    return false
  }
}

/// A variable of the environment; `nil` if it is empty.
func variable(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
}

extension FilePermissions {
  /// The permissions of a new file, before the umask.
  static var newFile: FilePermissions { [.ownerReadWrite, .groupReadWrite, .otherReadWrite] }
}

/// Writes a new file, whole or not at all: never over another, and through no link.
func createFile(_ path: String, _ text: String) throws {
  let file = try PartFile(path, replaces: false)
  file.add(text)
  if !file.finish() { throw Status.unwritable.exitCode }
}

/// Makes a fixture file, and prints what it needs if it is not valid yet.
///
/// - Parameters:
///   - path: The file, which must not be there.
///   - text: The fixture.
/// - Throws: What `createFile` throws.
func createFixture(_ path: String, _ text: String) throws {
  try createFile(path, text)
  guard let file = FixtureFiles(namedBy: [path]).files.first, case .failure = file.read() else {
    return
  }
  if text.contains(Case.citesNone) {
    printNote("`\(visible(path))` is not valid until it cites a clause")
  }
  if !text.contains(Case.citesNone) || file.index == nil {
    printNote(
      "`\(visible(path))` is not valid where it stands: it needs the `spec.yaml` of its specification "
        + "beside or above it")
  }
}

/// Writes a file anew, whole or not at all, unless it is a link or no longer has its former content.
///
/// - Returns: Whether it was written. If not, the reason has been printed.
func replaceFile(_ path: String, _ former: [UInt8], with bytes: [UInt8]) -> Bool {
  guard let file = try? PartFile(path, replaces: true, ifStill: former) else {
    Status.unwritable.note()
    return false
  }
  file.add(bytes)
  return file.finish()
}

/// Makes a folder and those that it is in, if they do not exist.
func createFolder(_ path: String) throws {
  if FileStatus(at: path)?.isFolder == true { return }
  try createFolder(folderAndName(of: path).folder)
  guard mkdir(systemPath(path), 0o777) == 0 || errno == EEXIST else {
    throw Status.unwritable.saying("the folder `\(visible(path))` cannot be made: \(Errno.last)")
  }
}
