/* unwind_check.h - whether what a file tells of callers is fit for libdw to follow. */

#ifndef SYMBOLS_UNWIND_CHECK_H
#define SYMBOLS_UNWIND_CHECK_H

#include "symbols/elf/elf_part.h"

/*
 * libdw keeps 16 bytes for each register up to the one that a rule is for, be it the hundred
 * millionth, and all of them again for each DW_CFA_remember_state, a byte. So all rules are gone
 * through before: registers below 256, at most 64 states put aside, no instruction that is
 * not known, and nothing but what was gone through is referred to.
 *
 * `part` has .eh_frame, perhaps with .eh_frame_hdr, or .debug_frame. False: it is not fit. The
 * longest list of instructions is told, in bytes, if it is longer than `*longest`: that is what
 * a place costs.
 */
bool unwind_check(const struct elf_part *part, size_t *longest);

#endif
