/* tiny_players.h - perf_players.c with small slices and a memory that a test chooses. */

#ifndef TESTS_TINY_PLAYERS_H
#define TESTS_TINY_PLAYERS_H

#include <stdint.h>

/* Instead of PLAYERS_REMEMBER. Each test program defines it. */
uint64_t tiny_remembered(void);

#endif
