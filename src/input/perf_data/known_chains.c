#include "input/perf_data/known_chains.h"

#include <string.h>

#define XXH_INLINE_ALL /* what is hashed is short */
#include <xxhash.h>

#include "base/mem.h"

/* Both stay in a core's own cache: with four times as many, more are found, and it takes longer. */
#define PLACES	  (UINT32_C(1) << 12) /* a power of two */
#define BYTES	  (UINT64_C(1) << 18) /* likewise: of chains */
#define LONGEST	  (BYTES / 4)
#define SPREAD	  UINT64_C(0x9e3779b97f4a7c15) /* odd: 2^64 divided by the golden ratio */
#define ALIGNMENT 8

struct place {
	uint64_t hash;
	uint64_t at; /* of its bytes, as they were ever written */
	uint32_t len;
	uint32_t version; /* of the maps; 0: nothing is known */
	struct known_chain is;
};

struct known_chains {
	struct place *places; /* owned */
	char *bytes;	      /* owned */
	uint64_t written;     /* so many bytes, of which the last BYTES are there */
};

struct known_chains *known_chains_new(struct error *err)
{
	struct known_chains *k = mem_array(1, sizeof *k, "call chains", err);

	if (!k)
		return NULL;
	k->places = mem_array(PLACES, sizeof *k->places, "call chains", err);
	if (k->places)
		k->bytes = mem_array(BYTES, 1, "call chains", err);
	if (k->bytes)
		return k;
	known_chains_free(k);
	return NULL;
}

void known_chains_free(struct known_chains *k)
{
	if (!k)
		return;
	mem_free(k->places);
	mem_free(k->bytes);
	mem_free(k);
}

uint64_t known_chains_hash(struct text chain)
{
	return XXH3_64bits(chain.at, chain.len);
}

/* A process's are beside each other, or forks would drive out what the others know. */
static struct place *place_of(const struct known_chains *k, uint64_t hash,
			      uint32_t version)
{
	return &k->places[(hash ^ version * SPREAD >> 32) & (PLACES - 1)];
}

/* Bytes that were written over are those of another chain. */
static bool is(const struct known_chains *k, const struct place *p, uint64_t hash,
	       struct text chain, uint32_t version)
{
	return p->version == version && p->hash == hash && p->len == chain.len &&
	       memcmp(k->bytes + (p->at & (BYTES - 1)), chain.at, chain.len) == 0;
}

void known_chains_fetch(const struct known_chains *k, uint64_t hash)
{
	__builtin_prefetch(place_of(k, hash, 0));
}

const struct known_chain *known_chains_get(const struct known_chains *k, uint64_t hash,
					   struct text chain, uint32_t kernel,
					   uint32_t process)
{
	const struct place *p = place_of(k, hash, 0);

	if (is(k, p, hash, chain, kernel))
		return &p->is;
	p = place_of(k, hash, process);
	return is(k, p, hash, chain, process) ? &p->is : NULL;
}

void known_chains_put(struct known_chains *k, uint64_t hash, struct text chain,
		      uint32_t version, const struct known_chain *is)
{
	uint64_t at = k->written, left = BYTES - (at & (BYTES - 1));

	if (chain.len > LONGEST)
		return;
	if (left < chain.len) /* each is in one piece */
		at += left;
	*place_of(k, hash, is->kernel ? 0 : version) =
	    (struct place){.hash = hash,
			   .at = at,
			   .len = (uint32_t)chain.len,
			   .version = version,
			   .is = *is};
	if (chain
		.len) /* room: LONGEST is less than BYTES, and it does not go over the end */
		memcpy(k->bytes + (at & (BYTES - 1)), chain.at, chain.len);
	k->written = at + (chain.len + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

void known_chains_forget(struct known_chains *k)
{
	for (uint32_t i = 0; i < PLACES; i++)
		k->places[i].version = 0;
}
