/* kernel_text.h - reads the code of the running kernel from /proc/kcore. */

#ifndef SANDBOX_KERNEL_TEXT_H
#define SANDBOX_KERNEL_TEXT_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"

/*
 * /proc/kcore is all memory of the machine. Only bytes between _stext and _etext are read, where
 * there is only code, and at most KERNEL_TEXT_MOST in all.
 */
struct kernel_text {
	const char *proc;	   /* borrowed: "/proc", or a substitute directory */
	bool asked;		   /* the rest has been determined; 0: unknown */
	uint64_t text, first, end; /* _text, _stext, _etext */
	uint64_t taken;		   /* bytes read so far */
};

#define KERNEL_TEXT_MOST (4u << 20)

/* Code of the recorded kernel, which is the running one, but may have been at other addresses. */
struct kernel_code {
	struct text anchor;	 /* "_text" or "_stext" */
	uint64_t anchor_address; /* its recorded address, like all addresses here */
	uint64_t address, len;
};

/*
 * Copy the code to `to`, which must have room for all of it. Returns the number of bytes; 0 and an
 * error: none.
 */
size_t kernel_text_read(struct kernel_text *k, const struct kernel_code *code, void *to,
			struct error *err);

#endif
