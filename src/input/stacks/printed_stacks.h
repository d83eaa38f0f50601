/* printed_stacks.h - reads stacks printed by tracers: one frame per line, below a header line. */

#ifndef INPUT_PRINTED_STACKS_H
#define INPUT_PRINTED_STACKS_H

#include "input/lines.h"
#include "input/time_unit.h"

/*
 * Shared by the readers of dtrace and bpftrace. A sample may have a header line with thread and
 * time, frames in a kernel part and a user part, and a count.
 */

#define STACK_TEXT_PARTS 3 /* groups of frames, separated by empty lines */

/* The parts of a printed frame, borrowed from the line. */
struct frame_text {
	struct text name;    /* empty: the frame has only an address */
	struct text module;  /* may be empty */
	struct text address; /* hexadecimal digits, may be empty */
};

/* The sample being read. To begin, zero it and set `to`. */
struct stack_text {
	struct held_samples *to; /* borrowed: gets complete samples */
	struct stack_text_frame {
		uint32_t name, module;
		bool jit, unknown, high; /* high: a kernel address */
	} * frames;			 /* owned; leaf first */
	size_t count, capacity;
	size_t begin[STACK_TEXT_PARTS]; /* first frame of each part */
	unsigned part;			/* the current part */
	bool kernel[STACK_TEXT_PARTS];	/* the part has a kernel frame */
	bool open;			/* a sample is open */
	bool gap;			/* an empty line has followed the last frame */
	struct sample sample;		/* except its stack */
};

/* Begin a sample, and drop one that is still open. */
void stack_text_begin(struct stack_text *s, const struct sample *sample);

/*
 * stack_text_frame() adds a frame, the caller of the previous one, from line `number`.
 * stack_text_gap() is for an empty line, which separates the kernel part from the user part.
 */
bool stack_text_frame(struct stack_text *s, struct text line, uint64_t number,
		      struct error *err);
void stack_text_gap(struct stack_text *s);

/*
 * End the sample, with this weight. `last_gap`: an empty line just before the count means that the
 * user part is missing.
 */
bool stack_text_end(struct stack_text *s, uint64_t weight, bool last_gap, uint64_t number,
		    struct error *err);

/* The state of reading a file. Open it first, and close it even after a failure. */
struct printed_stacks {
	struct reading *reading; /* borrowed */
	struct lines lines;
	struct held_samples held;
	struct stack_text stack;
	uint16_t event;
	uint32_t nobody; /* the thread of samples without a thread name */
	bool header;	 /* the open sample has a time */
	bool counted;	 /* samples with a time end in a count */
	/* stacks have neither times nor counts: each stack is a sample */
	bool single;
	bool fired; /* with `single`: each stack follows a line with CPU and probe */
	/* minimum number of empty lines between two kernel or two user stacks; 0: unknown */
	unsigned apart;
	unsigned between; /* empty lines between the parts of the open sample */
	unsigned blanks;  /* empty lines since the last frame */
	/* 1 + indent of the first line of the open sample, if it may be a thread name */
	size_t key_indent;
	char key[64]; /* the text of that line */
};

bool printed_stacks_open(struct printed_stacks *p, struct reading *r, struct error *err);

/* Take a line from lines_next(). False and an error when memory runs out. */
bool printed_stacks_line(struct printed_stacks *p, struct text line, struct error *err);

/* End the open stack: it becomes a sample, or lost frames if it lacks a required count. */
bool printed_stacks_break(struct printed_stacks *p, struct error *err);

/* End the last sample of the file. */
bool printed_stacks_end(struct printed_stacks *p, struct error *err);
void printed_stacks_close(struct printed_stacks *p);

/* The numbers of lines of each kind in a file's head, for probes. */
struct printed_stacks_head {
	unsigned headers; /* lines with a time */
	unsigned ticked;  /* frames with a module: genunix`open+0x25 */
	unsigned plain;	  /* frames without a module: vfs_read+85, 0x7f12 */
	unsigned firings; /* lines with the CPU and probe that dtrace prints */
	unsigned decimal; /* plain frames with a decimal offset, as in bpftrace */
	unsigned counts;  /* lines with only a number */
	unsigned entries; /* entries of bpftrace maps: @[...] */
	unsigned others;  /* other lines that are not empty */
	unsigned apart;	  /* see printed_stacks */
};
struct printed_stacks_head printed_stacks_head(struct text head);

#endif
