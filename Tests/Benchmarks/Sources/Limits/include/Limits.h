// The least that reading YAML with libyaml can cost.

#ifndef LIMITS_H
#define LIMITS_H

#include <stddef.h>

/// Reads a file whole, and goes through its events, of which nothing is kept. Returns how many there
/// are; 0 where the file cannot be read or is not YAML.
size_t events_of_file(const char *path);

#endif
