#include "lib/replaced/tiny.h"

#define LINES_BLOCK   tiny.block
#define LINES_LONGEST tiny.longest

#include "input/lines.c"
