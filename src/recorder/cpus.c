#include "recorder/cpus.h"

#include <sched.h>
#include <stdio.h>
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

/* Take "2" or "2-3". */
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

/* The lines "cpu0 2255 34 ..." of /proc/stat. False when there are none. */
static bool read_stat(struct cpus *c, const char *path, struct error *err)
{
	struct line_file f;
	struct text line;
	bool ok = true;

	if (!line_file_open(&f, path))
		return false;
	while (ok && line_file_next(&f, &line)) {
		const char *blank = memchr(line.at, ' ', line.len);
		struct text name = text_upto(line, blank ? (size_t)(blank - line.at) : 0);
		uint64_t cpu;

		if (text_starts(name, TEXT("cpu")) &&
		    number_u64(text_from(name, 3), &cpu) && cpu < CPUS_MOST)
			ok = APPEND(c->at, c->count, c->room, "CPUs", err, (int32_t)cpu);
	}
	line_file_close(&f);
	return ok && c->count > 0;
}

static bool read_affinity(struct cpus *c, struct error *err)
{
	cpu_set_t set;

	if (sched_getaffinity(0, sizeof set, &set) != 0)
		return error_sys(err, "cannot find out which CPUs are online");
	for (int32_t i = 0; i < CPU_SETSIZE; i++)
		if (CPU_ISSET((size_t)i, &set) &&
		    !APPEND(c->at, c->count, c->room, "CPUs", err, i))
			return false;
	return true;
}

bool cpus_online(struct cpus *c, const char *root, struct error *err)
{
	char path[4096], room[4096];
	struct text ignored;

	snprintf(path, sizeof path, "%s/sys/devices/system/cpu/online", root);
	if (small_file_read(path, room, sizeof room, &ignored))
		return cpus_read(c, path, err);
	snprintf(path, sizeof path, "%s/proc/stat", root);
	return read_stat(c, path, err) || (!err->kind && read_affinity(c, err));
}
