#include "analysis/range.h"

#include <stdio.h>

#include "base/number.h"

/* Cut `t` at the comma, else the dash, else the blank; false when there is none of them.
 */
static bool cut(struct text t, struct text *from, struct text *to)
{
	static const char marks[] = ",- \t";

	for (size_t i = 0; i < sizeof marks - 1; i++) {
		const char *at = t.len ? memchr(t.at, marks[i], t.len) : NULL;

		if (!at)
			continue;
		*from = text_trim(text_upto(t, (size_t)(at - t.at)));
		*to = text_trim(text_from(t, (size_t)(at - t.at) + 1));
		return true;
	}
	*from = t;
	*to = text_from(t, t.len);
	return false;
}

bool range_parse(struct text t, struct range *r, struct error *err)
{
	struct range parsed = RANGE_ALL;
	struct text from, to;

	cut(text_trim(t), &from, &to);
	if (!number_seconds(from, &parsed.from) ||
	    (to.len && !number_seconds(to, &parsed.to)))
		return error_set(
		    err, ERROR_USAGE,
		    "range '%.*s': seconds FROM,TO expected, as in 11.2,11.36",
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

/* The first row that is `offset` ns or more after the origin. */
static uint64_t row_at(const struct profile *p, uint64_t offset)
{
	uint64_t origin = profile_origin(p), low = 0, high = p->samples.count;

	if (offset > UINT64_MAX - origin)
		return high;
	while (low < high) {
		uint64_t mid = low + (high - low) / 2;

		if (p->samples.time[mid] < origin + offset)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
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
	if (end == last) /* at the end of all time there is no moment behind it */
		end += end < UINT64_MAX;
	return (struct range){p->samples.time[0] - origin, end};
}

struct range range_shift(struct range r, uint64_t earlier)
{
	if (range_is_all(r))
		return r;
	r.from = r.from > UINT64_MAX - earlier ? UINT64_MAX : r.from + earlier;
	r.to = r.to > UINT64_MAX - earlier ? UINT64_MAX : r.to + earlier;
	return r;
}
