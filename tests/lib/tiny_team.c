#include "lib/tiny_team.h"

#define TEAM_REMEMBERS tiny_remembered()

#include "input/team.c"
