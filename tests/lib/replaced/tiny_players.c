#include "lib/replaced/tiny.h"

#define PLAYERS_REMEMBER tiny.remembered
#define PLAYERS_SLICE	 300

#include "input/perf_data/replay_workers.c"
