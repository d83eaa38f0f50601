/* builder.h - builds a profile, whole or in parts, while a file is read. */

#ifndef PROFILE_BUILDER_H
#define PROFILE_BUILDER_H

#include "base/error.h"
#include "profile/profile.h"

/*
 * A profile can be shown while it grows (builder_preview()): its tables are then in memory areas
 * that grow without moving, and existing rows never change; shared.c counts the users of the
 * tables.
 */

/*
 * Errors are sticky: when memory or ids run out, later calls add nothing and return 0, and
 * builder_finish() fails. A reader may occasionally check builder_failed() to stop early. Texts are
 * copied; ids are those of the finished profile.
 */
struct builder;

/* NULL and an error when memory runs out. Release with builder_free(). */
struct builder *builder_new(struct error *err);

/* The same, for use with builder_preview(): reserves address space, but takes no more memory. */
struct builder *builder_new_shown(struct error *err);
void builder_free(struct builder *b);

/* Set the number of threads for builder_finish(), which uses at most two; the default is one. */
void builder_use_threads(struct builder *b, unsigned threads);
bool builder_failed(const struct builder *b);

uint32_t builder_string(struct builder *b, struct text t);
uint32_t builder_frame(struct builder *b, uint32_t name, uint32_t module,
		       enum frame_kind kind);

/*
 * A nameless frame with its recorded mode. With FRAME_MODE_UNKNOWN the module's name determines the
 * mode, as in builder_frame().
 */
uint32_t builder_nameless(struct builder *b, uint32_t name, uint32_t module,
			  enum frame_mode mode);

/* A frame with the kind and mode of `like`, a frame of another profile. */
uint32_t builder_frame_like(struct builder *b, uint32_t name, uint32_t module,
			    const struct frame *like);

/* The stack with the leaf `frame`, called by the stack `parent` (0: no caller). */
uint32_t builder_stack(struct builder *b, uint32_t parent, uint32_t frame);
uint32_t builder_thread(struct builder *b, struct text comm, int32_t pid, int32_t tid);

/* Like builder_thread(), for a name from builder_string(). */
uint32_t builder_thread_of(struct builder *b, uint32_t comm, int32_t pid, int32_t tid);

/* A thread, possibly with the name of its process; see struct thread. */
uint32_t builder_thread_in(struct builder *b, const struct thread *t);

/*
 * Events are distinguished by name. A profile has at most PROFILE_NO_CPU events; further ones share
 * the last two, one for moments and one for spans.
 */
uint16_t builder_event(struct builder *b, struct text name, struct text unit);

/*
 * An event whose samples are time spans, with weights in ns. It is distinct from an event with the
 * same name whose samples are moments.
 */
uint16_t builder_span_event(struct builder *b, struct text name);

struct sample {
	uint64_t time; /* ns */
	uint64_t weight;
	uint64_t duration; /* ns; 0 unless the event consists of spans */
	uint32_t stack, thread;
	uint32_t site;	/* row of code.sites; 0: none */
	uint64_t sched; /* see sched.h */
	uint16_t cpu, event;
	bool timed; /* false: the input has no time; `time` is 0 */
};
/* Add a sample; `s` is copied. */
void builder_add_sample(struct builder *b, const struct sample *s);

/*
 * Add timed samples of one context (builder_context_id()), in any order: the same as adding each,
 * but much faster. The arrays are borrowed.
 */
struct builder_rows {
	const uint64_t *time, *weight;
	const uint64_t *duration; /* NULL: all are 0 */
	const uint32_t *stack;
	uint32_t count, context;
};
void builder_add_rows(struct builder *b, const struct builder_rows *r);

/*
 * If samples are added in order of time, drop those that are more than `ns` older than the latest
 * sample or than the time of builder_until(). Previews and the profile begin after the dropped
 * samples. The origin may be earlier, and moves only in steps of about `ns`. Call this before the
 * first sample; later calls may change `ns`.
 */
void builder_keep(struct builder *b, uint64_t ns);

/* The recording has reached this time, with or without samples: previews last until then. */
void builder_until(struct builder *b, uint64_t time);

/* The number of samples that have been dropped. */
uint64_t builder_gone(const struct builder *b);

/* Do dropped samples account for so much of the tables that builder_renew() is worthwhile? */
bool builder_is_worn(const struct builder *b);

/*
 * Rebuild the tables from the kept samples and the rows that these refer to; previews keep the old
 * tables. Event ids stay the same; all other ids may change. Returns an array with the new id of
 * each frame (0: dropped), indexed by its old id; `*count` is its length. NULL and an error when
 * memory runs out, without any change to the builder. Release with mem_free().
 */
uint32_t *builder_renew(struct builder *b, size_t *count, struct error *err);

/* The id of a thread, CPU and event together, for struct columns and struct builder_rows. */
uint32_t builder_context_id(struct builder *b, uint32_t thread, uint16_t cpu,
			    uint16_t event);

/*
 * Add all samples in one call, either all timed and sorted by time, or all untimed, to a builder
 * without samples and without previews. The builder owns the arrays (from base/mem.h) from then on,
 * even after a failure.
 */
struct columns {
	uint64_t *time, *weight;
	uint32_t *stack, *context;
	uint64_t *duration, *sched; /* NULL: all are 0 */
	uint64_t *many;		    /* see struct samples; NULL: all are 1 */
	uint32_t count;
	bool untimed;
};
void builder_columns(struct builder *b, const struct columns *c);

/* Set the tables of several hosts, each from base/mem.h; the builder owns them from then on. */
void builder_hosts(struct builder *b, const struct hosts *h);

/* Set the code that the sites of samples refer to; the builder owns it from then on. */
struct code;
void builder_code(struct builder *b, struct code *code);

/* Declare that each weight is the number of samples in its row; no row may have a time. */
void builder_weights_are_counts(struct builder *b);
uint64_t builder_sample_count(const struct builder *b);

/*
 * From now on, times are int64_t passed as uint64_t: a clock may have started after the first
 * sample. If some times are negative, previews are not available, and builder_finish() adds enough
 * whole seconds to all times, with a note. Call this before the first sample, and never for a part.
 */
void builder_signed_times(struct builder *b);

/* The number of samples with an earlier time than the sample added before them. */
uint64_t builder_backwards(const struct builder *b);

/*
 * Count the occurrences of each frame in the stacks of all kept samples: one for each sample and
 * each position in its stack. NULL and an error when memory runs out. Release with mem_free().
 */
uint64_t *builder_frame_uses(const struct builder *b, struct error *err);

/* Add a fact about the recording. A repeated pair of key and value is stored once. */
void builder_note(struct builder *b, struct text key, struct text value);
void builder_note_of(struct builder *b, uint32_t key, uint32_t value); /* strings */

/* Add a loss; its `reason` is from builder_string(). */
void builder_loss(struct builder *b, const struct loss *l);

/*
 * A profile of the rows added so far, which shares the builder's tables: adding more does not
 * change it. Release it with profile_free(), before or after the builder, on any thread. NULL
 * without an error if it cannot be shown: there are no samples, the first have no time, some times
 * are negative or not in order, the tables are not shared, or the builder has failed. A preview has
 * no losses.
 */
struct profile *builder_preview(struct builder *b, struct error *err);

/*
 * Sort by time and hand over the profile; release it with profile_free(). The profile has times if
 * any sample has one: the others get the first time and, except off-CPU sums, are counted as a
 * loss. NULL and an error if anything has failed. Afterwards, the builder can only be freed.
 */
struct profile *builder_finish(struct builder *b, struct error *err);

/* ---- parts of a profile, built separately and combined in one builder ---- */

/*
 * A part is a builder whose samples are handed over to the whole from time to time and then
 * forgotten. Its names and stacks stay, and each is handed over only once. Names and stacks reach
 * the whole in the order in which samples refer to them, so the whole does not depend on the number
 * of parts or on the scheduling of threads.
 */
struct merge;

/*
 * Both builders are borrowed; `part` must be new, and is a part from now on. NULL and an error when
 * memory runs out. Release with merge_free(). A merge and its part belong to one thread; the caller
 * of merge_hand_over() ensures that no other thread uses the whole at the same time.
 */
struct merge *merge_new(struct builder *whole, struct builder *part, struct error *err);
void merge_free(struct merge *m);

/*
 * Copy the events of `from` to a builder without events: they get the same numbers. If `from` has
 * failed, `b` fails too.
 */
void builder_same_events(struct builder *b, const struct builder *from);

/* A position in a part: the rows between two positions can be handed over. */
struct merge_mark {
	uint32_t samples, notes;
};
struct merge_mark merge_mark(const struct builder *part);

/* Add the part's samples and notes between the marks to the whole, whose errors are sticky. */
void merge_hand_over(struct merge *m, struct merge_mark from, struct merge_mark to);

/* Find the id in the whole of a frame of the part; false if it has not been handed over. */
bool merge_frame(const struct merge *m, uint32_t frame, uint32_t *whole);

/* Forget the samples of the part, all of which have been handed over. Rows restart at 0. */
void merge_forget_samples(struct merge *m);

/*
 * The approximate number of bytes of the part's names, frames and stacks; UINT64_MAX when more than
 * half of its event ids are in use.
 */
uint64_t merge_weight(const struct builder *part);

#endif
