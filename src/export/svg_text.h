/* svg_text.h - text of a profile made fit for XML: it stays text, whatever is in it. */

#ifndef EXPORT_SVG_TEXT_H
#define EXPORT_SVG_TEXT_H

#include <stdio.h>

#include "base/text.h"

/*
 * Write at most `most` characters, and "…" for more. What printable_next() replaces is
 * replaced, and so is what else XML 1.0 does not allow; & < > " ' become entities, so that
 * neither an element nor an attribute ends where a name says so.
 */
void svg_text(struct text t, size_t most, FILE *out);

/* The same of what fits into so many columns of a fixed-width font. */
void svg_text_columns(struct text t, int columns, FILE *out);

#endif
