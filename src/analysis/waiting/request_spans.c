#include "analysis/waiting/request_spans.h"

#include "base/mem.h"
#include "profile/order.h"
#include "profile/sched.h"

static const struct request_words {
	const char *none, *sampled, *how;
} words_of_disks =
    {"it has no requests to disks",
     "its requests to disks are sampled, one in several, without times",
     "perf record -a -e block:block_rq_issue -e block:block_rq_complete -g"},
  words_of_calls = {
      "it has no system calls",
      "its system calls are sampled, one in several, without times",
      "perf record -a -e raw_syscalls:sys_enter -e raw_syscalls:sys_exit -g"};

/* The events of one kind of request, in the order of the samples. */
struct request_events {
	uint64_t *keys; /* owned: equal for events that may form a request */
	uint32_t *rows; /* owned: their samples */
	/* owned: indices of events by key; equal keys in the order of the samples */
	uint32_t *order;
	uint32_t count;
};

/*
 * Choose the kind of requests and count its events. False and an error when there are none, or only
 * some of them were recorded.
 */
static bool choose_request_kind(const struct profile *p, enum thread_state state,
				enum request_kind *kind, uint32_t *count,
				struct error *err)
{
	const struct request_words *words =
	    state == STATE_CALL ? &words_of_calls : &words_of_disks;
	const uint64_t *sched = p->samples.sched;
	uint32_t counts[REQUEST_KINDS + 1] = {0};
	bool sampled[REQUEST_KINDS + 1] = {false};

	for (uint64_t i = 0; sched && p->has_times && i < p->samples.count; i++) {
		struct sched s = sched_of(sched[i]);

		if (!sched_is_request(s.kind))
			continue;
		counts[sched_request_kind(s.request)]++;
		sampled[sched_request_kind(s.request)] |= s.sampled;
	}
	*kind = REQUEST_DISK;
	if (state == STATE_CALL)
		*kind = counts[REQUEST_CALL] ? REQUEST_CALL : REQUEST_NAMED_CALL;
	*count = counts[*kind];
	if (*count && !sampled[*kind])
		return true;
	return error_set(err, ERROR_FORMAT, "%s; record them with: %s",
			 *count ? words->sampled : words->none, words->how);
}

/*
 * System calls have the tid as key; without a tid, the index of the thread, which is above all
 * tids.
 */
static uint64_t key_of(const struct profile *p, uint64_t row, const struct sched *s)
{
	uint32_t thread = profile_context(p, row)->thread;
	int32_t tid = p->threads[thread].tid;

	if (sched_request_kind(s->request) == REQUEST_DISK)
		return s->request;
	return tid < 0 ? UINT64_C(1) << 32 | thread : (uint64_t)tid;
}

static bool find_events(struct request_events *e, const struct profile *p,
			enum thread_state state, struct error *err)
{
	enum request_kind kind;
	uint32_t n = 0;

	if (!choose_request_kind(p, state, &kind, &e->count, err))
		return false;
	e->keys = mem_array(e->count, sizeof *e->keys, "requests", err);
	e->rows = e->keys ? mem_array(e->count, sizeof *e->rows, "requests", err) : NULL;
	if (!e->rows)
		return false;
	for (uint64_t i = 0; i < p->samples.count && n < e->count; i++) {
		struct sched s = sched_of(p->samples.sched[i]);

		if (!sched_is_request(s.kind) || sched_request_kind(s.request) != kind)
			continue;
		e->keys[n] = key_of(p, i, &s);
		e->rows[n++] = (uint32_t)i; /* room: counted before */
	}
	e->order = order_by_time(e->keys, e->count, err);
	return e->order != NULL;
}

/*
 * Pair each begin with the next end that has the same key, if the request is the same; count the
 * others.
 */
static bool pair_up(const struct request_events *e, const struct profile *p,
		    enum thread_state state, const struct sched_sink *sink,
		    struct requests_alone *alone, struct error *err)
{
	uint32_t open = UINT32_MAX; /* index in `order` */

	for (uint32_t i = 0; i < e->count; i++) {
		uint32_t at = e->order[i], before = open;
		struct sched s = sched_of(p->samples.sched[e->rows[at]]);
		bool same = before != UINT32_MAX && e->keys[before] == e->keys[at];

		open = s.kind == SCHED_ASKED ? at : UINT32_MAX;
		if (same && s.kind == SCHED_ANSWERED &&
		    sched_of(p->samples.sched[e->rows[before]]).request == s.request) {
			uint32_t asked = e->rows[before], answered = e->rows[at];
			const struct context *c = profile_context(p, asked);
			const struct state_span told = {.from = p->samples.time[asked],
							.to = p->samples.time[answered],
							.thread = c->thread,
							.stack = p->samples.stack[asked],
							.state = state,
							.cpu = c->cpu};

			if (!sink->stretch(sink->arg, &told, err))
				return false;
			continue;
		}
		alone->asked += before != UINT32_MAX;
		alone->answered += s.kind == SCHED_ANSWERED;
	}
	alone->asked += open != UINT32_MAX;
	return true;
}

bool request_spans_replay(const struct profile *p, enum thread_state state,
			  const struct sched_sink *sink, struct requests_alone *alone,
			  struct error *err)
{
	struct request_events e = {0};
	bool ok =
	    find_events(&e, p, state, err) && pair_up(&e, p, state, sink, alone, err);

	mem_free(e.keys);
	mem_free(e.rows);
	mem_free(e.order);
	return ok;
}
