/* function_sides.h - who calls a function, and what it calls, in the range of a session. */

#ifndef SESSION_FUNCTION_SIDES_H
#define SESSION_FUNCTION_SIDES_H

#include "analysis/shape/function_name.h"
#include "session/picture.h"

#define FUNCTION_SIDES_NODE 1 /* of the function, in both trees */

enum function_side { SIDE_CALLERS, SIDE_CALLEES, FUNCTION_SIDES };

struct function_sides {
	struct text name; /* borrowed from the profile */
	struct text
	    meant; /* the same, or that of one module: "spin@l1.so"; borrowed from who said it */
	char several[FUNCTION_NAMES_MAX]; /* what means each alone of those of one name */
	struct shaped side[FUNCTION_SIDES];
	struct search
	    found[FUNCTION_SIDES]; /* owned: of the session's search, if there is one */
};

/*
 * Of the call paths as they are transformed, never leaf first. `said` is as in function_name_find().
 * ERROR_NOTHING also when the function has no samples on any side. Release with function_sides_release(), also when this has failed.
 */
bool function_sides_build(struct function_sides *f, const struct session *s,
			  struct text said, struct error *err);
void function_sides_release(struct function_sides *f);

/* The value of the function with all it calls, on all sides together; 0: it has none. */
uint64_t function_sides_value(const struct function_sides *f);

/* What a notation is to write of one side. */
struct export_job function_sides_job(const struct function_sides *f,
				     enum function_side side, const struct session *s,
				     const struct settings *settings);

/* Callers above the function's line, and what it calls below; or one side as a flame graph. */
struct canvas *function_sides_picture(const struct session *s,
				      const struct settings *settings, struct text name,
				      int width, struct error *err);
struct canvas *function_sides_graph(const struct function_sides *f,
				    enum function_side side, const struct session *s,
				    const struct settings *settings, int width,
				    struct error *err);

#endif
