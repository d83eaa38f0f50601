/* builder.h - grows a profile while a file is read, whole or in parts. */

#ifndef PROFILE_BUILDER_H
#define PROFILE_BUILDER_H

#include "base/error.h"
#include "profile/profile.h"

/*
 * A profile can be shown while it grows (builder_preview()): tables then lie in areas of
 * memory that grow without moving, and rows that are there never change; finish.c counts
 * who still looks at them.
 */

/*
 * Errors are sticky: when memory or ids run out every call from then on does nothing and
 * returns 0, and builder_finish() fails. A reader may check builder_failed() now and then
 * to stop early. Texts are copied; ids are those of the finished profile.
 */
struct builder;

/* NULL and an error when memory runs out. Release with builder_free(). */
struct builder *builder_new(struct error *err);

/*
 * The same if builder_preview() is to be called: reserves address space, but no more
 * memory.
 */
struct builder *builder_new_shown(struct error *err);
void builder_free(struct builder *b);

/* builder_finish() may use so many threads, of which it uses two; or else it is one. */
void builder_use_threads(struct builder *b, unsigned threads);
bool builder_failed(const struct builder *b);

uint32_t builder_string(struct builder *b, struct text t);
uint32_t builder_frame(struct builder *b, uint32_t name, uint32_t module,
		       enum frame_kind kind);

/*
 * A nameless one that ran there, as the recording says; FRAME_MODE_UNKNOWN: it does not, and the name of
 * the module is asked, as builder_frame() does.
 */
uint32_t builder_nameless(struct builder *b, uint32_t name, uint32_t module,
			  enum frame_mode mode);

/* One as another profile has it, but for its strings. */
uint32_t builder_frame_like(struct builder *b, uint32_t name, uint32_t module,
			    const struct frame *like);

/* The stack whose leaf `frame` was called by `parent` (0: it is the outermost). */
uint32_t builder_stack(struct builder *b, uint32_t parent, uint32_t frame);
uint32_t builder_thread(struct builder *b, struct text comm, int32_t pid, int32_t tid);

/* The same where the name is known by its number, from builder_string(). */
uint32_t builder_thread_of(struct builder *b, uint32_t comm, int32_t pid, int32_t tid);

/* A thread of which the input tells what its process is called; see struct thread. */
uint32_t builder_thread_in(struct builder *b, const struct thread *t);

/*
 * Events are distinguished by name. At most PROFILE_NO_CPU of them: the rest share the
 * last two, one for each kind.
 */
uint16_t builder_event(struct builder *b, struct text name, struct text unit);

/*
 * An event whose samples are stretches of time: not the one of this name whose samples
 * are moments. Its weights are ns.
 */
uint16_t builder_span_event(struct builder *b, struct text name);

struct sample {
	uint64_t time; /* ns */
	uint64_t weight;
	uint64_t duration; /* ns; 0 unless the event is one of spans */
	uint32_t stack, thread;
	uint32_t site;	/* of builder_code(); 0: none */
	uint64_t sched; /* see sched.h */
	uint16_t cpu, event;
	bool timed; /* false: the input gives no time; `time` is 0 */
};
void builder_sample(struct builder *b, const struct sample *s);

/*
 * Timed samples of one context (builder_context_id()), in any order: the same as one after the other,
 * and much faster. The arrays are borrowed.
 */
struct builder_rows {
	const uint64_t *time, *weight;
	const uint64_t *duration; /* NULL: all are 0 */
	const uint32_t *stack;
	uint32_t count, context;
};
void builder_add_rows(struct builder *b, const struct builder_rows *r);

/*
 * Samples in order of time that are older by more than so many ns than the latest, or than what builder_until()
 * has said, are let go, and previews and the profile begin behind them. Their origin stays for at least as long as samples are kept. Before the first sample.
 */
void builder_keep(struct builder *b, uint64_t ns);

/* It goes on at least up to this time, with samples or without. */
void builder_until(struct builder *b, uint64_t time);

/* How many samples have been let go. */
uint64_t builder_gone(const struct builder *b);

/* Is so much of its tables of samples that were let go that they should be made anew? */
bool builder_is_worn(const struct builder *b);

/*
 * Make the tables anew, of the samples that are kept and what these refer to; previews go on with
 * the old ones. Ids of events stay as they are, all others become different ones: an array of
 * what each frame is now, 0: gone, by its old id; `*count` of them. NULL and an error when memory
 * runs out: then all is as it was. Release with mem_free().
 */
uint32_t *builder_renew(struct builder *b, size_t *count, struct error *err);

/* The id of a thread, CPU and event together, for struct columns. */
uint32_t builder_context_id(struct builder *b, uint32_t thread, uint16_t cpu,
			    uint16_t event);

/*
 * All samples at once, all of them timed and by rising time, or none of them timed, into a builder
 * that has none yet and shows nothing before its end. The arrays (from base/mem.h) are the builder's
 * from then on, also when something has failed.
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

/* The tables of several hosts, each from base/mem.h; the builder's from then on. */
void builder_hosts(struct builder *b, const struct hosts *h);

/* Where the samples' sites are; the builder's from then on. */
struct code;
void builder_code(struct builder *b, struct code *code);

/* The weights tell how many samples each stands for; none of them may be timed. */
void builder_weights_are_counts(struct builder *b);
uint64_t builder_sample_count(const struct builder *b);

/*
 * From now on times are int64_t, as uint64_t: a clock may have begun later than the first sample.
 * When some are below 0, builder_finish() makes all later by as many whole seconds as it takes, and
 * notes it; meanwhile there is no preview. Before the first sample; not of a part.
 */
void builder_signed_times(struct builder *b);

/* How many samples have an earlier time than the one added before them. */
uint64_t builder_backwards(const struct builder *b);

/*
 * How often each frame is in the stacks of all samples so far that are kept, once for each sample and
 * each place in its stack, by frame number. NULL and an error when memory runs out.
 * Release with mem_free().
 */
uint64_t *builder_frame_uses(const struct builder *b, struct error *err);

/* A fact about the recording. An equal key and value is stored once. */
void builder_note(struct builder *b, struct text key, struct text value);
void builder_note_of(struct builder *b, uint32_t key, uint32_t value); /* strings */
void builder_loss(struct builder *b,
		  const struct loss *l); /* `reason` from builder_string() */

/*
 * What has been added so far, as a profile that shares the builder's tables: adding goes
 * on, and changes nothing in it. Release it with profile_free(), before or after the
 * builder; another thread may. NULL without an error when it cannot be shown: there are no
 * samples, they have no times, they are not in order, or nothing can be shared here. Losses
 * are left out.
 */
struct profile *builder_preview(struct builder *b, struct error *err);

/*
 * Sort by time and hand over the profile; release it with profile_free(). The profile has
 * times when all samples have one: a mix is a loss, counted here as "samples without a
 * time", and the untimed ones are placed at the first time. NULL and an error when
 * something failed on the way. The builder can then only be freed.
 */
struct profile *builder_finish(struct builder *b, struct error *err);

/* ---- parts of a profile, built apart, put together in one builder ---- */

/*
 * A part is a builder whose samples are handed over from time to time and then forgotten,
 * while its names and stacks stay: what has been handed over once is known by its number.
 * Names and stacks reach the whole in the order in which samples refer to them, so the
 * whole does not depend on how many parts there are or on which thread did what.
 */
struct merge;

/*
 * Both builders are borrowed; `part` is new, and is a part from now on. NULL and an error
 * when memory runs out. Release with merge_free(). A merge and its part belong to one
 * thread; the caller of merge_hand_over() makes sure that no other thread uses the whole
 * meanwhile.
 */
struct merge *merge_new(struct builder *whole, struct builder *part, struct error *err);
void merge_free(struct merge *m);

/*
 * Give a builder without events those of another one: they have the same numbers then. Where that one has
 * failed, `b` has failed, too.
 */
void builder_same_events(struct builder *b, const struct builder *from);

/* How far a part has got: what lies between two of these can be handed over. */
struct merge_mark {
	uint32_t samples, notes;
};
struct merge_mark merge_mark(const struct builder *part);

/*
 * Add the part's samples and notes between the marks to the whole, whose errors are sticky.
 */
void merge_hand_over(struct merge *m, struct merge_mark from, struct merge_mark to);

/* What a frame of the part is in the whole; false: it has not been handed over. */
bool merge_frame(const struct merge *m, uint32_t frame, uint32_t *whole);

/* All samples of the part have been handed over: forget them and number from 0 again. */
void merge_forget_samples(struct merge *m);

/* Bytes that the part's names, frames and stacks take, about; UINT64_MAX: it is full. */
uint64_t merge_weight(const struct builder *part);

#endif
