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
	/* index of the instruction to which the cursor then returns; -1: none */
	int64_t stay;
	struct code_reading code;     /* owned */
	struct samples_by_address at; /* owned */
	struct annotation a;	      /* owned: counts of the range */
	struct jump_lanes jumps;      /* owned: jumps within the function */
	struct code_row *rows;	      /* owned: the listed rows */
	size_t count, room;
	/* samples in CODE_REMARK_OUTSIDE and CODE_REMARK_OTHERS; 0: no such remark */
	uint64_t outside, others;
	struct list list;
	const struct theme *theme; /* borrowed */
	const char *of; /* names the file of the samples if that is unclear; or "" */
	struct list_search search;
	bool focused;
};

/*
 * Show a function as soon as its code is available. `*known`: it is shown already, or its code is
 * being read. If memory runs out, returns false and leaves the view unchanged.
 */
bool code_view_show(struct code_view *v, struct text function, bool *known,
		    struct error *err);

/* Take over code that was read. `count` is the number of samples in the profile. */
bool code_view_take(struct code_view *v, struct code_reading *code, uint64_t count,
		    struct error *err);

/* `expects`: the same code is being read again, with source lines. */
void code_view_expect_lines(struct code_view *v, bool expects);

/* Show `why` in place of the instructions: their code cannot be read. */
void code_view_fail(struct code_view *v, const char *why);

/* Like menu_view_search(): go to the first match from the line where the search began. */
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
