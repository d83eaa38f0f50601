/* perf_frames.h - the frames of each frame line of perf script, remembered. */

#ifndef INPUT_PERF_FRAMES_H
#define INPUT_PERF_FRAMES_H

#include "input/perf_script/perf_line.h"
#include "profile/builder.h"

/*
 * Nearly all frame lines repeat the text after their address: it is looked up, and parsed only when
 * it is new. A line may stand for several frames: a chain of inlined calls.
 */
struct perf_frames;

/* NULL and an error when memory runs out. `builder` is borrowed. */
struct perf_frames *perf_frames_new(struct builder *builder, bool addresses,
				    struct error *err);
void perf_frames_free(struct perf_frames *f);

/* The entry of a line: a number for the calls below, valid until perf_frames_tidy(). */
bool perf_frames_find(struct perf_frames *f, struct perf_frame_line line, uint32_t *entry,
		      struct error *err);

/*
 * A cache of whole lines as perf prints them, see frame_line_cache. perf_frames_ahead() gets all
 * bytes that follow, and returns the entry of the line at their beginning, with its length without
 * "\n" in `*len`; 0: parse the line and call perf_frames_find(). perf_frames_remember() gets a line
 * that had a line end, its parts, and the entry from perf_frames_find().
 */
uint32_t perf_frames_ahead(const struct perf_frames *f, struct text ahead, size_t *len);
void perf_frames_remember(struct perf_frames *f, struct text line,
			  struct perf_frame_line cut, uint32_t entry);

/*
 * The entry of the same frame when a later line shows that it is inlined, or gives its source line,
 * such as "a.c:12", which is added to its name. `source` is empty if unknown, and must not be the
 * entry's own text.
 */
bool perf_frames_find_told(struct perf_frames *f, uint32_t entry, struct text source,
			   bool inlined, uint32_t *told, struct error *err);

/*
 * The stack of a sample's `n` entries, leaf first, in the builder. Most stacks have occurred
 * before, and cost one look-up instead of one for each frame.
 */
uint32_t perf_frames_stack(struct perf_frames *f, const uint32_t *entries, size_t n);

/* The number of frames of an entry. */
uint32_t perf_frames_count(const struct perf_frames *f, uint32_t entry);

/* Call this between samples: it forgets everything when the tables have become too large. */
bool perf_frames_tidy(struct perf_frames *f, struct error *err);

#endif
