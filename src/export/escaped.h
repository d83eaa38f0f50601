/* escaped.h - names in lines of text, of which nothing is replaced: what would end them is escaped. */

#ifndef EXPORT_ESCAPED_H
#define EXPORT_ESCAPED_H

#include "base/text.h"

/* Each byte as \xHH. */
bool escaped_bytes(struct text_buffer *to, struct text bytes, struct error *err);

/*
 * The characters in `special`, what a terminal could take as an order, bytes that are no UTF-8,
 * and the "\" of what looks like \xHH already as \xHH; all else as it is.
 */
bool escaped_name(struct text_buffer *to, struct text t, const char *special,
		  struct error *err);

#endif
