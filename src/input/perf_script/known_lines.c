#include "input/perf_script/known_lines.h"

#include <stdlib.h>

#include "base/mem.h"

#define PLACES_BITS  14
#define PLACES	     ((size_t)1 << PLACES_BITS)
#define BYTES_ROOM   (2u << 20)
#define LINE_LONGEST 4096
#define ADDRESS_END  17 /* a blank is there */

/* The bytes of a place stay its own when another line takes it. */
struct place {
	uint32_t first;	    /* of its bytes */
	uint16_t len, room; /* the line's, with its "\n" */
	uint32_t value;	    /* 0: free */
};

struct known_lines {
	struct place *places; /* owned: a line can be in one of them only */
	char *bytes;	      /* owned: of the lines */
	size_t used;	      /* of the bytes */
};

struct known_lines *known_lines_new(struct error *err)
{
	struct known_lines *k = mem_array(1, sizeof *k, "known lines", err);

	if (!k)
		return NULL;
	k->places = mem_array(PLACES, sizeof *k->places, "known lines", err);
	k->bytes = k->places ? mem_array(BYTES_ROOM, 1, "known lines", err) : NULL;
	if (k->bytes)
		return k;
	known_lines_free(k);
	return NULL;
}

void known_lines_free(struct known_lines *k)
{
	if (!k)
		return;
	mem_free(k->places);
	mem_free(k->bytes);
	mem_free(k);
}

void known_lines_forget(struct known_lines *k)
{
	memset(k->places, 0, PLACES * sizeof *k->places);
	k->used = 0;
}

static bool is_padded(struct text line)
{
	return line.len > ADDRESS_END && line.at[0] == '\t' &&
	       line.at[ADDRESS_END] == ' ';
}

/* Where a padded line is or would be. The end of an address tells lines apart best. */
static struct place *place_of(const struct known_lines *k, struct text line)
{
	uint64_t end;

	memcpy(&end, line.at + ADDRESS_END - sizeof end, sizeof end);
	end = (end ^ end >> 32) * UINT64_C(0x9e3779b97f4a7c15);
	return &k->places[end >> (64 - PLACES_BITS)];
}

void known_lines_put(struct known_lines *k, struct text line, uint32_t value)
{
	struct place *p;

	if (!is_padded(line) || line.len >= LINE_LONGEST)
		return;
	if (k->used > BYTES_ROOM - LINE_LONGEST)
		known_lines_forget(k);
	p = place_of(k, line);
	if (line.len + 1 > p->room) {
		p->first = (uint32_t)k->used;
		p->room = (uint16_t)((line.len + 16) / 16 * 16);
		k->used += p->room;
	}
	memcpy(k->bytes + p->first, line.at, line.len);
	k->bytes[p->first + line.len] = '\n';
	p->len = (uint16_t)(line.len + 1);
	p->value = value;
}

uint32_t known_lines_find(const struct known_lines *k, struct text ahead, size_t *len)
{
	struct place p;

	if (!is_padded(ahead))
		return 0;
	p = *place_of(k, ahead);
	if (ahead.len < p.len || memcmp(k->bytes + p.first, ahead.at, p.len) != 0)
		return 0;
	*len = (size_t)p.len - 1;
	return p.value;
}
