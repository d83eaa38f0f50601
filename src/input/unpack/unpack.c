#include "input/unpack/unpack.h"

#include <assert.h>
#include <stdint.h>

#include "base/mem.h"
#include "input/unpack/inflate_member.h"
#include "input/unpack/unzstd.h"

#define HALF_A_MAGIC 2 /* bytes of a magic number that are unlikely to be chance */

/*
 * A limit on expansion: zstd can make 32,768 bytes of one, which would be hours of reading from
 * some hundred megabytes.
 */
#define RATIO_MOST 2048			 /* unpacked bytes per packed byte ... */
#define RATIO_FREE (UINT64_C(256) << 20) /* ... beyond this many unpacked bytes */

struct unpack {
	enum packing kind;
	struct inflate_member *gzip; /* owned, for PACKING_GZIP */
	struct unzstd *zstd;	     /* owned, for PACKING_ZSTD */
	enum { IN_MEMBER, BEHIND_MEMBER, IN_PADDING, ENDED } place;
	const char *damage;    /* a string literal */
	uint64_t taken, given; /* bytes so far: packed, and unpacked */
};

static const struct {
	const char *name, *damaged, *cut, *followed;
} words[] = {
    [PACKING_GZIP] = {"gzip", "the gzip stream is damaged",
		      "the gzip stream ends in the middle",
		      "there is other data after the gzip stream"},
    [PACKING_ZSTD] = {"zstd", "the zstd stream is damaged",
		      "the zstd stream ends in the middle",
		      "there is other data after the zstd stream"},
};

/* The magic numbers of members. Skippable frames of zstd begin with 0x50 ... 0x5f. */
static const struct {
	enum packing kind;
	unsigned char first; /* mask of the first byte */
	struct text bytes;
} magics[] = {
    {PACKING_GZIP, 0xff, {"\x1f\x8b\x08", 3}},
    {PACKING_ZSTD, 0xff, {"\x28\xb5\x2f\xfd", 4}},
    {PACKING_ZSTD, 0xf0, {"\x50\x2a\x4d\x18", 4}},
};

#define MAGICS (sizeof magics / sizeof *magics)

/* The number of bytes of this magic number that the text begins with. */
static size_t alike(size_t magic, struct text t)
{
	struct text m = magics[magic].bytes;
	size_t n = 0;

	if (t.len == 0 ||
	    (((unsigned char)t.at[0] & magics[magic].first) != (unsigned char)m.at[0]))
		return 0;
	for (n = 1; n < m.len && n < t.len && t.at[n] == m.at[n];)
		n++;
	return n;
}

enum packing unpack_begins(struct text stored)
{
	for (size_t i = 0; i < MAGICS; i++)
		if (alike(i, stored) == magics[i].bytes.len)
			return magics[i].kind;
	return PACKING_NONE;
}

const char *packing_name(enum packing p)
{
	return words[p].name;
}

struct unpack *unpack_new(enum packing kind, struct error *err)
{
	struct unpack *z;

	if (kind == PACKING_ZSTD && !unzstd_is_built_in()) {
		error_set(
		    err, ERROR_FORMAT,
		    "is compressed with zstd, but this flarescope was built without "
		    "libzstd; unpack it with: zstd -dc FILE | flarescope -");
		return NULL;
	}
	z = mem_array(1, sizeof *z, "unpacker", err);
	if (!z)
		return NULL;
	z->kind = kind;
	if (kind == PACKING_GZIP)
		z->gzip = inflate_member_new(err);
	else
		z->zstd = unzstd_new(err);
	if (z->gzip || z->zstd)
		return z;
	mem_free(z);
	return NULL;
}

void unpack_free(struct unpack *z)
{
	if (!z)
		return;
	inflate_member_free(z->gzip);
	unzstd_free(z->zstd);
	mem_free(z);
}

static void end_unpacking(struct unpack *z, const char *damage)
{
	z->place = ENDED;
	z->damage = damage;
}

/*
 * Each of these three does what it can and returns whether to continue; if not, it needs more
 * input.
 */
static bool behind_member(struct unpack *z, struct text stored, bool last)
{
	size_t most = 0;

	if (stored.len < UNPACK_MAGIC && !last)
		return false;
	for (size_t i = 0; i < MAGICS; i++)
		if (magics[i].kind == z->kind && alike(i, stored) > most)
			most = alike(i, stored);
	/* half a magic number at the end is a truncated member */
	if (unpack_begins(stored) == z->kind ||
	    (most >= HALF_A_MAGIC && most == stored.len)) {
		if (z->gzip)
			inflate_member_restart(z->gzip);
		else
			unzstd_restart(z->zstd);
		z->place = IN_MEMBER;
	} else if (most >= HALF_A_MAGIC)
		end_unpacking(z, words[z->kind].damaged);
	else
		z->place = IN_PADDING;
	return true;
}

/* Zeros after the last member are padding (of tapes and disks); anything else is reported. */
static bool in_padding(struct unpack *z, struct text *stored, bool last)
{
	while (stored->len && stored->at[0] == 0)
		*stored = text_from(*stored, 1);
	if (stored->len)
		end_unpacking(z, words[z->kind].followed);
	else if (last)
		end_unpacking(z, NULL);
	return z->place == ENDED;
}

static bool in_member(struct unpack *z, enum unpack_step step, size_t got, bool last)
{
	if (step == UNPACK_MEMBER_END)
		z->place = BEHIND_MEMBER;
	else if (step == UNPACK_TOO_LARGE)
		end_unpacking(z,
			      "the zstd stream needs more than " UNZSTD_MEMORY
			      " of memory; unpack it with: zstd -dc --memory=2GB FILE | "
			      "flarescope -");
	else if (step == UNPACK_DICTIONARY)
		end_unpacking(
		    z, "the zstd stream was compressed with a dictionary; unpack it "
		       "with: zstd -dc -D DICTIONARY FILE | flarescope -");
	else if (step == UNPACK_DAMAGED)
		end_unpacking(z, words[z->kind].damaged);
	else if (got == 0 && last)
		end_unpacking(z, words[z->kind].cut);
	else
		return got != 0;
	return true;
}

bool unpack_next(struct unpack *z, struct text *stored, bool last, char *out, size_t max,
		 size_t *got, struct error *err)
{
	bool on = true;

	assert(max > 0);
	*got = 0;
	while (on && *got == 0 && z->place != ENDED) {
		size_t before = stored->len;
		enum unpack_step step;

		if (z->place != IN_MEMBER) {
			on = z->place == BEHIND_MEMBER ? behind_member(z, *stored, last)
						       : in_padding(z, stored, last);
			continue;
		}
		step = z->gzip ? inflate_member_run(z->gzip, stored, out, max, got)
			       : unzstd_run(z->zstd, stored, out, max, got);
		if (step == UNPACK_NO_MEMORY)
			return error_set(err, ERROR_MEMORY, "out of memory to unpack %s",
					 words[z->kind].name);
		on = in_member(z, step, *got, last);
		z->taken += before - stored->len;
		z->given += *got;
		if (z->given > RATIO_FREE && z->given / RATIO_MOST > z->taken)
			end_unpacking(
			    z, "it unpacks to more than 2,048 times its size; if that is "
			       "intended, unpack it with: zstd -dc FILE | flarescope -");
	}
	return true;
}

bool unpack_ended(const struct unpack *z)
{
	return z->place == ENDED;
}

const char *unpack_damage(const struct unpack *z)
{
	return z->damage;
}
