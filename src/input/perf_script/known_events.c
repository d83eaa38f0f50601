#include "input/perf_script/known_events.h"

#include <stdlib.h>
#include <xxhash.h>

#include "base/mem.h"
#include "base/number.h"
#include "input/scan.h"

#define OWNERS	     2048 /* a power of two */
#define EVENTS	     64	  /* the same */
#define PART_LONGEST 56	  /* bytes */

struct place {
	char text[PART_LONGEST];
	uint32_t thread;
	uint16_t cpu, event;
	uint8_t len; /* 0: free */
};

struct known_events {
	struct place *owners; /* owned: thread and cpu by the text before the time */
	struct place *events; /* owned: event by the text behind the period */
};

/* An event line of the plain shape. Borrowed from it. */
struct parts {
	struct text owner, time, period, event;
	size_t after; /* where the line goes on behind its first time */
};

struct known_events *known_events_new(struct error *err)
{
	struct known_events *k = mem_array(1, sizeof *k, "known events", err);

	if (!k)
		return NULL;
	k->owners = mem_array(OWNERS, sizeof *k->owners, "known threads", err);
	k->events =
	    k->owners ? mem_array(EVENTS, sizeof *k->events, "known events", err) : NULL;
	if (k->events)
		return k;
	known_events_free(k);
	return NULL;
}

void known_events_free(struct known_events *k)
{
	if (!k)
		return;
	mem_free(k->owners);
	mem_free(k->events);
	mem_free(k);
}

static bool cut(struct text line, struct parts *p)
{
	size_t digits;

	p->after = 0;
	if (!perf_event_line_time(line, &p->after, &p->time))
		return false;
	p->owner = text_upto(line, (size_t)(p->time.at - line.at));
	p->event = scan_skip_blanks(text_from(line, p->after));
	digits = scan_digits(p->event);
	if (digits == p->event.len || !scan_is_blank(p->event.at[digits]))
		digits = 0;
	p->period = text_upto(p->event, digits);
	p->event = text_from(p->event, digits);
	return true;
}

/* Where a part is or would be, in a table of `count` places; NULL: it is never kept. */
static struct place *place_of(struct place *table, size_t count, struct text part)
{
	if (part.len == 0 || part.len > PART_LONGEST)
		return NULL;
	return &table[XXH3_64bits(part.at, part.len) & (count - 1)];
}

static bool is_at(const struct place *p, struct text part)
{
	return p && text_equal((struct text){p->text, p->len}, part);
}

static void occupy(struct place *p, struct text part, const struct sample *s)
{
	if (!p)
		return;
	memcpy(p->text, part.at, part.len);
	p->len = (uint8_t)part.len;
	p->thread = s->thread;
	p->cpu = s->cpu;
	p->event = s->event;
}

void known_events_put(struct known_events *k, struct text line,
		      const struct perf_event_line *e, const struct sample *s)
{
	struct parts p;
	struct text other;

	line = scan_skip_blanks(line);
	if (!e->timed || e->too_large || e->record.len || e->event.len == 0 ||
	    e->rest.len || !cut(line, &p))
		return;
	/* a line with two times takes more than a look */
	if (perf_event_line_time(line, &p.after, &other))
		return;
	occupy(place_of(k->owners, OWNERS, p.owner), p.owner, s);
	occupy(place_of(k->events, EVENTS, p.event), p.event, s);
}

bool known_events_find(const struct known_events *k, struct text line, struct sample *s)
{
	const struct place *owner, *event;
	struct parts p;

	if (line.len == 0 || line.at[0] == '\t' || line.at[0] == '#' ||
	    !cut(scan_skip_blanks(line), &p))
		return false;
	owner = place_of(k->owners, OWNERS, p.owner);
	event = place_of(k->events, EVENTS, p.event);
	if (!is_at(owner, p.owner) || !is_at(event, p.event))
		return false;
	*s = (struct sample){.weight = 1,
			     .thread = owner->thread,
			     .cpu = owner->cpu,
			     .event = event->event,
			     .timed = true};
	return number_seconds(p.time, &s->time) &&
	       (p.period.len == 0 || number_u64(p.period, &s->weight));
}
