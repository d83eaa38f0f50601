/* shelter.h - what a command has opened, and given up, before it reads a file of others. */

#ifndef CLI_SHELTER_H
#define CLI_SHELTER_H

#include "cli/options.h"
#include "sandbox/confinement.h"
#include "sandbox/scratch.h"

struct shelter {
	struct confinement confinement; /* what is in force */
	struct scratch scratch;
};

/*
 * To be called once, when the command line is understood and before any thread is made or
 * a byte of a file is read. `o` is told what is there for the command; it borrows from `s`.
 */
void shelter_enter(struct shelter *s, struct options *o, enum taker taker);

#endif
