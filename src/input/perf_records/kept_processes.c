#include "input/perf_records/kept_processes.h"

#include "base/append.h"
#include "base/bytes.h"
#include "base/idmap.h"
#include "input/perf_records/kept_record.h"
#include "input/perf_records/perf_record.h"

#define COMM_EXEC  (1 << 13) /* misc of a COMM: a program was executed */
#define UNREGISTER 1	     /* flags of a KSYMBOL */
#define BPF_UNLOAD 2	     /* type of a BPF_EVENT */
#define NONE	   UINT32_MAX

/* From a fork to the last exit of a thread; a number may have several, one after the other. */
struct process {
	uint32_t parent;   /* of which it has its maps at first; NONE: not told */
	uint32_t threads;  /* that run */
	uint32_t executed; /* the record that told so last; NONE: none */
	bool assumed;	   /* nobody has told of its threads: it may run */
	bool needed;
	bool has_heirs; /* some that are needed have their maps from it */
};

/* The same of a thread, which has the name of the one that made it until it is told another. */
struct thread {
	uint32_t process, parent;
	uint32_t name; /* the record with its last one; NONE: it has none of its own */
	bool runs, needed;
	bool has_heirs; /* some that are needed have their name from it */
};

/* What is said of a record. */
struct fate {
	uint32_t process, thread; /* NONE: of none */
	bool dropped;
	bool renamed; /* a later one tells another name of the thread */
};

/* The last of each number. */
struct numbers {
	struct idmap by_number;
	uint32_t *last; /* owned */
	size_t count, room;
};

struct processes {
	struct process *list; /* owned */
	size_t count, room;
	struct thread *threads; /* owned */
	size_t thread_count, thread_room;
	struct fate *fates; /* owned: of each record */
	size_t fate_count, fate_room;
	struct numbers pids, tids, code; /* to `list`, `threads`, and the last record of a
					  * function of the kernel */
};

static void release_numbers(struct numbers *n)
{
	idmap_release(&n->by_number);
	mem_free(n->last);
}

static void release(struct processes *p)
{
	release_numbers(&p->pids);
	release_numbers(&p->tids);
	release_numbers(&p->code);
	mem_free(p->list);
	mem_free(p->threads);
	mem_free(p->fates);
}

/* The place in n->last, which holds NONE at first. */
static bool find_number(struct numbers *n, uint64_t number, uint32_t *at,
			struct error *err)
{
	uint32_t fresh = (uint32_t)n->count;

	return idmap_put(&n->by_number, number, fresh, at, err) &&
	       (*at != fresh ||
		APPEND(n->last, n->count, n->room, "processes", err, NONE));
}

/* ---- what is told ---- */

static bool begin_process(struct processes *p, uint32_t pid, uint32_t parent,
			  bool assumed, uint32_t *process, struct error *err)
{
	uint32_t at;

	if (!find_number(&p->pids, pid, &at, err))
		return false;
	*process = p->pids.last[at] = (uint32_t)p->count;
	return APPEND(
	    p->list, p->count, p->room, "processes", err,
	    (struct process){.parent = parent, .executed = NONE, .assumed = assumed});
}

/* The process with this number now; one that was not told of begins. */
static bool find_process(struct processes *p, uint32_t pid, uint32_t *process,
			 struct error *err)
{
	uint32_t at;

	if (!find_number(&p->pids, pid, &at, err))
		return false;
	*process = p->pids.last[at];
	return *process != NONE || begin_process(p, pid, NONE, true, process, err);
}

/* Is it over? Its process has one less then. */
static void end_thread(struct processes *p, uint32_t thread)
{
	struct thread *t = &p->threads[thread];

	if (t->runs)
		p->list[t->process].threads--; /* it was counted when it began */
	t->runs = false;
}

static bool begin_thread(struct processes *p, uint32_t process, uint32_t tid,
			 uint32_t parent, uint32_t *thread, struct error *err)
{
	uint32_t at;

	if (!find_number(&p->tids, tid, &at, err))
		return false;
	if (p->tids.last[at] != NONE)
		end_thread(p, p->tids.last[at]); /* that was not told */
	*thread = p->tids.last[at] = (uint32_t)p->thread_count;
	p->list[process].threads++;
	return APPEND(
	    p->threads, p->thread_count, p->thread_room, "threads", err,
	    (struct thread){
		.process = process, .parent = parent, .name = NONE, .runs = true});
}

/* The one with this number now, in this process; one that was not told of begins. */
static bool find_thread(struct processes *p, uint32_t process, uint32_t tid,
			uint32_t *thread, struct error *err)
{
	uint32_t at;

	if (!find_number(&p->tids, tid, &at, err))
		return false;
	*thread = p->tids.last[at];
	return (*thread != NONE && p->threads[*thread].process == process) ||
	       begin_thread(p, process, tid, NONE, thread, err);
}

/* u32 pid, ppid, tid, ptid */
static bool take_fork(struct processes *p, struct text body, struct fate *f,
		      struct error *err)
{
	struct bytes b = bytes_of(body);
	uint32_t pid = bytes_u32(&b), ppid = bytes_u32(&b), tid = bytes_u32(&b),
		 ptid = bytes_u32(&b), from, maker;

	if (b.short_read)
		return true;
	if (!find_process(p, ppid, &from, err) ||
	    !find_thread(p, from, ptid, &maker, err))
		return false;
	f->process = from;
	if (pid != ppid && !begin_process(p, pid, from, false, &f->process, err))
		return false;
	return begin_thread(p, f->process, tid, maker, &f->thread, err);
}

static bool take_exit(struct processes *p, struct text body, struct fate *f,
		      struct error *err)
{
	struct bytes b = bytes_of(body);
	uint32_t pid = bytes_u32(&b), tid;

	bytes_skip(&b, 4);
	tid = bytes_u32(&b);
	if (b.short_read)
		return true;
	if (!find_process(p, pid, &f->process, err) ||
	    !find_thread(p, f->process, tid, &f->thread, err))
		return false;
	end_thread(p, f->thread);
	if (pid == tid)
		p->list[f->process].assumed = false;
	return true;
}

/* u32 pid, tid, then the name */
static bool take_name(struct processes *p, struct text body, uint16_t misc,
		      uint32_t number, struct fate *f, struct error *err)
{
	struct bytes b = bytes_of(body);
	uint32_t pid = bytes_u32(&b), tid = bytes_u32(&b), before;

	if (b.short_read)
		return true;
	if (!find_process(p, pid, &f->process, err) ||
	    !find_thread(p, f->process, tid, &f->thread, err))
		return false;
	before = p->threads[f->thread].name;
	if (before != NONE)
		p->fates[before].renamed = true;
	p->threads[f->thread].name = number;
	if (misc & COMM_EXEC)
		p->list[f->process].executed = number;
	return true;
}

/* KSYMBOL: u64 address, u32 size, u16 type, flags. BPF_EVENT: u16 type, flags, u32 number. */
static bool take_code(struct processes *p, const struct kept_record *r, struct text body,
		      uint32_t number, struct fate *f, struct error *err)
{
	struct bytes b = bytes_of(body);
	uint64_t key;
	uint32_t at;

	if (r->header.type == PERF_RECORD_KSYMBOL) {
		key = bytes_u64(&b);
		bytes_skip(&b, 6);
		f->dropped = bytes_u16(&b) & UNREGISTER;
	} else {
		f->dropped = bytes_u16(&b) == BPF_UNLOAD;
		bytes_skip(&b, 2);
		key = bytes_u32(&b); /* no address of the kernel */
	}
	if (b.short_read)
		return true;
	if (!find_number(&p->code, key, &at, err))
		return false;
	if (p->code.last[at] != NONE)
		p->fates[p->code.last[at]].dropped = true;
	p->code.last[at] = number;
	return true;
}

static bool take_of_process(struct processes *p, struct text body, struct fate *f,
			    struct error *err)
{
	struct bytes b = bytes_of(body);
	uint32_t pid = bytes_u32(&b);

	return b.short_read || find_process(p, pid, &f->process, err);
}

static bool take(struct processes *p, const struct kept_record *r, struct fate *f,
		 struct error *err)
{
	struct text body = text_from(r->bytes, sizeof r->header);
	uint32_t number = (uint32_t)p->fate_count;

	switch (r->header.type) {
	case PERF_RECORD_FORK:
		return take_fork(p, body, f, err);
	case PERF_RECORD_EXIT:
		return take_exit(p, body, f, err);
	case PERF_RECORD_COMM:
		return take_name(p, body, r->header.misc, number, f, err);
	case PERF_RECORD_KSYMBOL:
	case PERF_RECORD_BPF_EVENT:
		return take_code(p, r, body, number, f, err);
	case PERF_RECORD_MMAP:
	case PERF_RECORD_MMAP2:
	case PERF_RECORD_NAMESPACES:
		return take_of_process(p, body, f, err);
	default:
		return true;
	}
}

static bool take_all(struct processes *p, struct text all, struct error *err)
{
	struct kept_record r;

	for (size_t at = 0; kept_record_at(all, at, &r); at = r.end) {
		struct fate f = {.process = NONE, .thread = NONE};

		if (p->fate_count == NONE - 1)
			return error_set(err, ERROR_LIMIT, "too many maps and threads");
		if (!take(p, &r, &f, err) ||
		    !APPEND(p->fates, p->fate_count, p->fate_room, "maps and threads",
			    err, f))
			return false;
	}
	return true;
}

/* ---- who is needed ---- */

/* Who makes another was told of before. */
static void find_needed(struct processes *p)
{
	for (size_t i = p->count; i-- > 0;) {
		struct process *of = &p->list[i];

		of->needed = of->needed || of->threads || of->assumed;
		if (!of->needed || of->parent == NONE ||
		    (of->executed != NONE && !of->has_heirs))
			continue;
		p->list[of->parent].needed = true;
		p->list[of->parent].has_heirs = true;
	}
	for (size_t i = p->thread_count; i-- > 0;) {
		struct thread *t = &p->threads[i];

		t->needed = t->needed || t->runs;
		if (!t->needed || t->parent == NONE || (t->name != NONE && !t->has_heirs))
			continue;
		p->threads[t->parent].needed = true;
		p->threads[t->parent].has_heirs = true;
	}
}

/* FORK and EXIT of a process are of its first thread, which may end before others. */
static bool is_of_thread_needed(const struct processes *p, const struct fate *f,
				const struct kept_record *r)
{
	const struct thread *t = &p->threads[f->thread];
	struct bytes b = bytes_of(text_from(r->bytes, sizeof r->header));
	uint32_t pid = bytes_u32(&b), tid;

	if (r->header.type == PERF_RECORD_COMM)
		return t->needed && (!f->renamed || t->has_heirs);
	bytes_skip(&b, 4);
	tid = bytes_u32(&b);
	return t->needed || (pid == tid && p->list[f->process].needed);
}

static bool is_needed(const struct processes *p, uint32_t number,
		      const struct kept_record *r)
{
	const struct fate *f = &p->fates[number];
	const struct process *of;

	if (f->dropped || f->process == NONE)
		return !f->dropped;
	of = &p->list[f->process];
	if (number == of->executed && of->needed)
		return true;
	if (f->thread != NONE)
		return is_of_thread_needed(p, f, r);
	return of->needed &&
	       (of->executed == NONE || of->has_heirs || number >= of->executed);
}

bool kept_processes_needed(struct text all, char *to, size_t *len, struct error *err)
{
	struct processes p = {.count = 0};
	struct kept_record r;
	uint32_t number = 0;
	bool ok = take_all(&p, all, err);

	*len = 0;
	find_needed(&p);
	for (size_t at = 0; ok && kept_record_at(all, at, &r); at = r.end, number++) {
		if (!is_needed(&p, number, &r))
			continue;
		memcpy(to + *len, all.at + at,
		       r.end - at); /* room: no more than `all` has */
		*len += r.end - at;
	}
	release(&p);
	return ok;
}
