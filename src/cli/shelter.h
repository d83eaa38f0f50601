/* shelter.h - what a command has opened, and given up, before it reads a file of others. */

#ifndef CLI_SHELTER_H
#define CLI_SHELTER_H

#include "cli/options.h"
#include "export/outfile.h"
#include "input/plugin/plugin_process.h"
#include "sandbox/confinement.h"
#include "sandbox/helper.h"
#include "sandbox/scratch.h"

struct shelter {
	struct confinement confinement; /* what is in force */
	struct scratch scratch;
	struct helper helper;
	struct plugin_named named; /* for the helper */
	struct outfile *output; /* owned, until somebody takes it; NULL: none was named */
};

/*
 * To be called once, when the command line is understood and before any thread is made or
 * a byte of a file is read. Opens what the command will write, so that a bad name is told
 * before a large file is read. `o` is told what is there for the command; it borrows from `s`.
 * False and an error when the command cannot be run. End with shelter_leave(), in any case.
 */
bool shelter_enter(struct shelter *s, struct options *o, enum taker taker,
		   struct error *err);
void shelter_leave(struct shelter *s);

/* The file of --output, for outfile_commit() or outfile_abandon(); NULL: none was named. */
struct outfile *shelter_take_output(const struct options *o);

#endif
