/* sandbox.h - what a command has opened, and given up, before it reads an untrusted file. */

#ifndef CLI_SANDBOX_H
#define CLI_SANDBOX_H

#include <stdint.h>

#include "cli/options.h"
#include "engine/asker.h"
#include "export/outfile.h"
#include "input/plugin/plugin_process.h"
#include "sandbox/confinement.h"
#include "sandbox/helper.h"
#include "sandbox/scratch.h"

/*
 * It stands between the command line and every command that reads a file: opens what -o
 * names, starts the helper and confines the process, all before there is a thread or a
 * byte of a file. doc/security.md says what that is worth; `info` and `--version` what is
 * in force.
 */

struct sandbox {
	struct confinement confinement; /* what is in force */
	struct scratch scratch;
	struct helper helper;
	struct plugin_named named; /* for the helper */
	struct asker asker;	   /* of ClickHouse */
	struct outfile *output; /* owned, until somebody takes it; NULL: none was named */
};

/*
 * Call it once, after the command line was parsed and before any thread is created or a byte of
 * a file is read. Opens what the command will write, so that a bad name is reported before a
 * large file is read. `o` gets what the command may use, borrowed from `s`. False and an error
 * when the command cannot be run. In any case call sandbox_leave() at the end.
 */
bool sandbox_enter(struct sandbox *s, struct options *o, enum taker taker,
		   struct error *err);
void sandbox_leave(struct sandbox *s);

/* The file of --output, for outfile_commit() or outfile_abandon(); NULL: none was named. */
struct outfile *sandbox_take_output(const struct options *o);

/* See kept_choices_keep(): what the screen keeps, or the command line of config. */
bool sandbox_keep(const struct options *o, const char *lines, struct error *err);

/*
 * Set the memory budget: at most `bytes` from now on, 0 for half of what is free, at least
 * 256 MiB and at most 8 GiB. Call it before anything of a profile is read, and after starting
 * programs that it must not limit. What libraries allocate is limited by RLIMIT_DATA, somewhat
 * above; only its soft limit is lowered, and plugins have a limit of their own.
 */
void sandbox_limit_memory(uint64_t bytes);

#endif
