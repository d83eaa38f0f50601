/* shown_names.h - readable names of frames: demangled C++ and Rust, and Java's classes. */

#ifndef INPUT_SHOWN_NAMES_H
#define INPUT_SHOWN_NAMES_H

#include "base/error.h"
#include "profile/profile.h"

/*
 * Inputs contain mangled names, "_ZN4work6Engine4spinEi", and names in the notation of the Java
 * virtual machine, "Lorg/a/B;::c". This puts readable names into `p->shown`, which the profile
 * owns. The written names remain for comparisons with other tools (profile_frame_written()).
 * False when memory runs out; then `p` is unchanged.
 */
bool shown_names_put(struct profile *p, struct error *err);

#endif
