// The process's allocator, counting.

#ifndef COUNTINGALLOCATOR_H
#define COUNTINGALLOCATOR_H

#include <stdint.h>

/// How many blocks have been allocated so far, in the whole process. Zero if counting is not
/// possible: it needs the GNU C library.
uint64_t allocated_blocks(void);

/// How many of them have been freed.
uint64_t freed_blocks(void);

#endif
