/* perf_frames.h - which frames a frame line of perf script stands for, remembered. */

#ifndef INPUT_PERF_FRAMES_H
#define INPUT_PERF_FRAMES_H

#include "input/perf_script/perf_line.h"
#include "profile/builder.h"

/*
 * Nearly all frame lines repeat what follows their address, so that is looked up first, and
 * only parsed when it is new. A line may stand for several frames: a chain of inlined calls.
 */
struct perf_frames;

/* NULL and an error when memory runs out. `builder` is borrowed. */
struct perf_frames *perf_frames_new(struct builder *builder, bool addresses,
				    struct error *err);
void perf_frames_free(struct perf_frames *f);

/* The entry of a line: a number for the calls below, good until perf_frames_tidy(). */
bool perf_frames_find(struct perf_frames *f, struct perf_frame_line line, uint32_t *entry,
		      struct error *err);

/*
 * Lines as perf prints them (a tab, the address in 16 columns, a blank, the rest) are known
 * again as a whole, whatever the address where that tells nothing, without being cut and even
 * before their end has been looked for.
 * perf_frames_remember() takes a line that had a line end, cut, and what perf_frames_find() said
 * of it, and keeps the latest ones, so many as fit. perf_frames_ahead() takes all bytes that
 * follow and returns the entry of the line they begin with, whose length without "\n" is then
 * in `*len`; 0 when it does not know: then cut the line and ask perf_frames_find().
 */
uint32_t perf_frames_ahead(const struct perf_frames *f, struct text ahead, size_t *len);
void perf_frames_remember(struct perf_frames *f, struct text line,
			  struct perf_frame_line cut, uint32_t entry);

/*
 * The entry for the same frame when a later line tells that it is inlined, or the line of source
 * code that it is at: "a.c:12" goes to the end of its name. `source` is empty where none is known,
 * and not the entry's own text.
 */
bool perf_frames_find_told(struct perf_frames *f, uint32_t entry, struct text source,
			   bool inlined, uint32_t *told, struct error *err);

/*
 * The stack of a sample's `n` entries, leaf first, as the builder numbers it. Most stacks
 * have been seen before, and cost one look instead of one a frame.
 */
uint32_t perf_frames_stack(struct perf_frames *f, const uint32_t *entries, size_t n);

/* How many frames an entry stands for. */
uint32_t perf_frames_count(const struct perf_frames *f, uint32_t entry);

/* To be called between samples: forgets everything when that has become too much. */
bool perf_frames_tidy(struct perf_frames *f, struct error *err);

#endif
