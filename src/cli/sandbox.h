/* sandbox.h - what a command has opened, and given up, before it reads an untrusted file. */

#ifndef CLI_SANDBOX_H
#define CLI_SANDBOX_H

#include <stdint.h>

#include "cli/options.h"
#include "export/outfile.h"
#include "input/plugin/plugin_process.h"
#include "sandbox/confinement.h"
#include "sandbox/helper.h"
#include "sandbox/scratch.h"

struct sandbox {
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
 * False and an error when the command cannot be run. End with sandbox_leave(), in any case.
 */
bool sandbox_enter(struct sandbox *s, struct options *o, enum taker taker,
		   struct error *err);
void sandbox_leave(struct sandbox *s);

/* The file of --output, for outfile_commit() or outfile_abandon(); NULL: none was named. */
struct outfile *sandbox_take_output(const struct options *o);

/*
 * To be called before anything of a profile is read, and after programs were started that
 * are not to be held to it: at most `bytes` of ours from now on, 0 for half of what is free,
 * at least 256 MiB and at most 8 GiB. What libraries allocate by themselves is stopped by
 * RLIMIT_DATA, somewhat above; only its soft limit is lowered, and readers of the user's own
 * have theirs.
 */
void sandbox_limit_memory(uint64_t bytes);

#endif
