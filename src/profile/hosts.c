#include "profile/hosts.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/utf8.h"

const char *const host_clock_names[HOST_CLOCKS] = {
    [HOST_CLOCK_RECORDED] = "recorded", [HOST_CLOCK_HEADER] = "header",
    [HOST_CLOCK_FILE] = "file",		[HOST_CLOCK_START] = "start",
    [HOST_CLOCK_NONE] = "none",		[HOST_CLOCK_STARTED] = "started",
    [HOST_CLOCK_IN_TURN] = "in turn",
};

struct text host_called(const struct profile *p, uint32_t host)
{
	struct text name =
	    hosts_are_several(p) ? host_name(p, host) : profile_note(p, "hostname");

	return name.len ? name : TEXT("[one host]");
}

const char *host_tail(const struct profile *p, uint32_t host,
		      char buf[static HOST_TAIL_MAX])
{
	struct text name = utf8_upto(host_name(p, host), HOST_TAIL_MAX - 2);

	buf[0] = '\0';
	if (host < p->hosts.count)
		snprintf(buf, HOST_TAIL_MAX, "@%.*s", (int)name.len, name.at);
	return buf;
}

enum host_clock hosts_worst_clock(const struct profile *p)
{
	static const enum host_clock worst_first[] = {
	    HOST_CLOCK_NONE, HOST_CLOCK_IN_TURN, HOST_CLOCK_START,
	    HOST_CLOCK_FILE, HOST_CLOCK_HEADER,	 HOST_CLOCK_STARTED,
	};

	for (size_t c = 0; c < sizeof worst_first / sizeof *worst_first; c++)
		for (uint32_t i = 0; i < p->hosts.count; i++)
			if (p->hosts.list[i].clock == worst_first[c])
				return worst_first[c];
	return HOST_CLOCK_RECORDED;
}

/* ---- differences ---- */

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

/* Count hosts without switches, or without this event; 0 when memory runs out. */
static uint32_t count_without(const struct profile *p, bool switches, uint32_t event,
			      uint32_t *first)
{
	struct error ignored = ERROR_INIT;
	bool *has = mem_array((size_t)p->hosts.count + 1, sizeof *has, "hosts", &ignored);
	uint64_t rows = !switches	   ? p->context_count
			: p->samples.sched ? p->samples.count
					   : 0;
	uint32_t without = 0;

	for (uint64_t i = 0; has && i < rows; i++) {
		const struct context *c =
		    &p->contexts[switches ? p->samples.context[i] : i];
		uint32_t host;

		if (switches ? !p->samples.sched[i]
			     : event != UINT32_MAX && c->event != event)
			continue;
		host = host_of_thread(p, &p->threads[c->thread]);
		if (host < p->hosts.count)
			has[host] = true;
	}
	for (uint32_t i = p->hosts.count; has && i-- > 0;)
		if (!has[i] && p->hosts.list[i].samples) {
			*first = i;
			without++;
		}
	mem_free(has);
	return without;
}

uint32_t hosts_without_event(const struct profile *p, uint32_t event, uint32_t *first)
{
	return count_without(p, false, event, first);
}

uint32_t hosts_without_switches(const struct profile *p, uint32_t *first)
{
	return count_without(p, true, UINT32_MAX, first);
}
