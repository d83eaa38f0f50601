/* frame_mode.h - whether code ran in the kernel or in user space. */

#ifndef PROFILE_FRAME_MODE_H
#define PROFILE_FRAME_MODE_H

#include "profile/profile.h"

/*
 * The mode implied by the name of a module: "[kernel.kallsyms]", "[ext4]" and "vmlinux" belong to
 * the kernel; "/bin/sh" and "[vdso]" do not; "[unknown]" and "nginx" are ambiguous.
 */
enum frame_mode frame_mode_of_module(struct text module);

/*
 * The mode implied by an address: the upper half of the 64-bit addresses belongs to the kernel, as
 * on x86-64 and arm64. Unknown for the upper half of the 32-bit addresses and for 0.
 */
enum frame_mode frame_mode_of_address(uint64_t address);

/*
 * The mode implied by a frame's kind. A nameless frame has its recorded mode or else the mode of
 * its module; an inlined frame has the mode of its caller.
 */
enum frame_mode frame_mode_of(const struct profile *p, uint32_t frame,
			      enum frame_mode caller);

/*
 * The words for a frame's kind in exported tables; for a nameless frame, they include its mode: "no
 * name, kernel". When tables are read, other words stand for FRAME_USER, and "unknown" is an older
 * form of "no name".
 */
const char *frame_mode_words(const struct frame *f);
struct frame frame_mode_of_words(struct text words); /* without name and module */

/*
 * For each stack, the mode (enum frame_mode) of its innermost frame. NULL and an error when memory
 * runs out. Release with mem_free().
 */
uint8_t *frame_mode_of_stacks(const struct profile *p, struct error *err);

#endif
