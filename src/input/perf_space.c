#include "input/perf_space.h"

#include <string.h>

#include "base/mem.h"

void perf_space_release(struct perf_space *s)
{
	mem_free(s->maps);
	*s = (struct perf_space){0};
}

/* The first map that ends behind `address`. */
static size_t first_behind(const struct perf_space *s, uint64_t address)
{
	size_t low = 0, high = s->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (s->maps[middle].end > address)
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

const struct perf_map *perf_space_find(const struct perf_space *s, uint64_t address)
{
	size_t at = first_behind(s, address);

	return at < s->count && s->maps[at].start <= address ? &s->maps[at] : NULL;
}

const struct perf_map *perf_space_below(const struct perf_space *s, uint64_t address)
{
	size_t at = first_behind(s, address);

	return at ? &s->maps[at - 1] : NULL;
}

/* `count` maps from `at` on become the `n` ones given. There is room. */
static void replace(struct perf_space *s, size_t at, size_t count,
		    const struct perf_map *with, size_t n)
{
	size_t tail = s->count - at - count;

	if (tail)
		memmove(s->maps + at + n, s->maps + at + count, tail * sizeof *s->maps);
	for (size_t i = 0; i < n; i++)
		s->maps[at + i] = with[i];
	s->count = s->count - count + n;
}

static struct perf_map from(struct perf_map map, uint64_t start)
{
	map.offset += start - map.start;
	map.start = start;
	return map;
}

bool perf_space_put(struct perf_space *s, const struct perf_map *map, struct error *err)
{
	size_t at = first_behind(s, map->start), to = at, n = 0;
	struct perf_map parts[3];

	if (map->end <= map->start)
		return true;
	if (!mem_reserve(&s->maps, &s->room, s->count + 2, sizeof *s->maps, "maps", err))
		return false;
	while (to < s->count && s->maps[to].start < map->end)
		to++;
	if (at < to && s->maps[at].start < map->start) {
		parts[n] = s->maps[at];
		parts[n++].end = map->start;
	}
	if (map->module)
		parts[n++] = *map;
	if (at < to && s->maps[to - 1].end > map->end)
		parts[n++] = from(s->maps[to - 1], map->end);
	replace(s, at, to - at, parts, n);
	return true;
}

bool perf_space_copy(struct perf_space *to, const struct perf_space *from,
		     struct error *err)
{
	if (!mem_reserve(&to->maps, &to->room, from->count + 1, sizeof *to->maps, "maps",
			 err))
		return false;
	if (from->count)
		memcpy(to->maps, from->maps, from->count * sizeof *to->maps);
	to->count = from->count;
	return true;
}
