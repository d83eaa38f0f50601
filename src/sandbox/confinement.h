/* confinement.h - what the process has given up before it reads a file that others wrote. */

#ifndef SANDBOX_CONFINEMENT_H
#define SANDBOX_CONFINEMENT_H

#include <stdbool.h>
#include <stddef.h>

/* What is in force. All zero: nothing, as the user wished. Texts are literals. */
struct confinement {
	bool wanted;
	bool privileges;   /* it gets no more of them */
	bool capabilities; /* it has none but those to read */
	unsigned landlock; /* the version of the kernel's interface; 0: none */
	bool calls;	   /* the list of system calls */
	const char *no_landlock, *no_calls; /* why there is none; NULL where there is */
};

/*
 * Give up, for good, what reading and showing a profile does not need: privileges, all
 * capabilities but those to read, writing to files (but below the directory `writable`, a
 * descriptor or -1), and most system calls. What the kernel lacks does not keep the rest
 * from being in force, so it cannot fail. Before any thread is made: only what has one
 * thread is confined as a whole.
 */
void confinement_enter(struct confinement *c, int writable);

/*
 * "privileges, capabilities, Landlock 7, system calls", and of what is not in force why;
 * "nothing". Returns `buf`.
 */
#define CONFINEMENT_TEXT 256
const char *confinement_text(const struct confinement *c, char buf[CONFINEMENT_TEXT]);

#endif
