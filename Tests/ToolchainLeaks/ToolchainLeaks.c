// Leaks of the toolchain's own libraries, which the leak sanitizer passes over.

#include "ToolchainLeaks.h"

const char *__lsan_default_suppressions(void) {
  return "leak:libXCTest\n"
         "leak:libFoundation\n";
}
