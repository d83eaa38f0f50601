#include "analysis/code/annotation.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/bisect.h"
#include "base/mem.h"
#include "base/utf8.h"

/* Names in a refusal. */
#define NAMED_MOST   10
#define NAME_COLUMNS 60

/* Samples of the range by function of the code, and by site. */
struct tallied {
	uint64_t *functions, *sites; /* owned */
};

static bool tally(struct tallied *t, const struct flame *f, struct error *err)
{
	const struct profile *p = f->tree->profile;
	const struct code *code = p->code;

	*t = (struct tallied){0};
	t->functions =
	    mem_array(code->function_count + 1, sizeof *t->functions, "functions", err);
	if (!t->functions)
		return false;
	t->sites = mem_array(code->site_count, sizeof *t->sites, "addresses", err);
	if (!t->sites)
		return false;
	if (!p->samples.site)
		return true;
	for (uint64_t row = flame_next(f, 0); row < f->last;
	     row = flame_next(f, row + 1)) {
		uint32_t site = p->samples.site[row];

		t->sites[site]++;
		if (site)
			t->functions[code->sites[site].function]++;
	}
	return true;
}

static void tallied_release(struct tallied *t)
{
	mem_free(t->functions);
	mem_free(t->sites);
}

/* ---- which function ---- */

struct choice_of {
	const struct code *code; /* borrowed */
	struct text words;
	bool exact; /* some function has just that name */
};

static bool is_named(const struct choice_of *c, size_t function)
{
	struct text name = code_text(c->code, c->code->functions[function].name);

	return !c->exact || text_equal(name, c->words);
}

static bool refuse_several(const struct choice_of *c, struct error *err)
{
	char list[sizeof err->message];
	size_t len = 0, named = 0;
	uint32_t last = 0;

	for (size_t i = 0; i < c->code->function_count && named < NAMED_MOST; i++) {
		struct text name = code_text(c->code, c->code->functions[i].name);

		if (c->code->functions[i].name == last)
			continue;
		last = c->code->functions[i].name;
		name = utf8_upto(name, NAME_COLUMNS);
		if (len + name.len + 3 > sizeof list - 100)
			break;
		len += (size_t)snprintf(list + len, sizeof list - len, "%s%.*s",
					named++ ? ", " : "", (int)name.len, name.at);
	}
	return error_set(err, ERROR_USAGE,
			 "several functions have '%.*s' in their names: %s",
			 (int)(c->words.len < 80 ? c->words.len : 80), c->words.at, list);
}

/* The one with most samples, of several that have the same name. */
static bool choose(const struct choice_of *c, const struct tallied *t, uint32_t *chosen,
		   struct error *err)
{
	bool found = false;

	for (uint32_t i = 0; i < c->code->function_count; i++) {
		if (!is_named(c, i))
			continue;
		if (found &&
		    c->code->functions[i].name != c->code->functions[*chosen].name)
			return refuse_several(c, err);
		if (!found || t->functions[i] > t->functions[*chosen])
			*chosen = i;
		found = true;
	}
	return found ||
	       error_set(err, ERROR_USAGE,
			 "no sample was in a function '%.*s': it is none, has another "
			 "name, or was only a caller",
			 (int)(c->words.len < 80 ? c->words.len : 80), c->words.at);
}

/* ---- counts ---- */

/* The line that has this address in it; `count` where none has. */
static uint32_t line_at(const struct instruction *lines, uint32_t count, uint64_t address)
{
	size_t n = bisect_upto(lines, sizeof *lines, count, address);

	if (n == 0 || address - lines[n - 1].address >= lines[n - 1].size)
		return count;
	return (uint32_t)n - 1;
}

static bool count_lines(struct annotation *a, const struct tallied *t, uint32_t function,
			struct error *err)
{
	a->counts = mem_array((size_t)a->function->count + 1, sizeof *a->counts,
			      "instructions", err);
	if (!a->counts)
		return false;
	for (size_t i = 1; i < a->code->site_count; i++)
		if (t->sites[i] && a->code->sites[i].function == function)
			a->counts[line_at(a->lines, a->function->count,
					  a->code->sites[i].address)] += t->sites[i];
	for (uint32_t i = 0; i < a->function->count; i++)
		if (a->counts[i] > a->counts[a->hottest])
			a->hottest = i;
	return true;
}

static bool build(struct annotation *a, const struct tallied *t, struct text words,
		  struct error *err)
{
	struct choice_of c = {.code = a->code, .words = words};
	uint32_t chosen = 0;

	for (size_t i = 0; i < a->code->function_count; i++)
		c.exact |=
		    text_equal(code_text(a->code, a->code->functions[i].name), words);
	if (!choose(&c, t, &chosen, err))
		return false;
	a->function = &a->code->functions[chosen];
	a->lines = a->code->instructions + a->function->first;
	a->samples = t->functions[chosen];
	return count_lines(a, t, chosen, err);
}

bool annotation_build(struct annotation *a, const struct flame *f, struct text words,
		      struct error *err)
{
	const struct profile *p = f->tree->profile;
	struct tallied t;
	bool ok;

	*a = (struct annotation){.code = p->code, .all = f->samples};
	if (!p->code)
		return error_set(
		    err, ERROR_NOTHING,
		    "where in a function samples were is known of recordings "
		    "by perf alone (perf.data), and with symbols");
	ok = tally(&t, f, err) && build(a, &t, words, err);
	tallied_release(&t);
	if (!ok)
		annotation_release(a);
	return ok;
}

void annotation_release(struct annotation *a)
{
	mem_free(a->counts);
	*a = (struct annotation){0};
}
