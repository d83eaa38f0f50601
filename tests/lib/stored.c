#include "lib/stored.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "lib/dump.h"
#include "profile/store.h"
#include "profile/store_layout.h"

unsigned char *stored_bytes(const struct profile *p, size_t *len)
{
	struct error err = ERROR_INIT;
	char *bytes = NULL;
	FILE *out = open_memstream(&bytes, len);
	bool ok = out && store_write(p, TEXT("origin"), out, &err);

	assert(ok);
	fclose(out);
	return (unsigned char *)bytes;
}

struct profile *stored_open(const void *bytes, size_t len, struct error *err)
{
	void *copy = mem_array(len, 1, "a file", err);

	if (!copy)
		return NULL;
	if (len)
		memcpy(copy, bytes, len);
	return store_open_bytes(copy, len, err);
}

static void mend_times(struct store_header *h, const struct store_section *times,
		       const unsigned char *bytes, size_t len)
{
	uint64_t size = times->rows * sizeof h->first_time;

	if (!times->rows || times->rows > len || times->offset > len ||
	    size > len - times->offset)
		return;
	memcpy(&h->first_time, bytes + times->offset, sizeof h->first_time);
	memcpy(&h->last_time, bytes + times->offset + size - sizeof h->last_time,
	       sizeof h->last_time);
}

void stored_mend(unsigned char *bytes, size_t len)
{
	struct store_section table[STORE_SECTIONS];
	struct store_header h;

	if (len < sizeof h + sizeof table)
		return;
	memcpy(&h, bytes, sizeof h);
	memcpy(table, bytes + sizeof h, sizeof table);
	for (size_t i = 0; i < STORE_SECTIONS; i++) {
		struct store_section *s = &table[i];
		uint64_t size = s->rows * s->row;

		if (s->offset <= len && size <= len - s->offset)
			s->sum = XXH3_64bits(bytes + s->offset, (size_t)size);
	}
	mend_times(&h, &table[STORE_SAMPLE_TIMES - 1], bytes, len);
	h.sum = store_front_sum(&h, table);
	memcpy(bytes, &h, sizeof h);
	memcpy(bytes + sizeof h, table, sizeof table);
}

char *stored_dump(const struct profile *p)
{
	char *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len);

	assert(out);
	dump_profile(p, out);
	fclose(out);
	return text;
}
