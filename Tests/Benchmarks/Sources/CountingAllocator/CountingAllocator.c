// The process's allocator, counting: wrappers with the names of the C library's functions call them.

#include "CountingAllocator.h"

#include <stdatomic.h>
#include <stddef.h>

static atomic_uint_fast64_t allocated, freed;

uint64_t allocated_blocks(void) { return atomic_load(&allocated); }

uint64_t freed_blocks(void) { return atomic_load(&freed); }

#ifdef __linux__
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *block);

void *malloc(size_t size) {
  atomic_fetch_add(&allocated, 1);
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  atomic_fetch_add(&allocated, 1);
  return __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
  atomic_fetch_add(&allocated, 1);
  if (block != NULL) atomic_fetch_add(&freed, 1);
  return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  atomic_fetch_add(&allocated, 1);
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  atomic_fetch_add(&allocated, 1);
  *block = __libc_memalign(alignment, size);
  return *block == NULL ? 12 : 0;
}

void free(void *block) {
  if (block != NULL) atomic_fetch_add(&freed, 1);
  __libc_free(block);
}
#endif
