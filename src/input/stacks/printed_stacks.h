/* printed_stacks.h - stacks as tracers print them: frames one a line, with who and when above. */

#ifndef INPUT_PRINTED_STACKS_H
#define INPUT_PRINTED_STACKS_H

#include "input/lines.h"
#include "input/time_unit.h"

/*
 * dtrace and bpftrace share it: lines of who and when, frames, counts, and one sample
 * that is put together of a kernel's and a user's part. time_unit holds samples until the
 * unit of their times has been guessed.
 */

#define STACK_TEXT_PARTS 3 /* runs of frames between empty lines */

/* The parts of a printed frame, borrowed from its line. */
struct frame_text {
	struct text name;    /* empty: there is only an address */
	struct text module;  /* may be empty */
	struct text address; /* hexadecimal digits, may be empty */
};

/* Zero it, set `to`, and release it. */
struct stack_text {
	struct held_samples *to; /* borrowed: where complete samples go */
	struct stack_text_frame {
		uint32_t name, module;
		bool jit, unknown, high; /* high: where only the kernel is */
	} * frames;			 /* owned; leaf first */
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

/* One file being read. Zero it, open it, and close it whatever happened. */
struct printed_stacks {
	struct reading *reading; /* borrowed */
	struct lines lines;
	struct held_samples held;
	struct stack_text stack;
	uint16_t event;
	uint32_t nobody;  /* the thread of samples that do not name one */
	bool header;	  /* the open sample has a time */
	bool counted;	  /* samples with a time end in their count */
	bool single;	  /* stacks have neither times nor counts: each is one sample */
	bool fired;	  /* of these, each has its own line in front, as dtrace prints */
	unsigned apart;	  /* least empty lines between two of one kind; 0: not known */
	unsigned between; /* those between the parts of the open sample */
	unsigned blanks;  /* those since the last frame */
	size_t key_indent; /* of the first line of the open sample, if it may be a name */
	char key[64];	   /* that line */
};

bool printed_stacks_open(struct printed_stacks *p, struct reading *r, struct error *err);

/* Take the line that lines_next() gave. False and an error when memory runs out. */
bool printed_stacks_line(struct printed_stacks *p, struct text line, struct error *err);

/* Something else begins: what is open ends, as a sample or as frames outside of any. */
bool printed_stacks_break(struct printed_stacks *p, struct error *err);

/* The file has ended: so does its last sample. */
bool printed_stacks_end(struct printed_stacks *p, struct error *err);
void printed_stacks_close(struct printed_stacks *p);

/* What lines of a file's head are, for whoever recognises a format by them. */
struct printed_stacks_head {
	unsigned headers; /* lines with a time */
	unsigned ticked;  /* frames with a module: genunix`open+0x25 */
	unsigned plain;	  /* frames without: vfs_read+85, 0x7f12 */
	unsigned firings; /* what dtrace prints before the text of a probe */
	unsigned decimal; /* of the plain ones: an offset as bpftrace prints it */
	unsigned counts;  /* numbers */
	unsigned entries; /* of maps */
	unsigned others;  /* other lines that are not empty */
	unsigned apart;	  /* least empty lines between two stacks of one kind; 0: none */
};
struct printed_stacks_head printed_stacks_head(struct text head);

#endif
