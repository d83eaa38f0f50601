#include "profile/join/join_state.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/append.h"
#include "base/mem.h"
#include "base/number.h"
#include "profile/hosts.h"
#include "profile/sched.h"
#include "profile/wall_clock.h"

#define UNREAD_NAMED 20

/* ---- tables merged for all hosts ---- */

static bool number_stacks(const struct join *j, const struct profile *p,
			  uint32_t *strings, uint32_t *frames, uint32_t *stacks)
{
	for (uint32_t i = 0; i < p->strings.count; i++)
		strings[i] = builder_string(j->whole, profile_string(p, i));
	if (builder_failed(j->whole))
		return false;
	for (uint32_t i = 1; i < p->frame_count; i++)
		frames[i] =
		    builder_frame_like(j->whole, strings[p->frames[i].name],
				       strings[p->frames[i].module], &p->frames[i]);
	for (uint32_t i = 1; i < p->stack_count && !builder_failed(j->whole); i++)
		stacks[i] = builder_stack(j->whole, stacks[p->stacks[i].parent],
					  frames[p->stacks[i].frame]);
	return !builder_failed(j->whole);
}

/* ---- numbers specific to a host ---- */

static bool put_number(struct idmap *ids, uint64_t key, struct host_number fresh,
		       struct host_number **rows, size_t *count, size_t *room,
		       uint32_t *row, struct error *err)
{
	struct host_number *list = *rows;
	bool ok = idmap_put(ids, key, (uint32_t)*count, row, err);

	if (ok && *row == *count)
		ok = APPEND(list, *count, *room, "threads", err, fresh);
	*rows = list;
	return ok;
}

/* A process and a thread with the same number keep a common number. */
static bool number_task(struct join *j, uint32_t host, int32_t id, uint32_t comm,
			int32_t *number, struct error *err)
{
	bool named = id == PROFILE_NO_ID;
	uint32_t row;

	if (j->task_count >= INT32_MAX)
		return error_set(err, ERROR_LIMIT, "too many threads on all hosts");
	if (!put_number(named ? &j->named_ids : &j->task_ids,
			idmap_pair(host, named ? comm : (uint32_t)id),
			(struct host_number){host, id}, &j->tasks, &j->task_count,
			&j->task_room, &row, err))
		return false;
	*number = (int32_t)row;
	return true;
}

static bool number_cpu(struct join *j, uint32_t host, uint16_t cpu, uint16_t *number,
		       struct error *err)
{
	uint32_t row;

	*number = PROFILE_NO_CPU;
	if (cpu == PROFILE_NO_CPU)
		return true;
	if (!put_number(&j->cpu_ids, idmap_pair(host, cpu),
			(struct host_number){host, cpu}, &j->cpus, &j->cpu_count,
			&j->cpu_room, &row, err))
		return false;
	if (row < PROFILE_NO_CPU) /* otherwise add_cpus_beyond() counts it */
		*number = (uint16_t)row;
	return true;
}

static bool number_context(struct join *j, uint32_t part, const uint32_t *strings,
			   const struct context *c, uint32_t *id, struct error *err)
{
	const struct profile *p = j->parts[part].profile;
	const struct thread *t = &p->threads[c->thread];
	const struct event *e = &p->events[c->event];
	uint32_t of = host_of_thread(p, t), thread;
	/* an index into hosts.list; a part may have several hosts */
	uint32_t host = j->first_host[part] + (of == HOST_NONE ? 0 : of);
	struct text name = profile_string(p, e->name);
	int32_t pid, tid;
	uint16_t cpu, event;

	if (!number_task(j, host, host_pid(p, t), strings[t->comm], &pid, err) ||
	    !number_task(j, host, host_tid(p, t), strings[t->comm], &tid, err) ||
	    !number_cpu(j, host, host_cpu(p, c->cpu), &cpu, err))
		return false;
	thread = builder_thread_in(
	    j->whole, &(struct thread){strings[t->comm], pid, tid, strings[t->process]});
	event = e->spans ? builder_span_event(j->whole, name)
			 : builder_event(j->whole, name, profile_string(p, e->unit));
	*id = builder_context_id(j->whole, thread, cpu, event);
	return true;
}

/*
 * Is this a note about the clock, which each host has, or about the number of CPUs, which is added
 * up?
 */
static bool is_own_note(struct text key)
{
	static const struct text own[] = {
	    {"reference time", 14},
	    {"captured on", 11},
	    {WALL_STARTED_NOTE, sizeof WALL_STARTED_NOTE - 1},
	    {"time of last sample", 19},
	    {"nrcpus online", 13},
	    {"nrcpus avail", 12}};

	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		if (text_equal(key, own[i]))
			return true;
	return false;
}

/* Add a sum over all hosts, if each has a value. */
static void add_sum(const struct join *j, const char *key)
{
	char digits[NUMBER_GROUPED_MAX];
	uint64_t sum = 0, n;

	for (uint32_t i = 0; i < j->count; i++) {
		if (!number_u64(profile_note(j->parts[i].profile, key), &n))
			return;
		sum = number_add(sum, n);
	}
	snprintf(digits, sizeof digits, "%" PRIu64, sum);
	builder_note(j->whole, text_of(key), text_of(digits));
}

/* Equal notes of one part are counted once. */
static bool count_note(struct join *j, uint32_t part, uint32_t key, uint32_t value,
		       struct error *err)
{
	struct join_note fresh = {.key = key, .value = value, .last = UINT32_MAX};
	uint32_t row;

	if (!idmap_put(&j->note_ids, idmap_pair(key, value), (uint32_t)j->note_count,
		       &row, err) ||
	    (row == j->note_count &&
	     !APPEND(j->notes, j->note_count, j->note_room, "notes", err, fresh)))
		return false;
	if (j->notes[row].last != part)
		j->notes[row].parts++;
	j->notes[row].last = part;
	return true;
}

/* Add notes with the names of some unread files, and their number. */
static void add_unread(const struct join *j)
{
	const struct join_options *o = j->options;
	const struct loss l = {
	    .reason = builder_string(j->whole, TEXT("files that could not be read")),
	    .kind = LOST_UNREAD,
	    .count = o->unread_count};

	for (uint32_t i = 0; i < o->unread_count && i < UNREAD_NAMED; i++)
		builder_note(j->whole, o->unread_key, o->unread[i]);
	if (o->unread_count)
		builder_loss(j->whole, &l);
}

/* Count CPUs for which numbers ran out: their samples have an unknown CPU. */
static void add_cpus_beyond(struct join *j)
{
	struct loss l = {.kind = LOST_SHAPE};

	if (j->cpu_count <= PROFILE_NO_CPU)
		return;
	l.reason = builder_string(
	    j->whole, TEXT("CPUs beyond 65535 of all hosts, not distinguished"));
	l.count = j->cpu_count - PROFILE_NO_CPU;
	builder_loss(j->whole, &l);
	j->cpu_count = PROFILE_NO_CPU;
}

static bool number_part(struct join *j, uint32_t part, struct error *err)
{
	const struct profile *p = j->parts[part].profile;
	uint32_t *strings = mem_array(p->strings.count, sizeof *strings, "names", err);
	uint32_t *frames =
	    strings ? mem_array(p->frame_count, sizeof *frames, "frames", err) : NULL;
	struct join_numbers *n = &j->of[part];
	bool ok;

	n->stacks =
	    frames ? mem_array(p->stack_count, sizeof *n->stacks, "stacks", err) : NULL;
	n->contexts = n->stacks ? mem_array((size_t)p->context_count + 1,
					    sizeof *n->contexts, "contexts", err)
				: NULL;
	ok = n->contexts && number_stacks(j, p, strings, frames, n->stacks);
	for (uint32_t i = 0; ok && i < p->context_count; i++)
		ok = number_context(j, part, strings, &p->contexts[i], &n->contexts[i],
				    err);
	ok = ok && !builder_failed(j->whole);
	for (uint32_t i = 0; ok && i < p->note_count; i++)
		ok = is_own_note(profile_string(p, p->notes[i].key)) ||
		     count_note(j, part, strings[p->notes[i].key],
				strings[p->notes[i].value], err);
	for (uint32_t i = 0; ok && i < p->loss_count; i++) {
		struct loss l = p->losses[i];

		l.reason = strings[l.reason];
		l.first_line = 0; /* the line would not identify its file */
		builder_loss(j->whole, &l);
	}
	mem_free(frames);
	mem_free(strings);
	return ok;
}

static bool tells_other(enum sched_kind kind)
{
	return kind == SCHED_SWITCH || kind == SCHED_WAKING || kind == SCHED_WAKEUP ||
	       kind == SCHED_NEW;
}

/* Number threads that occur only in records of other threads. */
static bool number_others(struct join *j, uint32_t part, struct error *err)
{
	const struct samples *s = &j->parts[part].profile->samples;
	uint32_t host = j->first_host[part];
	int32_t number;

	for (uint64_t i = 0; s->sched && i < s->count; i++) {
		struct sched told = sched_of(s->sched[i]);

		if (tells_other(told.kind) && told.other >= 0 &&
		    !number_task(j, host, told.other, 0, &number, err))
			return false;
	}
	return true;
}

bool join_number_all(struct join *j, struct error *err)
{
	struct host_number nobody = {HOST_NONE, PROFILE_NO_ID};

	if (!APPEND(j->tasks, j->task_count, j->task_room, "threads", err, nobody))
		return false;
	for (uint32_t i = 0; i < j->count; i++) {
		const struct profile *p = j->parts[i].profile;

		j->first_host[i] = j->host_count;
		j->host_count += hosts_are_several(p) ? p->hosts.count : 1;
	}
	for (uint32_t i = 0; i < j->count; i++)
		if (!join_goes_on(j, err) || !number_part(j, i, err) ||
		    !number_others(j, i, err))
			return false;
	/* the notes that all parts have, in the order of the first part */
	for (size_t i = 0; i < j->note_count; i++)
		if (j->notes[i].parts == j->count)
			builder_note_of(j->whole, j->notes[i].key, j->notes[i].value);
	add_sum(j, "nrcpus online");
	add_sum(j, "nrcpus avail");
	add_unread(j);
	add_cpus_beyond(j);
	return true;
}

/* Translate the other thread of a switch, and the request of a disk of the host. */
uint64_t join_sched(const struct join *j, uint32_t part, uint64_t packed)
{
	struct sched s = sched_of(packed);
	uint32_t host = j->first_host[part], row;

	if (!tells_other(s.kind) && !sched_is_request(s.kind))
		return packed;
	if (sched_is_request(s.kind))
		s.request =
		    sched_request(sched_request_kind(s.request), s.request, host + 1);
	else if (idmap_get(&j->task_ids, idmap_pair(host, (uint32_t)s.other), &row))
		s.other = (int32_t)row;
	return sched_pack(&s);
}
