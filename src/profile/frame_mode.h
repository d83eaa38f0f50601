/* frame_mode.h - whether code ran in the kernel or in user space, be its name known or not. */

#ifndef PROFILE_FRAME_MODE_H
#define PROFILE_FRAME_MODE_H

#include "profile/profile.h"

/* What the name of a module tells: "[kernel.kallsyms]", "[ext4]", "vmlinux" are the kernel's, "/bin/sh"
 * and "[vdso]" are not, "[unknown]" and "nginx" tell nothing. */
enum frame_mode frame_mode_of_module(struct text module);

/* What an address tells: the upper half is the kernel's, as on x86-64 and ARM. Of an upper half of 32 bits nobody
 * knows whose it is, nor of 0. */
enum frame_mode frame_mode_of_address(uint64_t address);

/* That of its kind, of a nameless one what was recorded, or else its module tells, of an inlined one its caller's. */
enum frame_mode frame_mode_of(const struct profile *p, uint32_t frame,
			      enum frame_mode caller);

/*
 * What tables outside have for both: the kind, of one without a name with its mode, "no name, kernel". What is
 * none of these is a program's; "unknown" is what "no name" was first.
 */
const char *frame_mode_words(const struct frame *f);
struct frame frame_mode_of_words(struct text words); /* without name and module */

/*
 * By stack, the mode (enum frame_mode) of its innermost frame. NULL and an error when memory runs
 * out. Release with mem_free().
 */
uint8_t *frame_mode_of_stacks(const struct profile *p, struct error *err);

#endif
