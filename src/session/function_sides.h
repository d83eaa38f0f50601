/* function_sides.h - the callers and the callees of a function in the range of a session. */

#ifndef SESSION_FUNCTION_SIDES_H
#define SESSION_FUNCTION_SIDES_H

#include "analysis/transform/function_name.h"
#include "session/picture.h"

#define FUNCTION_SIDES_NODE 1 /* the node of the function in both trees */

enum function_side { SIDE_CALLERS, SIDE_CALLEES, FUNCTION_SIDES };

struct function_sides {
	struct text name; /* borrowed from the profile */
	/* the same, or with its module: "spin@l1.so"; then borrowed from the caller */
	struct text meant;
	char
	    /* names that distinguish functions with the same name */
	    several[FUNCTION_NAMES_MAX];
	struct derived_counts side[FUNCTION_SIDES];
	struct search found[FUNCTION_SIDES]; /* owned: matches of the session's search */
};

/*
 * From the transformed call paths, never leaf first. `said` is as in function_name_find().
 * ERROR_NOTHING also when the function has no samples on any side. Release with
 * function_sides_release(), also after a failure.
 */
bool function_sides_build(struct function_sides *f, const struct session *s,
			  struct text said, struct error *err);
void function_sides_release(struct function_sides *f);

/* The total value of the function, over all sides together; 0 if it has none. */
uint64_t function_sides_value(const struct function_sides *f);

/* One side, for an export format. */
struct export_job function_sides_job(const struct function_sides *f,
				     enum function_side side, const struct session *s,
				     const struct settings *settings);

/*
 * Draw callers above the line of the function and callees below it; or one side as a flame graph.
 */
struct canvas *function_sides_picture(const struct session *s,
				      const struct settings *settings, struct text name,
				      int width, struct error *err);
struct canvas *function_sides_graph(const struct function_sides *f,
				    enum function_side side, const struct session *s,
				    const struct settings *settings, int width,
				    struct error *err);

#endif
