/* printed_stacks.h - stacks as tracers print them: frames one a line, with who and when above. */

#ifndef INPUT_PRINTED_STACKS_H
#define INPUT_PRINTED_STACKS_H

#include "input/lines.h"
#include "input/stacks/stack_text.h"

/* One file being read. Zero it, open it, and close it whatever happened. */
struct printed_stacks {
	struct reading *reading; /* borrowed */
	struct lines lines;
	struct stamped stamped;
	struct stack_text stack;
	uint16_t event;
	uint32_t nobody;   /* the thread of samples that do not name one */
	bool header;	   /* the open sample has a time */
	bool counted;	   /* samples with a time end in their count */
	size_t key_indent; /* of the first line of the open sample, if it may be a name */
	char key[64];	   /* that line */
};

bool printed_stacks_open(struct printed_stacks *p, struct reading *r, struct error *err);

/* Take the line that lines_next() gave. False and an error when memory runs out. */
bool printed_stacks_line(struct printed_stacks *p, struct text line, struct error *err);

/* The file has ended: so does its last sample. */
bool printed_stacks_end(struct printed_stacks *p, struct error *err);
void printed_stacks_close(struct printed_stacks *p);

/* What lines of a file's head are, for whoever recognises a format by them. */
struct stack_census {
	unsigned headers; /* lines with a time */
	unsigned ticked;  /* frames with a module: genunix`open+0x25 */
	unsigned plain;	  /* frames without: vfs_read+85, 0x7f12 */
	unsigned firings; /* what dtrace prints before the text of a probe */
	unsigned others;  /* other lines that are not empty and not numbers */
};
struct stack_census stack_census_take(struct text head);

#endif
