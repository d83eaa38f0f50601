/* svg.h - a flame graph as one file for browsers: to point at, zoom and search, offline. */

#ifndef EXPORT_SVG_H
#define EXPORT_SVG_H

#include "export/flame_json.h"

/* What stands around the boxes, and how they look. All borrowed. */
struct svg_look {
	struct text title;  /* the file's name */
	struct text event;  /* what was sampled */
	struct text filter; /* empty: none */
	bool icicle;	    /* the root above */
	bool by_name;	    /* colours */
};

/*
 * Boxes narrower than a tenth of a pixel are left out, and that is said; names are cut to
 * the width of their boxes, and whole in what pointing at them shows (up to SVG_NAME_MAX
 * characters). Boxes that `choice` has searched for are marked. Nothing is loaded from
 * anywhere, and names are text wherever they stand: see svg_text.h.
 */
#define SVG_NAME_MAX 4096
bool svg_write(const struct flame *f, const struct flame_choice *choice,
	       const struct svg_look *look, FILE *out, struct error *err);

/* svg_script.js, a line each, NULL behind the last: made when flarescope is built. */
extern const char *const svg_script[];

#endif
