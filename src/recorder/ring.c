#include "recorder/ring.h"

#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>

bool ring_map(struct ring *r, int fd, size_t pages)
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

void ring_unmap(struct ring *r)
{
	if (r->page)
		munmap(r->page, r->size + (size_t)(r->data - (const char *)r->page));
	*r = (struct ring){0};
}

/* What was written before the head was moved is seen by who has seen the head there. */
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
		r->at = r->end; /* there is no telling where the next one is */
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
