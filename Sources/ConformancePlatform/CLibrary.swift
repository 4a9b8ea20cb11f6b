// The C library of the platform and swift-system, for every stage that calls the system. Importing
// this module gives both, under names that all platforms share.

@_exported import SystemPackage

#if canImport(Darwin)
  @_exported import Darwin
#elseif canImport(Musl)
  @_exported import Musl
#else
  @_exported import Glibc
#endif

extension Errno {
  /// The last error of the calling thread, for calls that swift-system does not have.
  package static var last: Errno { Errno(rawValue: errno) }
}

/// A path with its links followed; `nil` where nothing stands there.
package func resolvedPath(_ path: UnsafePointer<CChar>) -> String? {
  guard let resolved = realpath(path, nil) else { return nil }
  defer { free(resolved) }
  return String(cString: resolved)
}

#if canImport(Darwin)
  /// Where the program that runs is, links followed; `nil` where the system does not say.
  package var executablePath: String? {
    var size = UInt32(PATH_MAX)
    var path = [CChar](repeating: 0, count: Int(size))
    return _NSGetExecutablePath(&path, &size) == 0 ? resolvedPath(path) : nil
  }
#else
  /// Where the program that runs is, links followed; `nil` where the system does not say.
  package var executablePath: String? { resolvedPath("/proc/self/exe") }
#endif
