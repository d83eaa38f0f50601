#include "symbols/jit_map.h"

#include <stdlib.h>
#include <string.h>

#include "base/append.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/bisect.h"
#include "symbols/symbol_names.h"

/* A line of the map. Where lines overlap, the later one in the file wins. */
struct made {
	uint64_t start, end;
	uint32_t name;	/* offset in the text */
	uint32_t order; /* number of the line */
};

/* Addresses that belong to one line or to none, up to the next run. */
struct address_run {
	uint64_t start;
	uint32_t made;
};

#define NOTHING UINT32_MAX

struct jit_map {
	char *text; /* owned */
	size_t len;
	struct made *made; /* owned: by start */
	size_t count, capacity;
	struct address_run *runs; /* owned: by start; the last is for NOTHING */
	size_t run_count, run_capacity;
};

/* The lines that contain the current address; the last in the file is on top. */
struct line_heap {
	const struct made *made; /* borrowed */
	uint32_t *at;		 /* owned */
	size_t count;
};

static void heap_push(struct line_heap *h, uint32_t which)
{
	size_t i = h->count++;

	for (; i > 0; i = (i - 1) / 2) {
		uint32_t parent = h->at[(i - 1) / 2];

		if (h->made[parent].order >= h->made[which].order)
			break;
		h->at[i] = parent;
	}
	h->at[i] = which;
}

static void heap_pop(struct line_heap *h)
{
	uint32_t last = h->at[--h->count];
	size_t i = 0, child;

	while ((child = 2 * i + 1) < h->count) {
		if (child + 1 < h->count &&
		    h->made[h->at[child + 1]].order > h->made[h->at[child]].order)
			child++;
		if (h->made[h->at[child]].order <= h->made[last].order)
			break;
		h->at[i] = h->at[child];
		i = child;
	}
	h->at[i] = last;
}

/* Let addresses from `start` up to the next run belong to this line. */
static bool add_run(struct jit_map *m, uint64_t start, uint32_t which, struct error *err)
{
	struct address_run *last = m->run_count ? &m->runs[m->run_count - 1] : NULL;

	if (last && last->start == start)
		last = --m->run_count ? last - 1 : NULL;
	if (last && last->made == which)
		return true;
	return APPEND(m->runs, m->run_count, m->run_capacity, "runs", err,
		      (struct address_run){start, which});
}

/* Turn lines, which may overlap, into runs, which do not. */
static bool sweep(struct jit_map *m, struct line_heap *h, struct error *err)
{
	uint64_t at = 0;
	size_t i = 0;

	while (i < m->count || h->count) {
		const struct made *top;
		uint64_t end;

		if (!h->count && m->made[i].start > at)
			at = m->made[i].start;
		while (i < m->count && m->made[i].start <= at)
			heap_push(h, (uint32_t)i++);
		while (h->count && m->made[h->at[0]].end <= at)
			heap_pop(h);
		if (!h->count)
			continue;
		top = &m->made[h->at[0]];
		end = i < m->count && m->made[i].start < top->end ? m->made[i].start
								  : top->end;
		if (!add_run(m, at, h->at[0], err) || !add_run(m, end, NOTHING, err))
			return false;
		at = end;
	}
	return true;
}

/* Take a hexadecimal number and a blank; some programs write 0x before it. */
static bool take_hex(struct text *t, uint64_t *value)
{
	const char *blank;

	if (text_starts(*t, TEXT("0x")))
		*t = text_from(*t, 2);
	blank = t->len ? memchr(t->at, ' ', t->len) : NULL;
	if (!blank || !number_hex(text_upto(*t, (size_t)(blank - t->at)), value))
		return false;
	*t = text_from(*t, (size_t)(blank - t->at) + 1);
	return true;
}

/* Parse "3ef414c0 398 RegExp:[{(]" (node 18 --perf-basic-prof). */
static bool add_line(struct jit_map *m, struct text line, struct error *err)
{
	struct made made = {.order = (uint32_t)m->count};
	uint64_t size;

	if (text_ends(line, TEXT("\r")))
		line.len--;
	if (!take_hex(&line, &made.start) || !take_hex(&line, &size) || size == 0 ||
	    line.len == 0 || size > UINT64_MAX - made.start)
		return true;
	made.end = made.start + size;
	made.name = (uint32_t)(line.at - m->text);
	return APPEND(m->made, m->count, m->capacity, "symbols", err, made);
}

static int by_start(const void *a, const void *b)
{
	const struct made *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return x->order < y->order ? -1 : x->order > y->order;
}

struct jit_map *jit_map_new(char *text, size_t len)
{
	struct error none = ERROR_INIT;
	struct jit_map *m = mem_array(1, sizeof *m, "maps", &none);
	struct line_heap h = {.count = 0};
	struct text rest;
	bool fine = true;

	if (!m) {
		mem_free(text);
		return NULL;
	}
	m->text = text;
	m->len = len;
	for (rest = (struct text){text, len}; fine && rest.len;) {
		const char *end = memchr(rest.at, '\n', rest.len);
		size_t line = end ? (size_t)(end - rest.at) : rest.len;

		fine = add_line(m, text_upto(rest, line), &none);
		rest = text_from(rest, line + 1);
	}
	if (fine && m->count)
		qsort(m->made, m->count, sizeof *m->made, by_start);
	h.made = m->made;
	h.at = fine ? mem_array(m->count, sizeof *h.at, "symbols", &none) : NULL;
	fine = h.at && sweep(m, &h, &none);
	mem_free(h.at);
	if (fine)
		return m;
	jit_map_free(m);
	return NULL;
}

void jit_map_free(struct jit_map *m)
{
	if (!m)
		return;
	mem_free(m->runs);
	mem_free(m->made);
	mem_free(m->text);
	mem_free(m);
}

bool jit_map_find(const struct jit_map *m, uint64_t address, struct symbol *found)
{
	size_t n = bisect_upto(m->runs, sizeof *m->runs, m->run_count, address);
	uint64_t from = n ? m->runs[n - 1].start : 0;
	uint64_t to = n < m->run_count ? m->runs[n].start : UINT64_MAX;
	const struct made *made;
	const char *end;
	struct text name;

	*found = (struct symbol){.from = from, .to = to};
	if (n == 0 || m->runs[n - 1].made == NOTHING)
		return false;
	made = &m->made[m->runs[n - 1].made];
	/* the rest of the line */
	name = text_upto((struct text){m->text + made->name, m->len - made->name},
			 SYMBOL_NAME_MOST);
	end = memchr(name.at, '\n', name.len);
	if (end)
		name.len = (size_t)(end - name.at);
	if (text_ends(name, TEXT("\r")))
		name.len--;
	*found = (struct symbol){.name = name,
				 .owner = TEXT(""),
				 .start = made->start,
				 .size = made->end - made->start,
				 .from = from,
				 .to = to};
	return true;
}
