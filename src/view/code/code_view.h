/* code_view.h - the instructions of a function on the screen, with the samples of the range. */

#ifndef VIEW_CODE_VIEW_H
#define VIEW_CODE_VIEW_H

#include "analysis/code/annotation.h"
#include "analysis/code/jump_lanes.h"
#include "view/list.h"

/* What a line is: one of code, what it was compiled from, or something to know at the end. */
enum code_row_kind { CODE_ROW_INSTRUCTION, CODE_ROW_SOURCE, CODE_ROW_REMARK };
enum code_remark { CODE_REMARK_OUTSIDE, CODE_REMARK_OTHERS, CODE_REMARK_SKID };

struct code_row {
	enum code_row_kind kind;
	uint32_t line; /* of the code; or an enum code_remark */
};

struct code_view {
	char *function; /* owned: its name; NULL: none was asked for */
	char why[360];	/* there are no instructions; "": there are, or ... */
	bool waits;	/* ... they are being read */
	bool found;	/* `code` has such a function */
	bool expects;	/* it again, with lines of source code */
	int64_t stay; /* the instruction on which the cursor is to stay then; -1: none */
	struct code_reading code; /* owned */
	struct sited_rows at;	  /* owned */
	struct annotation a;	  /* owned: of the range */
	struct jump_lanes jumps;  /* owned: of the function in it, as are */
	struct code_row *rows;	  /* owned: what is listed, */
	size_t count, room;
	uint64_t outside, others; /* and the remarks of it that are there */
	struct list list;
	const struct theme *theme; /* borrowed */
	const char *of;		   /* which samples, where that is not clear; or "" */
	struct list_search search;
	bool focused;
};

/* Show this function, once its code has been given. False without memory: then it is as it was. */
bool code_view_show(struct code_view *v, struct text function, bool *known,
		    struct error *err);

/* The code of a reading of the same samples, `count` of them, which is the view's from then on. */
bool code_view_take(struct code_view *v, struct code_reading *code, uint64_t count,
		    struct error *err);

/* The same comes once more, with lines of source code: it does not matter if it does not. */
void code_view_expect_lines(struct code_view *v, bool expects);

/* None will come, and why. */
void code_view_fail(struct code_view *v, const char *why);

/* Go to the first line that has this, from where the search began; as menu_view_search(). */
bool code_view_search(struct code_view *v, struct text words, struct pane p);

/* ---- code_draw.c ---- */

#define CODE_VIEW_HEADER 2 /* lines above the rows */

/* How many rows there is room for. */
static inline int code_view_height(struct pane p)
{
	return p.area.h > CODE_VIEW_HEADER ? p.area.h - CODE_VIEW_HEADER : 0;
}

void code_draw(const struct code_view *v, struct pane p);
bool code_draw_detail(const struct code_view *v, struct pane p);

/* Does the search match this row? A list_match of `self`, a struct code_view. */
bool code_view_is_found(const void *self, uint32_t row);

#endif
