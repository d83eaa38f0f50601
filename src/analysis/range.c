#include "analysis/range.h"

#include <stdio.h>

#include "base/bisect.h"
#include "base/number.h"

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
