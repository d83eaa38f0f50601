#include "recorder/ring.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

bool ring_map(struct ring *r, int fd, size_t pages, char *bounce)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	void *at =
	    mmap(NULL, (pages + 1) * page, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	*r = (struct ring){.bounce = bounce};
	if (at == MAP_FAILED)
		return false;
	r->page = at;
	r->bytes = (const char *)at + page;
	r->size = pages * page;
	return true;
}

void ring_unmap(struct ring *r)
{
	if (r->page)
		munmap(r->page, r->size + (size_t)(r->bytes - (const char *)r->page));
	*r = (struct ring){.page = NULL};
}

/* The record at a place, in one piece. NULL: it cannot be one. */
static const struct perf_event_header *record_at(const struct ring *r, uint64_t at,
						 uint64_t head)
{
	size_t from = (size_t)(at & (r->size - 1)), first = r->size - from;
	const struct perf_event_header *h = (const void *)(r->bytes + from);

	/* headers are of 8 bytes at multiples of 8: they never wrap around */
	if (head - at < sizeof *h || h->size < sizeof *h || h->size > head - at)
		return NULL;
	if (h->size <= first)
		return h;
	memcpy(r->bounce, r->bytes + from, first); /* room: 16 bits of size */
	memcpy(r->bounce + first, r->bytes, h->size - first);
	return (const void *)r->bounce;
}

/* man perf_event_open: data_head is read before the records, and data_tail written behind them. */
bool ring_drain(struct ring *r, void (*put)(void *arg, const struct perf_event_header *h),
		void *arg)
{
	uint64_t head = __atomic_load_n(&r->page->data_head, __ATOMIC_ACQUIRE);
	uint64_t at = r->page->data_tail;
	bool ok = true;

	if (head - at > r->size) /* no kernel does that */
		return false;
	while (at < head && ok) {
		const struct perf_event_header *h = record_at(r, at, head);

		ok = h != NULL;
		if (ok) {
			put(arg, h);
			at += h->size;
		}
	}
	__atomic_store_n(&r->page->data_tail, head, __ATOMIC_RELEASE);
	return ok;
}
