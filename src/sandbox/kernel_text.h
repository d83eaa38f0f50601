/* kernel_text.h - reads the code of the running kernel from /proc/kcore. */

#ifndef SANDBOX_KERNEL_TEXT_H
#define SANDBOX_KERNEL_TEXT_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"

/*
 * /proc/kcore contains all memory of the machine. Only the code between _stext and _etext is read,
 * at most KERNEL_TEXT_MOST bytes in all.
 */
struct kernel_text {
	const char *proc; /* borrowed: "/proc", or a substitute directory */
	bool asked;	  /* the addresses have been looked up; unknown ones are 0 */
	uint64_t text, first, end; /* _text, _stext, _etext */
	uint64_t taken;		   /* bytes read so far */
};

#define KERNEL_TEXT_MOST (4u << 20)

/*
 * A range of code of the recorded kernel, by recorded addresses. The same kernel is running now,
 * but perhaps at other addresses.
 */
struct kernel_code {
	struct text anchor;	 /* "_text" or "_stext" */
	uint64_t anchor_address; /* the recorded address of the anchor */
	uint64_t address, len;
};

/*
 * Copy the code to `to`, which must have room for `code->len` bytes. Returns the number of bytes
 * copied, which may be smaller, or 0 and an error.
 */
size_t kernel_text_read(struct kernel_text *k, const struct kernel_code *code, void *to,
			struct error *err);

#endif
