// What the address sanitizer asks of the test program when it starts.

#include "SanitizerOptions.h"

const char *__asan_default_options(void) {
  return "detect_leaks=0:detect_stack_use_after_return=0";
}
