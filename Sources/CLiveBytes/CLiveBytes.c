#include "CLiveBytes.h"

#include <stdlib.h>

#if defined(__APPLE__)
#include <malloc/malloc.h>

long lifebus_live_bytes(void) {
  malloc_statistics_t statistics;
  malloc_zone_statistics(0, &statistics);
  return (long)statistics.size_in_use;
}
#elif defined(__GLIBC__)
#include <malloc.h>

long lifebus_live_bytes(void) {
  struct mallinfo2 information = mallinfo2();
  // Large blocks are mapped, each by itself, and counted apart.
  return (long)(information.uordblks + information.hblkhd);
}
#else
long lifebus_live_bytes(void) { return -1; }
#endif
