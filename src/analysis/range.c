#include "analysis/range.h"

#include <stdio.h>

#include "base/bisect.h"
#include "base/number.h"

/* Cut `t` at the first of these that it has. False when nothing may stand before it. */
static bool cut(struct text t, struct text *from, struct text *to)
{
	static const struct text marks[] = {{",", 1}, {"..", 2}, {"\xe2\x80\x93", 3},
					    {"-", 1}, {" ", 1},	 {"\t", 1}};

	for (size_t m = 0; m < sizeof marks / sizeof *marks; m++) {
		for (size_t i = 0; i < t.len; i++) {
			struct text here = text_from(t, i);

			if (!text_starts(here, marks[m]))
				continue;
			*from = text_trim(text_upto(t, i));
			*to = text_trim(text_from(here, marks[m].len));
			return from->len || m < 2; /* "-5" is no time */
		}
	}
	*from = t;
	*to = text_from(t, t.len);
	return true;
}

/* Take a unit off the end; 0 when there is none. */
static uint64_t take_unit(struct text *t)
{
	static const struct {
		struct text name;
		uint64_t ns;
	} units[] = {{{"ns", 2}, 1},
		     {{"us", 2}, 1000},
		     {{"\xc2\xb5s", 3}, 1000},
		     {{"ms", 2}, 1000000},
		     {{"s", 1}, NS_PER_SECOND}};

	for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
		struct text name = units[i].name;

		if (t->len < name.len ||
		    !text_equal(text_from(*t, t->len - name.len), name))
			continue;
		*t = text_trim(text_upto(*t, t->len - name.len));
		return units[i].ns;
	}
	return 0;
}

static bool read_time(struct text t, uint64_t unit, uint64_t *ns)
{
	uint64_t whole, part;
	uint32_t billionths;

	if (!number_parts(t, &whole, &billionths))
		return false;
	part = (uint64_t)billionths * unit / NS_PER_SECOND;
	if (whole > (UINT64_MAX - part) / unit)
		return false;
	*ns = whole * unit + part;
	return true;
}

/* Without a unit of its own, FROM has that of TO: "100-200 ms". */
static bool read_both(struct text t, struct range *r)
{
	struct text from, to;
	uint64_t unit = take_unit(&t), own;

	if (!cut(t, &from, &to))
		return false;
	own = take_unit(&from);
	unit = unit ? unit : NS_PER_SECOND;
	if (to.len && !read_time(to, unit, &r->to))
		return false;
	return (to.len && !from.len) || read_time(from, own ? own : unit, &r->from);
}

bool range_parse(struct text t, struct range *r, struct error *err)
{
	struct range parsed = RANGE_ALL;

	if (!read_both(text_trim(t), &parsed))
		return error_set(
		    err, ERROR_USAGE,
		    "range '%.*s': expected seconds FROM,TO, such as 11.2,11.36",
		    (int)(t.len < 60 ? t.len : 60), t.at);
	*r = parsed.from <= parsed.to ? parsed : (struct range){parsed.to, parsed.from};
	return true;
}

const char *range_text(struct range r, char *buf)
{
	char from[NUMBER_SECONDS_MAX], to[NUMBER_SECONDS_MAX];

	number_plain_seconds(r.from, from);
	number_plain_seconds(r.to, to);
	snprintf(buf, RANGE_TEXT_MAX, "%s,%s", from, r.to == UINT64_MAX ? "" : to);
	return buf;
}

struct moment {
	const uint64_t *times; /* borrowed */
	uint64_t at;
};

static bool is_before(const void *moment, size_t row)
{
	const struct moment *m = moment;

	return m->times[row] < m->at;
}

/* The first row that is `offset` ns or more after the origin. */
static uint64_t row_at(const struct profile *p, uint64_t offset)
{
	uint64_t origin = profile_origin(p);
	struct moment m = {p->samples.time, origin + offset};

	if (offset > UINT64_MAX - origin)
		return p->samples.count;
	return bisect_first((size_t)p->samples.count, is_before, &m);
}

void range_samples(const struct profile *p, struct range r, uint64_t *first,
		   uint64_t *last)
{
	*first = row_at(p, r.from);
	*last = r.to == UINT64_MAX ? p->samples.count : row_at(p, r.to);
}

struct range range_whole(const struct profile *p)
{
	uint64_t origin = profile_origin(p), count = p->samples.count, last, end;

	if (!p->has_times || count == 0)
		return (struct range){0, 0};
	last = p->samples.time[count - 1] - origin;
	end = p->samples.end - origin;
	if (end == last) /* the end of time has no moment after it */
		end += end < UINT64_MAX;
	return (struct range){p->samples.time[0] - origin, end};
}

struct range range_shift(struct range r, uint64_t earlier)
{
	if (range_is_all(r))
		return r;
	r.from = number_add(r.from, earlier);
	r.to = number_add(r.to, earlier);
	return r;
}

struct range range_shown(struct range r, struct range whole)
{
	uint64_t unit = 1;

	if (r.to == UINT64_MAX || r.to <= whole.to || r.from >= whole.to)
		return r;
	while (unit < NS_PER_SECOND / 1000 && (whole.to - r.from) / unit >= 100000)
		unit *= 1000;
	r.to = whole.to / unit * unit;
	if (whole.to - r.to >= unit - unit / 2 && r.to <= UINT64_MAX - unit)
		r.to += unit;
	return r;
}
