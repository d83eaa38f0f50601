/* losses.h - what a reader could not use, counted by reason with the first line. */

#ifndef INPUT_LOSSES_H
#define INPUT_LOSSES_H

#include "profile/builder.h"
#include "symbols/symbol_status.h"

/* Reasons of all formats. The texts, and the kind of each, are in losses.c. */
enum loss_reason {
	LOSS_LINE,	    /* lines not understood */
	LOSS_LONG_LINE,	    /* lines cut at 1 MiB */
	LOSS_NO_TIME,	    /* samples without a time among others that have one */
	LOSS_NUMBER,	    /* samples whose time, period or id does not fit */
	LOSS_FRAME_OUTSIDE, /* frames outside of any sample */
	LOSS_DEEP,	    /* frames beyond the deepest stack we keep */
	LOSS_TRUNCATED,	    /* samples cut off at the end of the file */
	LOSS_GZIP,	    /* a gzip stream that ends in the middle or is damaged */
	LOSS_ZSTD,	    /* a zstd stream, the same */
	LOSS_EVENTS_LOST,   /* samples that the profiler itself lost (PERF_RECORD_LOST) */
	LOSS_TRACE_ERROR,   /* instruction trace decoding errors */
	LOSS_RECORD,	    /* records, rows, events that are too short or none at all */
	LOSS_RECORDS_CUT, /* the end is missing, or nothing can be found in it any more */
	LOSS_PACKED,	  /* records that cannot be unpacked */
	LOSS_FEATURE,	  /* what it tells about the recording is cut or damaged */
	LOSS_DEFERRED,	  /* the user's part of a call chain was to follow and did not */
	LOSS_MAPS,	  /* maps of memory beyond what we keep */
	LOSS_BACKWARDS,	  /* spans whose end is before their start */
	LOSS_PARENT_NONE, /* spans whose parent is not running at their start */
	LOSS_PARENT_SEVERAL, /* ... several of its name do */
	LOSS_PARENT_CIRCLE,  /* spans in a circle of parents */
	LOSS_UNWIND_COPY,    /* user stacks cut short: the copy of it was too short */
	LOSS_UNWIND_FILE,    /* ... a file is not here, or is another one */
	LOSS_UNWIND_MADE,    /* ... code made at run time */
	LOSS_UNWIND_ROW,     /* ... the file says nothing */
	LOSS_UNWIND_LOST,    /* ... what was found is no code */
	LOSS_UNWIND_DEEP,    /* ... there are more frames than perf shows */
	LOSS_UNWIND_MACHINE, /* user stacks not unwound: of another kind of program */
	LOSS_UNWIND_ROOM,    /* ... the copy has no room in a temporary file */
	LOSS_UNWIND_UNREAD,  /* ... the copy cannot be read back */
	LOSS_UNWIND_UNASKED, /* ... files were not to be read */
	LOSS_UNWIND_BUILT,   /* ... there is no elfutils */
	LOSS_SPAN_END,	     /* span ends without a beginning */
	LOSS_SPAN_CUT,	     /* spans that last longer than the one that they are in */
	LOSS_SPAN_OPEN, /* spans without an end, which last until that of their track */
	LOSS_OWN,	/* what a reader of the user's own has said */
	LOSS_NAMELESS,	/* frames without a name: + enum symbol_status says why */
	ASIDE_NAMELESS = LOSS_NAMELESS + SYMBOLS_STATUS_COUNT, /* where no symbol is */
	ASIDE_RECORD,	   /* task, map and switch records, which are not samples */
	ASIDE_SOURCE_LINE, /* source line annotations */
	ASIDE_REGISTERS,   /* register, branch stack and data lines */
	ASIDE_OUTLIVES,	   /* spans with an end after that of the parent */
	ASIDE_MESSAGE,	   /* messages from the profiler between the samples */
	ASIDE_SPAN_NAME,   /* spans ended under another name */
	ASIDE_SPAN_CPU,	   /* spans in which others took more CPU time than they */
	ASIDE_INSTANT,	   /* events of a trace: moments, steps of others, marks */
	ASIDE_COUNTER,
	ASIDE_FLOW,   /* arrows from one to another */
	ASIDE_OBJECT, /* life and state of objects */
	ASIDE_DUMP,   /* of memory */
	ASIDE_CLOCK,  /* clocks and contexts */
	ASIDE_FACT,   /* metadata of which nothing is shown */
	LOSS_REASONS
};

struct losses {
	struct {
		uint64_t count, first_line;
	} of[LOSS_REASONS];
	bool by_byte; /* the input has no lines: `first_line` is an offset in it */
};

/* Count one (or `n`) at this line; 0 when there is no line to name. */
void losses_count(struct losses *l, enum loss_reason why, uint64_t line);
void losses_add(struct losses *l, enum loss_reason why, uint64_t n, uint64_t line);

/* Count as well what was counted in `more`. */
void losses_join(struct losses *l, const struct losses *more);

/*
 * ": lines not understood, first at line 3": why most of what was lost could not be used, to
 * stand behind a sentence; empty when nothing was.
 */
#define LOSSES_MAIN_MAX 160
const char *losses_main(const struct losses *l, char buf[static LOSSES_MAIN_MAX]);

/* Put what was counted into the profile. */
void losses_store(const struct losses *l, struct builder *b);

#endif
