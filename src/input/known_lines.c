#include "input/known_lines.h"

#include <stdlib.h>

#include "base/mem.h"

#define PLACES_BITS   14
#define PLACES	      ((size_t)1 << PLACES_BITS)
#define BYTES_ROOM    (2u << 20)
#define REST_LONGEST  4096
#define ADDRESS_WIDTH 16
#define REST_AT	      (1 + ADDRESS_WIDTH + 1)

/* The bytes of a place stay its own when another line takes it. */
struct place {
	char address[ADDRESS_WIDTH];
	uint32_t rest_at;
	uint16_t rest_len, room;
	uint32_t value; /* 0: free */
};

struct known_lines {
	struct place *places; /* owned: a line can be in one of them only */
	char *bytes;	      /* owned: what follows the addresses */
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
	free(k->places);
	free(k->bytes);
	free(k);
}

void known_lines_forget(struct known_lines *k)
{
	memset(k->places, 0, PLACES * sizeof *k->places);
	k->used = 0;
}

static bool is_padded(struct text line)
{
	return line.len > REST_AT && line.at[0] == '\t' && line.at[REST_AT - 1] == ' ';
}

/* Where a padded line is or would be. The end of an address tells lines apart best. */
static struct place *place_of(const struct known_lines *k, const char *line)
{
	uint64_t end;

	memcpy(&end, line + REST_AT - 1 - sizeof end, sizeof end);
	end = (end ^ end >> 32) * UINT64_C(0x9e3779b97f4a7c15);
	return &k->places[end >> (64 - PLACES_BITS)];
}

void known_lines_put(struct known_lines *k, struct text line, uint32_t value)
{
	struct text rest = text_from(line, REST_AT);
	struct place *p;

	if (!is_padded(line) || rest.len > REST_LONGEST)
		return;
	if (k->used > BYTES_ROOM - REST_LONGEST)
		known_lines_forget(k);
	p = place_of(k, line.at);
	if (rest.len > p->room) {
		p->rest_at = (uint32_t)k->used;
		p->room = (uint16_t)((rest.len + 15) / 16 * 16);
		k->used += p->room;
	}
	memcpy(p->address, line.at + 1, ADDRESS_WIDTH);
	memcpy(k->bytes + p->rest_at, rest.at, rest.len);
	p->rest_len = (uint16_t)rest.len;
	p->value = value;
}

uint32_t known_lines_find(const struct known_lines *k, struct text ahead, size_t *len)
{
	const struct place *p;

	if (!is_padded(ahead))
		return 0;
	p = place_of(k, ahead.at);
	*len = REST_AT + (size_t)p->rest_len;
	if (ahead.len <= *len || ahead.at[*len] != '\n' ||
	    memcmp(p->address, ahead.at + 1, ADDRESS_WIDTH) != 0 ||
	    memcmp(k->bytes + p->rest_at, ahead.at + REST_AT, p->rest_len) != 0)
		return 0;
	return p->value;
}
