/* harmless.h - text of a profile made fit for files and terminals. */

#ifndef EXPORT_HARMLESS_H
#define EXPORT_HARMLESS_H

#include <stdio.h>

#include "base/text.h"
#include "base/utf8.h"

/*
 * Take the first character off a non-empty text: itself, or U+FFFD for control
 * characters, escape sequences' first bytes, bidirectional overrides and bytes that are
 * not UTF-8.
 */
static inline char32_t harmless_take(struct text *t)
{
	char32_t rune;

	*t = text_from(*t, utf8_decode(*t, &rune));
	return utf8_harmless(rune);
}

/* Write a text so. Errors stay in the stream, for ferror(). */
void harmless_write(struct text t, FILE *out);

/* Is it UTF-8 without any such character, so that it may be written as it is? */
bool harmless_already(struct text t);

#endif
