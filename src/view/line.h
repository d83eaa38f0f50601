/* line.h - a line of parts, of which the least important give way where it is narrow. */

#ifndef VIEW_LINE_H
#define VIEW_LINE_H

#include "base/text.h"
#include "canvas/canvas.h"

#define PARTS_MAX 14
#define PART_ROOM 512 /* bytes: longer ones are cut */

struct line {
	struct part {
		char text[PART_ROOM];
		struct text name; /* borrowed: drawn instead, if it is not empty */
		int rank;	  /* the higher, the longer it stays; 9 stays always */
		bool joined;	  /* a comma begins it: no gap before it */
		struct style style;
	} parts[PARTS_MAX];
	int count;
};

/* Add one, as printf() writes it; beyond PARTS_MAX nothing is added. */
void line_part(struct line *l, int rank, struct style style, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));

/* A name of a file's, which may be of any length: where it does not fit it is a short one. */
void line_name(struct line *l, int rank, struct style style, struct text name);

/* The part that was added last, if there are more than `before`, goes on with the one before it. */
void line_join_last(struct line *l, int before);

/* Columns of the parts of at least this rank, with the gaps before them. */
int line_width(const struct line *l, int rank);

/* Into the first row of the pane, without what there is no room for. */
void line_draw(const struct line *l, struct pane p);

#endif
