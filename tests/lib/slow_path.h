/* slow_path.h - a call path as a row of names, and what transformations make of it, one name after the other. */

#ifndef TESTS_SLOW_PATH_H
#define TESTS_SLOW_PATH_H

#include "analysis/shape/transform.h"
#include "lib/made_profile.h"

#define SLOW_PATH_DEEPEST 12
#define SLOW_PATH_ROOM	  300 /* bytes of it in words */

struct slow_path {
	char group[32];
	char names[SLOW_PATH_DEEPEST][24]; /* "name@module", from the root */
	int count;
	bool dropped;
	uint64_t weight;
};

void slow_path_change(struct slow_path *s, enum transform_kind kind, const char *of);
void slow_path_turn(struct slow_path *s);

/* The first frame of this function, -1: there is none; frames [from, to) are left out. */
int slow_path_first(const struct slow_path *s, const char *function);
void slow_path_leave_out(struct slow_path *s, int from, int to);

/* Names of a few functions, which come again; `stack` as a made_sample has it. */
void slow_path_throw(struct slow_path *s, struct dice *d, char *stack, size_t room);

/* A transformation that may be of such a path: what it is, and `of` what. */
enum transform_kind slow_path_throw_transform(const struct slow_path *s, struct dice *d,
					      char *of, size_t room);

#endif
