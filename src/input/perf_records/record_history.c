#include "input/perf_records/record_history.h"

#include <inttypes.h>
#include <pthread.h>
#include <zlib.h>

#include "base/append.h"
#include "base/bisect.h"
#include "base/bytes.h"
#include "base/idmap.h"
#include "input/perf_records/perf_record.h"

#define PIECE_MOST  ((size_t)256 << 10) /* bytes, before they are compressed */
#define PIECES	    64 /* the memory limit allows for at least this many pieces */
#define TIDY_FROM   4  /* the state is cleaned up from this many pieces of it */
#define PACK_LEVEL  1  /* of zlib: compresses to a sixth, at 60 to 100 MB/s */
#define ALWAYS_MOST ((size_t)64 << 20)
static const char pipe_header[] = {'P', 'E', 'R', 'F', 'I', 'L', 'E', '2',
				   16,	0,   0,	  0,   0,   0,	 0,   0};

/* Precedes each kept record, which has `size` bytes and is stored as in the stream. */
struct history_head {
	uint64_t time;
	uint32_t kind, size;
};

/* The header of a record (struct perf_event_header). */
struct history_header {
	uint32_t type;
	uint16_t misc, size;
};

struct history_record {
	struct history_head head;
	struct history_header header;
	struct text bytes; /* borrowed: the complete record */
	size_t at, end;	   /* offsets of the head and of the end of the record */
};

/* Consecutive records, compressed; never changed. */
struct record_piece {
	unsigned owners;
	size_t packed, len; /* bytes compressed, and uncompressed */
	uint64_t latest;    /* the latest time of a RECORD_MOMENT; 0: it has none */
	unsigned char bytes[];
};

struct byte_heap {
	char *at; /* owned */
	size_t len, room;
};

struct record_history {
	pthread_mutex_t lock; /* guards everything */
	unsigned owners;
	uint64_t most;
	size_t piece; /* bytes of a piece before it is compressed */
	bool held, failed;
	uint64_t since; /* records of moments before this have been dropped; 0: none */

	struct byte_heap always, state; /* records; `state` has those of dropped pieces */
	size_t tidied;			/* bytes of the state after its last cleaning */
	struct record_piece **pieces;	/* owned */
	size_t first, count, room;	/* pieces before the first have been dropped */
	uint64_t packed;		/* bytes of all pieces */
	struct byte_heap open;		/* the piece that is being filled */
	uint64_t latest;		/* the latest time of a RECORD_MOMENT in it */
};

/* The record at `at`; false: there is none. */
static bool record_at(struct text all, size_t at, struct history_record *r)
{
	if (at > all.len || all.len - at < sizeof r->head + sizeof r->header)
		return false;
	memcpy(&r->head, all.at + at, sizeof r->head);
	r->at = at;
	at += sizeof r->head;
	if (r->head.size < sizeof r->header || all.len - at < r->head.size)
		return false;
	memcpy(&r->header, all.at + at, sizeof r->header);
	r->bytes = (struct text){all.at + at, r->head.size};
	r->end = at + r->head.size;
	return true;
}

/* ---- owners ---- */

struct record_history *record_history_new(uint64_t most, struct error *err)
{
	struct record_history *k = mem_array(1, sizeof *k, "records", err);

	if (!k)
		return NULL;
	k->owners = 1;
	k->most = most;
	k->piece = most / PIECES < PIECE_MOST ? (size_t)most / PIECES : PIECE_MOST;
	pthread_mutex_init(&k->lock, NULL);
	return k;
}

struct record_history *record_history_share(struct record_history *k)
{
	pthread_mutex_lock(&k->lock);
	k->owners++;
	pthread_mutex_unlock(&k->lock);
	return k;
}

static void leave_piece(struct record_piece *p)
{
	if (--p->owners == 0)
		mem_free(p);
}

void record_history_free(struct record_history *k)
{
	unsigned left;

	if (!k)
		return;
	pthread_mutex_lock(&k->lock);
	left = --k->owners;
	pthread_mutex_unlock(&k->lock);
	if (left)
		return;
	for (size_t i = k->first; i < k->count; i++)
		leave_piece(k->pieces[i]);
	mem_free(k->pieces);
	mem_free(k->always.at);
	mem_free(k->state.at);
	mem_free(k->open.at);
	pthread_mutex_destroy(&k->lock);
	mem_free(k);
}

/* ---- the state that is still needed ---- */

/*
 * On a host where programs come and go, each leaves records: FORK, COMM, MMAP2 for each library,
 * EXIT. Later samples depend only on the processes that still run, and on those whose maps these
 * inherited: a process begins with the maps of its parent, which may have ended, and gets its own
 * when it executes a program. The same holds for the names of threads. Functions of the kernel
 * (KSYMBOL, BPF_EVENT) are needed until they are unregistered.
 */

#define COMM_EXEC  (1 << 13) /* misc of a COMM: a program was executed */
#define UNREGISTER 1	     /* flags of a KSYMBOL */
#define BPF_UNLOAD 2	     /* type of a BPF_EVENT */
#define NONE	   UINT32_MAX

/* A process from its fork to the exit of its last thread; a pid may have several in turn. */
struct history_process {
	uint32_t parent;   /* the process whose maps it inherited; NONE: unknown */
	uint32_t threads;  /* running threads */
	uint32_t executed; /* the last record of an exec; NONE: none */
	bool assumed;	   /* no record shows its threads: it may be running */
	bool needed;
	bool has_heirs; /* a needed process inherited its maps */
};

/* A thread inherits the name of its parent. */
struct history_thread {
	uint32_t process, parent;
	uint32_t name; /* the record of its last name; NONE: it has no name of its own */
	bool runs, needed;
	bool has_heirs; /* a needed thread inherited its name */
};

struct record_use {
	uint32_t process, thread; /* NONE: of no process or thread */
	bool dropped;
	bool renamed; /* a later record renames the thread */
};

/* Maps each number to its last row. */
struct last_of {
	struct idmap by_number;
	uint32_t *last; /* owned */
	size_t count, room;
};

struct history_processes {
	struct history_process *list; /* owned */
	size_t count, room;
	struct history_thread *threads; /* owned */
	size_t thread_count, thread_room;
	struct record_use *uses; /* owned: one for each record */
	size_t use_count, use_room;
	struct last_of pids, tids; /* to indices in `list` and `threads` */
	struct last_of code;	   /* from functions of the kernel to records */
};

/* Find the index of a number in n->last, where new numbers are NONE. */
static bool find_number(struct last_of *n, uint64_t number, uint32_t *at,
			struct error *err)
{
	uint32_t fresh = (uint32_t)n->count;

	return idmap_put(&n->by_number, number, fresh, at, err) &&
	       (*at != fresh ||
		APPEND(n->last, n->count, n->room, "processes", err, NONE));
}

static bool begin_process(struct history_processes *p, uint32_t pid, uint32_t parent,
			  bool assumed, uint32_t *process, struct error *err)
{
	uint32_t at;

	if (!find_number(&p->pids, pid, &at, err))
		return false;
	*process = p->pids.last[at] = (uint32_t)p->count;
	return APPEND(p->list, p->count, p->room, "processes", err,
		      (struct history_process){
			  .parent = parent, .executed = NONE, .assumed = assumed});
}

/* Find the current process of this pid; if none was recorded, it begins now. */
static bool find_process(struct history_processes *p, uint32_t pid, uint32_t *process,
			 struct error *err)
{
	uint32_t at;

	if (!find_number(&p->pids, pid, &at, err))
		return false;
	*process = p->pids.last[at];
	return *process != NONE || begin_process(p, pid, NONE, true, process, err);
}

/* End a thread; if it was running, its process has one less. */
static void end_thread(struct history_processes *p, uint32_t thread)
{
	struct history_thread *t = &p->threads[thread];

	if (t->runs)
		p->list[t->process].threads--; /* counted when it began */
	t->runs = false;
}

static bool begin_thread(struct history_processes *p, uint32_t process, uint32_t tid,
			 uint32_t parent, uint32_t *thread, struct error *err)
{
	uint32_t at;

	if (!find_number(&p->tids, tid, &at, err))
		return false;
	if (p->tids.last[at] != NONE)
		end_thread(p, p->tids.last[at]); /* its EXIT was not recorded */
	*thread = p->tids.last[at] = (uint32_t)p->thread_count;
	p->list[process].threads++;
	return APPEND(
	    p->threads, p->thread_count, p->thread_room, "threads", err,
	    (struct history_thread){
		.process = process, .parent = parent, .name = NONE, .runs = true});
}

/* Find the current thread of this tid in the process; if none was recorded, it begins now. */
static bool find_thread(struct history_processes *p, uint32_t process, uint32_t tid,
			uint32_t *thread, struct error *err)
{
	uint32_t at;

	if (!find_number(&p->tids, tid, &at, err))
		return false;
	*thread = p->tids.last[at];
	return (*thread != NONE && p->threads[*thread].process == process) ||
	       begin_thread(p, process, tid, NONE, thread, err);
}

/* The current process and thread of a record. */
static bool find_user(struct history_processes *p, uint32_t pid, uint32_t tid,
		      struct record_use *u, struct error *err)
{
	return find_process(p, pid, &u->process, err) &&
	       find_thread(p, u->process, tid, &u->thread, err);
}

/* A record of a function of the kernel replaces the last one. */
static bool take_code(struct history_processes *p, uint64_t key, uint32_t number,
		      struct error *err)
{
	uint32_t at;

	if (!find_number(&p->code, key, &at, err))
		return false;
	if (p->code.last[at] != NONE)
		p->uses[p->code.last[at]].dropped = true;
	p->code.last[at] = number;
	return true;
}

static bool take_state(struct history_processes *p, const struct history_record *r,
		       struct record_use *u, struct error *err)
{
	struct bytes b = bytes_of(text_from(r->bytes, sizeof r->header));
	uint32_t number = (uint32_t)p->use_count, pid, ppid, tid, ptid, *last;
	struct record_use maker;
	uint64_t key;

	switch (r->header.type) {
	case PERF_RECORD_FORK: /* u32 pid, ppid, tid, ptid */
		pid = bytes_u32(&b);
		ppid = bytes_u32(&b);
		tid = bytes_u32(&b);
		ptid = bytes_u32(&b);
		if (b.short_read)
			return true;
		if (!find_user(p, ppid, ptid, &maker, err))
			return false;
		u->process = maker.process;
		if (pid != ppid &&
		    !begin_process(p, pid, maker.process, false, &u->process, err))
			return false;
		return begin_thread(p, u->process, tid, maker.thread, &u->thread, err);
	case PERF_RECORD_EXIT: /* has the same fields as FORK */
		pid = bytes_u32(&b);
		bytes_skip(&b, 4);
		tid = bytes_u32(&b);
		if (b.short_read)
			return true;
		if (!find_user(p, pid, tid, u, err))
			return false;
		end_thread(p, u->thread);
		if (pid == tid)
			p->list[u->process].assumed = false;
		return true;
	case PERF_RECORD_COMM: /* u32 pid, tid, then the name */
		pid = bytes_u32(&b);
		tid = bytes_u32(&b);
		if (b.short_read)
			return true;
		if (!find_user(p, pid, tid, u, err))
			return false;
		last = &p->threads[u->thread].name;
		if (*last != NONE)
			p->uses[*last].renamed = true;
		*last = number;
		if (r->header.misc & COMM_EXEC)
			p->list[u->process].executed = number;
		return true;
	case PERF_RECORD_KSYMBOL: /* u64 address, u32 size, u16 type, flags */
		key = bytes_u64(&b);
		bytes_skip(&b, 6);
		u->dropped = bytes_u16(&b) & UNREGISTER;
		return b.short_read || take_code(p, key, number, err);
	case PERF_RECORD_BPF_EVENT: /* u16 type, flags, u32 id */
		u->dropped = bytes_u16(&b) == BPF_UNLOAD;
		bytes_skip(&b, 2);
		key = bytes_u32(&b); /* never equal to an address of the kernel */
		return b.short_read || take_code(p, key, number, err);
	case PERF_RECORD_MMAP: /* u32 pid, ... */
	case PERF_RECORD_MMAP2:
	case PERF_RECORD_NAMESPACES:
		pid = bytes_u32(&b);
		return b.short_read || find_process(p, pid, &u->process, err);
	default:
		return true;
	}
}

static bool is_record_needed(const struct history_processes *p, uint32_t number,
			     const struct history_record *r)
{
	const struct record_use *u = &p->uses[number];
	struct bytes b = bytes_of(text_from(r->bytes, sizeof r->header));
	const struct history_thread *t;
	const struct history_process *of;
	uint32_t pid, tid;

	if (u->dropped || u->process == NONE)
		return !u->dropped;
	of = &p->list[u->process];
	if (number == of->executed && of->needed)
		return true;
	if (u->thread != NONE) {
		t = &p->threads[u->thread];
		if (r->header.type == PERF_RECORD_COMM)
			return t->needed && (!u->renamed || t->has_heirs);
		/* FORK and EXIT of the first thread, which may end before the others */
		pid = bytes_u32(&b);
		bytes_skip(&b, 4);
		tid = bytes_u32(&b);
		return t->needed || (pid == tid && of->needed);
	}
	return of->needed &&
	       (of->executed == NONE || of->has_heirs || number >= of->executed);
}

/*
 * Copy the needed records of `all` to `to`, which has room for all of them; `*len` becomes their
 * size. The records are of kind RECORD_STATE and in the order of the stream. False and an error
 * when memory runs out.
 */
static bool copy_needed(struct text all, char *to, size_t *len, struct error *err)
{
	struct history_processes p = {.count = 0};
	struct history_record r;
	uint32_t number = 0;
	bool ok = true;

	*len = 0;
	for (size_t at = 0; ok && record_at(all, at, &r); at = r.end) {
		struct record_use u = {.process = NONE, .thread = NONE};

		if (p.use_count == NONE - 1)
			ok = error_set(err, ERROR_LIMIT, "too many maps and threads");
		else
			ok = take_state(&p, &r, &u, err) &&
			     APPEND(p.uses, p.use_count, p.use_room, "maps and threads",
				    err, u);
	}
	/* go from the last to the first, as parents were recorded before their children */
	for (size_t i = p.count; i-- > 0;) {
		struct history_process *of = &p.list[i];

		of->needed = of->needed || of->threads || of->assumed;
		if (!of->needed || of->parent == NONE ||
		    (of->executed != NONE && !of->has_heirs))
			continue;
		p.list[of->parent].needed = true;
		p.list[of->parent].has_heirs = true;
	}
	for (size_t i = p.thread_count; i-- > 0;) {
		struct history_thread *t = &p.threads[i];

		t->needed = t->needed || t->runs;
		if (!t->needed || t->parent == NONE || (t->name != NONE && !t->has_heirs))
			continue;
		p.threads[t->parent].needed = true;
		p.threads[t->parent].has_heirs = true;
	}
	for (size_t at = 0; ok && record_at(all, at, &r); at = r.end, number++) {
		if (!is_record_needed(&p, number, &r))
			continue;
		/* room: the copy is never larger than `all` */
		memcpy(to + *len, all.at + at, r.end - at);
		*len += r.end - at;
	}
	idmap_release(&p.pids.by_number);
	idmap_release(&p.tids.by_number);
	idmap_release(&p.code.by_number);
	mem_free(p.pids.last);
	mem_free(p.tids.last);
	mem_free(p.code.last);
	mem_free(p.list);
	mem_free(p.threads);
	mem_free(p.uses);
	return ok;
}

/* ---- pieces ---- */

static bool put_bytes(struct byte_heap *to, struct text t, struct error *err)
{
	if (t.len == 0) /* there may be no memory at all */
		return true;
	if (!mem_reserve(&to->at, &to->room, to->len + t.len, 1, "records", err))
		return false;
	memcpy(to->at + to->len, t.at, t.len);
	to->len += t.len;
	return true;
}

static bool unpack_piece(const struct record_piece *p, char *to)
{
	uLongf len = p->len;

	return uncompress((Bytef *)to, &len, p->bytes, p->packed) == Z_OK &&
	       len == p->len;
}

/* Compress the open piece. */
static bool close_piece(struct record_history *k, struct error *err)
{
	uLongf room = compressBound(k->open.len);
	struct record_piece *p = mem_array(1, sizeof *p + room, "records", err);

	if (!p)
		return false;
	if (compress2(p->bytes, &room, (const Bytef *)k->open.at, k->open.len,
		      PACK_LEVEL) != Z_OK) {
		mem_free(p);
		return error_set(err, ERROR_MEMORY, "records cannot be packed");
	}
	p->owners = 1;
	p->packed = room;
	p->len = k->open.len;
	p->latest = k->latest;
	mem_trim(&p, 1, sizeof *p + room);
	if (!APPEND(k->pieces, k->count, k->room, "records", err, p)) {
		mem_free(p);
		return false;
	}
	k->packed += p->packed;
	k->open.len = 0;
	k->latest = 0;
	return true;
}

/* Drop the first piece, but keep its records of states. */
static bool drop_piece(struct record_history *k, struct error *err)
{
	struct record_piece *p = k->pieces[k->first];
	char *bytes = mem_array(p->len, 1, "records", err);
	struct text all = {bytes, p->len};
	struct byte_heap few = {.len = 0};
	struct history_record r;
	bool ok = bytes && unpack_piece(p, bytes);

	for (size_t at = 0; ok && record_at(all, at, &r); at = r.end)
		if (r.head.kind == RECORD_STATE)
			ok = put_bytes(&k->state, (struct text){all.at + at, r.end - at},
				       err);
	mem_free(bytes);
	if (p->latest >= k->since)
		k->since = p->latest + 1;
	k->packed -= p->packed;
	leave_piece(p);
	k->first++;
	all = (struct text){k->state.at, k->state.len};
	if (!ok || all.len < TIDY_FROM * k->piece || all.len / 2 < k->tidied)
		return ok;
	/* replace the state by the records still needed */
	if (!mem_reserve(&few.at, &few.room, all.len, 1, "records", err))
		return false;
	if (!copy_needed(all, few.at, &few.len, err)) {
		mem_free(few.at);
		return false;
	}
	mem_free(k->state.at);
	mem_trim(&few.at, few.len, 1);
	few.room = few.len ? few.len : few.room;
	k->state = few;
	k->tidied = few.len;
	return true;
}

/* Reuse the rows of dropped pieces. */
static void close_up(struct record_history *k)
{
	if (!k->first || k->first < k->count / 2)
		return;
	memmove(k->pieces, k->pieces + k->first,
		(k->count - k->first) * sizeof *k->pieces);
	k->count -= k->first;
	k->first = 0;
}

/* Stop keeping records: there would be gaps. */
static void stop_keeping(struct record_history *k)
{
	k->failed = true;
	while (k->first < k->count)
		leave_piece(k->pieces[k->first++]);
	mem_free(k->open.at);
	mem_free(k->state.at);
	k->open = k->state = (struct byte_heap){.len = 0};
	k->packed = 0;
}

/* ---- putting ---- */

void record_history_put(struct record_history *k, enum record_lifetime kind,
			uint64_t time, uint32_t type, uint16_t misc, struct text body,
			struct text behind)
{
	struct history_header header = {type, misc, (uint16_t)(sizeof header + body.len)};
	struct history_head head = {time, kind,
				    (uint32_t)(sizeof header + body.len + behind.len)};
	struct byte_heap *to = kind == RECORD_PERMANENT ? &k->always : &k->open;
	struct error err = ERROR_INIT;
	bool ok;

	if (body.len > UINT16_MAX - sizeof header || behind.len > ALWAYS_MOST)
		return; /* cannot happen: no record is that long */
	pthread_mutex_lock(&k->lock);
	ok = k->failed ||
	     (put_bytes(to, (struct text){(const char *)&head, sizeof head}, &err) &&
	      put_bytes(to, (struct text){(const char *)&header, sizeof header}, &err) &&
	      put_bytes(to, body, &err) && put_bytes(to, behind, &err));
	if (!k->failed && kind == RECORD_MOMENT && time > k->latest)
		k->latest = time;
	if (ok && k->always.len > ALWAYS_MOST)
		ok = false;
	if (ok && k->open.len >= k->piece) {
		ok = close_piece(k, &err);
		while (ok && k->packed + k->state.len > k->most && k->first < k->count)
			ok = drop_piece(k, &err);
		ok = ok && k->state.len <= k->most;
		if (ok)
			close_up(k);
	}
	if (!ok)
		stop_keeping(k);
	pthread_mutex_unlock(&k->lock);
}

void record_history_until(struct record_history *k, uint64_t time)
{
	struct error err = ERROR_INIT;

	pthread_mutex_lock(&k->lock);
	while (!k->held && k->first < k->count && k->pieces[k->first]->latest < time)
		if (!drop_piece(k, &err)) {
			stop_keeping(k);
			break;
		}
	close_up(k);
	pthread_mutex_unlock(&k->lock);
}

void record_history_hold(struct record_history *k, bool held)
{
	pthread_mutex_lock(&k->lock);
	k->held = held;
	pthread_mutex_unlock(&k->lock);
}

/* ---- writing ---- */

struct record_writer {
	FILE *out;
	const struct history_span *spans;
	size_t count;
	struct history_written *done;
};

static bool is_wanted(const struct record_writer *w, const struct history_record *r)
{
	uint64_t time = r->head.time;
	size_t n;

	if (r->head.kind == RECORD_STATE)
		return w->count && time < w->spans[w->count - 1].to;
	if (r->head.kind != RECORD_MOMENT)
		return true;
	n = bisect_upto(w->spans, sizeof *w->spans, w->count, time);
	return n && time < w->spans[n - 1].to;
}

static void write_records(const struct record_writer *w, struct text all)
{
	struct history_record r;

	for (size_t at = 0; record_at(all, at, &r); at = r.end) {
		if (!is_wanted(w, &r))
			continue;
		fwrite(r.bytes.at, 1, r.bytes.len, w->out);
		w->done->samples += r.header.type == PERF_RECORD_SAMPLE;
	}
}

bool record_history_write(struct record_history *k, const struct history_span *spans,
			  size_t count, FILE *out, struct history_written *done,
			  struct error *err)
{
	struct record_writer w = {out, spans, count, done};
	/* the records at one moment: pieces are shared, everything else is copied */
	struct byte_heap rest = {.len = 0}, open = {.len = 0};
	struct record_piece **pieces = NULL;
	size_t n = 0;
	bool ok;

	*done = (struct history_written){.samples = 0};
	pthread_mutex_lock(&k->lock);
	ok = !k->failed ||
	     error_set(err, ERROR_MEMORY, "the records were not saved: out of memory");
	ok = ok && put_bytes(&rest, (struct text){k->always.at, k->always.len}, err) &&
	     put_bytes(&rest, (struct text){k->state.at, k->state.len}, err) &&
	     put_bytes(&open, (struct text){k->open.at, k->open.len}, err);
	if (ok)
		pieces = mem_array(k->count - k->first, sizeof *pieces, "records", err);
	ok = pieces != NULL;
	for (size_t i = k->first; ok && i < k->count; i++) {
		pieces[n++] = k->pieces[i]; /* room: for all */
		k->pieces[i]->owners++;
	}
	done->since = k->since;
	pthread_mutex_unlock(&k->lock);
	if (ok) {
		fwrite(pipe_header, 1, sizeof pipe_header, out);
		write_records(&w, (struct text){rest.at, rest.len});
	}
	for (size_t i = 0; ok && i < n; i++) {
		char *bytes = mem_array(pieces[i]->len, 1, "records", err);

		ok =
		    bytes && (unpack_piece(pieces[i], bytes) ||
			      error_set(err, ERROR_MEMORY, "records cannot be unpacked"));
		if (ok)
			write_records(&w, (struct text){bytes, pieces[i]->len});
		mem_free(bytes);
	}
	if (ok)
		write_records(&w, (struct text){open.at, open.len});
	pthread_mutex_lock(&k->lock);
	for (size_t i = 0; i < n; i++)
		leave_piece(pieces[i]);
	pthread_mutex_unlock(&k->lock);
	mem_free(pieces);
	mem_free(rest.at);
	mem_free(open.at);
	return ok && (!ferror(out) || error_sys(err, "cannot write"));
}
