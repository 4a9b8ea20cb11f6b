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
