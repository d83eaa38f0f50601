/* refusal.h - the message for a file of no known format: what it seems to be, what to try. */

#ifndef INPUT_REFUSAL_H
#define INPUT_REFUSAL_H

#include "base/text.h"
#include "input/source.h"

/*
 * Recognise other kinds of profiles, and files often given by mistake, and return in one sentence
 * what the file is and what to do ("xz data; unpack it: xz -dc FILE | flarescope -"). NULL:
 * unknown.
 */
const char *refusal_kind(struct text head);

/* Is it certainly one of these kinds, even if it looks like text in a format that we read? */
bool refusal_is_sure(struct text head);

/* Describe a file of no known kind: "binary data of an unknown kind"; JSON, text, blanks. */
const char *refusal_contents(struct text head);

/* The formats that it may still be, the likeliest first; NULL ends the list. */
const char *const *refusal_formats(struct text head);

/*
 * Set the error: what `head` seems to be, and what to try. It names the user's own readers, but
 * does not run them.
 */
void refusal_say(struct source *source, struct text head, struct error *err);

#endif
