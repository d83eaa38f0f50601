#include "profile/unlike_hosts.h"

#include <stdlib.h>

#include "base/mem.h"
#include "profile/hosts.h"

bool hosts_rates_differ(const struct profile *p)
{
	for (uint32_t i = 1; i < p->hosts.count; i++)
		if (p->hosts.list[i].rate != p->hosts.list[0].rate)
			return true;
	return false;
}

bool hosts_clocks_differ(const struct profile *p)
{
	for (uint32_t i = 1; i < p->hosts.count; i++)
		if (p->hosts.list[i].clock != p->hosts.list[0].clock)
			return true;
	return false;
}

static int by_start(const void *a, const void *b)
{
	const struct host *x = *(const struct host *const *)a,
			  *y = *(const struct host *const *)b;

	return x->from < y->from ? -1 : x->from > y->from;
}

uint64_t hosts_longest_gap(const struct profile *p)
{
	struct error ignored = ERROR_INIT; /* then nothing is reported */
	const struct host **list =
	    mem_array((size_t)p->hosts.count + 1, sizeof *list, "hosts", &ignored);
	uint64_t gap = 0, end;
	uint32_t n = 0;

	for (uint32_t i = 0; list && p->has_times && i < p->hosts.count; i++)
		if (p->hosts.list[i].samples)
			list[n++] = &p->hosts.list[i]; /* room: n <= i */
	if (n) {
		qsort(list, n, sizeof(*list), by_start);
		end = list[0]->to;
	}
	for (uint32_t i = 1; i < n; i++) {
		if (list[i]->from > end && list[i]->from - end > gap)
			gap = list[i]->from - end;
		if (list[i]->to > end)
			end = list[i]->to;
	}
	mem_free(list);
	return gap;
}

/* Release with mem_free(). NULL when memory runs out: then nothing is reported. */
static bool *mark_all(const struct profile *p)
{
	struct error ignored = ERROR_INIT;

	return mem_array((size_t)p->hosts.count + 1, sizeof(bool), "hosts", &ignored);
}

static void mark(const struct profile *p, const struct context *c, bool *has)
{
	uint32_t host = host_of_thread(p, &p->threads[c->thread]);

	if (host < p->hosts.count)
		has[host] = true;
}

static uint32_t count_unmarked(const struct profile *p, const bool *has, uint32_t *first)
{
	uint32_t without = 0;

	for (uint32_t i = p->hosts.count; has && i-- > 0;)
		if (!has[i] && p->hosts.list[i].samples) {
			*first = i;
			without++;
		}
	return without;
}

uint32_t hosts_without_event(const struct profile *p, uint32_t event, uint32_t *first)
{
	bool *has = mark_all(p);
	uint32_t without;

	for (uint32_t i = 0; has && i < p->context_count; i++)
		if (event == UINT32_MAX || p->contexts[i].event == event)
			mark(p, &p->contexts[i], has);
	without = count_unmarked(p, has, first);
	mem_free(has);
	return without;
}

uint32_t hosts_without_switches(const struct profile *p, uint32_t *first)
{
	bool *has = mark_all(p);
	uint32_t without;

	for (uint64_t i = 0; has && p->samples.sched && i < p->samples.count; i++)
		if (p->samples.sched[i])
			mark(p, &p->contexts[p->samples.context[i]], has);
	without = count_unmarked(p, has, first);
	mem_free(has);
	return without;
}
