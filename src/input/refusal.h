/* refusal.h - what is said of a file that no format recognises. */

#ifndef INPUT_REFUSAL_H
#define INPUT_REFUSAL_H

#include "input/source.h"

/*
 * Set the error: what `head` seems to be, and what to try. Readers of the
 * user's own are named, but nothing of them runs by itself.
 */
void refusal_say(struct source *source, struct text head, struct error *err);

#endif
