/* tiny_team.h - team.c with a memory that a test chooses. */

#ifndef TESTS_TINY_TEAM_H
#define TESTS_TINY_TEAM_H

#include <stdint.h>

/* Instead of TEAM_REMEMBERS. Each test program defines it. */
uint64_t tiny_remembered(void);

#endif
