/* refusal.h - the error message for a file of no known format: a guess at its kind, and advice. */

#ifndef INPUT_REFUSAL_H
#define INPUT_REFUSAL_H

#include "base/text.h"
#include "input/source.h"

/*
 * Recognise other kinds of profiles, and files often given by mistake. Returns the kind and advice:
 * "xz data; unpack it: xz -dc FILE | flarescope -". NULL: unknown.
 */
const char *refusal_kind(struct text head);

/* Is the file certainly of such a kind, even if a format that we read also fits? */
bool refusal_is_sure(struct text head);

/* Describe a file of no known kind: "binary data of an unknown kind". */
const char *refusal_contents(struct text head);

/* The formats that such a file may have, the likeliest first; NULL ends the list. */
const char *const *refusal_formats(struct text head);

/*
 * Set the error: the likely kind of the file, and advice. Names the user's reader programs, but
 * does not run them.
 */
void refusal_say(struct source *source, struct text head, struct error *err);

#endif
