#include "recorder/records.h"

#include <string.h>

#include "base/mem.h"

#define HEADER	    8
#define RECORD_MOST 65528 /* 16 bits of size, of whole 8 bytes */
#define STRING_STEP 64

void records_release(struct records *r)
{
	mem_free(r->bytes);
	*r = (struct records){.bytes = NULL};
}

void records_clear(struct records *r)
{
	r->count = 0;
}

/* Room for so many bytes more; NULL: there is none. */
static char *take(struct records *r, size_t len)
{
	struct error ignored = ERROR_INIT; /* records_are_whole() tells it */
	char *at;

	r->failed = r->failed || !mem_reserve(&r->bytes, &r->room, r->count + len, 1,
					      "records", &ignored);
	if (r->failed)
		return NULL;
	at = r->bytes + r->count;
	r->count += len;
	return at;
}

void records_bytes(struct records *r, const void *from, size_t len)
{
	char *at = take(r, len);

	if (at && len)
		memcpy(at, from, len);
}

static void pad(struct records *r, size_t len)
{
	char *at = take(r, len);

	if (at && len)
		memset(at, 0, len);
}

void records_u32(struct records *r, uint32_t value)
{
	records_bytes(r, &value, sizeof value);
}

void records_u64(struct records *r, uint64_t value)
{
	records_bytes(r, &value, sizeof value);
}

void records_name(struct records *r, struct text t)
{
	records_bytes(r, t.at, t.len);
	pad(r, 8 - t.len % 8);
}

void records_string(struct records *r, struct text t)
{
	size_t all = (t.len + STRING_STEP) / STRING_STEP * STRING_STEP;

	records_u32(r, (uint32_t)all);
	records_bytes(r, t.at, t.len);
	pad(r, all - t.len);
}

void records_begin(struct records *r, uint32_t type, uint16_t misc)
{
	r->begun = r->count;
	records_u32(r, type);
	records_bytes(r, &misc, sizeof misc);
	pad(r, 2);
}

void records_end(struct records *r)
{
	size_t size = r->count - r->begun;
	uint16_t told;

	if (r->failed)
		return;
	pad(r, (8 - size % 8) % 8);
	size = r->count - r->begun;
	if (r->failed || size < HEADER)
		return;
	if (size > RECORD_MOST) {
		r->count = r->begun;
		r->large++;
		return;
	}
	told = (uint16_t)size;
	memcpy(r->bytes + r->begun + 6, &told, sizeof told); /* room: a header */
}

bool records_are_whole(const struct records *r, struct error *err)
{
	return !r->failed || error_set(err, ERROR_MEMORY, "out of memory for records");
}
