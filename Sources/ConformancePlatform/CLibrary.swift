// The C library of the platform, for every stage that asks the system for something: whoever imports
// this module has it, under the names that all platforms share.

#if canImport(Darwin)
  @_exported import Darwin
#elseif canImport(Musl)
  @_exported import Musl
#else
  @_exported import Glibc
#endif

/// A path with its links followed; `nil` where nothing stands there.
func resolvedPath(_ path: UnsafePointer<CChar>) -> String? {
  guard let resolved = realpath(path, nil) else { return nil }
  defer { free(resolved) }
  return String(cString: resolved)
}
