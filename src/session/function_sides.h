/* function_sides.h - the callers and callees of a function in a session's range. */

#ifndef SESSION_FUNCTION_SIDES_H
#define SESSION_FUNCTION_SIDES_H

#include "analysis/transform/function_name.h"
#include "session/picture.h"

#define FUNCTION_SIDES_NODE 1 /* the function's node in both trees */

enum function_side { SIDE_CALLERS, SIDE_CALLEES, FUNCTION_SIDES };

struct function_sides {
	struct text name; /* borrowed from the profile */
	/* `name`, or a name with a module, "spin@l1.so", borrowed from the caller */
	struct text meant;
	/* the name with each of its modules, if there are several; or "" */
	char several[FUNCTION_NAMES_MAX];
	struct derived_counts side[FUNCTION_SIDES];
	struct search found[FUNCTION_SIDES]; /* owned: matches of the session's search */
};

/*
 * Find the function `said` (see function_name_find()) in the call paths of session_table(). Fails
 * with ERROR_NOTHING if there is none, or if it has samples neither in the range nor in its
 * baseline. Release with function_sides_release(), also after a failure.
 */
bool function_sides_build(struct function_sides *f, const struct session *s,
			  struct text said, struct error *err);
void function_sides_release(struct function_sides *f);

/* The function's total value; in a comparison, the sum of both sides. */
uint64_t function_sides_value(const struct function_sides *f);

/* The callers or the callees, for an export format. */
struct export_job function_sides_job(const struct function_sides *f,
				     enum function_side side, const struct session *s,
				     const struct settings *settings);

/*
 * Draw callers above the function and callees below; function_sides_graph() draws only one side, as
 * a flame graph. NULL and an error on failure. Release with canvas_free().
 */
struct canvas *function_sides_picture(const struct session *s,
				      const struct settings *settings, struct text name,
				      int width, struct error *err);
struct canvas *function_sides_graph(const struct function_sides *f,
				    enum function_side side, const struct session *s,
				    const struct settings *settings, int width,
				    struct error *err);

#endif
