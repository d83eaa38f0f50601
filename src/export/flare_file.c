#include "export/export.h"

#include "base/mem.h"
#include "profile/store.h"

/*
 * Write the counted samples of the flame graph with all their fields, and the notes and losses
 * of the profile.
 */
static bool flare_write(const struct export_job *job, FILE *out, struct error *err)
{
	const struct flame *f = job->flame;
	const struct profile *p = f->tree->profile;
	struct profile part = *p;
	uint64_t *time = NULL, *weight = NULL, *duration = NULL;
	uint32_t *stack = NULL, *context = NULL;
	uint64_t count = 0, to = 0, end = 0;
	bool ok;

	for (uint64_t row = flame_next(f, 0); row < f->last; row = flame_next(f, row + 1))
		count++;
	if (!count)
		return error_set(err, ERROR_FORMAT, "there are no samples to write");
	ok = (time = mem_array(count, sizeof *time, "samples", err)) &&
	     (weight = mem_array(count, sizeof *weight, "samples", err)) &&
	     (stack = mem_array(count, sizeof *stack, "samples", err)) &&
	     (context = mem_array(count, sizeof *context, "samples", err)) &&
	     (!p->samples.duration ||
	      (duration = mem_array(count, sizeof *duration, "samples", err)));
	for (uint64_t row = flame_next(f, 0); ok && row < f->last;
	     row = flame_next(f, row + 1)) {
		/* a span that begins before the range is cut at its start: the order remains */
		const struct flame_part at = flame_part_of(f, row);
		uint64_t last =
		    at.time + (at.duration ? at.duration : at.time < UINT64_MAX);

		time[to] = at.time; /* room: counted above */
		weight[to] = at.weight;
		stack[to] = p->samples.stack[row];
		context[to] = p->samples.context[row];
		if (duration)
			duration[to] = at.duration;
		end = last > end ? last : end;
		to++;
	}
	if (ok) {
		part.samples =
		    (struct samples){.count = count,
				     .time = time,
				     .weight = weight,
				     .duration = duration,
				     .stack = stack,
				     .context = context,
				     .many = p->weights_are_counts ? weight : NULL,
				     .end = p->has_times ? end : 0};
		part.has_weights = false;
		for (uint64_t i = 0; i < count && !part.has_weights; i++)
			part.has_weights = weight[i] != profile_plain_weight(&part, i);
		ok = store_write(&part, TEXT(""), out, err);
	}
	mem_free(time);
	mem_free(weight);
	mem_free(duration);
	mem_free(stack);
	mem_free(context);
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
