/* lines.h - a source cut into lines, whatever their ends look like. */

#ifndef INPUT_LINES_H
#define INPUT_LINES_H

#include "input/source.h"

/* No sane line is longer; the rest of a longer one is passed over and `cut` is set. */
#ifndef LINES_LONGEST
#define LINES_LONGEST (1u << 20)
#endif

/* How much is read at once. Tests make it tiny. */
#ifndef LINES_BLOCK
#define LINES_BLOCK (1u << 18)
#endif

struct lines {
	struct source *source; /* borrowed */
	char *block;	       /* owned */
	size_t room, from, to; /* of block: its size, and the part not yet handed out */
	uint64_t number;       /* of the line handed out last; the first is 1 */
	bool cut;	       /* that line was longer than LINES_LONGEST */
	bool complete;	       /* that line had its line end (the last one may not) */
	bool ended;	       /* the source has no more bytes */
};

bool lines_open(struct lines *l, struct source *source, struct error *err);
void lines_close(struct lines *l);

/*
 * The next line without its "\n" or "\r\n", and without the byte order mark if it is the
 * first. Borrowed until the next call. False at the end, and on a read error (then `err` is
 * set).
 */
bool lines_next(struct lines *l, struct text *line, struct error *err);

#endif
