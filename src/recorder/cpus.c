#include "recorder/cpus.h"

#include <stdlib.h>

#include "base/append.h"
#include "base/number.h"
#include "recorder/small_file.h"

void cpus_release(struct cpus *c)
{
	mem_free(c->at);
	*c = (struct cpus){0};
}

bool cpus_have(const struct cpus *c, int32_t cpu)
{
	for (size_t i = 0; i < c->count; i++)
		if (c->at[i] == cpu)
			return true;
	return false;
}

static int by_number(const void *a, const void *b)
{
	const int32_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* "2" or "2-3" */
static bool take_range(struct cpus *c, struct text range, bool *understood,
		       struct error *err)
{
	const char *dash = range.len ? memchr(range.at, '-', range.len) : NULL;
	size_t until = dash ? (size_t)(dash - range.at) : range.len;
	uint64_t from, to;

	*understood = number_u64(text_upto(range, until), &from);
	to = from;
	if (*understood && dash)
		*understood = number_u64(text_from(range, until + 1), &to);
	*understood = *understood && from <= to && to < CPUS_MOST;
	for (uint64_t i = from; *understood && i <= to; i++)
		if (!cpus_have(c, (int32_t)i) &&
		    !APPEND(c->at, c->count, c->room, "CPUs", err, (int32_t)i))
			return false;
	return true;
}

bool cpus_parse(struct cpus *c, struct text list, struct error *err)
{
	struct text rest = text_trim(list);
	bool understood = rest.len > 0;

	while (understood && rest.len) {
		const char *comma = memchr(rest.at, ',', rest.len);
		size_t len = comma ? (size_t)(comma - rest.at) : rest.len;

		if (!take_range(c, text_upto(rest, len), &understood, err))
			return false;
		rest = text_from(rest, len + 1);
		understood &= !comma || rest.len;
	}
	if (!understood)
		return error_set(err, ERROR_USAGE,
				 "expected CPUs like 0,2-3, found '%.*s'",
				 (int)text_upto(list, 80).len, list.at);
	if (c->count)
		qsort(c->at, c->count, sizeof *c->at, by_number);
	return true;
}

bool cpus_read(struct cpus *c, const char *path, struct error *err)
{
	char room[4096];
	struct text all;

	if (!small_file_read(path, room, sizeof room, &all))
		return error_sys(err, "cannot read %s", path);
	while (all.len && all.at[all.len - 1] == '\n')
		all.len--;
	return cpus_parse(c, all, err);
}
