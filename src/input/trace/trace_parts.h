/* trace_parts.h - what a trace is made of: tracks, records, profiles in pieces, samples. */

#ifndef INPUT_TRACE_PARTS_H
#define INPUT_TRACE_PARTS_H

#include "base/idmap.h"
#include "base/intern.h"
#include "input/string_ids.h"
#include "input/trace/v8_profile.h"
#include "profile/builder.h"

/* ---- tracks, and texts by number (trace_tracks.c) ---- */

/*
 * A track is a thread, or what has an id of its own and begins and ends in any of them. Ids
 * are whatever the trace has: numbers, texts, or nothing. Zero it to begin.
 */
struct trace_tracks {
	struct builder *builder; /* borrowed */
	struct intern *texts;	 /* owned: names, categories, ids; 0 is the empty text */
	struct string_ids comms;
	struct idmap steps; /* of the ways to tracks: from a step and an id to a step */
	struct idmap ends;  /* from the last step to a row */
	struct trace_track *rows; /* owned */
	size_t room;
	uint32_t count;
	uint32_t last;		 /* the thread asked for last: often the next, too */
	struct idmap processes;	 /* from pid to a place in `process_names` */
	uint32_t *process_names; /* owned: texts */
	size_t process_room;
	struct idmap frames; /* from name and category to a place in `frame_ids` */
	uint32_t *frame_ids; /* owned: the builder's */
	size_t frame_room;
};

bool trace_tracks_begin(struct trace_tracks *t, struct builder *b, struct error *err);
void trace_tracks_release(struct trace_tracks *t);

/* The number of a text. */
bool trace_tracks_text(struct trace_tracks *t, struct text text, uint32_t *number,
		       struct error *err);

/* All below are numbers of texts. The thread of these ids; 0: it does not say. */
bool trace_tracks_thread(struct trace_tracks *t, uint32_t pid, uint32_t tid,
			 uint32_t *track, struct error *err);

/* What `path` names from the largest to the smallest; a new one is called `name`. */
struct trace_async {
	uint32_t path[5]; /* category, scope, id, process if the id is one of it, name */
	uint32_t pid;
	uint32_t category, name; /* of the event that is here first */
};
bool trace_tracks_async(struct trace_tracks *t, const struct trace_async *a,
			uint32_t *track, struct error *err);

/* What metadata tells; the last word counts. */
bool trace_tracks_name_process(struct trace_tracks *t, uint32_t pid, uint32_t name,
			       struct error *err);
void trace_tracks_name_thread(struct trace_tracks *t, uint32_t track, uint32_t name);

/* The frame of a span, whose category is its module. */
bool trace_tracks_frame(struct trace_tracks *t, uint32_t name, uint32_t category,
			uint32_t *frame, struct error *err);

/* What the builder knows a track by: named as the thread is, otherwise as its process.
 * Ids that are no numbers, or too large, have one from TRACE_MADE_UP on. */
#define TRACE_MADE_UP (INT32_C(1) << 30)
struct trace_who {
	uint32_t comm; /* the builder's */
	int32_t pid, tid;
};
void trace_tracks_who(struct trace_tracks *t, uint32_t track, struct trace_who *who);

/* The same as a row of the builder; `tracks` is a struct trace_tracks. */
uint32_t trace_tracks_row(void *tracks, uint32_t track);

/* ---- records, as they are written (trace_record.c) ---- */

/* A time, given in us as a number or as a text. */
struct trace_time {
	int64_t ns;
	bool is_there, is_bad; /* bad: no time, or too large; of durations also below 0 */
};

/* Whose id it is. */
enum trace_scope { TRACE_OF_ALL, TRACE_OF_PROCESS };

struct trace_record {
	char phase; /* 0: none that there is */
	uint32_t name, category, pid, tid, id,
	    id_scope; /* texts of the tracks; 0: none */
	enum trace_scope scope;
	struct trace_time ts, dur, tts, tdur;
	uint32_t args_name;	   /* of `args`, as metadata has it */
	uint32_t frame;		   /* of a sample: text of the id of its frame */
	uint32_t stack;		   /* or its stack: the builder's */
	bool is_odd;		   /* a member of it is of a kind that tells nothing */
	struct v8_profile profile; /* of `args`: owned; release it */
	uint64_t at;		   /* the last byte of it, for losses */
};

/* Names that mean something. */
enum trace_name {
	TRACE_OTHER,
	TRACE_PROCESS_NAME,
	TRACE_THREAD_NAME,
	TRACE_CPU_PROFILE,   /* a whole one */
	TRACE_PROFILE,	     /* one begins */
	TRACE_PROFILE_CHUNK, /* and goes on */
	TRACE_NAMES
};

/* What records are read with. */
struct trace_recorder {
	struct trace_tracks *tracks; /* borrowed, as the stream and the reading */
	struct json_stream *stream;
	struct reading reading;	     /* whose losses are the guesses */
	struct losses *losses;	     /* borrowed: the right ones */
	struct losses guesses;	     /* of what may be none of ours: its name follows */
	uint32_t names[TRACE_NAMES]; /* texts */
};

bool trace_recorder_begin(struct trace_recorder *r, struct trace_tracks *tracks,
			  struct json_stream *stream, struct reading *reading,
			  struct error *err);
enum trace_name trace_recorder_name(const struct trace_recorder *r, uint32_t name);

/*
 * Read an event, of which nothing is known so far but `at`, after its JSON_OBJECT. `*cut` when
 * the input ends in it. What is inside of `args` is looked at where the name may ask for it,
 * which may follow.
 */
bool trace_record_take(struct trace_record *e, struct trace_recorder *r, bool *cut,
		       struct error *err);

/* The same of an object with other members: of a time, or of an id or name, for others. */
void trace_record_time(struct trace_time *t, const struct json_token *v);
bool trace_record_text(const struct trace_recorder *r, uint32_t *text,
		       const struct json_token *v, struct error *err);

/* Is it of a kind that tells nothing as an id or a name, without saying that there is none? */
static inline bool trace_record_no_text(const struct json_token *v)
{
	return v->kind != JSON_STRING && v->kind != JSON_NUMBER && v->kind != JSON_NULL;
}

/* ---- CPU profiles of V8, which come in pieces (trace_profiles.c) ---- */

/* Zero it to begin. */
struct trace_profiles {
	struct trace_piece *pieces; /* owned */
	size_t count, room;
};

/* Keep what a record tells of a profile, and leave it without. */
bool trace_profiles_add(struct trace_profiles *p, struct trace_record *e,
			enum trace_name name, struct error *err);
void trace_profiles_release(struct trace_profiles *p);

/* Put the pieces together by process, id and time, and give the samples to the builder. */
bool trace_profiles_store(struct trace_profiles *p, struct trace_tracks *tracks,
			  struct reading *r, struct error *err);

/* ---- samples, and the frames that they are in (trace_samples.c) ---- */

/* Zero it to begin. */
struct trace_samples {
	struct trace_sample *rows; /* owned */
	size_t count, room;
	struct v8_nodes frames; /* by the number of the text of their id */
	uint64_t at;		/* the last byte of them, for losses */
};

/* "samples", a list, and "stackFrames", an object, after their first token. */
bool trace_samples_take(struct trace_samples *s, struct trace_recorder *r,
			struct error *err);
bool trace_samples_take_frames(struct trace_samples *s, struct trace_recorder *r,
			       struct error *err);

/* An event that is a sample, with a time. */
bool trace_samples_add(struct trace_samples *s, const struct trace_record *e,
		       struct trace_tracks *tracks, struct error *err);
void trace_samples_release(struct trace_samples *s);

bool trace_samples_store(struct trace_samples *s, struct trace_tracks *tracks,
			 struct reading *r, struct error *err);

#endif
