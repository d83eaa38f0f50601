/* sandbox.h - opens files for a command, and then confines it (sandbox/confinement.h). */

#ifndef CLI_SANDBOX_H
#define CLI_SANDBOX_H

#include <stdint.h>

#include "cli/options.h"
#include "engine/query_process.h"
#include "export/outfile.h"
#include "input/plugin/plugin_process.h"
#include "sandbox/confinement.h"
#include "sandbox/helper.h"
#include "sandbox/scratch.h"

/*
 * The sandbox of a command that reads a file. doc/security.md describes the protection; `info` and
 * `--version` print its state.
 */
struct sandbox {
	struct confinement confinement; /* the active protection */
	struct scratch scratch;
	struct helper helper;
	struct plugin_named named;	    /* for the helper */
	struct query_process query_process; /* for queries to ClickHouse */
	struct outfile *output;		    /* owned until taken; or NULL */
};

/*
 * Open the output file, start the helper and confine the process. Call this once, after parsing the
 * command line and before any thread is created or any byte of a file is read. The output file is
 * opened first, so that a bad name is reported before a large file is read. `o` gets pointers
 * borrowed from `s`. Returns false and an error if the command cannot be run. Call sandbox_leave()
 * at the end in any case.
 */
bool sandbox_enter(struct sandbox *s, struct options *o, enum taker taker,
		   struct error *err);
void sandbox_leave(struct sandbox *s);

/* Take the file of --output, for outfile_commit() or outfile_abandon(); may be NULL. */
struct outfile *sandbox_take_output(const struct options *o);

/* Like saved_choices_save(), for choices made on the screen or on the command line of config. */
bool sandbox_keep(const struct options *o, const char *lines, struct error *err);

/*
 * Give this process, its later threads and its later children the lowest CPU priority (nice 19) and
 * the idle I/O class. Call this before creating threads and before sandbox_enter(), which forbids
 * it. Failures are ignored.
 */
void priority_lower(void);

/*
 * Set the memory budget to `bytes`; 0: half of the free memory, from 256 MiB to 8 GiB. Call this
 * before reading any profile, and after starting programs that must not inherit the limit.
 * RLIMIT_DATA, which includes libraries, is set somewhat higher; only its soft limit is lowered.
 * Plugins have a separate limit.
 */
void sandbox_limit_memory(uint64_t bytes);

#endif
