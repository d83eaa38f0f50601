/* guess.h - what a file that no format recognises seems to be, for the error message. */

#ifndef INPUT_GUESS_H
#define INPUT_GUESS_H

#include "base/text.h"

/*
 * Profiles of other kinds, and what is often given instead of one: what it is and what to do
 * about it, in one sentence ("xz data; unpack it: xz -dc FILE | flarescope -"). NULL: none
 * of those that are known.
 */
const char *guess_kind(struct text head);

/* What it is then: "binary data of an unknown kind"; JSON, text, blanks. */
const char *guess_contents(struct text head);

/* The formats that it may be in all the same, the likeliest first; NULL behind the last. */
const char *const *guess_formats(struct text head);

#endif
