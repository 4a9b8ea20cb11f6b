// What the sanitizers ask of the test program when they start.

#ifndef SANITIZEROPTIONS_H
#define SANITIZEROPTIONS_H

/// The libraries that the leak sanitizer passes over, a line for each.
///
/// XCTest leaks its suite at exit, and Foundation what it reads files and starts processes with. No
/// code of this package is called from either.
const char *__lsan_default_suppressions(void);

/// The options of the address sanitizer.
///
/// It leaves local variables on the stack, by whose addresses the engine measures how much of its
/// stack an implementation has used.
const char *__asan_default_options(void);

#endif
