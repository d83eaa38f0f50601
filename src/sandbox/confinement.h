/* confinement.h - gives up privileges, access to files and system calls before reading a file. */

#ifndef SANDBOX_CONFINEMENT_H
#define SANDBOX_CONFINEMENT_H

#include <stdbool.h>
#include <stddef.h>

/*
 * The sandbox has four parts, and does without those that the kernel lacks: no_new_privs, dropped
 * capabilities, Landlock (by raw system calls, so that it does not depend on the headers of the
 * build host), and the filter of syscalls.h. Without Landlock, or without a cache, files may only
 * be opened for reading. Only the directory of the cache may be written to. LANDLOCK_SCOPE_SIGNAL
 * is not used, because Ctrl-Z signals the whole pipeline, which includes processes outside the
 * sandbox.
 */

/* The protection in force. All zero: the user wants none. Texts are string literals. */
struct confinement {
	bool wanted;
	bool privileges;   /* the process cannot gain any */
	bool capabilities; /* only those needed for reading are left */
	unsigned landlock; /* the kernel's version of the interface; 0: not in force */
	bool calls;	   /* the filter of system calls */
	/* why this part is missing; NULL: it is in force, or none is wanted */
	const char *no_landlock, *no_calls;
};

/*
 * Permanently give up everything that is not needed to read and show a profile: gaining privileges,
 * all capabilities except those to read files and kernel addresses, writing to files (except below
 * the directory `writable`, a descriptor or -1), and most system calls. Cannot fail: parts that the
 * kernel lacks are skipped. Call this before any thread is created: it confines the calling thread
 * and those created later.
 */
void confinement_enter(struct confinement *c, int writable);

/*
 * "privileges, capabilities, Landlock 7, system calls", or "nothing"; if Landlock or the filter is
 * missing, the reason follows: "; no Landlock: this kernel has none". Returns `buf`.
 */
#define CONFINEMENT_TEXT 256
const char *confinement_text(const struct confinement *c, char buf[CONFINEMENT_TEXT]);

#endif
