/* table_view.h - the top table: functions with their self and total values. */

#ifndef VIEW_TABLE_VIEW_H
#define VIEW_TABLE_VIEW_H

#include "analysis/search.h"
#include "analysis/top.h"
#include "view/list.h"

struct table_view {
	struct top top;		   /* owned */
	const struct flame *flame; /* borrowed: what the table is of */
	const struct theme *theme; /* borrowed */
	const struct bits *found;  /* borrowed: frames whose names light up, or NULL */
	const char *instead;	   /* of the rows: why there are none yet. Or NULL */
	struct list list;
	enum top_order order;
	bool reverse;
	bool is_time; /* values are nanoseconds */
	bool focused;
};

/* Count the functions of `flame` anew; the cursor stays on its function. */
bool table_view_update(struct table_view *v, const struct flame *flame,
		       struct error *err);
void table_view_release(struct table_view *v);

#define TABLE_VIEW_HEADER 1

void table_view_draw(const struct table_view *v, struct pane p);
struct request table_view_command(struct table_view *v, const struct input *in,
				  struct pane p);

/* The row under the cursor; NULL when the table is empty. */
const struct top_row *table_view_row(const struct table_view *v);

#endif
