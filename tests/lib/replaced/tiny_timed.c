/* timed_folded.c with a smaller limit of samples that counts can stand for. */
#define TIMED_COUNTED UINT64_C(50000)

#include "input/stacks/timed_folded.c"
