/* kernel_text.h - the code of the kernel that runs, as it is in memory: what /proc/kcore has of it. */

#ifndef SANDBOX_KERNEL_TEXT_H
#define SANDBOX_KERNEL_TEXT_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"

/*
 * /proc/kcore is all memory of the machine. Nothing is read of it but what lies between _stext and
 * _etext, where there is code alone, and at most KERNEL_TEXT_MOST in all.
 */
struct kernel_text {
	const char *proc; /* borrowed: "/proc", or a directory that stands for it */
	bool asked;	  /* the rest is known: 0 where it is not told */
	uint64_t text, first, end; /* _text, _stext, _etext */
	uint64_t taken;		   /* bytes that were read */
};

#define KERNEL_TEXT_MOST (4u << 20)

/* Code of a recorded kernel, which is the one that runs, but may have run elsewhere then. */
struct kernel_code {
	struct text anchor;	 /* "_text" or "_stext" */
	uint64_t anchor_address; /* where that was, as all addresses here are */
	uint64_t address, len;
};

/* How much of it there is, copied to `to`, which has room for all; 0 and an error: none. */
size_t kernel_text_read(struct kernel_text *k, const struct kernel_code *code, void *to,
			struct error *err);

#endif
