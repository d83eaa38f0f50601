#include "session/query/query_facts.h"

#include <inttypes.h>
#include <time.h>

#include "analysis/filter.h"
#include "base/append.h"
#include "base/mem.h"
#include "base/number.h"
#include "session/query/query_rows.h"
#include "session/query/query_words.h"

struct bounds {
	uint64_t count, first, last;
};

static bool take_bounds(void *arg, struct text line, struct error *err)
{
	struct bounds *b = arg;
	struct query_row r;

	if (!query_row_split(&r, line, 5) || !number_u64(r.fields[0], &b->count))
		return query_row_is_odd(line, err);
	if (text_starts(r.fields[3], TEXT("-"))) /* times before 1970 are ignored */
		r.fields[3] = TEXT("0");
	return !b->count ||
	       (number_u64(r.fields[3], &b->first) &&
		number_u64(r.fields[4], &b->last)) ||
	       query_row_is_odd(line, err);
}

struct events_reader {
	struct query_facts *facts;
	struct text_buffer name, unit; /* owned */
	uint64_t first, last;	       /* slices */
};

#define EVENTS_MOST 1000

static bool find_event(struct events_reader *e, struct text name, struct text unit,
		       struct query_event **event, struct error *err)
{
	struct query_facts *f = e->facts;
	struct query_event fresh = {.name = NULL};

	for (uint32_t i = 0; i < f->count; i++) {
		*event = &f->events[i];
		if (text_equal(text_of((*event)->name), name))
			return true;
	}
	if (f->count == EVENTS_MOST)
		return error_set(err, ERROR_LIMIT, "there are more than %d events",
				 EVENTS_MOST);
	if (memchr(name.at ? name.at : "", '\0', name.len))
		return error_set(err, ERROR_FORMAT, "an event has a NUL in its name");
	fresh.name = mem_text(name.at, name.len, err);
	fresh.unit = fresh.name ? mem_text(unit.at, unit.len, err) : NULL;
	if (!fresh.unit || !APPEND(f->events, f->count, f->room, "events", err, fresh)) {
		mem_free(fresh.name);
		mem_free(fresh.unit);
		return false;
	}
	*event = &f->events[f->count - 1];
	return true;
}

/* An event has several rows: idle samples and spans have separate rows. */
static bool take_event(void *arg, struct text line, struct error *err)
{
	struct events_reader *e = arg;
	struct query_event *event = NULL;
	struct text name, unit;
	uint64_t idle, samples, weight, spans, first, last, hosts;
	struct query_row r;

	if (!query_row_split(&r, line, 9) || !number_u64(r.fields[3], &idle) ||
	    !number_u64(r.fields[0], &samples) || !number_u64(r.fields[4], &weight) ||
	    !number_u64(r.fields[5], &spans) || !number_u64(r.fields[6], &first) ||
	    !number_u64(r.fields[7], &last) || !number_u64(r.fields[8], &hosts))
		return query_row_is_odd(line, err);
	if (!query_text(r.fields[1], &e->name, &name, err) ||
	    !query_text(r.fields[2], &e->unit, &unit, err) ||
	    !find_event(e, name, unit, &event, err))
		return false;
	event->samples = number_add(event->samples, samples);
	event->weight = number_add(event->weight, weight);
	event->idle = number_add(event->idle, idle ? samples : 0);
	event->spans = number_add(event->spans, spans ? samples : 0);
	/* keep the order: the rows are sorted, but their sums need not be */
	for (; event > e->facts->events && event[-1].samples < event->samples; event--) {
		struct query_event less = event[-1];

		event[-1] = *event;
		*event = less;
	}
	e->first = first < e->first ? first : e->first;
	e->last = last > e->last ? last : e->last;
	if (hosts > e->facts->hosts)
		e->facts->hosts = hosts < UINT32_MAX ? (uint32_t)hosts : UINT32_MAX;
	return true;
}

/* The times of the first and the last sample. */
static bool take_ends(void *arg, struct text line, struct error *err)
{
	struct query_facts *f = arg;
	struct query_row r;

	return (query_row_split(&r, line, 2) && number_u64(r.fields[0], &f->first) &&
		number_u64(r.fields[1], &f->last)) ||
	       query_row_is_odd(line, err);
}

/* "2026-11-27 23:22:02 UTC" */
#define MOMENT_MAX 48
static const char *moment(uint64_t ns, char buf[static MOMENT_MAX])
{
	time_t at = (time_t)(ns / NS_PER_SECOND);
	struct tm tm;

	buf[0] = '\0';
	if (gmtime_r(&at, &tm))
		strftime(buf, MOMENT_MAX, "%Y-%m-%d %H:%M:%S UTC", &tm);
	return buf;
}

#define LATEST (UINT64_C(1) << 62) /* ns: the year 2116 */

/* Find the time to examine: by default the last hour before the newest sample. */
static bool find_window(struct query_facts *f, const struct query_source *of,
			const struct bounds *b, struct error *err)
{
	uint64_t length = of->length ? of->length : QUERY_USUAL;
	char newest[MOMENT_MAX];

	if (!b->count)
		return error_set(err, ERROR_NOTHING, "%s has no samples",
				 of->table->from);
	if (b->first > b->last || b->last > LATEST)
		return query_row_is_odd(TEXT("times that are none"), err);
	f->to = of->to ? of->to : b->last + 1;
	f->from = of->from ? of->from : f->to > length ? f->to - length : 0;
	if (!of->from && !of->to && f->from < b->first)
		f->from = b->first;
	if (f->from >= f->to)
		return error_set(err, ERROR_NOTHING,
				 of->to ? "--since is after --until"
					: "--since is after the newest sample, from %s",
				 moment(b->last, newest));
	/* slices are whole */
	f->from -= f->from % QUERY_SLICE;
	f->to += (QUERY_SLICE - f->to % QUERY_SLICE) % QUERY_SLICE;
	return true;
}

/* Always false. */
static bool fail_empty(const struct query_facts *f, const struct query_source *of,
		       const struct bounds *b, struct error *err)
{
	char from[MOMENT_MAX], to[MOMENT_MAX], first[MOMENT_MAX], last[MOMENT_MAX];

	if (of->where) {
		filter_explain_no_match(text_of(of->where), "sample", err);
		return error_at(err, "--where, from %s on (see --since)",
				moment(f->from, from));
	}
	return error_set(
	    err, ERROR_NOTHING,
	    "no sample is from %s to %s: the first one is from %s, the last from %s",
	    moment(f->from, from), moment(f->to, to), moment(b->first, first),
	    moment(b->last, last));
}

static bool ask_events(struct query_facts *f, const struct query_source *of,
		       const struct bounds *b, struct statement *s,
		       struct query_status *how, struct error *err)
{
	struct events_reader e = {.facts = f, .first = UINT64_MAX};
	bool ok;

	statement_clear(s);
	ok = query_words_events(s, of, f, err) &&
	     query_process_run(of->query_process, s, how, take_event, &e, err);
	mem_free(e.name.at);
	mem_free(e.unit.at);
	if (!ok)
		return false;
	if (!f->count)
		return fail_empty(f, of, b, err);
	statement_clear(s);
	if (e.first > e.last || e.first < f->from / QUERY_SLICE ||
	    e.last >= f->to / QUERY_SLICE)
		return query_row_is_odd(TEXT("slices of another time"), err);
	if (!query_words_ends(s, of, (int64_t)e.first, (int64_t)e.last, err) ||
	    !query_process_run(of->query_process, s, how, take_ends, f, err))
		return false;
	return (f->first <= f->last && f->first >= f->from && f->last < f->to) ||
	       query_row_is_odd(TEXT("samples of another time"), err);
}

bool query_ask_facts(struct query_facts *f, const struct query_source *of,
		     struct query_status *how, struct error *err)
{
	struct statement s = {.count = 0};
	struct bounds b = {0};
	uint64_t counted = 0;
	bool ok;

	*f = (struct query_facts){.count = 0};
	ok = query_words_bounds(&s, of, err) &&
	     query_process_run(of->query_process, &s, how, take_bounds, &b, err) &&
	     find_window(f, of, &b, err) && ask_events(f, of, &b, &s, how, err);
	statement_release(&s);
	if (!ok)
		return false;
	/* samples that are stored from now on lie outside of this time */
	f->origin = f->first - f->first % NS_PER_SECOND;
	f->from = f->origin;
	f->to = f->last - f->last % QUERY_SLICE + QUERY_SLICE;
	for (uint32_t i = 0; i < f->count; i++)
		counted = number_add(counted, f->events[i].samples);
	f->aside = !of->where && b.count > counted ? b.count - counted : 0;
	return true;
}

void query_facts_release(struct query_facts *f)
{
	for (uint32_t i = 0; i < f->count; i++) {
		mem_free(f->events[i].name);
		mem_free(f->events[i].unit);
	}
	mem_free(f->events);
	*f = (struct query_facts){.count = 0};
}
