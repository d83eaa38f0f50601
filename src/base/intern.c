#include "base/intern.h"

#include <stdlib.h>
#include <xxhash.h>

#include "base/mem.h"
#include "base/hash_seed.h"

#define SLOTS_FIRST  1024 /* a power of two */
#define SECRET_WORDS 24	  /* 192 bytes, like the default secret of XXH3 */

/* Stored together, so that a lookup costs one cache line. */
struct slot {
	uint32_t id;   /* plus 1; 0: free */
	uint32_t hash; /* of the text; its lower bits give the preferred slot */
};

struct intern {
	/* borrowed; NULL: the arrays are not in areas */
	struct mem_area *bytes_area, *ends_area;
	char *bytes;	/* owned: all texts, concatenated */
	uint64_t *ends; /* owned: the end of each text */
	uint32_t count;
	size_t bytes_room, ends_room;
	uint64_t used;		       /* bytes in use */
	struct slot *slots;	       /* owned */
	size_t slots_count;	       /* a power of two */
	uint64_t secret[SECRET_WORDS]; /* names come from files: see hash_seed.h */
};

struct intern *intern_new(struct error *err)
{
	return intern_new_in(NULL, NULL, err);
}

struct intern *intern_new_in(struct mem_area *bytes, struct mem_area *ends,
			     struct error *err)
{
	struct intern *in = mem_array(1, sizeof *in, "dictionary", err);
	uint32_t empty;

	if (!in)
		return NULL;
	in->bytes_area = bytes;
	in->ends_area = ends;
	hash_seed_fill(in->secret, SECRET_WORDS);
	in->slots_count = SLOTS_FIRST;
	in->slots = mem_array(SLOTS_FIRST, sizeof *in->slots, "slots", err);
	if (!in->slots || !intern_put(in, TEXT(""), &empty, err)) {
		intern_free(in);
		return NULL;
	}
	return in;
}

void intern_free(struct intern *in)
{
	if (!in)
		return;
	if (!in->bytes_area)
		mem_free(in->bytes);
	if (!in->ends_area)
		mem_free(in->ends);
	mem_free(in->slots);
	mem_free(in);
}

uint32_t intern_count(const struct intern *in)
{
	return in->count;
}

struct text intern_get(const struct intern *in, uint32_t id)
{
	uint64_t from = id ? in->ends[id - 1] : 0;

	return (struct text){in->bytes + from, (size_t)(in->ends[id] - from)};
}

const char *intern_bytes(const struct intern *in)
{
	return in->bytes;
}

uint64_t intern_used(const struct intern *in)
{
	return in->used;
}

const uint64_t *intern_ends(const struct intern *in)
{
	return in->ends;
}

static uint32_t hash_of(const struct intern *in, struct text t)
{
	return (uint32_t)XXH3_64bits_withSecret(t.at, t.len, in->secret,
						sizeof in->secret);
}

/* The slot that contains `t`, or into which it would go. */
static size_t find_slot(const struct intern *in, struct text t, uint32_t hash)
{
	size_t at = hash & (in->slots_count - 1);

	for (;; at = (at + 1) & (in->slots_count - 1)) {
		struct slot s = in->slots[at];

		if (!s.id || (s.hash == hash && text_equal(intern_get(in, s.id - 1), t)))
			return at;
	}
}

static bool grow_slots(struct intern *in, struct error *err)
{
	size_t more = in->slots_count * 2;
	struct slot *slots = mem_array(more, sizeof *slots, "slots", err);

	if (!slots)
		return false;
	for (size_t i = 0; i < in->slots_count; i++) {
		size_t at = in->slots[i].hash & (more - 1);

		if (!in->slots[i].id)
			continue;
		while (slots[at].id)
			at = (at + 1) & (more - 1);
		slots[at] = in->slots[i];
	}
	mem_free(in->slots);
	in->slots = slots;
	in->slots_count = more;
	return true;
}

static bool make_room(struct mem_area *area, void *array, size_t *room, size_t wanted,
		      size_t size, const char *what, struct error *err)
{
	return area ? mem_area_grow(area, array, room, wanted, size, what, err)
		    : mem_reserve(array, room, wanted, size, what, err);
}

static bool append_string(struct intern *in, struct text t, struct error *err)
{
	if (in->count == UINT32_MAX - 1)
		return error_set(err, ERROR_LIMIT, "more than %u names", UINT32_MAX - 1);
	if (!make_room(in->ends_area, &in->ends, &in->ends_room, (size_t)in->count + 1,
		       sizeof *in->ends, "names", err) ||
	    !make_room(in->bytes_area, &in->bytes, &in->bytes_room,
		       (size_t)in->used + t.len + 1, 1, "bytes of names", err))
		return false;
	if (t.len)
		memcpy(in->bytes + in->used, t.at, t.len);
	in->used += t.len;
	in->ends[in->count++] = in->used; /* room: make_room(), of ends first */
	return true;
}

static bool put_unique_string(struct intern *in, struct text t, uint32_t hash,
			      uint32_t *id, struct error *err)
{
	size_t at = find_slot(in, t, hash);

	if (!in->slots[at].id) {
		if ((size_t)in->count * 3 >= in->slots_count * 2) {
			if (!grow_slots(in, err))
				return false;
			at = find_slot(in, t, hash);
		}
		if (!append_string(in, t, err))
			return false;
		in->slots[at] = (struct slot){in->count, hash};
	}
	*id = in->slots[at].id - 1;
	return true;
}

bool intern_put(struct intern *in, struct text t, uint32_t *id, struct error *err)
{
	return put_unique_string(in, t, hash_of(in, t), id, err);
}

#define TOGETHER 32 /* texts: somewhat more than a CPU can fetch concurrently */

/* Each step prefetches what the next one reads. */
static void fetch(const struct intern *in, const struct text *texts, size_t count,
		  uint32_t *hashes)
{
	const struct slot *slots[TOGETHER];

	for (size_t i = 0; i < count; i++) {
		hashes[i] = hash_of(in, texts[i]);
		slots[i] = &in->slots[hashes[i] & (in->slots_count - 1)];
		__builtin_prefetch(slots[i]);
	}
	for (size_t i = 0; i < count; i++)
		if (slots[i]->id > 1)
			__builtin_prefetch(&in->ends[slots[i]->id - 2]);
	for (size_t i = 0; i < count; i++)
		if (slots[i]->id > 1)
			__builtin_prefetch(in->bytes + in->ends[slots[i]->id - 2]);
}

bool intern_put_all(struct intern *in, const struct text *texts, size_t count,
		    uint32_t *ids, struct error *err)
{
	uint32_t hashes[TOGETHER];

	for (size_t from = 0; from < count; from += TOGETHER) {
		size_t n = count - from < TOGETHER ? count - from : TOGETHER;

		fetch(in, texts + from, n, hashes);
		for (size_t i = 0; i < n; i++)
			if (!put_unique_string(in, texts[from + i], hashes[i],
					       &ids[from + i], err))
				return false;
	}
	return true;
}

void intern_take(struct intern *in, char **bytes, uint64_t **ends, uint32_t *count)
{
	*bytes = in->bytes;
	*ends = in->ends;
	*count = in->count;
	in->bytes = NULL;
	in->ends = NULL;
	in->count = 0;
}
