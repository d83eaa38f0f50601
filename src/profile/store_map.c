#include "profile/store.h"

#include <errno.h>
#include <inttypes.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "profile/store_layout.h"

/* A file in memory, which owns a profile. */
struct stored {
	const unsigned char *bytes; /* owned */
	size_t len;
	bool mapped;					   /* release it with munmap() */
	struct loss *losses;				   /* owned */
	const struct store_section *sections[STORE_KINDS]; /* borrowed: from bytes */
};

static void release_bytes(const struct stored *f)
{
	if (f->mapped)
		munmap((void *)f->bytes, f->len);
	else
		mem_free((void *)f->bytes);
}

static void release_stored(void *owner)
{
	struct stored *f = owner;

	release_bytes(f);
	mem_free(f->losses);
	mem_free(f);
}

bool store_recognise(struct text head)
{
	static const unsigned char magic[] = STORE_MAGIC;

	return text_starts(head, (struct text){(const char *)magic, sizeof magic});
}

static bool damaged(struct error *err, const char *what)
{
	return error_set(err, ERROR_FORMAT, "the parsed profile is damaged: %s", what);
}

static const void *rows_of(const struct stored *f, enum store_kind kind)
{
	return f->bytes + f->sections[kind]->offset;
}

static uint64_t count_of(const struct stored *f, enum store_kind kind)
{
	return f->sections[kind]->rows;
}

/* Check that the header is complete, and its version supported. */
static bool check_header(const struct stored *f, struct error *err)
{
	const struct store_header *h = (const void *)f->bytes;
	struct text head = {(const char *)f->bytes, f->len};

	if (!store_fits_machine())
		return error_set(err, ERROR_LIMIT,
				 "a parsed profile cannot be read on a machine of this "
				 "byte order");
	if (!store_recognise(head))
		return error_set(err, ERROR_FORMAT, "expected a parsed profile (.flare)");
	if (f->len < sizeof *h)
		return damaged(err, "it ends in its header");
	if (h->version != STORE_VERSION)
		return error_set(err, ERROR_LIMIT,
				 "a parsed profile of version %" PRIu32
				 "; this program reads version %d: convert the original "
				 "again",
				 h->version, STORE_VERSION);
	return true;
}

/*
 * Check the checksum, so the section table is as written; find_sections() checks whether it is
 * valid.
 */
static bool check_front(const struct stored *f, struct error *err)
{
	const struct store_header *h = (const void *)f->bytes;
	const struct store_section *table = (const void *)(h + 1);

	if (h->sections != STORE_SECTIONS ||
	    f->len < sizeof *h + sizeof *table * STORE_SECTIONS)
		return damaged(err, "its section table has another length");
	if (h->sum != store_front_sum(h, table))
		return damaged(err, "the sum of its header is wrong");
	if (h->zero || h->flags & ~(uint32_t)STORE_FLAGS)
		return damaged(err, "its header has unknown flags");
	return true;
}

static bool check_sum(const struct stored *f, enum store_kind kind, struct error *err)
{
	const struct store_section *s = f->sections[kind];

	if (s->sum == XXH3_64bits(rows_of(f, kind), (size_t)(s->rows * s->row)))
		return true;
	return error_set(err, ERROR_FORMAT,
			 "the parsed profile is damaged: the sum of section %d is wrong",
			 kind);
}

bool store_length(const void *front, size_t len, uint64_t *bytes, struct error *err)
{
	struct stored f = {.bytes = front, .len = len};

	if (!check_header(&f, err) || !check_front(&f, err))
		return false;
	*bytes = ((const struct store_header *)front)->size;
	return true;
}

/* Check that each section occurs once, in order, in whole rows, and none overlaps another. */
static bool find_sections(struct stored *f, struct error *err)
{
	const struct store_section *table =
	    (const void *)(f->bytes + sizeof(struct store_header));
	uint64_t end = sizeof(struct store_header) + sizeof *table * STORE_SECTIONS;

	for (uint32_t i = 0; i < STORE_SECTIONS; i++) {
		const struct store_section *s = &table[i];

		if (s->kind != i + 1 || s->row != store_row((enum store_kind)s->kind))
			return damaged(err, "its section table has other rows");
		if (s->offset % STORE_ALIGN || s->offset < end || s->offset > f->len)
			return damaged(err, "a section lies out of place");
		if (s->rows > (f->len - s->offset) / s->row)
			return damaged(err, "a section is longer than the file");
		end = s->offset + s->rows * s->row;
		f->sections[s->kind] = s;
		if (s->kind < STORE_FIRST_COLUMN &&
		    !check_sum(f, (enum store_kind)s->kind, err))
			return false;
	}
	return true;
}

/* Check that no table has more rows than there are ids, and all columns have the same length. */
static bool check_counts(const struct stored *f, struct error *err)
{
	uint64_t bytes = count_of(f, STORE_STRINGS), ends = count_of(f, STORE_ENDS);
	uint64_t samples = count_of(f, STORE_SAMPLE_TIMES);

	for (int kind = STORE_ENDS; kind < STORE_KINDS; kind++)
		if (f->sections[kind]->rows >= UINT32_MAX)
			return damaged(err, "a section has more rows than numbers");
	for (int kind = STORE_FIRST_COLUMN; kind < STORE_KINDS; kind++)
		if (f->sections[kind]->rows != samples &&
		    (kind != STORE_SAMPLE_DURATIONS || f->sections[kind]->rows))
			return damaged(err, "its columns differ in length");
	if (ends == 0 || ((const uint64_t *)rows_of(f, STORE_ENDS))[ends - 1] != bytes)
		return damaged(err, "its strings have another length");
	return true;
}

static void point_to_sections(struct profile *p, const struct stored *f)
{
	const struct store_header *h = (const void *)f->bytes;
	uint32_t flags = h->flags;

	p->strings.count = (uint32_t)count_of(f, STORE_ENDS);
	p->strings.bytes = rows_of(f, STORE_STRINGS);
	p->strings.ends = rows_of(f, STORE_ENDS);
	p->frames = rows_of(f, STORE_FRAMES);
	p->frame_count = (uint32_t)count_of(f, STORE_FRAMES);
	p->stacks = rows_of(f, STORE_STACKS);
	p->stack_count = (uint32_t)count_of(f, STORE_STACKS);
	p->threads = rows_of(f, STORE_THREADS);
	p->thread_count = (uint32_t)count_of(f, STORE_THREADS);
	p->events = rows_of(f, STORE_EVENTS);
	p->event_count = (uint32_t)count_of(f, STORE_EVENTS);
	p->contexts = rows_of(f, STORE_CONTEXTS);
	p->context_count = (uint32_t)count_of(f, STORE_CONTEXTS);
	p->notes = rows_of(f, STORE_NOTES);
	p->note_count = (uint32_t)count_of(f, STORE_NOTES);
	p->losses = f->losses;
	p->loss_count = (uint32_t)count_of(f, STORE_LOSSES);
	p->tallies = rows_of(f, STORE_TALLIES);
	p->tally_count = count_of(f, STORE_TALLIES);
	p->hosts = (struct hosts){.list = rows_of(f, STORE_HOSTS),
				  .tasks = rows_of(f, STORE_TASKS),
				  .cpus = rows_of(f, STORE_CPUS),
				  .count = (uint32_t)count_of(f, STORE_HOSTS),
				  .task_count = (uint32_t)count_of(f, STORE_TASKS),
				  .cpu_count = (uint32_t)count_of(f, STORE_CPUS)};
	p->samples.count = count_of(f, STORE_SAMPLE_TIMES);
	p->samples.time = rows_of(f, STORE_SAMPLE_TIMES);
	p->samples.stack = rows_of(f, STORE_SAMPLE_STACKS);
	p->samples.context = rows_of(f, STORE_SAMPLE_CONTEXTS);
	p->samples.weight = rows_of(f, STORE_SAMPLE_WEIGHTS);
	if (count_of(f, STORE_SAMPLE_DURATIONS))
		p->samples.duration = rows_of(f, STORE_SAMPLE_DURATIONS);
	p->samples.end = h->end_time;
	p->has_times = flags & STORE_HAS_TIMES;
	p->has_weights = flags & STORE_HAS_WEIGHTS;
	p->weights_are_counts = flags & STORE_WEIGHTS_ARE_COUNTS;
	p->samples.many = p->weights_are_counts ? p->samples.weight : NULL;
}

/* A profile that owns `bytes`, which are freed on failure. */
static struct profile *open_stored(const struct stored *bytes, struct error *err)
{
	struct stored *f = mem_array(1, sizeof *f, "parsed profile", err);
	const struct store_loss *from = NULL;
	const struct store_header *h;
	struct profile *p;
	size_t count = 0;
	bool ok;

	if (!f) {
		release_bytes(bytes);
		return NULL;
	}
	*f = *bytes;
	p = mem_array(1, sizeof *p, "parsed profile", err);
	if (!p) {
		release_stored(f);
		return NULL;
	}
	p->owner = f;
	p->release = release_stored;
	ok = check_header(f, err);
	h = (const void *)f->bytes;
	if (ok && h->size != f->len)
		ok = error_set(
		    err, ERROR_FORMAT,
		    "the parsed profile is damaged: it has %zu bytes of %" PRIu64, f->len,
		    h->size);
	if (ok && check_front(f, err) && find_sections(f, err) && check_counts(f, err)) {
		from = rows_of(f, STORE_LOSSES);
		count = (size_t)count_of(f, STORE_LOSSES);
		f->losses = mem_array(count, sizeof *f->losses, "losses", err);
	}
	for (size_t i = 0; f->losses && i < count; i++)
		f->losses[i] = (struct loss){
		    .reason = from[i].reason,
		    .count = from[i].count,
		    .first_line = from[i].first_line,
		    .kind = store_kind_of(from[i].kind),
		};
	if (f->losses) {
		point_to_sections(p, f);
		if (profile_check_tables(p, err))
			return p;
		error_at(err, "the parsed profile is damaged");
	}
	profile_free(p);
	return NULL;
}

struct profile *store_open_bytes(void *bytes, size_t len, struct error *err)
{
	struct stored f = {.bytes = bytes, .len = len};

	return open_stored(&f, err);
}

static bool read_into(int fd, unsigned char *bytes, size_t len, struct error *err)
{
	size_t have = 0;

	while (have < len) {
		ssize_t n = pread(fd, bytes + have, len - have, (off_t)have);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return error_sys(err, "cannot be read");
		if (n == 0)
			return damaged(err, "it became shorter while it was read");
		have += (size_t)n;
	}
	return true;
}

struct profile *store_open(int fd, struct error *err)
{
	struct stored f = {.mapped = true};
	struct stat st;
	void *bytes;

	if (fstat(fd, &st) < 0) {
		error_sys(err, "cannot be examined");
		return NULL;
	}
	if (st.st_size < (off_t)sizeof(struct store_header) ||
	    (uintmax_t)st.st_size > SIZE_MAX) {
		damaged(err, "it is shorter than its header");
		return NULL;
	}
	f.len = (size_t)st.st_size;
	/* can others change it while it is mapped? */
	if ((st.st_uid != geteuid() && st.st_uid != 0) ||
	    st.st_mode & (S_IWGRP | S_IWOTH)) {
		bytes = mem_array(f.len, 1, "bytes of a parsed profile", err);
		if (bytes && read_into(fd, bytes, f.len, err))
			return store_open_bytes(bytes, f.len, err);
		mem_free(bytes);
		return NULL;
	}
	bytes = mmap(NULL, f.len, PROT_READ, MAP_PRIVATE, fd, 0);
	if (bytes == MAP_FAILED) {
		error_sys(err, "cannot be mapped");
		return NULL;
	}
	f.bytes = bytes;
	return open_stored(&f, err);
}

static const struct stored *stored_of(const struct profile *p)
{
	return p->release == release_stored ? p->owner : NULL;
}

bool store_check(const struct profile *p, struct error *err)
{
	const struct stored *f = stored_of(p);

	for (int kind = STORE_FIRST_COLUMN; f && kind < STORE_KINDS; kind++)
		if (!check_sum(f, (enum store_kind)kind, err))
			return false;
	return profile_check_samples(p, err) ||
	       error_at(err, "the parsed profile is damaged");
}

bool store_check_facts(const struct profile *p, struct error *err)
{
	const struct stored *f = stored_of(p);
	const struct samples *s = &p->samples;
	const struct store_header *h;

	if (!f || !s->count)
		return true;
	h = (const void *)f->bytes;
	if (s->time[0] != h->first_time || s->time[s->count - 1] != h->last_time)
		return damaged(err, "its first or last time is another one");
	return (h->first_time <= h->last_time && h->last_time <= h->end_time) ||
	       damaged(err, "its times run backwards");
}

struct text store_origin(const struct profile *p)
{
	const struct stored *f = stored_of(p);

	if (!f)
		return TEXT("");
	return (struct text){rows_of(f, STORE_ORIGIN), (size_t)count_of(f, STORE_ORIGIN)};
}
