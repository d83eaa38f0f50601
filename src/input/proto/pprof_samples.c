#include "input/proto/pprof_samples.h"

#include <proto/pprof.pb-c.h>

#include "base/append.h"
#include "base/mem.h"

/* Inlined functions make stacks longer than their chains: so many frames more at most. A file
 * of a few MB could ask for billions. */
#define INLINED_LEAST	  4000000
#define INLINED_PER_CHAIN 8

/* ---- taking them in ---- */

static bool start_chains(struct pprof_samples *s, struct error *err)
{
	if (s->chain_count)
		return true;
	return APPEND(s->chains, s->chain_count, s->chain_room, "call paths", err,
		      (struct pprof_chain){0});
}

static bool longer(struct pprof_samples *s, uint32_t parent, uint32_t location,
		   uint32_t *chain, struct error *err)
{
	if (s->chain_count >= UINT32_MAX)
		return error_set(err, ERROR_LIMIT,
				 "too many call paths for 32-bit numbers");
	if (!idmap_put(&s->chain_ids, idmap_pair(parent, location),
		       (uint32_t)s->chain_count, chain, err))
		return false;
	return *chain != s->chain_count ||
	       APPEND(s->chains, s->chain_count, s->chain_room, "call paths", err,
		      (struct pprof_chain){.parent = parent, .location = location});
}

/* The file has the leaf first. */
static bool chain_of(struct pprof_samples *s, const Pprof__Sample *sample,
		     struct pprof_tables *t, struct losses *losses, uint32_t *chain,
		     struct error *err)
{
	size_t n = sample->n_location_id,
	       least = n > STACK_DEEPEST ? n - STACK_DEEPEST : 0;
	uint32_t location;

	*chain = 0;
	losses_add(losses, LOSS_DEEP, least, 0);
	for (size_t i = n; i > least; i--)
		if (!pprof_tables_location(t, sample->location_id[i - 1], &location,
					   err) ||
		    !longer(s, *chain, location, chain, err))
			return false;
	return true;
}

static uint32_t text_number(int64_t number)
{
	return number >= 0 && number < UINT32_MAX ? (uint32_t)number : UINT32_MAX;
}

static bool add_labels(struct pprof_samples *s, const Pprof__Sample *sample,
		       struct error *err)
{
	for (size_t i = 0; i < sample->n_label; i++) {
		const Pprof__Label *l = sample->label[i];

		if (!APPEND(s->labels, s->label_count, s->label_room, "labels", err,
			    (struct pprof_label){
				.num = l->num,
				.key = text_number(l->key),
				.str = text_number(l->str),
				.unit = text_number(l->num_unit),
			    }))
			return false;
	}
	return true;
}

static bool add_values(struct pprof_samples *s, const Pprof__Sample *sample,
		       struct error *err)
{
	for (size_t i = 0; i < sample->n_value; i++)
		if (!APPEND(s->values, s->value_count, s->value_room, "weights", err,
			    sample->value[i]))
			return false;
	return true;
}

static bool add_sample(struct pprof_samples *s, const Pprof__Sample *sample,
		       struct pprof_tables *t, struct losses *losses, struct error *err)
{
	uint32_t chain;

	return chain_of(s, sample, t, losses, &chain, err) &&
	       add_values(s, sample, err) && add_labels(s, sample, err) &&
	       APPEND(s->rows, s->count, s->room, "samples", err,
		      (struct pprof_sample){s->value_count, s->label_count, chain});
}

bool pprof_samples_take(struct pprof_samples *s, const Pprof__Profile *piece,
			uint64_t offset, struct pprof_tables *t, struct losses *losses,
			struct error *err)
{
	if (!start_chains(s, err))
		return false;
	for (size_t i = 0; i < piece->n_sample; i++) {
		if (piece->sample[i]->n_value == 0)
			losses_count(losses, LOSS_RECORD, offset);
		else if (!add_sample(s, piece->sample[i], t, losses, err))
			return false;
	}
	return true;
}

/* ---- asking ---- */

const int64_t *pprof_samples_values(const struct pprof_samples *s, size_t row, size_t *n)
{
	size_t from = row ? s->rows[row - 1].value_end : 0;

	*n = s->rows[row].value_end - from;
	return s->values + from;
}

const struct pprof_label *pprof_samples_labels(const struct pprof_samples *s, size_t row,
					       size_t *n)
{
	size_t from = row ? s->rows[row - 1].label_end : 0;

	*n = s->rows[row].label_end - from;
	return *n ? s->labels + from : NULL;
}

/* ---- stacks ---- */

/* How many frames of a place there is room for; the others are counted. */
static uint32_t room_for(uint32_t lines, uint32_t depth, uint64_t *more,
			 struct losses *losses)
{
	uint32_t room = lines;

	if (lines - 1 > *more)
		room = 1;
	if (room > STACK_DEEPEST - depth)
		room = STACK_DEEPEST - depth;
	*more -= room ? room - 1 : 0;
	losses_add(losses, LOSS_DEEP, lines - room, 0);
	return room;
}

/* The outermost function of a place is its last one. */
void pprof_samples_stacks(struct pprof_samples *s, const struct pprof_tables *t,
			  struct builder *b, struct losses *losses)
{
	uint64_t more = INLINED_LEAST + (uint64_t)s->chain_count * INLINED_PER_CHAIN;

	for (size_t i = 1; i < s->chain_count && !builder_failed(b); i++) {
		struct pprof_chain *c = &s->chains[i];
		const struct pprof_chain *parent = &s->chains[c->parent];
		const struct pprof_location *l = &t->locations[c->location];
		uint32_t room =
		    room_for(l->line_end - l->line, parent->depth, &more, losses);

		c->stack = parent->stack;
		c->depth = parent->depth + room;
		for (uint32_t f = l->line_end; f > l->line_end - room; f--)
			c->stack = builder_stack(b, c->stack, t->frames[f - 1]);
	}
}

uint32_t pprof_samples_stack(const struct pprof_samples *s, size_t row)
{
	return s->chains[s->rows[row].chain].stack;
}

void pprof_samples_release(struct pprof_samples *s)
{
	mem_free(s->rows);
	mem_free(s->values);
	mem_free(s->labels);
	mem_free(s->chains);
	idmap_release(&s->chain_ids);
	*s = (struct pprof_samples){0};
}
