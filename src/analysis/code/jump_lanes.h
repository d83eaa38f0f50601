/* jump_lanes.h - jumps within a function as arrows beside its lines, where they fit. */

#ifndef ANALYSIS_JUMP_LANES_H
#define ANALYSIS_JUMP_LANES_H

#include <uchar.h>

#include "profile/code.h"

#define JUMP_LANES   5		      /* side by side; the shortest are the innermost */
#define JUMP_COLUMNS (JUMP_LANES + 1) /* with the heads of arrows */

/* A jump that finds no lane, or is longer than JUMP_LONGEST lines, is not drawn. */
#define JUMP_LONGEST 200

struct jump_lanes {
	uint8_t *cells; /* owned: by line, JUMP_LANES each */
	uint8_t *heads; /* owned: by line, does an arrow end here? */
	uint32_t count; /* lines */
	bool any;	/* something is drawn */
};

/* Of `count` lines by address. Release with jump_lanes_release(). */
bool jump_lanes_build(struct jump_lanes *j, const struct instruction *lines,
		      uint32_t count, struct error *err);
void jump_lanes_release(struct jump_lanes *j);

/* What stands in a column, JUMP_COLUMNS of them, left of a line; ' ' for nothing. */
char32_t jump_lanes_rune(const struct jump_lanes *j, uint32_t line, int column,
			 bool ascii);

/* The same between this line and the one before, where source code stands. */
char32_t jump_lanes_between(const struct jump_lanes *j, uint32_t line, int column,
			    bool ascii);

#endif
