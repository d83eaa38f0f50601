/* svg.h - what an SVG is made of: text made fit for XML, and the script that brings it to life. */

#ifndef EXPORT_SVG_H
#define EXPORT_SVG_H

#include <stdio.h>

#include "base/text.h"

/*
 * Write at most `most` characters of a name, and "…" for more: it stays text, whatever is in
 * it. What printable_next() replaces is replaced, and so is what else XML 1.0 does not allow;
 * & < > " ' become entities, so that neither an element nor an attribute ends where a name
 * says so.
 */
void svg_text(struct text t, size_t most, FILE *out);

/* The same of what fits into so many columns of a fixed-width font. */
void svg_text_columns(struct text t, int columns, FILE *out);

/* svg_script.js, a line each, NULL behind the last: made when flarescope is built. */
extern const char *const svg_script[];

#endif
