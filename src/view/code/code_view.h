/* code_view.h - the instructions of a function on the screen, with their samples in the range. */

#ifndef VIEW_CODE_VIEW_H
#define VIEW_CODE_VIEW_H

#include "analysis/code/annotation.h"
#include "analysis/code/jump_lanes.h"
#include "view/list.h"

/* A row is an instruction, the source line from which it was compiled, or a remark at the end. */
enum code_row_kind { CODE_ROW_INSTRUCTION, CODE_ROW_SOURCE, CODE_ROW_REMARK };
enum code_remark { CODE_REMARK_OUTSIDE, CODE_REMARK_OTHERS, CODE_REMARK_SKID };

struct code_row {
	enum code_row_kind kind;
	uint32_t line; /* index of an instruction, or an enum code_remark */
};

struct code_view {
	char *function; /* owned: the name; NULL: no function was chosen */
	/* why there are no instructions; else "" */
	char why[360];
	bool waits;   /* the code is being read */
	bool found;   /* `code` contains the function */
	bool expects; /* `code` will be read again, with source lines */
	/* after code_view_take(), the cursor returns to this instruction; -1: none */
	int64_t stay;
	struct code_reading code;     /* owned */
	struct samples_by_address at; /* owned */
	struct annotation a;	      /* owned: counts of the range */
	struct jump_lanes jumps;      /* owned: jumps within the function */
	struct code_row *rows;	      /* owned: the listed rows */
	size_t count, room;
	/* counts for CODE_REMARK_OUTSIDE and CODE_REMARK_OTHERS; 0: no such remark */
	uint64_t outside, others;
	struct list list;
	const struct theme *theme; /* borrowed */
	const char *of;		   /* borrowed: see `sampled_of` in struct view_data */
	struct list_search search;
	bool focused;
};

/*
 * Show a function as soon as its code is available. `*known`: it is shown already, or its code is
 * being read. If memory runs out, returns false and leaves the view unchanged.
 */
bool code_view_show(struct code_view *v, struct text function, bool *known,
		    struct error *err);

/* Take over code that was read, even on failure. `count`: the samples of the profile. */
bool code_view_take(struct code_view *v, struct code_reading *code, uint64_t count,
		    struct error *err);

/* `expects`: the same code is being read again, with source lines. */
void code_view_expect_lines(struct code_view *v, bool expects);

/* Show the message `why` in place of the instructions. */
void code_view_fail(struct code_view *v, const char *why);

/* Go to the first match at or after the row where the search began; see list_search(). */
bool code_view_search(struct code_view *v, struct text words, struct pane p);

/* ---- code_draw.c ---- */

#define CODE_VIEW_HEADER 2 /* lines above the rows */

/* The number of rows that fit. */
static inline int code_view_height(struct pane p)
{
	return p.area.h > CODE_VIEW_HEADER ? p.area.h - CODE_VIEW_HEADER : 0;
}

void code_draw(const struct code_view *v, struct pane p);
bool code_draw_detail(const struct code_view *v, struct pane p);

/* A list_match: does this row match the search? `self` is a struct code_view. */
bool code_view_is_found(const void *self, uint32_t row);

#endif
