#include "profile/process_names.h"

#include "base/append.h"
#include "base/idmap.h"
#include "base/mem.h"
#include "profile/hosts.h"

/* A name shared by threads of one process. */
struct shared_name {
	uint32_t process, comm;
	uint32_t threads; /* the number of threads with this name */
	int32_t lowest;	  /* the lowest tid among them */
};

struct naming {
	const struct profile *p;
	struct idmap by_pid;  /* maps a pid to an index in `told` */
	struct idmap by_name; /* maps (process, comm) to an index in `shared` */
	/* owned: by process: the name from the input, a string; 0: none */
	uint32_t *told;
	struct shared_name *shared; /* owned */
	uint32_t *most;		    /* owned: by process: 1 + an index in `shared` */
	size_t count, shared_count, room, shared_room;
};

static bool has_pid(const struct profile *p, const struct thread *t)
{
	return host_pid(p, t) != PROFILE_NO_ID;
}

/* Take names from the samples of each process; threads are in the order of their first samples. */
static bool hear_threads(struct naming *n, struct error *err)
{
	for (uint32_t i = 0; i < n->p->thread_count; i++) {
		const struct thread *t = &n->p->threads[i];
		uint32_t name = t->tid == t->pid ? t->comm : t->process, at;

		if (!has_pid(n->p, t))
			continue;
		if (!idmap_put(&n->by_pid, (uint32_t)t->pid, (uint32_t)n->count, &at,
			       err))
			return false;
		if (at == n->count &&
		    !APPEND(n->told, n->count, n->room, "processes", err, 0))
			return false;
		if (name)
			n->told[at] = name;
	}
	/* one that only occurs in records of the scheduler, without its process, may be a leader */
	for (uint32_t i = 0; i < n->p->thread_count; i++) {
		const struct thread *t = &n->p->threads[i];
		uint32_t at;

		if (!has_pid(n->p, t) && t->tid != PROFILE_NO_ID &&
		    idmap_get(&n->by_pid, (uint32_t)t->tid, &at) && !n->told[at])
			n->told[at] = t->comm;
	}
	return true;
}

static bool count_name(struct naming *n, uint32_t process, const struct thread *t,
		       struct error *err)
{
	struct shared_name fresh = {
	    .process = process, .comm = t->comm, .lowest = host_tid(n->p, t)};
	uint32_t at;

	if (!idmap_put(&n->by_name, idmap_pair(process, t->comm),
		       (uint32_t)n->shared_count, &at, err) ||
	    (at == n->shared_count && !APPEND(n->shared, n->shared_count, n->shared_room,
					      "names of threads", err, fresh)))
		return false;
	n->shared[at].threads++;
	if (host_tid(n->p, t) < n->shared[at].lowest)
		n->shared[at].lowest = host_tid(n->p, t);
	return true;
}

/* For processes without a known name, choose the name of most threads. */
static bool guess(struct naming *n, struct error *err)
{
	uint32_t at;

	for (uint32_t i = 0; i < n->p->thread_count; i++) {
		const struct thread *t = &n->p->threads[i];

		if (has_pid(n->p, t) && idmap_get(&n->by_pid, (uint32_t)t->pid, &at) &&
		    !n->told[at] && !count_name(n, at, t, err))
			return false;
	}
	n->most = mem_array(n->count + 1, sizeof *n->most, "processes", err);
	for (uint32_t i = 0; n->most && i < n->shared_count; i++) {
		const struct shared_name *s = &n->shared[i], *than;
		uint32_t *best = &n->most[s->process];

		than = *best ? &n->shared[*best - 1] : s;
		if (!*best || s->threads > than->threads ||
		    (s->threads == than->threads && s->lowest < than->lowest))
			*best = i + 1;
	}
	for (size_t i = 0; n->most && i < n->count; i++)
		if (n->most[i])
			n->told[i] = n->shared[n->most[i] - 1].comm;
	return n->most != NULL;
}

bool process_names_build(struct process_names *names, const struct profile *p,
			 struct error *err)
{
	struct naming n = {.p = p};
	bool ok = hear_threads(&n, err);

	*names = (struct process_names){0};
	ok = ok && guess(&n, err);
	if (ok)
		names->of_thread = mem_array((size_t)p->thread_count + 1,
					     sizeof *names->of_thread, "processes", err);
	for (uint32_t i = 0; names->of_thread && i < p->thread_count; i++) {
		const struct thread *t = &p->threads[i];
		uint32_t at;

		names->of_thread[i] =
		    has_pid(p, t) && idmap_get(&n.by_pid, (uint32_t)t->pid, &at)
			? n.told[at]
			: t->comm;
	}
	idmap_release(&n.by_pid);
	idmap_release(&n.by_name);
	mem_free(n.told);
	mem_free(n.shared);
	mem_free(n.most);
	return names->of_thread != NULL;
}

void process_names_release(struct process_names *n)
{
	mem_free(n->of_thread);
	*n = (struct process_names){0};
}
