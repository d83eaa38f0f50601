#include "lib/replaced/tiny.h"

#define PARSERS_REMEMBER tiny.remembered

#include "input/parallel_parse.c"
