// Leaks of the toolchain's own libraries, which the leak sanitizer passes over.

#ifndef TOOLCHAINLEAKS_H
#define TOOLCHAINLEAKS_H

/// What the leak sanitizer asks for when it starts: a line for each library to pass over.
///
/// XCTest leaks its suite at exit, and Foundation what it reads files and starts processes with. No
/// code of this package is called from either.
const char *__lsan_default_suppressions(void);

#endif
