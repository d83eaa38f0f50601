/* trace_record.h - one event of a trace, as it is written. */

#ifndef INPUT_TRACE_RECORD_H
#define INPUT_TRACE_RECORD_H

#include "input/trace/trace_tracks.h"
#include "input/trace/v8_profile.h"

/* A time, given in us as a number or as a text. */
struct trace_time {
	uint64_t ns;
	bool is_there, is_bad; /* bad: no time, before 0, or too large */
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

#endif
