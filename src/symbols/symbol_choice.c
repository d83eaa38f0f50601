#include "symbols/symbol_choice.h"

#include <string.h>

#include "base/mem.h"
#include "symbols/demangle.h"
#include "symbols/symbol_table.h"

/* A linker that folds equal functions gives thousands of names to one of them. */
#define ALIASES_MAX 4096

/* An entry that is compared with others, and its names as far as they were wanted. */
struct candidate {
	const struct symbol_names *names; /* borrowed */
	uint64_t *steps;		  /* borrowed; NULL: names are not mangled */
	const struct symbol_entry *entry; /* borrowed */
	const char *raw;		  /* borrowed; NULL: not read yet */
	char *dressed;		       /* owned: the name to show, if it is not `raw` */
	struct symbol_names_room room; /* of `raw` */
	bool dressing_done;
};

static char *with_plt(const char *name, size_t len)
{
	struct error none = ERROR_INIT;
	char *longer = mem_array(len + 5, 1, "bytes", &none);

	if (longer) {
		memcpy(longer, name, len);
		memcpy(longer + len, "@plt", 5);
	}
	return longer;
}

char *symbol_choice_name(const struct symbol_entry *e, const char *raw, uint64_t *steps)
{
	char *plain = steps ? demangle_name(raw, steps) : NULL, *longer;

	if (!e->plt)
		return plain;
	longer = with_plt(plain ? plain : raw,
			  plain ? strlen(plain) : strnlen(raw, SYMBOL_NAME_MOST));
	mem_free(plain);
	return longer;
}

static const char *raw_name(struct candidate *c)
{
	if (!c->raw)
		c->raw = symbol_names_get(c->names, (uint8_t)c->entry->source,
					  c->entry->name, &c->room);
	return c->raw;
}

static const char *shown_name(struct candidate *c)
{
	const char *raw = raw_name(c);

	if (!c->dressing_done)
		c->dressed = symbol_choice_name(c->entry, raw, c->steps);
	c->dressing_done = true;
	return c->dressed ? c->dressed : raw;
}

static size_t shown_length(struct candidate *c)
{
	const char *name = shown_name(c);

	return c->dressed ? strlen(name) : strnlen(name, SYMBOL_NAME_MOST);
}

/* Another entry; its room is used again. */
static void candidate_set(struct candidate *c, const struct symbol_entry *e)
{
	mem_free(c->dressed);
	c->entry = e;
	c->raw = c->dressed = NULL;
	c->dressing_done = false;
}

static void candidate_release(struct candidate *c)
{
	mem_free(c->dressed);
	mem_free(c->room.at);
}

static size_t underscores(const char *name)
{
	size_t n = 0;

	while (n < SYMBOL_NAME_MOST && name[n] == '_')
		n++;
	return n;
}

/*
 * perf's choose_best_symbol(): is `b`, which comes later, to be shown rather than `a`? One
 * with a size, no bare label, not weak, global, with fewer underscores, the longer name.
 */
static bool better(struct candidate *a, struct candidate *b)
{
	const struct symbol_entry *x = a->entry, *y = b->entry;
	bool x_sized = x->end > x->start, y_sized = y->end > y->start;
	bool x_label = x->type == SYMBOL_LABEL, y_label = y->type == SYMBOL_LABEL;
	bool x_weak = x->binding == SYMBOL_WEAK, y_weak = y->binding == SYMBOL_WEAK;
	bool x_global = x->binding == SYMBOL_GLOBAL,
	     y_global = y->binding == SYMBOL_GLOBAL;
	const char *a_name, *b_name;

	if (x_sized != y_sized)
		return y_sized;
	if (x_label != y_label)
		return x_label;
	if (x_weak != y_weak)
		return x_weak;
	if (x_global != y_global)
		return y_global;
	if (strncmp(raw_name(a), raw_name(b), SYMBOL_NAME_MOST) == 0)
		return false;
	a_name = shown_name(a);
	b_name = shown_name(b);
	if (underscores(a_name) != underscores(b_name))
		return underscores(b_name) < underscores(a_name);
	if (shown_length(a) != shown_length(b))
		return shown_length(b) > shown_length(a);
	/* Old kernels have each system call twice. */
	return strncmp(a_name, "SyS", 3) == 0 || strncmp(a_name, "compat_SyS", 10) == 0;
}

size_t symbol_choice(const struct symbol_entry *e, size_t n,
		     const struct symbol_names *names, uint64_t *steps)
{
	struct candidate best = {.names = names, .steps = steps, .entry = e};
	struct candidate other = best, swap;
	size_t at;

	for (size_t i = 1; i < n && i < ALIASES_MAX; i++) {
		candidate_set(&other, &e[i]);
		if (!better(&best, &other))
			continue;
		swap = best;
		best = other;
		other = swap;
	}
	at = (size_t)(best.entry - e);
	candidate_release(&best);
	candidate_release(&other);
	return at;
}
