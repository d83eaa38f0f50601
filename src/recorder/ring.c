#include "recorder/ring.h"

#include <errno.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/mem.h"

/* The maximum bytes of a sample: 127 callers (kernel.perf_event_max_stack) and the rest. */
#define SAMPLE_MOST 1100
#define BYTES_LEAST ((size_t)256 << 10)
#define BYTES_MOST  ((size_t)4 << 20)
#define PAGES_LEAST 2 /* enough for a tick of 99 Hz */

/*
 * Map the ring of a perf event with `pages` pages of data, a power of two. Returns false and sets
 * errno; after EPERM and ENOMEM fewer pages may succeed.
 */
static bool ring_map(struct ring *r, int fd, size_t pages)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	void *at;

	*r = (struct ring){0};
	at = mmap(NULL, page + pages * page, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (at == MAP_FAILED)
		return false;
	r->page = at;
	r->data = (const char *)at + page;
	r->size = pages * page;
	return true;
}

static void ring_unmap(struct ring *r)
{
	if (r->page)
		munmap(r->page, r->size + (size_t)(r->data - (const char *)r->page));
	*r = (struct ring){0};
}

/*
 * The kernel writes records before it moves the head, so the head is read with acquire semantics.
 */
void ring_begin(struct ring *r)
{
	r->end = __atomic_load_n(&r->page->head, __ATOMIC_ACQUIRE);
	r->at = r->page->tail;
}

void ring_done(struct ring *r)
{
	if (r->at != r->page->tail)
		__atomic_store_n(&r->page->tail, r->at, __ATOMIC_RELEASE);
}

bool ring_next(struct ring *r, struct ring_record *record)
{
	uint64_t left = r->end - r->at;
	size_t from = (size_t)r->at & (r->size - 1), first = r->size - from;
	size_t size;

	if (left < sizeof record->head || left > r->size || first < sizeof record->head) {
		r->at = r->end;
		return false;
	}
	memcpy(&record->head, r->data + from, sizeof record->head);
	size = record->head.size;
	if (size < sizeof record->head || size > left || size % 8) {
		r->at = r->end; /* the start of the next record is unknown */
		return false;
	}
	if (first > size)
		first = size;
	record->part[0] = (struct text){r->data + from, first};
	record->part[1] = (struct text){r->data, size - first};
	r->at += size;
	return true;
}

uint64_t ring_record_u64(const struct ring_record *record, size_t offset)
{
	size_t first = record->part[0].len;
	struct text part = offset < first ? record->part[0] : record->part[1];
	uint64_t value;

	if (offset >= first)
		offset -= first;
	if (offset > part.len || part.len - offset < sizeof value)
		return 0;
	memcpy(&value, part.at + offset, sizeof value);
	return value;
}

/* ---- the rings of all CPUs ---- */

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

/* The index of a CPU's ring; `count` if it has none yet. */
static size_t find_ring(const struct rings *r, int32_t cpu)
{
	size_t i = 0;

	while (i < r->count && r->cpu[i] != cpu)
		i++;
	return i;
}

/* Map all rings or none; in the latter case, false and errno. */
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

bool rings_map(struct rings *r, const struct events *e, uint32_t frequency,
	       unsigned tick_ms, struct error *err)
{
	size_t pages = pages_wanted(frequency, tick_ms);

	r->at = mem_array(e->count, sizeof *r->at, "rings", err);
	r->cpu = r->at ? mem_array(e->count, sizeof *r->cpu, "rings", err) : NULL;
	r->fd = r->cpu ? mem_array(e->count, sizeof *r->fd, "rings", err) : NULL;
	if (!r->fd)
		return false;
	/* each CPU gets the ring of its first event */
	for (size_t i = 0; i < e->count; i++) {
		size_t at = find_ring(r, e->at[i].cpu);

		if (at < r->count)
			continue;
		r->cpu[at] = e->at[i].cpu; /* room: one for each event */
		r->fd[at] = e->at[i].fd;
		r->count++;
	}
	while (!map_all(r, pages)) {
		if ((errno != EPERM && errno != ENOMEM) || pages <= PAGES_LEAST)
			return refusal_of_ring(errno, err);
		pages /= 2;
	}
	r->bytes = pages * (size_t)sysconf(_SC_PAGESIZE);
	/* the other events of the CPU use the same ring */
	for (size_t i = 0; i < e->count; i++) {
		int fd = r->fd[find_ring(r, e->at[i].cpu)];

		if (fd != e->at[i].fd && ioctl(e->at[i].fd, EVENT_SET_OUTPUT, fd) != 0)
			return error_sys(err, "cannot share a ring of perf events");
	}
	return true;
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
