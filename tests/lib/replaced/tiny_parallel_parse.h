/* tiny_parallel_parse.h - parallel_parse.c with a memory that a test chooses. */

#ifndef TESTS_TINY_PARALLEL_PARSE_H
#define TESTS_TINY_PARALLEL_PARSE_H

#include <stdint.h>

/* Instead of PARSERS_REMEMBER. Each test program defines it. */
uint64_t tiny_remembered(void);

#endif
