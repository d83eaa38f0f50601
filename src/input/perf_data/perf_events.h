/* perf_events.h - the events of a recording, found by the ids of their counters. */

#ifndef INPUT_PERF_EVENTS_H
#define INPUT_PERF_EVENTS_H

#include "base/idmap.h"
#include "input/perf_records/perf_sample.h"
#include "input/tracepoint/tracepoint.h"
#include "profile/builder.h"

struct perf_event {
	struct perf_attr attr;
	char *name; /* owned; NULL: the recording has no name for the event */
	bool used;  /* the event has samples; "dummy:HG" has only maps */
	/* index + 1 of another nameless tracepoint with the same number; 0: none */
	uint32_t same;
	uint16_t row;		    /* in the profile: valid if `is_stored` */
	bool is_stored, is_renamed; /* stored in the profile; renamed after that */
	bool is_sched_known;
	struct trace_sched sched; /* after perf_events_sched() */
	bool is_field_known;
	struct trace_number field; /* after perf_events_field() */
};

/* A counter; an event has one for each CPU or thread. */
struct perf_counter {
	uint64_t id, value; /* the value in the last sample of the counter's group */
	uint32_t event;
};

/* The format of a tracepoint of the scheduler, of disk requests or of system calls. */
struct perf_trace_format {
	uint64_t number;
	struct trace_sched sched;
};

#define PERF_TRACE_FORMATS 16

/* Zero the struct before use. */
struct perf_events {
	struct perf_event *rows;       /* owned */
	struct perf_counter *counters; /* owned */
	size_t count, room, counter_count, counter_room;
	struct idmap by_id;	/* from id to counter */
	bool by_place;		/* several events: the ids in records identify them */
	struct idmap by_number; /* from numbers of tracepoints to indices of `nameless` */
	uint32_t *nameless;	/* owned: index + 1 of the last nameless event; 0: none */
	size_t nameless_count, nameless_room;
	struct perf_trace_format formats[PERF_TRACE_FORMATS];
	size_t format_count;

	/* borrowed, set by the caller; NULL: no field is requested */
	struct field_names *fields;
	struct trace_number *numbers; /* owned: the requested field in each tracepoint */
	size_t number_count, number_room;
	struct idmap number_of; /* from numbers of tracepoints to indices of `numbers` */
};

void perf_events_release(struct perf_events *e);

/* Add an event. False and an error beyond PERF_EVENTS_MOST, or when memory runs out. */
#define PERF_EVENTS_MOST 60000
bool perf_events_add(struct perf_events *e, const struct perf_attr *attr,
		     struct error *err);

/* Add the ids of counters (64 bits each) to the event that was added last. */
bool perf_events_add_ids(struct perf_events *e, struct text ids, struct error *err);

/* Find a counter by id; NULL: unknown. Borrowed until ids are added. */
struct perf_counter *perf_events_counter(const struct perf_events *e, uint64_t id);

/*
 * The index of a record's event, found by the id in the body of the record; 0 (the first event) if
 * the body has no known id. UINT32_MAX: `e` has no events.
 */
uint32_t perf_events_of(const struct perf_events *e, struct text body, bool is_sample);

/* Name the event at this index if it has the type and config of `attr`. */
bool perf_events_name_at(struct perf_events *e, size_t at, const struct perf_attr *attr,
			 struct text name, struct error *err);

/*
 * perf_events_name() names the event of this counter id; perf_events_name_tracepoint() names all
 * nameless tracepoints with this number. Nothing happens if there is none, or `name` is empty.
 */
bool perf_events_name(struct perf_events *e, uint64_t id, struct text name,
		      struct error *err);
bool perf_events_name_tracepoint(struct perf_events *e, uint64_t number, struct text name,
				 struct error *err);

/*
 * Keep the needed fields of the format of a tracepoint ("system:name"): those of scheduler, disk and
 * system call events, and the place of the requested field. False and an error when
 * memory runs out.
 */
bool perf_events_format(struct perf_events *e, uint64_t number, struct text name,
			struct text format, struct error *err);

/*
 * The scheduler or request format of an event's samples; kind SCHED_NONE: another event. NULL if
 * not known yet: names may follow the samples, unless `all_read`.
 */
const struct trace_sched *perf_events_sched(struct perf_events *e, uint32_t event,
					    bool all_read);

/*
 * The place of the requested field in an event's samples; size 0: the event lacks the field. NULL
 * if not known yet: formats may follow the samples, unless `all_read`.
 */
const struct trace_number *perf_events_field(struct perf_events *e, uint32_t event,
					     bool all_read);

/* The recorded name of an event; without one, the name that perf would use, in `made`. */
struct text perf_event_name(const struct perf_event *e, char made[PERF_ATTR_NAME_MAX]);

/* The unit of periods: "ns" for cpu-clock and task-clock, otherwise "". */
struct text perf_event_unit(const struct perf_event *e);

/* Store used events in the profile, and write the notes of perf_events_note(). */
void perf_events_store(struct perf_events *e, struct builder *b);

/* Store used events from index `from` on, which were added later, and write the notes of all. */
void perf_events_store_from(struct perf_events *e, size_t from, struct builder *b);

/* The number of events renamed after they were stored. */
uint64_t perf_events_renamed(const struct perf_events *e);

/*
 * Write the notes "event" and "frequency" or "period" of all events, and the note "call graphs" if
 * no used event has call chains.
 */
void perf_events_note(const struct perf_events *e, struct builder *b);

#endif
