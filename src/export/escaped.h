/* escaped.h - escapes the bytes in a name that would break a line of text; nothing is lost. */

#ifndef EXPORT_ESCAPED_H
#define EXPORT_ESCAPED_H

#include "base/text.h"

/* Append each byte as \xHH. */
bool escaped_bytes(struct text_buffer *to, struct text bytes, struct error *err);

/*
 * Append a name. The characters in `special`, characters that a terminal could take as control
 * sequences, bytes that are not UTF-8, and the "\" of a literal \xHH are written as \xHH.
 */
bool escaped_name(struct text_buffer *to, struct text t, const char *special,
		  struct error *err);

#endif
