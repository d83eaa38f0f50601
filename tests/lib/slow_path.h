/* slow_path.h - a call path as a list of names, and its transformations, for comparison. */

#ifndef TESTS_SLOW_PATH_H
#define TESTS_SLOW_PATH_H

#include "analysis/transform/transform.h"
#include "lib/made_profile.h"

#define SLOW_PATH_DEEPEST 12
#define SLOW_PATH_ROOM	  300 /* bytes of its text */

struct slow_path {
	char group[32];
	char names[SLOW_PATH_DEEPEST][24]; /* "name@module", from the root */
	int count;
	bool dropped;
	uint64_t weight;
};

void slow_path_change(struct slow_path *s, enum transform_kind kind, const char *of);
void slow_path_turn(struct slow_path *s);

/*
 * The index of the first frame of this function; -1: there is none. slow_path_leave_out() removes
 * frames [from, to).
 */
int slow_path_first(const struct slow_path *s, const char *function);
void slow_path_leave_out(struct slow_path *s, int from, int to);

/* A random stack of a few functions, which may recur, in the form of made_sample.stack. */
void slow_path_throw(struct slow_path *s, struct dice *d, char *stack, size_t room);

/* A random transformation that may apply to this path; `of` becomes its argument. */
enum transform_kind slow_path_throw_transform(const struct slow_path *s, struct dice *d,
					      char *of, size_t room);

#endif
