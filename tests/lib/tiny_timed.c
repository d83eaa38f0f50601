/* timed_folded.c with fewer samples that counts can stand for. */
#define TIMED_COUNTED UINT64_C(50000)

#include "input/timed_folded.c"
