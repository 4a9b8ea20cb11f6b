// How much the machine can do at once.

import ConformancePlatform

/// The number of cores that can be used.
func coreCount() -> Int {
  max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN)))
}
