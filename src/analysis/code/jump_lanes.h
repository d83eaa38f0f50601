/* jump_lanes.h - arrows that show the jumps of a function, beside its lines. */

#ifndef ANALYSIS_JUMP_LANES_H
#define ANALYSIS_JUMP_LANES_H

#include <uchar.h>

#include "profile/code.h"

#define JUMP_LANES   5 /* side by side; the shortest jumps are nearest to the code */
#define JUMP_COLUMNS (JUMP_LANES + 1) /* with the column of arrowheads */

/* Jumps longer than JUMP_LONGEST lines, and jumps for which no lane is free, are not drawn. */
#define JUMP_LONGEST 200

struct jump_lanes {
	uint8_t *cells; /* owned: by line, JUMP_LANES each */
	uint8_t *heads; /* owned: by line, whether an arrow ends here */
	uint32_t count; /* the number of lines */
	bool any;	/* at least one arrow is drawn */
};

/* `lines` must be sorted by address. Release with jump_lanes_release(). */
bool jump_lanes_build(struct jump_lanes *j, const struct instruction *lines,
		      uint32_t count, struct error *err);
void jump_lanes_release(struct jump_lanes *j);

/* The character in one of the JUMP_COLUMNS columns to the left of a line; ' ' if empty. */
char32_t jump_lanes_rune(const struct jump_lanes *j, uint32_t line, int column,
			 bool ascii);

/* The same for a line of source code that is shown between this line and the previous one. */
char32_t jump_lanes_between(const struct jump_lanes *j, uint32_t line, int column,
			    bool ascii);

#endif
