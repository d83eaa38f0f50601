/* perf_events.h - the events of a recording, found by the ids of their counters. */

#ifndef INPUT_PERF_EVENTS_H
#define INPUT_PERF_EVENTS_H

#include "base/idmap.h"
#include "input/perf_records/perf_sample.h"
#include "input/tracepoint/tracepoint.h"
#include "profile/builder.h"

struct perf_event {
	struct perf_attr attr;
	char *name; /* owned: from the recording; NULL: the recording states none */
	bool used;  /* it has samples; "dummy:HG" only records maps */
	/* index + 1 of another nameless tracepoint with the same number; 0: none */
	uint32_t same;
	uint16_t row; /* in the profile, after perf_events_store(), if it is used */
	bool is_stored, is_renamed; /* it has that row; it was renamed since */
	bool is_sched_known;
	struct trace_sched sched; /* after perf_events_sched() */
	bool is_field_known;
	struct trace_number field; /* after perf_events_field() */
};

/* A counter; an event has one for each CPU or thread. */
struct perf_counter {
	uint64_t id, value; /* its value in the last sample of the group */
	uint32_t event;
};

/* The format of a tracepoint of the scheduler, by its number. */
struct perf_trace_format {
	uint64_t number;
	struct trace_sched sched;
};

#define PERF_TRACE_FORMATS 16

/* Zero it to begin. */
struct perf_events {
	struct perf_event *rows;       /* owned */
	struct perf_counter *counters; /* owned */
	size_t count, room, counter_count, counter_room;
	struct idmap by_id;	/* from id to counter */
	bool by_place;		/* samples contain an id that identifies their event */
	struct idmap by_number; /* from numbers of tracepoints to `nameless` */
	uint32_t *nameless;	/* owned: index + 1 of the last nameless event; 0: none */
	size_t nameless_count, nameless_room;
	struct perf_trace_format formats[PERF_TRACE_FORMATS];
	size_t format_count;

	struct field_names
	    *fields; /* borrowed: set by the caller; NULL: no field is requested */
	struct trace_number *numbers; /* owned: the requested field in each tracepoint */
	size_t number_count, number_room;
	struct idmap number_of; /* from numbers of tracepoints to `numbers` */
};

void perf_events_release(struct perf_events *e);

/* At most PERF_EVENTS_MOST; false and an error beyond, or when memory runs out. */
#define PERF_EVENTS_MOST 60000
bool perf_events_add(struct perf_events *e, const struct perf_attr *attr,
		     struct error *err);

/* Add ids (64 bits each) to the event added last. */
bool perf_events_add_ids(struct perf_events *e, struct text ids, struct error *err);

/* The counter with this id; NULL: there is none. */
struct perf_counter *perf_events_counter(const struct perf_events *e, uint64_t id);

/*
 * The event of a record, a SAMPLE or another, according to its body; the first event if the body
 * does not identify it. UINT32_MAX when there are no events.
 */
uint32_t perf_events_of(const struct perf_events *e, struct text body, bool is_sample);

/* Name the event at this index, if it has the type and config of `attr`. */
bool perf_events_name_at(struct perf_events *e, size_t at, const struct perf_attr *attr,
			 struct text name, struct error *err);

/* Name the event with a counter of this id; or all nameless tracepoints of this number. */
bool perf_events_name(struct perf_events *e, uint64_t id, struct text name,
		      struct error *err);
bool perf_events_name_tracepoint(struct perf_events *e, uint64_t number, struct text name,
				 struct error *err);

/*
 * Keep the format of the tracepoint of this full name: its fields if it is of the scheduler, and
 * the place of the requested field. False and an error when memory runs out.
 */
bool perf_events_format(struct perf_events *e, uint64_t number, struct text name,
			struct text format, struct error *err);

/*
 * The scheduler's format of an event's samples; SCHED_NONE: the event is another. NULL: the event
 * has no name yet, as names may follow the samples, unless `all_read`.
 */
const struct trace_sched *perf_events_sched(struct perf_events *e, uint32_t event,
					    bool all_read);

/*
 * The place of the requested field in an event's samples; size 0: the event lacks it. NULL: not
 * known yet, as formats may follow the samples, unless `all_read`.
 */
const struct trace_number *perf_events_field(struct perf_events *e, uint32_t event,
					     bool all_read);

/* The name of an event in the recording, or the one that perf would make, in `made`. */
struct text perf_event_name(const struct perf_event *e, char made[PERF_ATTR_NAME_MAX]);

/* The unit of periods: "ns" for cpu-clock and task-clock, "" for events that count. */
struct text perf_event_unit(const struct perf_event *e);

/* Make the rows of used events in the profile, and the notes. */
void perf_events_store(struct perf_events *e, struct builder *b);

/* The same for later events, from index `from` on. */
void perf_events_store_from(struct perf_events *e, size_t from, struct builder *b);

/* The number of events that were renamed after they were stored. */
uint64_t perf_events_renamed(const struct perf_events *e);

/*
 * Write the notes "event", "frequency" and "period" of all events; and "call graphs" when no used
 * event has any.
 */
void perf_events_note(const struct perf_events *e, struct builder *b);

#endif
