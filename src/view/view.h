/* view.h - what views are told and what they ask for. */

#ifndef VIEW_VIEW_H
#define VIEW_VIEW_H

#include "analysis/range.h"
#include "canvas/canvas.h"
#include "view/command.h"
#include "view/theme.h"

/*
 * Every view is a struct with three functions: X_draw(const x, pane), which draws everything
 * and changes nothing, X_command(x, input, pane), which changes the view's own state and
 * answers with a request, and X_release(). Views borrow the results they show (const) and
 * never open files, call each other or know the terminal. `pane` is always that of the last
 * draw, and the input's mouse position is within it.
 */
enum request_kind {
	REQUEST_NOTHING, /* the command meant nothing here: somebody else may take it */
	REQUEST_REDRAW,	 /* the view changed itself; nobody else is concerned */
	REQUEST_RANGE, /* look at `range`; `settled` when the user has finished choosing */
	REQUEST_PERIOD, /* columns of `value` ns, around the time `range.from`; `settled` when that is
			   no step longer or shorter */
	REQUEST_GRAPH,	/* give the flame graph the focus */
	REQUEST_ZOOM,	/* make node `id` as wide as the picture; 0: all */
	REQUEST_FIND,	/* show function `id` (a frame) in the graph */
	REQUEST_CHOOSE, /* line `id` was chosen */
	REQUEST_REFUSE, /* line `id` was chosen to be dropped */
	REQUEST_TYPED,	/* the text of a prompt changed; `settled` when it was accepted */
	REQUEST_CLOSE,	/* go away */
	REQUEST_OPEN,	/* the file `path` */
	REQUEST_QUIT,
	REQUEST_READ_AGAIN,   /* the open file; `settled`: with inlined functions */
	REQUEST_STOP_READING, /* it again, and keep what is shown */
};

struct request {
	enum request_kind kind;
	struct range range;
	bool settled;
	uint32_t id;
	uint64_t value;
	const char *path;  /* borrowed */
	const char *words; /* a literal to be shown in the status line; may be NULL */
};

#define REQUEST(k) ((struct request){.kind = REQUEST_##k})

#endif
