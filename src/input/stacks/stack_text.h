/* stack_text.h - a sample being put together from printed lines: who, when, and its frames. */

#ifndef INPUT_STACK_TEXT_H
#define INPUT_STACK_TEXT_H

#include "input/stacks/stamped.h"

#define STACK_TEXT_PARTS 3 /* runs of frames between empty lines */

/* The parts of a printed frame, borrowed from its line. */
struct frame_text {
	struct text name;    /* empty: there is only an address */
	struct text module;  /* may be empty */
	struct text address; /* hexadecimal digits, may be empty */
};

/*
 * Cut "unix`trap+0x2c7", "0x36197f9060bb Stub:CEntryStub", "0x104d08831", "vfs_read+85",
 * "ffffffff8108 do_idle+12 ([kernel.kallsyms])".
 */
struct frame_text frame_text_cut(struct text line);

/* Zero it, set `to`, and release it. */
struct stack_text {
	struct stamped *to; /* borrowed: where complete samples go */
	struct stack_text_frame {
		uint32_t name, module;
		bool jit, unknown;
	} * frames; /* owned; leaf first */
	size_t count, capacity;
	size_t begin[STACK_TEXT_PARTS]; /* of each part in frames */
	unsigned part;			/* being filled */
	bool kernel[STACK_TEXT_PARTS];	/* some frame can only be the kernel's */
	bool open;			/* there is one */
	bool gap;			/* an empty line was the last one */
	struct sample sample;		/* but its stack */
};

/* Begin the next sample; what was open is forgotten. */
void stack_text_begin(struct stack_text *s, const struct sample *sample);

/* One more frame outwards, and an empty line, which ends the kernel's part or begins it. */
bool stack_text_frame(struct stack_text *s, struct text line, uint64_t number,
		      struct error *err);
void stack_text_gap(struct stack_text *s);

/*
 * The sample was seen `weight` times; `last_gap` when an empty line before that number
 * stands for a user's part that is not there. Closes it.
 */
bool stack_text_end(struct stack_text *s, uint64_t weight, bool last_gap, uint64_t number,
		    struct error *err);
void stack_text_release(struct stack_text *s);

#endif
