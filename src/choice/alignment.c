#include "choice/alignment.h"

#include <stdio.h>
#include <string.h>

#include "base/number.h"

static uint64_t move_time(uint64_t at, uint64_t from, uint64_t to)
{
	if (to >= from)
		return number_add(at, to - from);
	return at > from - to ? at - (from - to) : 0;
}

uint64_t alignment_there(const struct alignment *a, uint64_t first)
{
	return move_time(first, a->first, a->other);
}

uint64_t alignment_here(const struct alignment *a, uint64_t other)
{
	return move_time(other, a->other, a->first);
}

struct range alignment_range(const struct alignment *a, struct range r)
{
	if (range_is_all(r))
		return r;
	r.from = alignment_there(a, r.from);
	if (r.to != UINT64_MAX)
		r.to = alignment_there(a, r.to);
	return r;
}

int64_t alignment_columns(const struct alignment *a, uint64_t period)
{
	return (int64_t)(a->other / period) - (int64_t)(a->first / period);
}

#define MOMENT_MAX 60 /* characters */

/* Parse a moment as the start of the range "MOMENT,". */
static bool read_moment(struct text t, const struct range_place *place, uint64_t *at,
			struct error *err)
{
	char words[MOMENT_MAX + 2];
	struct range r;

	if (t.len == 0 || t.len > MOMENT_MAX)
		return error_set(err, ERROR_USAGE, "one moment of each file is needed");
	snprintf(words, sizeof words, "%.*s,", (int)t.len, t.at);
	if (!range_parse(text_of(words), place, &r, err))
		return false;
	*at = r.from;
	return true;
}

bool alignment_parse(struct text t, const struct range_place *first,
		     const struct range_place *other, struct alignment *a,
		     struct error *err)
{
	const char *comma = t.len ? memchr(t.at, ',', t.len) : NULL;
	size_t cut = comma ? (size_t)(comma - t.at) : t.len;
	struct alignment parsed = {.follows = a->follows};

	if (comma &&
	    read_moment(text_trim(text_upto(t, cut)), first, &parsed.first, err) &&
	    read_moment(text_trim(text_from(t, cut + 1)), other, &parsed.other, err)) {
		*a = parsed;
		return true;
	}
	if (err->kind == ERROR_NOTHING) /* well formed, but not in this file */
		return false;
	*err = (struct error)ERROR_INIT;
	return error_set(err, ERROR_USAGE,
			 "'%.*s': expected a moment of the first file and one of the "
			 "second, such as 11.2,7.68",
			 (int)text_upto(t, MOMENT_MAX).len, t.at);
}

const char *alignment_text(const struct alignment *a, char buf[RANGE_TEXT_MAX])
{
	char first[NUMBER_SECONDS_MAX], other[NUMBER_SECONDS_MAX];

	number_plain_seconds(a->first, first);
	number_plain_seconds(a->other, other);
	snprintf(buf, RANGE_TEXT_MAX, "%s,%s", first, other);
	return buf;
}
