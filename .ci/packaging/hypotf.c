// `hypotf` for the executable, so that it runs with a C library older than 2.35.
//
// The toolchain's module of the C library refers to the `hypotf` of 2.35, which differs from earlier ones only in
// `errno`. Doubles hold the squares of floats without overflow.
#include <math.h>

float hypotf(float x, float y) {
  if (isinf(x) || isinf(y)) return INFINITY;
  return (float)sqrt((double)x * x + (double)y * y);
}
