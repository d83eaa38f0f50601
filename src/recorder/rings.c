#include "recorder/rings.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "recorder/refusals.h"

#define SAMPLE_MOST                                                                      \
	1100 /* bytes: 127 callers (kernel.perf_event_max_stack) and the rest */
#define BYTES_LEAST ((size_t)256 << 10)
#define BYTES_MOST  ((size_t)4 << 20)
#define PAGES_LEAST 2 /* a tick of 99 Hz fits even so */

void rings_release(struct rings *r)
{
	for (size_t i = 0; i < r->count; i++)
		ring_unmap(&r->at[i]);
	mem_free(r->at);
	mem_free(r->cpu);
	mem_free(r->fd);
	*r = (struct rings){0};
}

static size_t pages_wanted(uint32_t frequency, unsigned tick_ms)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), bytes = BYTES_LEAST, pages = 1;
	uint64_t wanted = UINT64_C(2) * frequency * tick_ms / 1000 * SAMPLE_MOST;

	while (bytes < wanted && bytes < BYTES_MOST)
		bytes *= 2;
	while (pages * page < bytes)
		pages *= 2;
	return pages;
}

static size_t find(const struct rings *r, int32_t cpu)
{
	size_t i = 0;

	while (i < r->count && r->cpu[i] != cpu)
		i++;
	return i;
}

/* Of each CPU the first event's. */
static void choose(struct rings *r, const struct events *e)
{
	for (size_t i = 0; i < e->count; i++) {
		size_t at = find(r, e->at[i].cpu);

		if (at < r->count)
			continue;
		r->cpu[at] = e->at[i].cpu; /* room: one for each event */
		r->fd[at] = e->at[i].fd;
		r->count++;
	}
}

static bool map_all(struct rings *r, size_t pages)
{
	for (size_t i = 0; i < r->count; i++) {
		int why;

		if (ring_map(&r->at[i], r->fd[i], pages))
			continue;
		why = errno;
		while (i--)
			ring_unmap(&r->at[i]);
		errno = why;
		return false;
	}
	return true;
}

static bool share(const struct rings *r, const struct events *e, struct error *err)
{
	for (size_t i = 0; i < e->count; i++) {
		int fd = r->fd[find(r, e->at[i].cpu)];

		if (fd != e->at[i].fd && ioctl(e->at[i].fd, EVENT_SET_OUTPUT, fd) != 0)
			return error_sys(err, "cannot share a ring of perf events");
	}
	return true;
}

bool rings_map(struct rings *r, const struct events *e, uint32_t frequency,
	       unsigned tick_ms, struct error *err)
{
	size_t pages = pages_wanted(frequency, tick_ms);

	r->at = mem_array(e->count, sizeof *r->at, "rings", err);
	r->cpu = r->at ? mem_array(e->count, sizeof *r->cpu, "rings", err) : NULL;
	r->fd = r->cpu ? mem_array(e->count, sizeof *r->fd, "rings", err) : NULL;
	if (!r->fd)
		return false;
	choose(r, e);
	while (!map_all(r, pages)) {
		if ((errno != EPERM && errno != ENOMEM) || pages <= PAGES_LEAST)
			return refusal_of_ring(errno, err);
		pages /= 2;
	}
	r->bytes = pages * (size_t)sysconf(_SC_PAGESIZE);
	return share(r, e, err);
}

bool rings_are_filling(const struct rings *r)
{
	for (size_t i = 0; i < r->count; i++) {
		const struct ring_page *p = r->at[i].page;

		if (__atomic_load_n(&p->head, __ATOMIC_RELAXED) - p->tail > r->bytes / 4)
			return true;
	}
	return false;
}
