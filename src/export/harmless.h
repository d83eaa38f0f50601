/* harmless.h - text of a profile made fit for files and terminals. */

#ifndef EXPORT_HARMLESS_H
#define EXPORT_HARMLESS_H

#include <stdbool.h>
#include <stdio.h>

#include "base/text.h"

/*
 * Write a text with U+FFFD for control characters, and so for escape sequences, for what
 * shows nothing or turns the direction of writing, for bytes that are not UTF-8, and for
 * combining marks beyond a few (base/utf8.h). Errors stay in the stream, for ferror().
 */
void harmless_write(struct text t, FILE *out);

/* Would that be the text as it is? */
bool harmless_already(struct text t);

#endif
