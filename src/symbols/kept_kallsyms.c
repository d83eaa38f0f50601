#include "symbols/kept_kallsyms.h"

#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/append.h"
#include "base/mem.h"
#include "symbols/kernel_key.h"

/* A kernel with everything built in has 20 MB of symbols. */
#define FILE_MOST (64u * 1024 * 1024)

/* Modules and their like; no machine has so many. */
#define RUNS_MOST 4096

/* The smallest that there is: of its first page a module shares nothing. */
#define PAGE 4096

#define MAGIC "kept kallsyms 1\n"

/* Stretches, the key and the names follow, in the host's own order: a boot is of one host. */
struct head {
	char magic[16];
	uint64_t sum; /* XXH3 of all that follows this field */
	uint64_t size, count, key_len, names_len;
	uint64_t anchors[KALLSYMS_ANCHORS];
};

#define SUMMED_FROM (offsetof(struct head, sum) + sizeof(uint64_t))

/* Addresses that are of one function whatever is loaded; sorted by start. */
struct stretch {
	uint64_t start;
	uint32_t len;
	uint32_t name, owner; /* places among the names */
	uint32_t whole;	      /* length of the function */
};

struct kept_kallsyms {
	struct kernel_key key;

	/* of a file; NULL: none is loaded */
	char *map; /* owned */
	struct head head;
	const struct stretch *stretches; /* borrowed from the map, as `names` are */
	const char *names;

	char *made; /* owned: bytes to be kept */
	size_t made_len;
};

struct kept_kallsyms *kept_kallsyms_new(const struct symbol_source *src)
{
	struct error none = ERROR_INIT;
	struct kept_kallsyms *k = mem_array(1, sizeof *k, "symbols", &none);

	if (k && kernel_key_make(&k->key, src))
		return k;
	kept_kallsyms_free(k);
	return NULL;
}

void kept_kallsyms_free(struct kept_kallsyms *k)
{
	if (!k)
		return;
	if (k->map)
		munmap(k->map, (size_t)k->head.size);
	kernel_key_release(&k->key);
	mem_free(k->made);
	mem_free(k);
}

/* ---- a file ---- */

/* Nobody else could have written it, or could cut it while it is mapped. */
static bool is_ours(const struct stat *st)
{
	return S_ISREG(st->st_mode) && st->st_uid == geteuid() &&
	       !(st->st_mode & (S_IWGRP | S_IWOTH));
}

/* Do its parts have the sizes that it tells? Each is at most the file, so nothing overflows. */
static bool is_consistent(const struct head *h, uint64_t size)
{
	return memcmp(h->magic, MAGIC, sizeof h->magic) == 0 && h->size == size &&
	       h->count <= size / sizeof(struct stretch) && h->key_len <= size &&
	       h->names_len <= size && h->names_len > 0 &&
	       sizeof *h + h->count * sizeof(struct stretch) + h->key_len +
		       h->names_len ==
		   size;
}

/* Of its bytes all that is needed later; the sum last, which is of all of them. */
static bool take_bytes(struct kept_kallsyms *k)
{
	const struct head *h = &k->head;
	const char *at = k->map + sizeof *h;

	k->stretches = (const void *)at;
	at += h->count * sizeof(struct stretch);
	if (!kernel_key_same(&k->key, (struct text){at, (size_t)h->key_len}))
		return false;
	k->names = at + h->key_len;
	return k->names[h->names_len - 1] == '\0' &&
	       h->sum == XXH3_64bits(k->map + SUMMED_FROM, (size_t)h->size - SUMMED_FROM);
}

bool kept_kallsyms_load(struct kept_kallsyms *k, int fd)
{
	struct stat st;
	void *map;

	if (k->map || fstat(fd, &st) != 0 || !is_ours(&st) ||
	    (uint64_t)st.st_size < sizeof k->head || (uint64_t)st.st_size > FILE_MOST ||
	    pread(fd, &k->head, sizeof k->head, 0) != (ssize_t)sizeof k->head ||
	    !is_consistent(&k->head, (uint64_t)st.st_size))
		return false;
	map =
	    mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, fd, 0);
	if (map == MAP_FAILED)
		return false;
	k->map = map;
	if (take_bytes(k))
		return true;
	munmap(k->map, (size_t)st.st_size);
	k->map = NULL;
	return false;
}

bool kept_kallsyms_is_loaded(const struct kept_kallsyms *k)
{
	return k && k->map;
}

uint64_t kept_kallsyms_anchor(const struct kept_kallsyms *k, struct text name)
{
	int anchor = kallsyms_anchor_of(name);

	return anchor < 0 ? 0 : k->head.anchors[anchor];
}

/* The last stretch that starts at the address or before it; NULL: none does. */
static const struct stretch *before(const struct kept_kallsyms *k, uint64_t address)
{
	uint64_t low = 0, high = k->head.count;

	while (low < high) {
		uint64_t middle = low + (high - low) / 2;

		if (k->stretches[middle].start <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low ? &k->stretches[low - 1] : NULL;
}

bool kept_kallsyms_find(const struct kept_kallsyms *k, uint64_t address,
			struct symbol *found)
{
	const struct stretch *s = before(k, address);

	if (!s || address - s->start >= s->len || s->name >= k->head.names_len ||
	    s->owner >= k->head.names_len)
		return false;
	*found = (struct symbol){
	    .name = text_of(k->names + s->name), /* the last of all ends in NUL */
	    .owner = text_of(k->names + s->owner),
	    .start = s->start,
	    .size = s->whole,
	    .from = s->start,
	    .to = s->start + s->len,
	};
	return true;
}

/* ---- what is kept ---- */

/* While it is made. */
struct making {
	const struct kernel_key *key;
	const struct kallsyms *said;
	struct text runs[RUNS_MOST]; /* owners; borrowed */
	bool stays[RUNS_MOST];
	size_t run_count;

	struct stretch *stretches; /* owned */
	size_t count, capacity;
	struct text names; /* borrowed */
};

/* False: there are more than any machine has. */
static bool note_runs(struct making *m, const struct symbol_table *t)
{
	struct text owner;

	while (symbol_table_owner(t, (uint32_t)m->run_count, &owner))
		if (!APPEND_FIXED(m->runs, m->run_count, owner))
			return false;
	return true;
}

static bool is_first(const struct making *m, size_t run)
{
	for (size_t i = 0; i < run; i++)
		if (text_equal(m->runs[i], m->runs[run]))
			return false;
	return true;
}

/*
 * Behind all modules Linux tells of functions that some of them had while they were loaded,
 * and that ftrace remembers, with their owner: what is there now may be something else. They
 * begin another run of that module, or go on with the last one's, which is left out therefore.
 */
static void find_stable(struct making *m)
{
	size_t last = 0;

	for (size_t i = 1; i < m->run_count; i++) {
		m->stays[i] = m->runs[i].len && kernel_key_has(m->key, m->runs[i]) &&
			      is_first(m, i);
		if (m->stays[i])
			last = i;
	}
	m->stays[last] = false;
}

static bool is_between(const struct making *m, uint64_t address, enum kallsyms_place from,
		       enum kallsyms_place to, uint64_t *end)
{
	*end = m->said->places[to];
	return m->said->places[from] && address >= m->said->places[from] &&
	       address < *end;
}

static bool is_code_of(const struct symbol_start *s, uint32_t run)
{
	return s->owner_run == run && s->type == SYMBOL_FUNCTION;
}

/* Up to where a function is certainly what is there; at its start: nothing is. `next` may be NULL. */
static uint64_t stable_end(const struct making *m, const struct symbol_start *s,
			   const struct symbol_start *next)
{
	uint64_t limit, end = s->end;

	if (next && next->start < end)
		end = next->start;
	if (!s->owner_run) {
		if (!is_between(m, s->start, KALLSYMS_STEXT, KALLSYMS_ETEXT, &limit) &&
		    !is_between(m, s->start, KALLSYMS_SINITTEXT, KALLSYMS_EINITTEXT,
				&limit))
			return s->start;
	} else {
		if (!m->stays[s->owner_run] || s->type != SYMBOL_FUNCTION)
			return s->start;
		limit = next && is_code_of(next, s->owner_run)
			    ? end
			    : (s->start | (PAGE - 1)) + 1;
	}
	return end < limit ? end : limit;
}

static bool put_stretch(struct making *m, const struct symbol_start *s,
			const struct symbol_start *next)
{
	uint64_t end = stable_end(m, s, next), whole = s->end - s->start;
	struct error none = ERROR_INIT;
	struct stretch made = {.start = s->start};

	if (end <= s->start || whole > UINT32_MAX)
		return true;
	made.len = (uint32_t)(end - s->start);
	made.whole = (uint32_t)whole;
	made.name = s->name;
	made.owner = (uint32_t)(m->runs[s->owner_run].at - m->names.at);
	return APPEND(m->stretches, m->count, m->capacity, "symbols", &none, made);
}

static bool put_all(struct making *m, struct symbol_table *t)
{
	struct symbol_start s, next;
	size_t at = 0;
	bool more;

	if (!note_runs(m, t))
		return false;
	find_stable(m);
	for (more = symbol_table_next(t, &at, &s); more; s = next) {
		more = symbol_table_next(t, &at, &next);
		if (!put_stretch(m, &s, more ? &next : NULL))
			return false;
	}
	return true;
}

static char *put_part(char *to, const void *from, size_t len)
{
	if (len)
		memcpy(to, from, len); /* room: the sum of all parts */
	return to + len;
}

/* The parts one after the other, and their sum. */
static bool put_together(struct kept_kallsyms *k, const struct making *m)
{
	struct error none = ERROR_INIT;
	struct head h = {.magic = MAGIC,
			 .count = m->count,
			 .key_len = k->key.len,
			 .names_len = m->names.len};
	size_t stretches = m->count * sizeof *m->stretches;
	char *at;

	h.size = sizeof h + stretches + k->key.len + m->names.len;
	for (int i = 0; i < KALLSYMS_ANCHORS; i++)
		h.anchors[i] = m->said->places[i];
	k->made =
	    h.size <= FILE_MOST ? mem_array((size_t)h.size, 1, "bytes", &none) : NULL;
	if (!k->made)
		return false;
	at = put_part(k->made, &h, sizeof h);
	at = put_part(at, m->stretches, stretches);
	at = put_part(at, k->key.bytes, k->key.len);
	put_part(at, m->names.at, m->names.len);
	h.sum = XXH3_64bits(k->made + SUMMED_FROM, (size_t)h.size - SUMMED_FROM);
	put_part(k->made, &h, sizeof h);
	k->made_len = (size_t)h.size;
	return true;
}

/* Is it the same kernel with the same modules as before? */
static bool is_unchanged(const struct kept_kallsyms *k, const struct symbol_source *src)
{
	struct kernel_key now = {0};
	bool same = kernel_key_make(&now, src) &&
		    kernel_key_same(&now, (struct text){k->key.bytes, k->key.len});

	kernel_key_release(&now);
	return same;
}

bool kept_kallsyms_make(struct kept_kallsyms *k, const struct symbol_source *src,
			struct symbol_table *table, const struct kallsyms *said)
{
	struct error none = ERROR_INIT;
	struct making *m = mem_array(1, sizeof *m, "symbols", &none);
	bool ok = m && !k->made && is_unchanged(k, src);

	if (!m)
		return false;
	m->key = &k->key;
	m->said = said;
	m->names = symbol_table_names(table);
	ok = ok && put_all(m, table) && put_together(k, m);
	mem_free(m->stretches);
	mem_free(m);
	return ok;
}

struct text kept_kallsyms_bytes(const struct kept_kallsyms *k)
{
	return k && k->made ? (struct text){k->made, k->made_len} : TEXT("");
}
