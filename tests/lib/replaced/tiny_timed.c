/* timed_folded.c with fewer samples that counts can stand for. */
#define TIMED_COUNTED UINT64_C(50000)

#include "input/stacks/timed_folded.c"
