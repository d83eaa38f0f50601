/* printed_stacks.h - stacks as tracers print them: one frame per line, below thread and time. */

#ifndef INPUT_PRINTED_STACKS_H
#define INPUT_PRINTED_STACKS_H

#include "input/lines.h"
#include "input/time_unit.h"

/*
 * Shared by dtrace and bpftrace. A sample has a header line with thread and time, frames in a
 * kernel and a user part, and perhaps a count. held_samples keeps samples until the unit of their
 * times has been guessed.
 */

#define STACK_TEXT_PARTS 3 /* runs of frames between empty lines */

/* The parts of a printed frame, borrowed from its line. */
struct frame_text {
	struct text name;    /* empty: the frame has only an address */
	struct text module;  /* may be empty */
	struct text address; /* hexadecimal digits, may be empty */
};

/* Zero it and set `to` to begin, then release it. */
struct stack_text {
	struct held_samples *to; /* borrowed: gets complete samples */
	struct stack_text_frame {
		uint32_t name, module;
		bool jit, unknown, high; /* high: a kernel address */
	} * frames;			 /* owned; leaf first */
	size_t count, capacity;
	size_t begin[STACK_TEXT_PARTS]; /* first frame of each part */
	unsigned part;			/* the current part */
	bool kernel[STACK_TEXT_PARTS];	/* the part has a frame of the kernel */
	bool open;			/* a sample is open */
	bool gap;			/* the last line was empty */
	struct sample sample;		/* except its stack */
};

/* Begin a sample. One that is open is dropped. */
void stack_text_begin(struct stack_text *s, const struct sample *sample);

/*
 * Add a frame outside of the previous ones; note an empty line, which separates the kernel part
 * from the user part.
 */
bool stack_text_frame(struct stack_text *s, struct text line, uint64_t number,
		      struct error *err);
void stack_text_gap(struct stack_text *s);

/*
 * End the sample, with its weight. `last_gap`: an empty line before the count stands for a missing
 * user part.
 */
bool stack_text_end(struct stack_text *s, uint64_t weight, bool last_gap, uint64_t number,
		    struct error *err);

/* A file being read. Open it first, and close it even after a failure. */
struct printed_stacks {
	struct reading *reading; /* borrowed */
	struct lines lines;
	struct held_samples held;
	struct stack_text stack;
	uint16_t event;
	uint32_t nobody; /* the thread of samples without a name */
	bool header;	 /* the open sample has a time */
	bool counted;	 /* samples with a time end with their count */
	/* stacks have neither times nor counts: each stack is a sample */
	bool single;
	bool fired; /* `single`, and each stack follows a dtrace line of its own */
	/* the minimum of empty lines between two stacks of one kind; 0: unknown */
	unsigned apart;
	unsigned between; /* empty lines between the parts of the open sample */
	unsigned blanks;  /* empty lines since the last frame */
	/* 1 + indent of the first line of the open sample, if it may be a name */
	size_t key_indent;
	char key[64]; /* that line */
};

bool printed_stacks_open(struct printed_stacks *p, struct reading *r, struct error *err);

/* Take a line from lines_next(). Returns false with an error when memory runs out. */
bool printed_stacks_line(struct printed_stacks *p, struct text line, struct error *err);

/* End the open stack, either as a sample or, without the count it needs, as lost frames. */
bool printed_stacks_break(struct printed_stacks *p, struct error *err);

/* End the last sample of the file. */
bool printed_stacks_end(struct printed_stacks *p, struct error *err);
void printed_stacks_close(struct printed_stacks *p);

/* Counts of the kinds of lines in a file's head, for probes. */
struct printed_stacks_head {
	unsigned headers; /* lines with a time */
	unsigned ticked;  /* frames with a module: genunix`open+0x25 */
	unsigned plain;	  /* frames without a module: vfs_read+85, 0x7f12 */
	unsigned firings; /* lines of dtrace before the text of a probe */
	unsigned decimal; /* plain frames with an offset in the form of bpftrace */
	unsigned counts;  /* lines that are a number */
	unsigned entries; /* entries of maps */
	unsigned others;  /* other lines that are not empty */
	/* the minimum of empty lines between two stacks of one kind; 0: none */
	unsigned apart;
};
struct printed_stacks_head printed_stacks_head(struct text head);

#endif
