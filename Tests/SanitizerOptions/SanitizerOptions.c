// What the sanitizers ask of the test program when it starts.

#include "SanitizerOptions.h"

const char *__asan_default_options(void) {
  return "detect_leaks=0:detect_stack_use_after_return=0";
}

// The thread sanitizer does not understand the standard library's Mutex, which swift-subprocess takes turns
// with. What the executable is to overlook is in executable-threads.supp.
const char *__tsan_default_suppressions(void) {
  return "race:10Subprocess\n";
}
