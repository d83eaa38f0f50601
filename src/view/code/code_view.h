/* code_view.h - the instructions of a function on the screen, with the samples of the range. */

#ifndef VIEW_CODE_VIEW_H
#define VIEW_CODE_VIEW_H

#include "analysis/code/annotation.h"
#include "analysis/code/jump_lanes.h"
#include "view/list.h"

/*
 * The kinds of rows: an instruction, the source line from which it was compiled, or a remark at the
 * end.
 */
enum code_row_kind { CODE_ROW_INSTRUCTION, CODE_ROW_SOURCE, CODE_ROW_REMARK };
enum code_remark { CODE_REMARK_OUTSIDE, CODE_REMARK_OTHERS, CODE_REMARK_SKID };

struct code_row {
	enum code_row_kind kind;
	uint32_t line; /* index of the instruction, or an enum code_remark */
};

struct code_view {
	char *function; /* owned: the function's name; NULL: none has been chosen */
	/* why there are no instructions; "" if there are some, or while `waits` */
	char why[360];
	bool waits;   /* the code is being read */
	bool found;   /* `code` contains the function */
	bool expects; /* `code` will be read again, with source lines */
	/* the instruction to which the cursor returns when they arrive; -1: none */
	int64_t stay;
	struct code_reading code;     /* owned */
	struct samples_by_address at; /* owned */
	struct annotation a;	      /* owned: counts of the range */
	struct jump_lanes jumps;      /* owned: jumps of that function */
	struct code_row *rows;	      /* owned: the listed rows */
	size_t count, room;
	/* the numbers in the remarks CODE_REMARK_OUTSIDE and CODE_REMARK_OTHERS; 0: no remark */
	uint64_t outside, others;
	struct list list;
	const struct theme *theme; /* borrowed */
	const char *of;		   /* names the samples if that is unclear; or "" */
	struct list_search search;
	bool focused;
};

/*
 * Show a function as soon as its code is available. Returns false without memory; then the view is
 * unchanged.
 */
bool code_view_show(struct code_view *v, struct text function, bool *known,
		    struct error *err);

/* Take over the code of a reading of the same `count` samples. */
bool code_view_take(struct code_view *v, struct code_reading *code, uint64_t count,
		    struct error *err);

/* Expect the same code again, with source lines, which may fail to arrive. */
void code_view_expect_lines(struct code_view *v, bool expects);

/* No code will arrive, for the reason `why`. */
void code_view_fail(struct code_view *v, const char *why);

/* Go to the first match from the line where the search began; like menu_view_search(). */
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

/* Does this row match the search? A list_match; `self` is a struct code_view. */
bool code_view_is_found(const void *self, uint32_t row);

#endif
