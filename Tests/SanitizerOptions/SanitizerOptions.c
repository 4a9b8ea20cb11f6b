// What the sanitizers ask of the test program when they start.

#include "SanitizerOptions.h"

const char *__lsan_default_suppressions(void) {
  return "leak:libXCTest\n"
         "leak:libFoundation\n";
}

const char *__asan_default_options(void) {
  return "detect_stack_use_after_return=0";
}
