#include "analysis/code/annotation.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "analysis/transform/function_name.h"
#include "base/bisect.h"
#include "base/fill.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/utf8.h"

/* Bytes of a name in an error message. */
#define NAME_SHOWN 60

bool samples_by_address_build(struct samples_by_address *s, const struct code *code,
			      const uint32_t *site, uint64_t samples, struct error *err)
{
	uint64_t n = 0;

	*s = (struct samples_by_address){.code = code, .site = site};
	for (uint64_t row = 0; site && row < samples; row++)
		s->count += site[row] != 0;
	s->rows = mem_array(s->count + 1, sizeof *s->rows, "samples", err);
	if (!s->rows)
		return false;
	for (uint64_t row = 0; site && row < samples; row++)
		if (site[row])
			s->rows[n++] = row; /* room: counted above */
	return true;
}

void samples_by_address_release(struct samples_by_address *s)
{
	mem_free(s->rows);
	*s = (struct samples_by_address){0};
}

static void tally_stretch(const struct samples_by_address *s, const struct bits *which,
			  struct flame_stretch in, uint64_t *counts)
{
	size_t i =
	    in.first ? bisect_upto(s->rows, sizeof *s->rows, s->count, in.first - 1) : 0;

	for (; i < s->count && s->rows[i] < in.last; i++)
		counts[s->site[s->rows[i]]] += bits_has(which, s->rows[i]);
}

/* Add 1 to counts[site] for each sample of the flame's range. */
static void tally_samples(const struct samples_by_address *s, const struct flame *f,
			  uint64_t *counts)
{
	if (f->spans) { /* spans that extend into the range begin before it */
		for (uint64_t row = flame_next(f, 0); s->count && row < f->last;
		     row = flame_next(f, row + 1))
			counts[s->site[row]]++;
		return;
	}
	for (uint32_t i = 0; i < flame_stretches(f); i++)
		tally_stretch(s, f->which, flame_stretch_at(f, i), counts);
}

/* Samples of the range by function of the code, and by site. */
struct tallied {
	uint64_t *functions, *sites; /* owned */
};

static bool tally_code(struct tallied *t, const struct flame *f,
		       const struct samples_by_address *at, struct error *err)
{
	const struct code *code = at->code;

	if (!(t->functions = mem_array(code->function_count + 1, sizeof *t->functions,
				       "functions", err)) ||
	    !(t->sites = mem_array(code->site_count, sizeof *t->sites, "addresses", err)))
		return false;
	tally_samples(at, f, t->sites);
	for (size_t i = 1; i < code->site_count; i++)
		t->functions[code->sites[i].function] += t->sites[i];
	return true;
}

/* ---- choosing the function ---- */

/* Is it the start address: "0x1170"? */
static bool is_start(struct text said, uint64_t start)
{
	char digits[24];

	snprintf(digits, sizeof digits, "0x%" PRIx64, start);
	return text_equal(said, text_of(digits));
}

static bool is_meant(const struct code *code, uint32_t function, struct text said)
{
	const struct code_function *f = &code->functions[function];
	struct text name = code_text(code, f->name), behind;
	struct text bare = function_name_bare(said, &behind);

	return function_name_is_in(said, name, code_text(code, f->module)) ||
	       (text_equal(bare, name) && is_start(behind, f->start));
}

/* Of the functions that match, choose the one with the most samples; false if none matches. */
static bool choose_function(const struct code *code, const struct tallied *t,
			    struct text said, uint32_t *chosen)
{
	bool found = false;

	for (uint32_t i = 0; i < code->function_count; i++) {
		if (!is_meant(code, i, said))
			continue;
		if (!found || t->functions[i] > t->functions[*chosen])
			*chosen = i;
		found = true;
	}
	return found;
}

/* Does its module have another function with this name? */
static bool has_namesake(const struct code *code, uint32_t function)
{
	const struct code_function *f = &code->functions[function];

	for (uint32_t i = 0; i < code->function_count; i++)
		if (i != function && code->functions[i].name == f->name &&
		    code->functions[i].module == f->module)
			return true;
	return false;
}

/* Fill in the other functions with this name: their samples, and unambiguous names for them. */
static void tell_others(struct annotation *a, const struct tallied *t, uint32_t chosen)
{
	const struct code *code = a->code;
	struct text name = code_text(code, a->function->name);
	struct fill f = fill_of(a->names, sizeof a->names - 1);
	char at[24];

	for (uint32_t i = 0; i < code->function_count; i++) {
		const struct code_function *o = &code->functions[i];
		struct text in = text_basename(code_text(code, o->module));

		if (i == chosen || !t->functions[i] ||
		    !text_equal(code_text(code, o->name), name))
			continue;
		a->others += t->functions[i];
		if (fill_written(&f).len + name.len + sizeof at >= sizeof a->names)
			continue;
		if (has_namesake(code, i)) {
			snprintf(at, sizeof at, "0x%" PRIx64, o->start);
			in = text_of(at);
		}
		if (fill_written(&f).len + name.len + in.len + 3 >= sizeof a->names)
			continue;
		fill_text(&f, fill_written(&f).len ? TEXT(", ") : TEXT(""));
		fill_text(&f, name);
		fill_text(&f, TEXT("@"));
		fill_text(&f, in);
	}
	a->names[fill_written(&f).len] = '\0'; /* room: one byte is reserved for it */
}

/*
 * The frame into which a node is inlined; 0: it is not inlined, or only into another of `frames`.
 */
static uint32_t frame_around(const struct tree *t, const struct bits *frames,
			     uint32_t node)
{
	const struct profile *p = t->profile;
	uint32_t at = node;

	while (at && p->frames[t->frame[at]].kind == FRAME_INLINED) {
		at = t->parent[at];
		if (bits_has(frames, t->frame[at]))
			return 0;
	}
	return at == node ? 0 : t->frame[at];
}

/* The frames into which `frames` are inlined: sum their samples by frame; returns their number. */
static uint64_t sum_around(const struct flame *f, const struct bits *frames,
			   uint64_t *samples, uint32_t *most)
{
	uint64_t count = 0;

	for (uint32_t node = 1; node < f->tree->count; node++) {
		uint32_t frame = f->tree->frame[node];

		if (!frame || !f->total[node] || !bits_has(frames, frame))
			continue;
		frame = frame_around(f->tree, frames, node);
		if (!frame)
			continue;
		count += samples[frame] == 0;
		samples[frame] += f->total[node];
		if (samples[frame] > samples[*most])
			*most = frame;
	}
	return count;
}

bool annotation_is_apart(const struct flame *f, struct text words, struct error *err)
{
	const struct profile *p = f->tree->profile;
	struct error unknown = ERROR_INIT;
	struct text name, into;
	struct bits frames;
	char number[NUMBER_THINGS_MAX];
	uint64_t *samples, count;
	uint32_t most = 0;

	if (!bits_build(&frames, p->frame_count, err))
		return false;
	samples = mem_array(p->frame_count, sizeof *samples, "functions", err);
	count = samples && function_name_find(p, words, &frames, &name, &unknown)
		    ? sum_around(f, &frames, samples, &most)
		    : 0;
	if (count) {
		into = utf8_upto(profile_frame_name(p, most), NAME_SHOWN);
		name = utf8_upto(name, NAME_SHOWN);
		error_set(err, ERROR_NOTHING,
			  "'%.*s' has no instructions of its own, it is inlined: in %s "
			  "into '%.*s'%s; annotate that function",
			  (int)name.len, name.at,
			  number_things(samples[most], "samples", number), (int)into.len,
			  into.at, count > 1 ? ", in the others elsewhere" : "");
	}
	mem_free(samples);
	bits_release(&frames);
	return err->kind == ERROR_NONE;
}

/* Are they all addresses without a known symbol? */
static bool is_nameless(const struct profile *p, const struct bits *frames)
{
	for (uint32_t i = 1; i < p->frame_count; i++)
		if (bits_has(frames, i) && p->frames[i].kind != FRAME_NAMELESS)
			return false;
	return true;
}

/* Does the code have a function that `said` fully names? */
static bool has_function(const struct code *code, struct text said)
{
	for (uint32_t i = 0; i < code->function_count; i++)
		if (is_meant(code, i, said))
			return true;
	return false;
}

/* Find the module in which most samples of nameless functions ran; returns their number. */
static uint64_t most_nameless(const struct profile *p, struct text *module,
			      struct error *err)
{
	uint64_t *samples = mem_array(p->strings.count, sizeof *samples, "modules", err);
	uint32_t most = 0;
	uint64_t count;

	for (uint64_t i = 0; samples && i < p->samples.count; i++) {
		const struct frame *f = &p->frames[p->stacks[p->samples.stack[i]].frame];

		if (f->kind == FRAME_NAMELESS && f->module &&
		    ++samples[f->module] > samples[most])
			most = f->module;
	}
	count = samples ? samples[most] : 0;
	*module = profile_string(p, most);
	mem_free(samples);
	return count;
}

/* The reason why most nameless frames have no name: "the file is not here". */
static struct text why_nameless(const struct profile *p)
{
	struct text why = TEXT("'info' says why");
	uint64_t most = 0;

	for (uint32_t i = 0; i < p->loss_count; i++) {
		struct text reason = profile_string(p, p->losses[i].reason);
		const char *colon =
		    reason.len ? memchr(reason.at, ':', reason.len) : NULL;

		if (p->losses[i].kind != LOST_NAMES || p->losses[i].count <= most ||
		    !colon)
			continue;
		most = p->losses[i].count;
		why = text_trim(text_from(reason, (size_t)(colon - reason.at) + 1));
	}
	return why;
}

/* If no function has the name, but some functions have no names, report that instead. */
static bool find_named(const struct profile *p, struct text words, struct bits *frames,
		       struct text *name, struct error *err)
{
	struct error unknown = ERROR_INIT;
	struct text module, why = why_nameless(p);
	char number[NUMBER_THINGS_MAX];
	uint64_t count;

	if (function_name_find(p, words, frames, name, &unknown))
		return true;
	count = unknown.kind == ERROR_NOTHING ? most_nameless(p, &module, err) : 0;
	if (err->kind)
		return false;
	if (!count) {
		*err = unknown;
		return false;
	}
	words = utf8_upto(words, NAME_SHOWN);
	module = utf8_upto(module, 2 * NAME_SHOWN);
	return error_set(err, ERROR_NOTHING,
			 "no function is called '%.*s', but %s ran in %.*s, whose "
			 "functions have no names here: %.*s",
			 (int)words.len, words.at,
			 number_things(count, "samples", number), (int)module.len,
			 module.at, (int)why.len, why.at);
}

bool annotation_find(const struct profile *p, const struct code *code, struct text words,
		     struct text *name, struct error *err)
{
	struct bits frames;
	struct text shown;
	bool ok, nameless;

	*name = words;
	/* else it is a part of a name, or matches nothing */
	if (has_function(code, words))
		return true;
	if (!bits_build(&frames, p->frame_count, err))
		return false;
	ok = find_named(p, words, &frames, name, err);
	nameless = ok && is_nameless(p, &frames);
	bits_release(&frames);
	if (!ok || has_function(code, *name))
		return ok;
	shown = utf8_upto(*name, NAME_SHOWN);
	if (nameless)
		return error_set(err, ERROR_NOTHING,
				 "'%.*s' is not a function: the functions of these "
				 "samples are not known, 'info' says why",
				 (int)shown.len, shown.at);
	return error_set(err, ERROR_NOTHING,
			 "no sample is in '%.*s' itself, all are in its callees or in "
			 "functions that it is inlined into",
			 (int)shown.len, shown.at);
}

/* ---- counts ---- */

/* The line that contains this address, or `count`. */
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

static bool build_annotation(struct annotation *a, const struct tallied *t,
			     struct text name, struct error *err)
{
	uint32_t chosen = 0;

	if (!choose_function(a->code, t, name, &chosen))
		return error_set(err, ERROR_NOTHING, "this function has no code here");
	a->function = &a->code->functions[chosen];
	a->lines = a->code->instructions + a->function->first;
	a->samples = t->functions[chosen];
	tell_others(a, t, chosen);
	return count_lines(a, t, chosen, err);
}

bool annotation_count(struct annotation *a, const struct flame *f,
		      const struct samples_by_address *at, struct text name,
		      struct error *err)
{
	struct tallied t = {0};
	bool ok;

	*a = (struct annotation){.code = at->code, .all = f->samples};
	ok = tally_code(&t, f, at, err) && build_annotation(a, &t, name, err);
	mem_free(t.functions);
	mem_free(t.sites);
	if (!ok)
		annotation_release(a);
	return ok;
}

bool annotation_build(struct annotation *a, const struct flame *f, struct text words,
		      struct error *err)
{
	const struct profile *p = f->tree->profile;
	struct samples_by_address at = {.code = p->code};
	struct text name;
	bool ok;

	*a = (struct annotation){.code = p->code};
	if (!p->code)
		return error_set(err, ERROR_NOTHING,
				 "annotate needs a perf.data, written by perf record, "
				 "and its symbols");
	ok = annotation_find(p, p->code, words, &name, err) &&
	     samples_by_address_build(&at, p->code, p->samples.site, p->samples.count,
				      err) &&
	     annotation_count(a, f, &at, name, err);
	samples_by_address_release(&at);
	return ok;
}

bool annotation_tells_line(const struct annotation *a, uint32_t i)
{
	const struct instruction *line = &a->lines[i], *before = i ? line - 1 : NULL;

	if (before && before->file == line->file && before->line == line->line &&
	    before->inlined == line->inlined)
		return false;
	return line->line || (before && before->line);
}

void annotation_release(struct annotation *a)
{
	mem_free(a->counts);
	*a = (struct annotation){0};
}
