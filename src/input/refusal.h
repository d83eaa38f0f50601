/* refusal.h - what is said of a file that no format recognises: what it seems to be, and what to try. */

#ifndef INPUT_REFUSAL_H
#define INPUT_REFUSAL_H

#include "base/text.h"
#include "input/source.h"

/*
 * Profiles of other kinds, and what is often given instead of one: what it is and what to do
 * about it, in one sentence ("xz data; unpack it: xz -dc FILE | flarescope -"). NULL: none
 * of those that are known.
 */
const char *refusal_kind(struct text head);

/* Is it certainly one of these, even if it looks like text of some format? */
bool refusal_is_sure(struct text head);

/* What it is then: "binary data of an unknown kind"; JSON, text, blanks. */
const char *refusal_contents(struct text head);

/* The formats that it may be in all the same, the likeliest first; NULL behind the last. */
const char *const *refusal_formats(struct text head);

/*
 * Set the error: what `head` seems to be, and what to try. Readers of the
 * user's own are named, but nothing of them runs by itself.
 */
void refusal_say(struct source *source, struct text head, struct error *err);

#endif
