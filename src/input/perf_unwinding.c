#include "input/perf_unwinding.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/crew.h"
#include "base/idmap.h"
#include "base/mem.h"
#include "input/perf_chain.h"
#include "input/perf_change.h"
#include "input/perf_copies.h"
#include "input/perf_naming.h"
#include "input/perf_space.h"
#include "profile/order.h"
#include "symbols/unwind.h"

#define FRAMES_MOST 127 /* perf's own limit, unless raised */

/* So many stacks are given to the threads at once: a kilobyte each, and what maps they need. */
#define BATCH	  1024
#define MAPS_MOST (UINT64_C(1) << 18) /* in all copies of them */

/* A stack to unwind, and what comes out. */
struct job {
	const struct perf_copy *copy; /* borrowed */
	uint32_t space;		      /* the maps of its process, a number of `spaces` */
	uint32_t count;
	enum unwind_end end;
	bool read; /* false: the copy could not be had */
	uint64_t addresses[FRAMES_MOST];
};

typedef _Atomic(struct unwind_file *) file_slot;

struct unwinding {
	struct reading *reading;	  /* borrowed */
	struct perf_recording *recording; /* borrowed */
	struct perf_batch *all;		  /* borrowed */
	struct symbol_source source;
	struct perf_maps *maps; /* owned */

	/* While the threads run only `files` and `next` change. */
	struct job *jobs; /* owned: BATCH */
	size_t job_count;
	atomic_size_t next;
	struct perf_space *spaces; /* owned, and each */
	size_t space_count, space_room;
	uint64_t map_count;	 /* in all of them */
	struct idmap by_version; /* of maps, to a number of `spaces` */
	file_slot *files;	 /* owned, and each: by module; NULL: not opened yet */
	size_t file_count;
	pthread_mutex_t opening;

	struct unwind *walkers[CREW_MOST]; /* owned: one for each thread */
	char *buffers[CREW_MOST];	   /* owned */
	unsigned threads;
	uint64_t ends[UNWIND_ENDS], unread;
};

/* ---- on the threads ---- */

struct lookup {
	struct unwinding *u;
	const struct perf_space *space;
};

/* The file of a module, opened when it is first met; without memory, none. */
static struct unwind_file *file_of(struct unwinding *u, uint32_t module)
{
	struct unwind_file *f =
	    atomic_load_explicit(&u->files[module], memory_order_acquire);
	struct error none = ERROR_INIT;
	const struct perf_module *m;
	struct module_file wanted;

	if (f)
		return f;
	pthread_mutex_lock(&u->opening);
	f = atomic_load_explicit(&u->files[module], memory_order_relaxed);
	if (!f) {
		m = perf_modules_get(perf_maps_modules(u->maps), module);
		wanted = perf_naming_file(m);
		f = unwind_file_open(&u->source, &wanted, &none);
		atomic_store_explicit(&u->files[module], f, memory_order_release);
	}
	pthread_mutex_unlock(&u->opening);
	return f;
}

static bool find_place(void *arg, uint64_t address, struct unwind_place *place)
{
	const struct lookup *l = arg;
	const struct perf_map *map = perf_space_find(l->space, address);

	if (!map)
		return false;
	*place = (struct unwind_place){.offset = address};
	if (!map->absolute) {
		place->file = file_of(l->u, map->module);
		place->offset = address - map->start + map->offset;
	}
	return true;
}

static void unwind_one(struct unwinding *u, unsigned thread, struct job *job)
{
	struct lookup l = {u, &u->spaces[job->space]};
	struct unwind_thread t;
	size_t n;

	job->read =
	    perf_copies_get(&u->recording->copies, job->copy, u->buffers[thread], &t);
	if (!job->read)
		return;
	job->end = unwind_walk(u->walkers[thread], &t, find_place, &l, job->addresses,
			       FRAMES_MOST, &n);
	job->count = (uint32_t)n;
}

static void work(void *arg, unsigned thread)
{
	struct unwinding *u = arg;
	size_t i;

	while ((i = atomic_fetch_add(&u->next, 1)) < u->job_count)
		unwind_one(u, thread, &u->jobs[i]);
}

/* ---- a batch ---- */

/* There is a place for the file of each module. */
static bool make_places(struct unwinding *u, struct error *err)
{
	size_t n = perf_modules_count(perf_maps_modules(u->maps));
	file_slot *more;

	if (n <= u->file_count)
		return true;
	more = mem_array(n * 2, sizeof *more, "modules", err);
	if (!more)
		return false;
	for (size_t i = 0; i < u->file_count; i++)
		atomic_init(&more[i], atomic_load(&u->files[i]));
	for (size_t i = u->file_count; i < n * 2; i++)
		atomic_init(&more[i], NULL);
	free(u->files);
	u->files = more;
	u->file_count = n * 2;
	return true;
}

/* Marks would be taken for such; addresses of 0 are not shown, as by perf. */
static size_t clean(struct job *job)
{
	size_t n = 0;

	for (size_t i = 0; i < job->count; i++)
		if (job->addresses[i])
			job->addresses[n++] = job->addresses[i];
	return n;
}

static bool join(struct unwinding *u, struct job *job, struct error *err)
{
	struct perf_taken *t = &u->all->samples[job->copy->sample];
	size_t n;

	if (!job->read) {
		u->unread++;
		return true;
	}
	u->ends[job->end]++;
	n = clean(job);
	return n == 0 || perf_chain_with_user(u->recording->chains, t->chain,
					      job->addresses, n, &t->chain, err);
}

static void drop_spaces(struct unwinding *u)
{
	for (size_t i = 0; i < u->space_count; i++)
		perf_space_release(&u->spaces[i]);
	u->space_count = 0;
	u->map_count = 0;
	idmap_release(&u->by_version);
}

static bool do_batch(struct unwinding *u, struct error *err)
{
	bool ok = make_places(u, err);

	if (!ok || u->job_count == 0)
		return ok;
	atomic_store(&u->next, 0);
	crew_run(u->job_count < 2 * u->threads ? 1 : u->threads, work, u);
	for (size_t i = 0; ok && i < u->job_count; i++)
		ok = join(u, &u->jobs[i], err);
	u->job_count = 0;
	drop_spaces(u);
	return ok && reading_goes_on(u->reading, err);
}

/* ---- in order of time ---- */

/* The maps of a process as they are now, for later. */
static bool keep_space(struct unwinding *u, int32_t pid, uint32_t *at, struct error *err)
{
	uint32_t space = perf_maps_space(u->maps, pid), version;
	uint32_t fresh = (uint32_t)u->space_count;

	if (!perf_maps_version(u->maps, space, &version, err) ||
	    !mem_reserve(&u->spaces, &u->space_room, u->space_count + 1,
			 sizeof *u->spaces, "maps", err) ||
	    !idmap_put(&u->by_version, version, fresh, at, err))
		return false;
	if (*at != fresh)
		return true;
	if (!perf_maps_copy(u->maps, space, &u->spaces[fresh], err))
		return false;
	u->map_count += u->spaces[fresh].count;
	u->space_count++;
	return true;
}

static bool add_job(struct unwinding *u, const struct perf_copy *copy, struct error *err)
{
	struct job *job = &u->jobs[u->job_count];

	job->copy = copy;
	if (!keep_space(u, u->all->samples[copy->sample].pid, &job->space, err))
		return false;
	u->job_count++;
	return (u->job_count < BATCH && u->map_count < MAPS_MOST) || do_batch(u, err);
}

static bool take_changes_before(struct unwinding *u, const uint32_t *order, size_t *at,
				uint64_t time, uint32_t after, struct error *err)
{
	const struct perf_batch *b = u->all;
	bool whole;

	for (; *at < b->change_count; ++*at) {
		uint32_t i = order[*at];
		const struct perf_change *c = &b->changes[i];
		const struct text body = {b->bytes + c->at, c->size};

		if (b->change_time[i] > time ||
		    (b->change_time[i] == time && c->number >= after))
			break;
		if (!perf_change_maps(c, bytes_of(body), u->maps, &whole, err))
			return false;
	}
	return true;
}

static bool go_through(struct unwinding *u, const uint32_t *copies,
		       const uint32_t *changes, struct error *err)
{
	const struct perf_copies *c = &u->recording->copies;
	size_t change = 0;

	for (size_t i = 0; i < c->count; i++) {
		const struct perf_copy *copy = &c->rows[copies[i]];

		if (!take_changes_before(u, changes, &change, u->all->time[copy->sample],
					 u->all->samples[copy->sample].after, err) ||
		    !add_job(u, copy, err))
			return false;
	}
	return do_batch(u, err);
}

/* ---- all of it ---- */

static bool begin(struct unwinding *u, const struct perf_maps *like, struct error *err)
{
	unsigned n = u->reading->options->threads;

	pthread_mutex_init(&u->opening, NULL);
	u->source.symfs = u->reading->options->symfs;
	u->threads = n ? n : crew_cpus();
	if (u->threads > TEAM_MOST)
		u->threads = TEAM_MOST;
	u->jobs = mem_array(BATCH, sizeof *u->jobs, "stacks", err);
	u->maps = u->jobs ? perf_maps_new_like(like, err) : NULL;
	for (unsigned i = 0; u->maps && i < u->threads; i++) {
		u->walkers[i] = unwind_new(err);
		u->buffers[i] =
		    u->walkers[i] ? mem_array(PERF_COPY_MOST, 1, "stacks", err) : NULL;
		if (!u->buffers[i])
			return false;
	}
	return u->maps != NULL;
}

static void end(struct unwinding *u)
{
	drop_spaces(u);
	free(u->spaces);
	for (unsigned i = 0; i < u->threads; i++) {
		unwind_free(u->walkers[i]);
		free(u->buffers[i]);
	}
	for (size_t i = 0; i < u->file_count; i++)
		unwind_file_close(atomic_load(&u->files[i]));
	free(u->files);
	perf_maps_free(u->maps);
	free(u->jobs);
	pthread_mutex_destroy(&u->opening);
}

static void tell(const struct unwinding *u)
{
	static const enum loss_reason reasons[UNWIND_ENDS] = {
	    [UNWIND_COPY] = LOSS_UNWIND_COPY, [UNWIND_NO_FILE] = LOSS_UNWIND_FILE,
	    [UNWIND_MADE] = LOSS_UNWIND_MADE, [UNWIND_NO_ROW] = LOSS_UNWIND_ROW,
	    [UNWIND_LOST] = LOSS_UNWIND_LOST, [UNWIND_DEEP] = LOSS_UNWIND_DEEP,
	};

	for (int i = 0; i < UNWIND_ENDS; i++)
		if (i != UNWIND_WHOLE)
			losses_add(u->reading->losses, reasons[i], u->ends[i], 0);
	losses_add(u->reading->losses, LOSS_UNWIND_UNREAD, u->unread, 0);
}

/* The copies by the time of their samples. */
static uint32_t *order_copies(const struct unwinding *u, struct error *err)
{
	const struct perf_copies *c = &u->recording->copies;
	uint64_t *times = mem_array(c->count, sizeof *times, "stacks", err);
	uint32_t *order;

	if (!times)
		return NULL;
	for (size_t i = 0; i < c->count; i++)
		times[i] = u->all->time[c->rows[i].sample];
	order = order_by_time(times, (uint32_t)c->count, err);
	free(times);
	return order;
}

bool perf_unwinding_join(struct reading *reading, struct perf_recording *recording,
			 struct perf_batch *all, const struct perf_maps *maps,
			 struct error *err)
{
	struct unwinding *u;
	uint32_t *copies, *changes;
	bool ok;

	if (recording->copies.count == 0)
		return true;
	u = mem_array(1, sizeof *u, "stacks", err);
	if (!u)
		return false;
	u->reading = reading;
	u->recording = recording;
	u->all = all;
	copies = begin(u, maps, err) ? order_copies(u, err) : NULL;
	changes = copies
		      ? order_by_time(all->change_time, (uint32_t)all->change_count, err)
		      : NULL;
	ok = changes && go_through(u, copies, changes, err);
	tell(u);
	end(u);
	free(u);
	free(copies);
	free(changes);
	return ok;
}

/* ---- before and after ---- */

void perf_unwinding_begin(const struct reading *reading, struct perf_recording *recording)
{
	const struct source *s = reading->source;

	recording->copies.unwanted = !reading->options->symbols || !unwind_is_possible();
	if (!source_is_gzip(s) && !source_directory(s))
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
	losses_add(losses, unwind_is_possible() ? LOSS_UNWIND_UNASKED : LOSS_UNWIND_BUILT,
		   recording->copies.left_out, 0);
}
