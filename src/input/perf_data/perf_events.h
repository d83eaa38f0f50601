/* perf_events.h - the events of a recording, known by the ids of their counters. */

#ifndef INPUT_PERF_EVENTS_H
#define INPUT_PERF_EVENTS_H

#include "base/idmap.h"
#include "input/perf_records/perf_attr.h"
#include "input/perf_records/perf_sample.h"
#include "input/tracepoint/trace_number.h"
#include "input/tracepoint/trace_sched.h"
#include "profile/builder.h"

struct perf_event {
	struct perf_attr attr;
	char *name;    /* owned: as the recording has it; NULL: it does not say */
	bool used;     /* it has samples: "dummy:HG" only tells of maps */
	uint32_t same; /* a tracepoint of the same number without a name, + 1; 0: none */
	uint16_t row;  /* in the profile, after perf_events_store(), if it is used */
	bool is_stored, is_renamed; /* it has that row; and got another name since */
	bool is_sched_known;
	struct trace_sched sched; /* after perf_events_sched() */
	bool is_field_known;
	struct trace_number field; /* after perf_events_field() */
};

/* A counter: an event has one for each CPU or thread. */
struct perf_counter {
	uint64_t id, value; /* the value that the last sample of its group told */
	uint32_t event;
};

/* Of a trace point of the scheduler, by its number. */
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
	struct idmap by_id;	/* id to counter */
	bool by_place;		/* samples tell their event by an id */
	struct idmap by_number; /* of tracepoints, to a place in `nameless` */
	uint32_t *nameless;	/* owned: the last event of this number, + 1; 0: none */
	size_t nameless_count, nameless_room;
	struct perf_trace_format formats[PERF_TRACE_FORMATS];
	size_t format_count;

	struct field_names
	    *fields; /* borrowed: for the caller to set; NULL: none is asked for */
	struct trace_number *numbers; /* owned: that field in each trace point, ... */
	size_t number_count, number_room;
	struct idmap number_of; /* ... by its number */
};

void perf_events_release(struct perf_events *e);

/* At most PERF_EVENTS_MOST; false and an error beyond, or when memory runs out. */
#define PERF_EVENTS_MOST 60000
bool perf_events_add(struct perf_events *e, const struct perf_attr *attr,
		     struct error *err);

/* The ids (64 bits each) of the event added last. */
bool perf_events_add_ids(struct perf_events *e, struct text ids, struct error *err);

/* The counter with this id; NULL: there is none. */
struct perf_counter *perf_events_counter(const struct perf_events *e, uint64_t id);

/*
 * The event of a record by its body: a SAMPLE or another one. When that does not tell, it is
 * the first. UINT32_MAX when there are no events.
 */
uint32_t perf_events_of(const struct perf_events *e, struct text body, bool is_sample);

/* Name the event in this place of the list, if it is that of `attr`. */
bool perf_events_name_at(struct perf_events *e, size_t at, const struct perf_attr *attr,
			 struct text name, struct error *err);

/* Name the event with a counter of this id, or all tracepoints of this number without a name. */
bool perf_events_name(struct perf_events *e, uint64_t id, struct text name,
		      struct error *err);
bool perf_events_name_tracepoint(struct perf_events *e, uint64_t number, struct text name,
				 struct error *err);

/*
 * Keep how a trace point of the scheduler is written, if this one, with its full name, is one; and
 * where the field is that is asked for. False and an error when memory runs out.
 */
bool perf_events_format(struct perf_events *e, uint64_t number, struct text name,
			struct text format, struct error *err);

/*
 * How its samples tell of the scheduler; kind SCHED_NONE: they do not. NULL: it has no name yet,
 * which may stand behind the samples, unless they are `all_read`.
 */
const struct trace_sched *perf_events_sched(struct perf_events *e, uint32_t event,
					    bool all_read);

/*
 * Where the field that is asked for is in its samples; size 0: nowhere. NULL: its format may stand
 * behind them, unless all have been read.
 */
const struct trace_number *perf_events_field(struct perf_events *e, uint32_t event,
					     bool all_read);

/* What the recording calls an event, or perf would; it may lie in `made`. */
struct text perf_event_name(const struct perf_event *e, char made[PERF_ATTR_NAME_MAX]);

/* Of its periods: "ns" of cpu-clock and task-clock, "" of those that count. */
struct text perf_event_unit(const struct perf_event *e);

/* Make the rows of the profile for those in use, and the notes. */
void perf_events_store(struct perf_events *e, struct builder *b);

/* The same for those from one on, which came later. */
void perf_events_store_from(struct perf_events *e, size_t from, struct builder *b);

/* How many got a name when they had one in the profile. */
uint64_t perf_events_renamed(const struct perf_events *e);

/*
 * Of all of them the notes "event", "frequency" and "period"; and the note "call graphs"
 * when those in use have none.
 */
void perf_events_note(const struct perf_events *e, struct builder *b);

#endif
