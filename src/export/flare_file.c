#include "export/export.h"

#include "base/mem.h"
#include "profile/store.h"

/* The columns of the exported samples. All owned. */
struct sample_columns {
	uint64_t *time, *weight, *duration;
	uint32_t *stack, *context;
	uint64_t count;
};

static uint64_t count_rows(const struct flame *f)
{
	uint64_t count = 0;

	for (uint64_t row = flame_next(f, 0); row < f->last; row = flame_next(f, row + 1))
		count++;
	return count;
}

static bool make_columns(struct sample_columns *c, const struct profile *p,
			 uint64_t count, struct error *err)
{
	*c = (struct sample_columns){.count = 0};
	c->time = mem_array(count, sizeof *c->time, "samples", err);
	c->weight = mem_array(count, sizeof *c->weight, "samples", err);
	c->stack = mem_array(count, sizeof *c->stack, "samples", err);
	c->context = mem_array(count, sizeof *c->context, "samples", err);
	if (p->samples.duration)
		c->duration = mem_array(count, sizeof *c->duration, "samples", err);
	return c->time && c->weight && c->stack && c->context &&
	       (!p->samples.duration || c->duration);
}

static void free_columns(struct sample_columns *c)
{
	mem_free(c->time);
	mem_free(c->weight);
	mem_free(c->duration);
	mem_free(c->stack);
	mem_free(c->context);
}

/* A span that begins before the range is cut at its start. `*end` becomes the latest end. */
static void put_row(struct sample_columns *c, const struct flame *f, uint64_t row,
		    uint64_t *end)
{
	const struct profile *p = f->tree->profile;
	const struct flame_part part = flame_part_of(f, row);
	uint64_t to = c->count++; /* room: one per counted row */
	uint64_t last =
	    part.time + (part.duration ? part.duration : part.time < UINT64_MAX);

	c->time[to] = part.time;
	c->weight[to] = part.weight;
	c->stack[to] = p->samples.stack[row];
	c->context[to] = p->samples.context[row];
	if (c->duration)
		c->duration[to] = part.duration;
	*end = last > *end ? last : *end;
}

/* Spans that begin before the range now begin with it, so their order remains. */
static struct profile part_of(const struct flame *f, struct sample_columns *c)
{
	struct profile p = *f->tree->profile;
	uint64_t end = 0;

	for (uint64_t row = flame_next(f, 0); row < f->last; row = flame_next(f, row + 1))
		put_row(c, f, row, &end);
	p.samples = (struct samples){.count = c->count,
				     .time = c->time,
				     .weight = c->weight,
				     .duration = c->duration,
				     .stack = c->stack,
				     .context = c->context,
				     .many = p.weights_are_counts ? c->weight : NULL,
				     .end = p.has_times ? end : 0};
	p.has_weights = false;
	for (uint64_t i = 0; i < c->count && !p.has_weights; i++)
		p.has_weights = c->weight[i] != profile_plain_weight(&p, i);
	return p;
}

/*
 * Write the counted samples of the flame graph with all their fields, and the notes and losses
 * of the profile.
 */
static bool flare_write(const struct export_job *job, FILE *out, struct error *err)
{
	const struct flame *f = job->flame;
	uint64_t count = count_rows(f);
	struct sample_columns c;
	struct profile part;
	bool ok;

	if (!count)
		return error_set(err, ERROR_FORMAT, "there are no samples to write");
	ok = make_columns(&c, f->tree->profile, count, err);
	if (ok) {
		part = part_of(f, &c);
		ok = store_write(&part, TEXT(""), out, err);
	}
	free_columns(&c);
	return ok;
}

/* The file is never longer than the profile, so the estimate is 0. */
static bool flare_measure(const struct export_job *job, uint64_t *bytes,
			  struct error *err)
{
	(void)job;
	(void)err;
	*bytes = 0;
	return true;
}

const struct notation flare_notation = {
    .name = "flare",
    .extension = "flare",
    .what = "a parsed profile",
    .help = "the samples of the range in flarescope's own format, which opens "
	    "immediately",
    .of_samples = true,
    .write = flare_write,
    .measure = flare_measure,
};
