/* trace_parts.h - the parts of a trace: tracks, records, V8 profiles in pieces, samples. */

#ifndef INPUT_TRACE_PARTS_H
#define INPUT_TRACE_PARTS_H

#include "base/idmap.h"
#include "base/intern.h"
#include "input/string_ids.h"
#include "input/trace/v8_profile.h"
#include "profile/builder.h"

/* ---- tracks, and texts by number (trace_tracks.c) ---- */

/*
 * A track is a thread, or an asynchronous event, which has an id of its own and may begin and
 * end in any thread. Ids are numbers, texts or missing, as in the trace. Zero it to begin.
 */
struct trace_tracks {
	struct builder *builder; /* borrowed */
	/* owned: names, categories and ids; 0 is the empty text */
	struct intern *texts;
	struct string_ids comms;
	struct idmap steps; /* paths to tracks: from a step and an id to the next step */
	struct idmap ends;  /* from the last step to a row */
	struct trace_track *rows; /* owned */
	size_t room;
	uint32_t count;
	uint32_t last; /* the thread of the last lookup, as the next is often the same */
	struct idmap processes;	 /* from pid to an index in `process_names` */
	uint32_t *process_names; /* owned: texts */
	size_t process_room;
	struct idmap frames; /* from name and category to an index in `frame_ids` */
	uint32_t *frame_ids; /* owned: the builder's */
	size_t frame_room;
};

bool trace_tracks_begin(struct trace_tracks *t, struct builder *b, struct error *err);
void trace_tracks_release(struct trace_tracks *t);

/* The number of a text. */
bool trace_tracks_text(struct trace_tracks *t, struct text text, uint32_t *number,
		       struct error *err);

/* The track of a thread. All ids and names below are numbers of texts; 0: missing. */
bool trace_tracks_thread(struct trace_tracks *t, uint32_t pid, uint32_t tid,
			 uint32_t *track, struct error *err);

/* The track of an asynchronous event, by `path`; a new track gets the name `name`. */
struct trace_async {
	uint32_t
	    path[5]; /* category, scope, id, process if the id is local to it, name */
	uint32_t pid;
	uint32_t category, name; /* of the first event of the track */
};
bool trace_tracks_async(struct trace_tracks *t, const struct trace_async *a,
			uint32_t *track, struct error *err);

/* Set names from metadata; the last one counts. */
bool trace_tracks_name_process(struct trace_tracks *t, uint32_t pid, uint32_t name,
			       struct error *err);
void trace_tracks_name_thread(struct trace_tracks *t, uint32_t track, uint32_t name);

/* The frame of a span; its category is the module. */
bool trace_tracks_frame(struct trace_tracks *t, uint32_t name, uint32_t category,
			uint32_t *frame, struct error *err);

/*
 * The thread of a track for the builder, named after the thread, otherwise after its process. Ids
 * that are too large or not numbers are replaced by numbers from TRACE_MADE_UP on.
 */
#define TRACE_MADE_UP (INT32_C(1) << 30)
struct trace_who {
	uint32_t comm; /* the builder's */
	int32_t pid, tid;
};
void trace_tracks_who(struct trace_tracks *t, uint32_t track, struct trace_who *who);

/* The builder's row of a track; `tracks` is a struct trace_tracks. */
uint32_t trace_tracks_row(void *tracks, uint32_t track);

/* ---- records (trace_record.c) ---- */

/* A time, which traces give in us, as a number or a text. */
struct trace_time {
	int64_t ns;
	/* is_bad: not a time, or too large, or a negative duration */
	bool is_there, is_bad;
};

/* Where an id is unique. */
enum trace_scope { TRACE_OF_ALL, TRACE_OF_PROCESS };

struct trace_record {
	char phase; /* 0: none, or unknown */
	uint32_t name, category, pid, tid, id,
	    id_scope; /* texts of the tracks; 0: none */
	enum trace_scope scope;
	struct trace_time ts, dur, tts, tdur;
	uint32_t args_name;	   /* of metadata: the name in `args` */
	uint32_t frame;		   /* of a sample: the text of its frame's id */
	uint32_t stack;		   /* or its stack, of the builder */
	bool is_odd;		   /* a member has a wrong type */
	struct v8_profile profile; /* owned: from `args`; release it */
	uint64_t at;		   /* the last byte of the record, for losses */
};

/* Names with a meaning. */
enum trace_name {
	TRACE_OTHER,
	TRACE_PROCESS_NAME,
	TRACE_THREAD_NAME,
	TRACE_CPU_PROFILE,   /* a complete profile */
	TRACE_PROFILE,	     /* the beginning of a profile */
	TRACE_PROFILE_CHUNK, /* its continuation */
	TRACE_NAMES
};

/* The state of reading records. */
struct trace_recorder {
	struct trace_tracks *tracks; /* borrowed, like the stream and the reading */
	struct json_stream *stream;
	struct reading reading; /* its losses are `guesses` */
	struct losses *losses;	/* borrowed: the losses of the file */
	/* losses in `args` that may not be a profile, as the name comes later */
	struct losses guesses;
	uint32_t names[TRACE_NAMES]; /* as texts */
};

bool trace_recorder_begin(struct trace_recorder *r, struct trace_tracks *tracks,
			  struct json_stream *stream, struct reading *reading,
			  struct error *err);
enum trace_name trace_recorder_name(const struct trace_recorder *r, uint32_t name);

/*
 * Read an event after its JSON_OBJECT; `e` is empty but for `at`. `*cut`: the input ends within it.
 * `args` is parsed if the name may need it; the name may follow it.
 */
bool trace_record_take(struct trace_record *e, struct trace_recorder *r, bool *cut,
		       struct error *err);

/* For objects with other members: parse a time; parse an id or a name. */
void trace_record_time(struct trace_time *t, const struct json_token *v);
bool trace_record_text(const struct trace_recorder *r, uint32_t *text,
		       const struct json_token *v, struct error *err);

/* Is the type wrong for an id or a name? Null is allowed and means none. */
static inline bool trace_record_no_text(const struct json_token *v)
{
	return v->kind != JSON_STRING && v->kind != JSON_NUMBER && v->kind != JSON_NULL;
}

/* ---- CPU profiles of V8, in pieces (trace_profiles.c) ---- */

/* Zero it to begin. */
struct trace_profiles {
	struct trace_piece *pieces; /* owned */
	size_t count, room;
};

/* Keep the profile of a record; `e->profile` is empty afterwards. */
bool trace_profiles_add(struct trace_profiles *p, struct trace_record *e,
			enum trace_name name, struct error *err);
void trace_profiles_release(struct trace_profiles *p);

/* Join the pieces by process, id and time, and add the samples to the builder. */
bool trace_profiles_store(struct trace_profiles *p, struct trace_tracks *tracks,
			  struct reading *r, struct error *err);

/* ---- samples and their frames (trace_samples.c) ---- */

/* Zero it to begin. */
struct trace_samples {
	struct trace_sample *rows; /* owned */
	size_t count, room;
	struct v8_nodes frames; /* their ids are numbers of texts */
	uint64_t at;		/* their last byte, for losses */
};

/* Read "samples", a list, and "stackFrames", an object, after their first token. */
bool trace_samples_take(struct trace_samples *s, struct trace_recorder *r,
			struct error *err);
bool trace_samples_take_frames(struct trace_samples *s, struct trace_recorder *r,
			       struct error *err);

/* Add an event that is a sample with a time. */
bool trace_samples_add(struct trace_samples *s, const struct trace_record *e,
		       struct trace_tracks *tracks, struct error *err);
void trace_samples_release(struct trace_samples *s);

bool trace_samples_store(struct trace_samples *s, struct trace_tracks *tracks,
			 struct reading *r, struct error *err);

#endif
