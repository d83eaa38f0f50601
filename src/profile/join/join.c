#include "profile/join/join.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "profile/hosts.h"
#include "profile/join/join_state.h"

bool join_goes_on(const struct join *j, struct error *err)
{
	const atomic_bool *cancel = j->options->cancel;

	return !cancel || !atomic_load(cancel) ||
	       error_set(err, ERROR_CANCELLED, "reading was cancelled");
}

static bool make_columns(struct join *j, struct error *err)
{
	struct columns *c = &j->columns;
	bool has_durations = false, has_sched = false;
	uint64_t rows = 0;

	c->untimed = true;
	for (uint32_t p = 0; p < j->count; p++) {
		const struct profile *of = j->parts[p].profile;

		rows += of->samples.count;
		has_durations |= of->samples.duration != NULL;
		has_sched |= of->samples.sched != NULL;
		c->untimed &= !of->has_times;
	}
	if (rows >= UINT32_MAX)
		return error_set(err, ERROR_LIMIT, "more than %u samples on all hosts",
				 UINT32_MAX - 1);
	c->count = (uint32_t)rows;
	return (c->time = mem_array(rows + 1, sizeof *c->time, "samples", err)) &&
	       (c->weight = mem_array(rows + 1, sizeof *c->weight, "samples", err)) &&
	       (c->stack = mem_array(rows + 1, sizeof *c->stack, "samples", err)) &&
	       (c->context = mem_array(rows + 1, sizeof *c->context, "samples", err)) &&
	       (!has_durations || (c->duration = mem_array(rows + 1, sizeof *c->duration,
							   "samples", err))) &&
	       (!has_sched ||
		(c->sched = mem_array(rows + 1, sizeof *c->sched, "samples", err)));
}

static bool join_samples(struct join *j, struct error *err)
{
	uint64_t to = 0;

	if (!make_columns(j, err) || (!j->columns.untimed && !join_sort_samples(j, err)))
		return false;
	/* without times, the parts follow each other */
	for (uint32_t p = 0; j->columns.untimed && p < j->count; p++)
		for (uint64_t i = 0; i < j->parts[p].profile->samples.count; i++)
			join_put_row(j, to++, p, i);
	builder_columns(j->whole, &j->columns);
	j->columns = (struct columns){.time = NULL}; /* now owned by the builder */
	return true;
}

/* ---- the table of hosts ---- */

/* A host of a part may have the same name as a host of another part: then a number is appended. */
static bool own_name(struct join *j, struct text name, uint32_t host, uint32_t *id,
		     struct error *err)
{
	char other[HOST_TAIL_MAX + 16];
	uint32_t first;

	*id = builder_string(j->whole, name);
	name = text_upto(name, HOST_TAIL_MAX);
	for (uint32_t n = host + 1;
	     !builder_failed(j->whole) && idmap_get(&j->host_names, *id, &first); n++) {
		snprintf(other, sizeof other, "%.*s#%" PRIu32, (int)name.len, name.at, n);
		*id = builder_string(j->whole, text_of(other));
	}
	return idmap_put(&j->host_names, *id, 0, &first, err);
}

/* The host of a recording of one host. */
static struct host host_of_part(const struct join *j, const struct join_part *p)
{
	const struct samples *s = &p->profile->samples;
	struct host h = {.file = builder_string(j->whole, p->file),
			 .clock = p->clock,
			 .rate = p->rate,
			 .moved = p->moved,
			 .samples = s->count,
			 .lost = profile_lost(p->profile, LOSSES_LOUD)};

	if (p->profile->has_times && s->count) {
		h.from = join_moved(p, s->time[0]);
		h.to = join_moved(p, s->end);
	}
	return h;
}

/* One of the hosts of a part. */
static struct host host_in_part(const struct join *j, const struct join_part *p,
				uint32_t i)
{
	struct host h = p->profile->hosts.list[i];

	h.file = builder_string(j->whole, profile_string(p->profile, h.file));
	if (p->clock > (enum host_clock)h.clock)
		h.clock = p->clock;
	h.moved = (int64_t)((uint64_t)h.moved + (uint64_t)p->moved);
	if (p->profile->has_times) {
		h.from = join_moved(p, h.from);
		h.to = join_moved(p, h.to);
	}
	return h;
}

static bool tell_hosts(struct join *j, struct error *err)
{
	struct host *list = mem_array(j->host_count, sizeof *list, "hosts", err);
	struct hosts h = {.list = list,
			  .count = j->host_count,
			  .tasks = j->tasks,
			  .task_count = (uint32_t)j->task_count,
			  .cpus = j->cpus,
			  .cpu_count = (uint32_t)j->cpu_count};
	uint32_t n = 0;

	if (!list)
		return false;
	for (uint32_t i = 0; i < j->count; i++) {
		const struct join_part *p = &j->parts[i];
		uint32_t own = p->profile->hosts.count;

		for (uint32_t k = 0; k < (own ? own : 1); k++, n++) {
			struct text name = own ? host_name(p->profile, k) : p->name;

			list[n] = own ? host_in_part(j, p, k) : host_of_part(j, p);
			if (!own_name(j, name, n, &list[n].name, err)) {
				mem_free(list);
				return false;
			}
		}
	}
	builder_hosts(j->whole, &h);
	j->tasks = j->cpus = NULL; /* now owned by the builder */
	return true;
}

static void release_join(struct join *j)
{
	for (uint32_t i = 0; j->of && i < j->count; i++) {
		mem_free(j->of[i].stacks);
		mem_free(j->of[i].contexts);
	}
	mem_free(j->of);
	mem_free(j->first_host);
	mem_free(j->columns.time);
	mem_free(j->columns.weight);
	mem_free(j->columns.stack);
	mem_free(j->columns.context);
	mem_free(j->columns.duration);
	mem_free(j->columns.sched);
	idmap_release(&j->task_ids);
	idmap_release(&j->named_ids);
	idmap_release(&j->cpu_ids);
	idmap_release(&j->note_ids);
	idmap_release(&j->host_names);
	mem_free(j->notes);
	mem_free(j->tasks);
	mem_free(j->cpus);
	builder_free(j->whole);
}

struct profile *join_run(const struct join_part *parts, uint32_t count,
			 const struct join_options *options, struct error *err)
{
	struct join j = {.parts = parts, .count = count, .options = options};
	struct profile *p = NULL;

	j.whole = builder_new(err);
	j.of = j.whole ? mem_array(count, sizeof *j.of, "hosts", err) : NULL;
	j.first_host = j.of ? mem_array(count, sizeof *j.first_host, "hosts", err) : NULL;
	if (j.first_host && join_number_all(&j, err) && join_samples(&j, err) &&
	    tell_hosts(&j, err)) {
		if (parts[0].profile->weights_are_counts)
			builder_weights_are_counts(j.whole);
		p = builder_finish(j.whole, err);
	}
	if (!p && j.whole && !err->kind) /* the builder has the error */
		p = builder_finish(j.whole, err);
	release_join(&j);
	return p;
}
