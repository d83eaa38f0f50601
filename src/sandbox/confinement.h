/* confinement.h - what the process gives up before it reads an untrusted file. */

#ifndef SANDBOX_CONFINEMENT_H
#define SANDBOX_CONFINEMENT_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Four parts, each on its own where another is missing: no_new_privs, capabilities,
 * Landlock (raw calls, so that it does not depend on the headers of where it was built),
 * and syscalls.h. Without Landlock, or where nothing is kept in the cache, files may be
 * opened to read alone. The one directory that may be written is the cache's. There is no
 * LANDLOCK_SCOPE_SIGNAL: Ctrl-Z signals the whole pipeline, and its other side is outside
 * of the fence.
 */

/* What is in force. All zero: nothing, as the user wished. Texts are literals. */
struct confinement {
	bool wanted;
	bool privileges;   /* it cannot gain any */
	bool capabilities; /* only those needed to read are left */
	unsigned landlock; /* the version of the kernel's interface; 0: none */
	bool calls;	   /* the filter of system calls */
	const char *no_landlock, *no_calls; /* why there is none; NULL where there is */
};

/*
 * Give up, for good, what reading and showing a profile does not need: privileges, all
 * capabilities but those to read, writing to files (except below the directory `writable`, a
 * descriptor or -1), and most system calls. Where the kernel lacks one of these, the others are
 * still put in force, so it cannot fail. Call it before any thread is created: only a process of
 * one thread is confined as a whole.
 */
void confinement_enter(struct confinement *c, int writable);

/*
 * "privileges, capabilities, Landlock 7, system calls", then what is not in force and why; or
 * "nothing". Returns `buf`.
 */
#define CONFINEMENT_TEXT 256
const char *confinement_text(const struct confinement *c, char buf[CONFINEMENT_TEXT]);

#endif
