// The least that reading YAML with libyaml can cost.

#ifndef LIMITS_H
#define LIMITS_H

#include <stddef.h>

/// Reads a whole file, and goes through its events without keeping any. Returns their number; 0 if
/// the file cannot be read or is not YAML.
size_t events_of_file(const char *path);

#endif
