#include "lib/replaced/tiny_players.h"

#define PLAYERS_REMEMBER tiny_remembered()
#define PLAYERS_SLICE	 300

#include "input/perf_data/perf_players.c"
