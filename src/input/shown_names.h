/* shown_names.h - readable names of frames: demangled C++ and Rust names, and Java classes. */

#ifndef INPUT_SHOWN_NAMES_H
#define INPUT_SHOWN_NAMES_H

#include "base/error.h"
#include "profile/profile.h"

/*
 * Inputs contain mangled names, such as "_ZN4work6Engine4spinEi", and names in the notation of the
 * Java virtual machine, such as "Lorg/a/B;::c". Put readable names into `p->shown`, which the
 * profile owns. profile_frame_written() still returns the names in the input, for comparisons with
 * other tools. False when memory runs out; then `p` is unchanged.
 */
bool shown_names_put(struct profile *p, struct error *err);

#endif
