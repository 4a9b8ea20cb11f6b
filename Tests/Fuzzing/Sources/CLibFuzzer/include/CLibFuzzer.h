// The entry of libFuzzer, for a program that has a main function of its own.

#include <stddef.h>
#include <stdint.h>

/// Runs the fuzzer until its arguments have it end.
///
/// - Parameters:
///   - count: The number of arguments, which it may change.
///   - arguments: The arguments, which it may change. They stay the caller's.
///   - test: Called with each input, which is the fuzzer's. Returns 0, or -1 to have it left out of the
///     corpus.
/// - Returns: The exit status.
int LLVMFuzzerRunDriver(
    int *count, char ***arguments, int (*test)(const uint8_t *data, size_t size));
