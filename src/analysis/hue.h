/* hue.h - what kind of code a frame is, and the colours that tell kinds apart. */

#ifndef ANALYSIS_HUE_H
#define ANALYSIS_HUE_H

#include "profile/profile.h"

/* What a frame is coloured as: frame.kind, and C++ told from other user code by its "::". */
enum code_kind {
	CODE_GROUP, /* process, thread: no frame of code */
	CODE_USER,
	CODE_CPP,
	CODE_KERNEL,
	CODE_JIT,
	CODE_INLINED,
	CODE_RUNTIME,
	CODE_UNKNOWN,
	CODE_IDLE,
	CODE_KINDS
};
extern const char *const code_kind_names[CODE_KINDS];

/* `frame` 0 is a group's. */
enum code_kind hue_kind(const struct profile *p, uint32_t frame);

/*
 * The colour of a box, 0xrrggbb, in one of four shades: equal labels have the same. By name
 * groups keep the colour of their kind.
 */
uint32_t hue_by_kind(enum code_kind kind, struct text label);
uint32_t hue_by_name(enum code_kind kind, struct text label);

/* Of a box that a search has found. Its text is white, others' are black. */
#define HUE_MATCHED 0xaf00afu

#endif
