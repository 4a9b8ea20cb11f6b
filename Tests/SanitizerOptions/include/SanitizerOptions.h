// What the sanitizers ask of the test program when it starts.

#ifndef SANITIZEROPTIONS_H
#define SANITIZEROPTIONS_H

/// The options of the address sanitizer.
///
/// It leaves local variables on the stack, by whose addresses the engine measures how much of its stack an
/// implementation has used. It looks for no leaks: in optimized code it does not find what an enumeration
/// or a closure refers to, and calls that lost. The tests of memory count what is released.
const char *__asan_default_options(void);

/// What the thread sanitizer is to overlook: another package's lock that it does not see.
const char *__tsan_default_suppressions(void);

#endif
