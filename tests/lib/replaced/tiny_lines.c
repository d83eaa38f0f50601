#include "lib/replaced/tiny_lines.h"

#define LINES_BLOCK   tiny_block()
#define LINES_LONGEST tiny_longest()

#include "input/lines.c"
