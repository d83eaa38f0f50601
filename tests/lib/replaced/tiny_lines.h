/* tiny_lines.h - lines.c with sizes that a test chooses. */

#ifndef TESTS_TINY_LINES_H
#define TESTS_TINY_LINES_H

#include <stddef.h>

/* Instead of LINES_BLOCK and LINES_LONGEST. Each test program defines them. */
size_t tiny_block(void);
size_t tiny_longest(void);

#endif
