/* shown_names.h - names of frames as people read them, where the input has others. */

#ifndef INPUT_SHOWN_NAMES_H
#define INPUT_SHOWN_NAMES_H

#include "base/error.h"
#include "profile/profile.h"

/*
 * Texts have names as compilers made them, "_ZN4work6Engine4spinEi", and as Java's virtual
 * machine calls them, "Lorg/a/B;::c". What they mean goes to `p->shown`, which the profile then
 * owns; what was written stays for who compares with other tools (profile_frame_written()).
 * False when memory runs out; then nothing has changed.
 */
bool shown_names_put(struct profile *p, struct error *err);

#endif
