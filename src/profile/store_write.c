#include "profile/store.h"

#include "base/mem.h"
#include "profile/store_layout.h"

/* The beginning of a file, and the rows that follow it. */
struct plan {
	struct store_header header;
	struct store_section sections[STORE_SECTIONS];
	const void *rows[STORE_SECTIONS]; /* borrowed, by section */
	struct tally *tallies;		  /* owned; NULL: the profile has its own */
	struct store_loss *losses;	  /* owned */
};

_Static_assert(offsetof(struct plan, sections) == sizeof(struct store_header),
	       "the table follows the header");

static void add_section(struct plan *plan, enum store_kind kind, const void *rows,
			uint64_t count)
{
	struct store_section *s = &plan->sections[kind - 1];

	*s = (struct store_section){.kind = kind, .row = store_row(kind), .rows = count};
	plan->rows[kind - 1] = rows;
}

static uint64_t bytes_of(const struct store_section *s)
{
	return s->row * s->rows;
}

static uint64_t aligned(uint64_t offset)
{
	return (offset + STORE_ALIGN - 1) / STORE_ALIGN * STORE_ALIGN;
}

static void add_tables(struct plan *plan, const struct profile *p)
{
	const struct strings *s = &p->strings;

	add_section(plan, STORE_STRINGS, s->bytes, s->ends[s->count - 1]);
	add_section(plan, STORE_ENDS, s->ends, s->count);
	add_section(plan, STORE_FRAMES, p->frames, p->frame_count);
	add_section(plan, STORE_STACKS, p->stacks, p->stack_count);
	add_section(plan, STORE_THREADS, p->threads, p->thread_count);
	add_section(plan, STORE_EVENTS, p->events, p->event_count);
	add_section(plan, STORE_CONTEXTS, p->contexts, p->context_count);
	add_section(plan, STORE_NOTES, p->notes, p->note_count);
	add_section(plan, STORE_HOSTS, p->hosts.list, p->hosts.count);
	add_section(plan, STORE_TASKS, p->hosts.tasks, p->hosts.task_count);
	add_section(plan, STORE_CPUS, p->hosts.cpus, p->hosts.cpu_count);
	add_section(plan, STORE_SAMPLE_TIMES, p->samples.time, p->samples.count);
	add_section(plan, STORE_SAMPLE_DURATIONS, p->samples.duration,
		    p->samples.duration ? p->samples.count : 0);
	add_section(plan, STORE_SAMPLE_STACKS, p->samples.stack, p->samples.count);
	add_section(plan, STORE_SAMPLE_CONTEXTS, p->samples.context, p->samples.count);
	add_section(plan, STORE_SAMPLE_WEIGHTS, p->samples.weight, p->samples.count);
}

static bool has_weights(const struct profile *p)
{
	bool weighted = p->has_weights && !p->origin;

	for (uint64_t i = 0; p->has_weights && !weighted && i < p->samples.count; i++)
		weighted = p->samples.weight[i] != profile_plain_weight(p, i);
	return weighted;
}

/*
 * Compute the positions of all sections, and their sums. A preview of a growing profile may end
 * later than its samples, and has_weights may come from dropped samples; in a file both are exact.
 */
static void place_sections(struct plan *plan, const struct profile *p)
{
	const struct samples *s = &p->samples;
	struct store_header *h = &plan->header;

	*h = (struct store_header){
	    .magic = STORE_MAGIC,
	    .version = STORE_VERSION,
	    .sections = STORE_SECTIONS,
	    .size = sizeof *h + sizeof plan->sections,
	    .flags = (p->has_times ? STORE_HAS_TIMES : 0u) |
		     (has_weights(p) ? STORE_HAS_WEIGHTS : 0u) |
		     (p->weights_are_counts ? STORE_WEIGHTS_ARE_COUNTS : 0u),
	};
	if (s->count) {
		h->first_time = s->time[0];
		h->last_time = s->time[s->count - 1];
		h->end_time = s->end;
		if (p->origin && !s->duration)
			h->end_time = h->last_time + (h->last_time < UINT64_MAX);
	}
	for (size_t i = 0; i < STORE_SECTIONS; i++) {
		struct store_section *of = &plan->sections[i];

		of->offset = aligned(h->size);
		of->sum =
		    XXH3_64bits(of->rows ? plan->rows[i] : "", (size_t)bytes_of(of));
		h->size = of->offset + bytes_of(of);
	}
	h->sum = store_front_sum(h, plan->sections);
}

static bool write_bytes(FILE *out, uint64_t *at, const void *bytes, uint64_t len)
{
	*at += len;
	return len == 0 || fwrite(bytes, (size_t)len, 1, out) == 1;
}

static bool write_all(const struct plan *plan, FILE *out)
{
	static const char zeros[STORE_ALIGN];
	uint64_t at = 0;

	if (!write_bytes(out, &at, &plan->header, sizeof plan->header) ||
	    !write_bytes(out, &at, plan->sections, sizeof plan->sections))
		return false;
	for (size_t i = 0; i < STORE_SECTIONS; i++) {
		const struct store_section *s = &plan->sections[i];

		if (!write_bytes(out, &at, zeros, s->offset - at) ||
		    !write_bytes(out, &at, plan->rows[i], bytes_of(s)))
			return false;
	}
	return fflush(out) == 0;
}

bool store_write(const struct profile *p, struct text origin, FILE *out,
		 struct error *err)
{
	uint64_t tallies = p->tally_count;
	struct plan plan = {0};
	bool ok;

	if (!store_fits_machine())
		return error_set(err, ERROR_LIMIT,
				 "a parsed profile cannot be written on a machine of "
				 "this byte order");
	add_section(&plan, STORE_ORIGIN, origin.at, origin.len);
	add_tables(&plan, p);
	plan.losses = mem_array(p->loss_count, sizeof *plan.losses, "losses", err);
	for (uint32_t i = 0; plan.losses && i < p->loss_count; i++)
		plan.losses[i] = (struct store_loss){
		    .count = p->losses[i].count,
		    .first_line = p->losses[i].first_line,
		    .reason = p->losses[i].reason,
		    .kind = store_loss_kind(p->losses[i].kind),
		};
	add_section(&plan, STORE_LOSSES, plan.losses, p->loss_count);
	if (plan.losses && !p->tallies)
		plan.tallies = profile_tally(p, &tallies, err);
	add_section(&plan, STORE_TALLIES, p->tallies ? p->tallies : plan.tallies,
		    tallies);
	ok = plan.losses && (p->tallies || plan.tallies);
	if (ok) {
		place_sections(&plan, p);
		ok = write_all(&plan, out) || error_sys(err, "cannot be written");
	}
	mem_free(plan.tallies);
	mem_free(plan.losses);
	return ok;
}

uint64_t store_size(const struct profile *p)
{
	struct plan plan = {0};
	uint64_t size = sizeof plan.header + sizeof plan.sections;

	add_tables(&plan, p);
	for (size_t i = 0; i < STORE_SECTIONS; i++)
		size = aligned(size) + bytes_of(&plan.sections[i]);
	return size;
}
