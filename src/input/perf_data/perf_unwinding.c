#include "input/perf_data/perf_unwinding.h"

#include <linux/magic.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/vfs.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/append.h"
#include "base/threads.h"
#include "base/hash_seed.h"
#include "base/idmap.h"
#include "base/mem.h"
#include "input/perf_data/perf_batch.h"
#include "input/perf_data/perf_chain.h"
#include "input/perf_data/address_names.h"
#include "input/perf_data/perf_recording.h"
#include "input/perf_data/replay_workers.h"
#include "profile/order.h"
#include "sandbox/scratch.h"
#include "symbols/unwind/unwind.h"

/* ---- copies of stacks ---- */

/* Bits of sample_regs_user on x86. */
#define X86_IP 8
#define X86_R8 16
#define ABI_64 2

#define RECORD_HEAD 8
#define COPY_MOST   ((size_t)64 * 1024) /* bytes of registers and stack together */

enum perf_copy_where { COPY_IN_PLACE, COPY_KEPT };

/* The registers, a number (the size), and the stack of a sample. */
struct perf_copy {
	uint64_t at;   /* offset in the recording, or in the spill */
	uint64_t mask; /* sample_regs_user: the recorded registers */
	uint32_t sample;
	uint16_t size; /* of the stack */
	uint8_t where; /* enum perf_copy_where */
};

void perf_unwinding_copies_release(struct perf_unwinding_copies *c)
{
	const struct stack_spill *s = &c->spill;

	mem_free(c->rows);
	mem_free(s->bytes);
	mem_free(s->known);
	mem_free(s->again);
	mem_give((size_t)s->taken);
	if (s->fd)
		scratch_give(s->scratch, s->fd - 1);
	*c = (struct perf_unwinding_copies){0};
}

/* ---- storage for copies of stacks ---- */

#define MEMORY_MOST ((size_t)32 << 20) /* bytes of stored copies */
#define KNOWN	    4096

/* A stored copy, in a table by hash. */
struct spill_known {
	uint64_t hash, where;
	size_t len; /* 0: the row is empty */
};

/* Move everything in memory to the file. Leaves half of the free disk space to others. */
static bool write_to_file(struct stack_spill *s)
{
	struct error none = ERROR_INIT;
	uint64_t allowed = reading_allowance(s->reading), to;
	const char *at = s->bytes;
	size_t left = s->used;
	struct statfs fs;

	if (!s->fd) {
		s->fd = scratch_take(s->scratch) + 1;
		if (!s->fd)
			return false;
		if (fstatfs(s->fd - 1, &fs) == 0) {
			s->is_memory =
			    fs.f_type == TMPFS_MAGIC || fs.f_type == RAMFS_MAGIC;
			s->most = (uint64_t)fs.f_bavail / 2 * (uint64_t)fs.f_bsize;
		}
	}
	if (s->most < allowed)
		allowed = s->most;
	if (s->filed > allowed || s->used > allowed - s->filed)
		return false;
	if (s->is_memory) {
		if (!mem_take(s->used, "copies of stacks", &none))
			return false;
		s->taken += s->used;
	}
	for (to = s->filed; left;) {
		ssize_t n = pwrite(s->fd - 1, at, left, (off_t)to);

		if (n <= 0)
			return false;
		at += n;
		to += (uint64_t)n;
		left -= (size_t)n;
	}
	s->filed += s->used;
	s->used = 0;
	return true;
}

/*
 * `size` bytes that were stored at `where`: in `buf`, or in place until the next put. NULL when
 * they cannot be read. Several threads may call this while none puts.
 */
static const char *stack_spill_get(const struct stack_spill *s, uint64_t where,
				   size_t size, char *buf)
{
	if (where >= s->filed)
		return where - s->filed <= s->used && size <= s->used - (where - s->filed)
			   ? s->bytes + (where - s->filed)
			   : NULL;
	return pread(s->fd - 1, buf, size, (off_t)where) == (ssize_t)size ? buf : NULL;
}

/* Store bytes; `*where` is for stack_spill_get(). `*kept` is false when there is no room. */
static bool stack_spill_put(struct stack_spill *s, struct text bytes, uint64_t *where,
			    bool *kept, struct error *err)
{
	struct spill_known *k;
	const char *there;
	uint64_t hash;

	if (!s->known) {
		hash_seed_fill(&s->secret, 1);
		s->again = mem_array(COPY_MOST, 1, "copies of stacks", err);
		if (s->again)
			s->known =
			    mem_array(KNOWN, sizeof *s->known, "copies of stacks", err);
		if (!s->known)
			return false;
	}
	hash = XXH3_64bits_withSeed(bytes.at, bytes.len, s->secret);
	k = &s->known[hash % KNOWN];
	*kept = true;
	*where = k->where;
	if (k->hash == hash && k->len == bytes.len) {
		there = stack_spill_get(s, k->where, k->len, s->again);
		if (there && memcmp(there, bytes.at, bytes.len) == 0)
			return true;
	}
	*kept = s->used + bytes.len <= MEMORY_MOST || write_to_file(s);
	if (!*kept)
		return true;
	if (!mem_reserve(&s->bytes, &s->room, s->used + bytes.len, 1, "copies of stacks",
			 err))
		return false;
	memcpy(s->bytes + s->used, bytes.at, bytes.len);
	*where = s->filed + s->used;
	*k = (struct spill_known){hash, *where, bytes.len};
	s->used += bytes.len;
	return true;
}

/* ---- taking copies ---- */

/* False: they are of another machine, or needed registers are missing. */
static bool take_registers(uint64_t mask, struct text registers, struct unwind_thread *t)
{
	/* DWARF's numbers of registers 0 to X86_IP */
	static const uint8_t first[] = {0, 3,	      2,	 1,	   4,
					5, UNWIND_FP, UNWIND_SP, UNWIND_PC};
	struct bytes b = bytes_of(registers);

	t->known = 0;
	if (mask >> (X86_R8 + 8))
		return false;
	for (unsigned bit = 0; bit < X86_R8 + 8; bit++) {
		int to = -1; /* the register is not needed */
		uint64_t v;

		if (!(mask >> bit & 1))
			continue;
		v = bytes_u64(&b);
		if (bit <= X86_IP)
			to = first[bit];
		else if (bit >= X86_R8)
			to = (int)(bit - X86_R8) + 8;
		if (to < 0)
			continue;
		t->registers[to] = v;
		t->known |= UINT32_C(1) << to;
	}
	return !b.short_read && t->known >> UNWIND_PC & 1 && t->known >> UNWIND_SP & 1;
}

bool perf_unwinding_copies_take(struct perf_unwinding_copies *c,
				const struct perf_record *record,
				const struct perf_sample *s, const struct perf_attr *a,
				uint32_t sample, struct losses *losses, struct error *err)
{
	struct perf_copy row = {.mask = a->sample_regs_user,
				.sample = sample,
				.size = (uint16_t)s->stack.len};
	bool kept = true;
	struct text bytes;
	struct unwind_thread t;

	if (!s->registers.len || !s->stack.len || perf_chain_has_user(s->chain))
		return true;
	if (c->unwanted) {
		c->left_out++;
		return true;
	}
	/* registers, size and stack are adjacent */
	bytes = (struct text){s->registers.at,
			      (size_t)(s->stack.at - s->registers.at) + s->stack.len};
	if (s->abi != ABI_64 || !take_registers(row.mask, s->registers, &t) ||
	    bytes.len > COPY_MOST || s->stack.len > UINT16_MAX) {
		losses_count(losses, LOSS_UNWIND_MACHINE, 0);
		return true;
	}
	if (c->recording && !record->packed)
		row.at =
		    record->offset + RECORD_HEAD + (uint64_t)(bytes.at - record->body.at);
	else if (stack_spill_put(&c->spill, bytes, &row.at, &kept, err))
		row.where = COPY_KEPT;
	else
		return false;
	if (!kept) {
		losses_count(losses, LOSS_UNWIND_ROOM, 0);
		return true;
	}
	return APPEND(c->rows, c->count, c->room, "copies of stacks", err, row);
}

#define FRAMES_MOST 127 /* the default limit of perf */

#define BATCH                                                                            \
	1024 /* stacks that the threads unwind together: a kilobyte each, and their maps */
#define SLICE 2048 /* samples that are passed on together */

/* A stack to unwind, and the result. */
struct unwind_job {
	const struct perf_copy *copy; /* borrowed */
	struct batch_sample *sample;  /* borrowed */
	uint32_t space;		      /* index of the maps of its process in `spaces` */
	uint32_t count;
	enum unwind_end end;
	bool read; /* false: the copy could not be read */
	uint64_t addresses[FRAMES_MOST];
};
typedef _Atomic(struct unwind_file *) file_slot;

struct perf_unwinding {
	const struct reading *reading;	  /* borrowed */
	struct perf_recording *recording; /* borrowed */
	struct perf_batch *all;		  /* borrowed */
	struct symbol_source source;
	struct perf_maps *maps; /* owned */
	uint32_t *copies;	/* owned: indices of the recording's copies, by time */
	size_t copy;		/* the next of `copies` */

	/* while the threads run, only `files` and `next` change */
	struct unwind_job *jobs; /* owned: BATCH */
	size_t job_count;
	atomic_size_t next;
	struct perf_space *spaces; /* owned, and so is each space */
	size_t space_count, space_room;
	struct idmap by_version; /* from a version of the maps to `spaces` */
	/* owned, and so is each file: by module; NULL: not opened yet */
	file_slot *files;
	size_t file_count;
	pthread_mutex_t opening;

	struct unwind *walkers[THREADS_MOST]; /* owned: one for each thread */
	char *buffers[THREADS_MOST];	      /* owned */
	unsigned threads;
	uint64_t ends[UNWIND_ENDS], unread;
};

/* ---- unwinding, on several threads ---- */

struct lookup {
	struct perf_unwinding *u;
	const struct perf_space *space;
};

/* The file of a module is opened at its first use; NULL when memory runs out. */
static bool find_place(void *arg, uint64_t address, struct unwind_place *place)
{
	const struct lookup *l = arg;
	const struct address_map *map = perf_space_find(l->space, address);
	struct perf_unwinding *u = l->u;
	struct error none = ERROR_INIT;
	struct module_file wanted;
	file_slot *slot;

	if (!map)
		return false;
	*place = (struct unwind_place){.offset = address};
	if (map->absolute)
		return true;
	place->offset = address - map->start + map->offset;
	slot = &u->files[map->module];
	place->file = atomic_load_explicit(slot, memory_order_acquire);
	if (place->file)
		return true;
	pthread_mutex_lock(&u->opening);
	place->file = atomic_load_explicit(slot, memory_order_relaxed);
	if (!place->file) {
		wanted = perf_symbols_file(
		    perf_modules_get(perf_maps_modules(u->maps), map->module));
		place->file = unwind_file_open(&u->source, &wanted, &none);
		atomic_store_explicit(slot, place->file, memory_order_release);
	}
	pthread_mutex_unlock(&u->opening);
	return true;
}

static void unwind_jobs(void *arg, unsigned thread)
{
	struct perf_unwinding *u = arg;
	const struct perf_unwinding_copies *c = &u->recording->copies;
	char *buf = u->buffers[thread];
	struct unwind_thread t;
	size_t i, n;

	while ((i = atomic_fetch_add(&u->next, 1)) < u->job_count) {
		struct unwind_job *job = &u->jobs[i];
		struct lookup l = {u, &u->spaces[job->space]};
		const struct perf_copy *row = job->copy;
		size_t registers = 8 * (size_t)__builtin_popcountll(row->mask);
		size_t size = registers + 8 + row->size;
		const char *at = buf;

		if (row->where == COPY_KEPT)
			at = stack_spill_get(&c->spill, row->at, size, buf);
		else if (pread(c->recording - 1, buf, size, (off_t)row->at) !=
			 (ssize_t)size)
			at = NULL;
		job->read =
		    at && take_registers(row->mask, (struct text){at, registers}, &t);
		if (!job->read)
			continue;
		t.stack = (struct text){at + registers + 8, row->size};
		job->end = unwind_walk(u->walkers[thread], &t, find_place, &l,
				       job->addresses, FRAMES_MOST, &n);
		job->count = (uint32_t)n;
	}
}

/* ---- a batch of stacks ---- */

/* Make room for the files of all modules. */
static bool reserve_files(struct perf_unwinding *u, struct error *err)
{
	size_t n = perf_modules_count(perf_maps_modules(u->maps));
	file_slot *more;

	if (n <= u->file_count)
		return true;
	more = mem_array(n * 2, sizeof *more, "modules", err);
	if (!more)
		return false;
	for (size_t i = 0; i < n * 2; i++)
		atomic_init(&more[i],
			    i < u->file_count ? atomic_load(&u->files[i]) : NULL);
	mem_free(u->files);
	u->files = more;
	u->file_count = n * 2;
	return true;
}

/* Unwind the jobs, and append the addresses to the chains of their samples. */
static bool unwind_batch(struct perf_unwinding *u, struct error *err)
{
	bool ok = reserve_files(u, err);

	if (!ok || u->job_count == 0)
		return ok;
	atomic_store(&u->next, 0);
	threads_run(u->job_count < 2 * u->threads ? 1 : u->threads, unwind_jobs, u);
	for (size_t i = 0; ok && i < u->job_count; i++) {
		struct unwind_job *job = &u->jobs[i];
		uint32_t *chain = &job->sample->chain;
		size_t n = 0;

		if (!job->read) {
			u->unread++;
			continue;
		}
		u->ends[job->end]++;
		/* without addresses of 0, which perf does not show either */
		for (size_t k = 0; k < job->count; k++)
			if (job->addresses[k]) /* room: n <= k */
				job->addresses[n++] = htole64(job->addresses[k]);
		ok = n == 0 || perf_chain_with_user(u->recording->chains, *chain,
						    job->addresses, n, chain, err);
	}
	u->job_count = 0;
	while (u->space_count)
		perf_space_release(&u->spaces[--u->space_count]);
	idmap_release(&u->by_version);
	if (atomic_load(&u->reading->progress->cancel))
		return error_set(err, ERROR_CANCELLED, "reading was cancelled");
	return ok;
}

/* ---- in order of time ---- */

/* Add the current maps of a process to `spaces`. */
static bool add_space(struct perf_unwinding *u, int32_t pid, uint32_t *at,
		      struct error *err)
{
	uint32_t space = perf_maps_space(u->maps, pid), version;
	uint32_t fresh = (uint32_t)u->space_count;
	size_t had = u->space_room;

	if (!perf_maps_version(u->maps, space, &version, err) ||
	    !mem_reserve(&u->spaces, &u->space_room, u->space_count + 1,
			 sizeof *u->spaces, "maps", err))
		return false;
	for (; had < u->space_room; had++)
		u->spaces[had] = (struct perf_space){0};
	if (!idmap_put(&u->by_version, version, fresh, at, err))
		return false;
	if (*at != fresh)
		return true;
	perf_maps_copy(u->maps, space, &u->spaces[fresh]);
	u->space_count++;
	return true;
}

/*
 * Apply the changes of a slice before a sample: by time, and at equal times in the order of the
 * file.
 */
static bool take_changes_before(struct perf_unwinding *u, const struct perf_batch *b,
				size_t *at, uint64_t time, uint32_t after,
				struct error *err)
{
	bool whole;

	for (; *at < b->change_count; ++*at) {
		const struct perf_change *c = &b->changes[*at];
		const struct text body = {b->bytes + c->at, c->size};

		if (b->change_time[*at] > time ||
		    (b->change_time[*at] == time && c->number >= after))
			break;
		if (!perf_change_maps(c, bytes_of(body), u->maps, &whole, err))
			return false;
	}
	return true;
}

static bool unwind_slice(struct perf_unwinding *u, struct perf_batch *b,
			 const uint32_t *numbers, struct error *err)
{
	const struct perf_unwinding_copies *c = &u->recording->copies;
	size_t change = 0;

	for (size_t i = 0; i < b->count && u->copy < c->count; i++) {
		const struct perf_copy *copy = &c->rows[u->copies[u->copy]];
		struct unwind_job *job = &u->jobs[u->job_count];

		if (copy->sample != numbers[i])
			continue;
		if (!take_changes_before(u, b, &change, b->time[i], b->samples[i].after,
					 err))
			return false;
		job->sample = &b->samples[i];
		job->copy = copy;
		u->copy++;
		if (!add_space(u, job->sample->pid, &job->space, err) ||
		    (++u->job_count == BATCH && !unwind_batch(u, err)))
			return false;
	}
	return unwind_batch(u, err) &&
	       take_changes_before(u, b, &change, UINT64_MAX, UINT32_MAX, err);
}

struct perf_unwinding *perf_unwinding_new(const struct reading *reading,
					  struct file_pool *pool,
					  struct perf_recording *recording,
					  struct perf_batch *all,
					  const struct perf_maps *maps, struct error *err)
{
	struct perf_unwinding *u = mem_array(1, sizeof *u, "stacks", err);
	unsigned n = reading_threads(reading->options);
	bool ok;
	if (!u)
		return NULL;
	pthread_mutex_init(&u->opening, NULL);
	u->reading = reading;
	u->recording = recording;
	u->all = all;
	u->source.helper = reading->options->helper;
	u->source.symfs = reading->options->symfs;
	u->source.pool = pool;
	/* one thread is left to replay the unwound samples */
	u->threads = n > PARSERS_MOST ? PARSERS_MOST - 1 : n > 1 ? n - 1 : 1;
	u->jobs = mem_array(BATCH, sizeof *u->jobs, "stacks", err);
	u->maps = u->jobs ? perf_maps_new_like(maps, err) : NULL;
	ok = u->maps != NULL;
	for (unsigned i = 0; ok && i < u->threads; i++) {
		u->walkers[i] = unwind_new(err);
		u->buffers[i] =
		    u->walkers[i] ? mem_array(COPY_MOST, 1, "stacks", err) : NULL;
		ok = u->buffers[i] != NULL;
	}
	if (ok)
		return u;
	perf_unwinding_free(u);
	return NULL;
}

void perf_unwinding_free(struct perf_unwinding *u)
{
	if (!u)
		return;
	for (size_t i = 0; i < u->space_room; i++)
		perf_space_release(&u->spaces[i]);
	mem_free(u->spaces);
	idmap_release(&u->by_version);
	for (unsigned i = 0; i < u->threads; i++) {
		unwind_free(u->walkers[i]);
		mem_free(u->buffers[i]);
	}
	for (size_t i = 0; i < u->file_count; i++)
		unwind_file_close(atomic_load(&u->files[i]));
	mem_free(u->files);
	perf_maps_free(u->maps);
	mem_free(u->jobs);
	mem_free(u->copies);
	pthread_mutex_destroy(&u->opening);
	mem_free(u);
}

bool perf_unwinding_pass(void *unwinding, struct replay_workers *players,
			 struct error *err)
{
	struct perf_unwinding *u = unwinding;
	const struct perf_unwinding_copies *c = &u->recording->copies;
	uint64_t *times = mem_array(c->count, sizeof *times, "stacks", err);
	struct perf_slices slices = {0};
	struct perf_batch slice = {0};
	const uint32_t *numbers;
	bool ok;

	if (!times)
		return false;
	/* sort the copies by the time of their samples, the order of the slices */
	for (size_t i = 0; i < c->count; i++)
		times[i] = u->all->time[c->rows[i].sample];
	u->copies = order_by_time(times, (uint32_t)c->count, err);
	mem_free(times);
	ok = u->copies && perf_sorted_begin(&slices.sorted, u->all, err);
	while (ok && perf_slices_left(&slices))
		ok = perf_slices_next(&slices, SLICE, &slice, &numbers, err) &&
		     unwind_slice(u, &slice, numbers, err) &&
		     replay_workers_pass(players, &slice);
	perf_batch_release(&slice);
	perf_sorted_release(&slices.sorted);
	return ok;
}

void perf_unwinding_count(const struct perf_unwinding *u, struct losses *losses)
{
	static const enum loss_reason reasons[UNWIND_ENDS] = {
	    [UNWIND_COPY] = LOSS_UNWIND_COPY, [UNWIND_NO_FILE] = LOSS_UNWIND_FILE,
	    [UNWIND_MADE] = LOSS_UNWIND_MADE, [UNWIND_NO_ROW] = LOSS_UNWIND_ROW,
	    [UNWIND_LOST] = LOSS_UNWIND_LOST, [UNWIND_DEEP] = LOSS_UNWIND_DEEP,
	};

	for (int i = 0; i < UNWIND_ENDS; i++)
		if (i != UNWIND_WHOLE)
			losses_add(losses, reasons[i], u->ends[i], 0);
	losses_add(losses, LOSS_UNWIND_UNREAD, u->unread, 0);
}

/* ---- before and after ---- */

void perf_unwinding_begin(const struct reading *reading, struct perf_recording *recording)
{
	const struct source *s = reading->source;

	recording->copies.spill.reading = reading;
	recording->copies.spill.scratch = reading->options->scratch;
	recording->copies.unwanted = !reading->options->symbols ||
				     !unwind_is_possible() ||
				     reading->options->instructions_in;
	if (!source_packing(s) && !source_directory(s))
		recording->copies.recording = source_file(s) + 1;
}

bool perf_unwinding_is_due(const struct perf_recording *recording)
{
	const uint64_t needed = PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER;

	for (size_t i = 0; i < recording->events.count; i++)
		if (!recording->copies.unwanted &&
		    (recording->events.rows[i].attr.sample_type & needed) == needed)
			return true;
	return false;
}

void perf_unwinding_tell(const struct perf_recording *recording, struct losses *losses)
{
	enum loss_reason why =
	    unwind_is_possible() ? LOSS_UNWIND_UNASKED : LOSS_UNWIND_BUILT;

	if (recording->copies.given_up)
		why = LOSS_UNWIND_LIVE;
	losses_add(losses, why, recording->copies.left_out, 0);
}
