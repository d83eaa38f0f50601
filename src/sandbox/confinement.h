/* confinement.h - gives up privileges, paths and system calls before a file is read. */

#ifndef SANDBOX_CONFINEMENT_H
#define SANDBOX_CONFINEMENT_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Four independent parts: no_new_privs, capabilities, Landlock (raw system calls, so that it does
 * not depend on the headers of the build host), and syscalls.h. Without Landlock, or without a
 * cache, files may only be opened for reading. The only directory that may be written is the
 * cache's. LANDLOCK_SCOPE_SIGNAL is not used: Ctrl-Z signals the whole pipeline, which includes
 * processes outside.
 */

/* The protection in force. All zero: none, as requested by the user. Texts are string literals. */
struct confinement {
	bool wanted;
	bool privileges;   /* it cannot gain privileges */
	bool capabilities; /* only those needed for reading are left */
	unsigned landlock; /* the kernel's version of the interface; 0: none */
	bool calls;	   /* the filter of system calls */
	const char *no_landlock, *no_calls; /* why that is missing; NULL: it is not */
};

/*
 * Give up permanently what reading and showing a profile does not need: privileges, all
 * capabilities except those to read, writing to files (except below the directory `writable`, a
 * descriptor or -1), and most system calls. Cannot fail: parts that the kernel lacks are skipped.
 * Call this before any thread is created, as only a process of one thread is confined as a whole.
 */
void confinement_enter(struct confinement *c, int writable);

/*
 * "privileges, capabilities, Landlock 7, system calls", followed by the missing parts and why; or
 * "nothing". Returns `buf`.
 */
#define CONFINEMENT_TEXT 256
const char *confinement_text(const struct confinement *c, char buf[CONFINEMENT_TEXT]);

#endif
