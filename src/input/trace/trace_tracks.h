/* trace_tracks.h - the texts of a trace by number, and who they say was at work. */

#ifndef INPUT_TRACE_TRACKS_H
#define INPUT_TRACE_TRACKS_H

#include "base/idmap.h"
#include "base/intern.h"
#include "input/string_ids.h"
#include "profile/builder.h"

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

#endif
