// The C library of the platform and swift-system, for every module that calls the system. Importing
// this module imports both, under names that all platforms share.

@_exported import SystemPackage

#if canImport(Darwin)
  @_exported import Darwin
#elseif canImport(Musl)
  @_exported import Musl
#else
  @_exported import Glibc
#endif

extension Errno {
  /// The last error of the calling thread, for calls that swift-system lacks.
  package static var last: Errno { Errno(rawValue: errno) }
}

/// A path with its links resolved; `nil` if nothing exists there.
package func resolvedPath(_ path: UnsafePointer<CChar>) -> String? {
  guard let resolved = realpath(path, nil) else { return nil }
  defer { free(resolved) }
  return String(cString: resolved)
}

#if canImport(Darwin)
  /// The path of the running program, links resolved; `nil` if the system does not provide it.
  package var executablePath: String? {
    var size = UInt32(PATH_MAX)
    var path = [CChar](repeating: 0, count: Int(size))
    return _NSGetExecutablePath(&path, &size) == 0 ? resolvedPath(path) : nil
  }
#else
  /// The path of the running program, links resolved; `nil` if the system does not provide it.
  package var executablePath: String? { resolvedPath("/proc/self/exe") }
#endif
