#include "lib/replaced/tiny_parallel_parse.h"

#define PARSERS_REMEMBER tiny_remembered()

#include "input/parallel_parse.c"
