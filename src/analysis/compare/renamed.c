#include "analysis/compare/renamed.h"

#include <stdio.h>

#include "analysis/compare/joint_tree.h"
#include "base/append.h"
#include "base/idmap.h"
#include "base/intern.h"
#include "base/mem.h"
#include "base/utf8.h"

#define ROWS_ASKED   UINT64_C(16384) /* samples read from a side, evenly spread */
#define ROUNDS	     UINT64_C(16) /* passes over them, so that the first few are spread, too */
#define STEPS_MOST   (UINT64_C(1) << 20)
#define CANDIDATES   8	 /* per kind and side: those with the most samples */
#define LEAST_PART   100 /* a hundredth of the samples of a side, or of a candidate */
#define LEAST_COMMON 3	 /* functions */
#define COMM_LONGEST 15	 /* bytes: the kernel truncates thread names to this */

enum { FIRST, SECOND, BOTH };

/* A name that only one side has, and the number of its samples. */
struct renamed_candidate {
	enum renamed_kind kind;
	uint32_t string;
	uint64_t value;
	bool is_paired;
};

/* The samples of a candidate that contain a function. */
struct evidence {
	uint32_t candidate, function;
	uint64_t value, row; /* of the last sample counted, plus 1 */
};

struct one_side {
	const struct profile *p;
	uint64_t step; /* between the rows that are read */
	uint64_t all;  /* the samples that were read */
	/* owned: by string: this side has it as such a name */
	bool *here[RENAMED_KINDS];
	bool *shared[RENAMED_KINDS];	/* owned: by string: the other side has it, too */
	uint64_t *value[RENAMED_KINDS]; /* owned: by string: samples */
	uint64_t *mark;	    /* owned: by string: the last row that contained it, plus 1 */
	uint32_t *number;   /* owned: by string: its candidate among modules, plus 1 */
	uint32_t *function; /* owned: by string: the function with that name, plus 1 */
	struct renamed_candidate list[RENAMED_KINDS * CANDIDATES];
	uint32_t count;
	struct idmap places;	   /* (candidate, function): the index in `evidence` */
	struct evidence *evidence; /* owned */
	uint32_t evidence_count;
	size_t evidence_room;
};

struct finding {
	struct one_side side[BOTH];
	struct intern *functions; /* owned */
	struct text_buffer buffer;
	struct renamed *found;
};

/* ---- the pairs ---- */

static char *bracketed(struct text name, struct error *err)
{
	return mem_format(err, "[%.*s]", (int)name.len, name.at);
}

static void release_pair(struct renamed_pair *p)
{
	mem_free(p->first);
	mem_free(p->second);
	mem_free(p->unnamed[FIRST]);
	mem_free(p->unnamed[SECOND]);
}

static bool add_pair(struct renamed *r, enum renamed_kind kind, struct text first,
		     struct text second, struct error *err)
{
	struct renamed_pair p = {.kind = kind,
				 .first = mem_text(first.at, first.len, err)};

	p.second = p.first ? mem_text(second.at, second.len, err) : NULL;
	p.unnamed[FIRST] = p.second ? bracketed(text_basename(first), err) : NULL;
	p.unnamed[SECOND] =
	    p.unnamed[FIRST] ? bracketed(text_basename(second), err) : NULL;
	if (p.unnamed[SECOND] &&
	    APPEND(r->list, r->count, r->room, "renamed programs", err, p))
		return true;
	release_pair(&p);
	return false;
}

void renamed_release(struct renamed *r)
{
	for (uint32_t i = 0; i < r->count; i++)
		release_pair(&r->list[i]);
	mem_free(r->list);
	mem_free(r->wishes);
	*r = (struct renamed){.list = NULL};
}

bool renamed_copy(struct renamed *to, const struct renamed *from, struct error *err)
{
	*to = (struct renamed){.list = NULL};
	for (uint32_t i = 0; from && i < from->count; i++)
		if (!add_pair(to, from->list[i].kind, text_of(from->list[i].first),
			      text_of(from->list[i].second), err)) {
			renamed_release(to);
			return false;
		}
	return true;
}

struct text renamed_is(const struct renamed *r, enum renamed_kind kind,
		       struct text second)
{
	for (uint32_t i = 0; r && i < r->count; i++)
		if (r->list[i].kind == kind &&
		    text_equal(text_of(r->list[i].second), second))
			return text_of(r->list[i].first);
	return second;
}

struct text renamed_unnamed(const struct renamed *r, struct text second)
{
	for (uint32_t i = 0; r && i < r->count; i++)
		if (r->list[i].kind == RENAMED_MODULE &&
		    text_equal(text_of(r->list[i].unnamed[SECOND]), second))
			return text_of(r->list[i].unnamed[FIRST]);
	return second;
}

/* Does an earlier pair look the same? A program and its file often have the same name. */
static bool is_repeated(const struct renamed *r, uint32_t pair)
{
	const struct renamed_pair *p = &r->list[pair];

	for (uint32_t i = 0; i < pair; i++)
		if (strcmp(r->list[i].unnamed[FIRST], p->unnamed[FIRST]) == 0 &&
		    strcmp(r->list[i].unnamed[SECOND], p->unnamed[SECOND]) == 0)
			return true;
	return strcmp(p->unnamed[FIRST], p->unnamed[SECOND]) == 0;
}

bool renamed_next(const struct renamed *r, uint32_t *at, struct text *second,
		  struct text *first)
{
	while (*at < r->count && is_repeated(r, *at))
		++*at;
	if (*at == r->count)
		return false;
	*first = text_basename(text_of(r->list[*at].first));
	*second = text_basename(text_of(r->list[*at].second));
	++*at;
	return true;
}

#define TOLD_MOST 3  /* pairs */
#define NAME_TOLD 30 /* bytes */

const char *renamed_text(const struct renamed *r, char buf[static RENAMED_TEXT_MAX])
{
	struct text second, first;
	uint32_t at = 0, told = 0;
	int used = 0;

	buf[0] = '\0';
	while (told <= TOLD_MOST && renamed_next(r, &at, &second, &first)) {
		second = utf8_upto(second, NAME_TOLD);
		first = utf8_upto(first, NAME_TOLD);
		if (told == TOLD_MOST)
			used += snprintf(buf + used, RENAMED_TEXT_MAX - (size_t)used,
					 ", ...");
		else
			used += snprintf(
			    buf + used, RENAMED_TEXT_MAX - (size_t)used, "%s%.*s %s %.*s",
			    told ? ", " : "", (int)second.len, second.at,
			    told ? "as" : "is compared as", (int)first.len, first.at);
		told++;
	}
	return buf;
}

/* ---- the names of both sides ---- */

static struct text text_at(const struct one_side *s, uint32_t string)
{
	return profile_string(s->p, string);
}

/* Mark the names of a kind that both sides have. */
static bool mark_shared(struct finding *f, enum renamed_kind kind, struct error *err)
{
	struct one_side *a = &f->side[FIRST], *b = &f->side[SECOND];
	struct intern *names = intern_new(err);
	/* by name of the first side, its string plus 1 */
	uint32_t *string = names ? mem_array((size_t)a->p->strings.count + 1,
					     sizeof *string, "names", err)
				 : NULL;
	bool ok = string != NULL;
	uint32_t known, id;

	for (uint32_t i = 1; ok && i < a->p->strings.count; i++) {
		if (!a->here[kind][i])
			continue;
		ok = intern_put(names, text_at(a, i), &id, err);
		if (ok)
			string[id] = i + 1; /* room: no more names than strings */
	}
	known = ok ? intern_count(names) : 0;

	for (uint32_t i = 1; ok && i < b->p->strings.count; i++) {
		if (!b->here[kind][i])
			continue;
		ok = intern_put(names, text_at(b, i), &id, err);
		if (!ok || id >= known || !string[id])
			continue;
		b->shared[kind][i] = true;
		a->shared[kind][string[id] - 1] = true;
	}
	mem_free(string);
	intern_free(names);
	return ok;
}

/* ---- the samples of each name ---- */

static uint64_t value_of(const struct profile *p, uint64_t row)
{
	return p->samples.duration ? p->samples.duration[row] : profile_row_count(p, row);
}

/* The next row to read, or samples.count. */
static uint64_t next_row(const struct one_side *s, uint64_t row)
{
	uint64_t all = s->p->samples.count, round = s->step * ROUNDS;

	if (row < all && all - row > round)
		return row + round;
	row = row % round + s->step;
	return row < round && row < all ? row : all;
}

static void count_names(struct one_side *s)
{
	const struct profile *p = s->p;
	uint64_t steps = 0;

	for (uint64_t row = 0; row < p->samples.count && steps < STEPS_MOST;
	     row = next_row(s, row)) {
		uint32_t comm = p->threads[profile_context(p, row)->thread].comm;
		uint64_t value = value_of(p, row);

		s->all += value;
		s->value[RENAMED_PROGRAM][comm] += value;
		for (uint32_t at = p->samples.stack[row]; at && steps < STEPS_MOST;
		     at = p->stacks[at].parent, steps++) {
			uint32_t module = p->frames[p->stacks[at].frame].module;

			if (s->mark[module] != row + 1) /* once per sample */
				s->value[RENAMED_MODULE][module] += value;
			s->mark[module] = row + 1;
		}
	}
}

/* The first candidate of a kind. */
static uint32_t first_of(const struct one_side *s, enum renamed_kind kind)
{
	uint32_t i = 0;

	while (i < s->count && s->list[i].kind != kind)
		i++;
	return i;
}

/* Append the most frequent names of a kind, in descending order. */
static void choose_candidates(struct one_side *s, enum renamed_kind kind)
{
	uint32_t from = s->count;

	for (uint32_t i = 1; i < s->p->strings.count; i++) {
		struct renamed_candidate c = {kind, i, s->value[kind][i], false};
		uint32_t at = s->count;

		if (!s->here[kind][i] || s->shared[kind][i] || !c.value ||
		    c.value < s->all / LEAST_PART)
			continue;
		while (at > from && s->list[at - 1].value < c.value)
			at--;
		if (at == from + CANDIDATES)
			continue;
		if (s->count < from + CANDIDATES)
			s->count++;
		memmove(&s->list[at + 1], &s->list[at],
			(s->count - 1 - at) * sizeof *s->list);
		s->list[at] = c; /* room: CANDIDATES of each kind */
	}
	for (uint32_t i = from; kind == RENAMED_MODULE && i < s->count; i++)
		s->number[s->list[i].string] = i + 1;
}

/* ---- the functions of each name ---- */

/* Is it a function that every program has? */
static bool is_usual(struct text name)
{
	static const struct text usual[] = {
	    {"main", 4},    {"_start", 6}, {"start_thread", 12}, {"clone", 5},
	    {"__clone", 7}, {"clone3", 6}, {"__clone3", 8}};
	static const struct text begins[] = {
	    {"__libc_start", 12}, {"runtime.", 8}, {"std::", 5}, {"core::", 6},
	    {"alloc::", 7},	  {"java.", 5},	   {"java/", 5}, {"jdk/", 4}};

	for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
		if (text_equal(name, usual[i]))
			return true;
	for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
		if (text_starts(name, begins[i]))
			return true;
	return false;
}

#define NOTHING UINT32_MAX

/* The number of a function that distinguishes programs, or NOTHING. */
static bool find_function(struct finding *f, struct one_side *s, uint32_t frame,
			  uint32_t *function, struct error *err)
{
	const struct frame *is = &s->p->frames[frame];
	uint32_t *known = &s->function[is->name];
	struct text name;

	*function = NOTHING;
	if (is->kind == FRAME_NAMELESS || is->kind == FRAME_IDLE ||
	    (is->module ? s->shared[RENAMED_MODULE][is->module]
			: is->kind == FRAME_KERNEL))
		return true;
	if (!*known) {
		if (!joint_name(profile_frame_name(s->p, frame), &f->buffer, &name,
				err) ||
		    !intern_put(f->functions, name, known, err))
			return false;
		*known = is_usual(name) || !name.len || name.at[0] == '[' ? NOTHING
									  : *known + 1;
	}
	*function = *known == NOTHING ? NOTHING : *known - 1;
	return true;
}

static bool add_evidence(struct one_side *s, uint32_t candidate, uint32_t function,
			 uint64_t row, uint64_t value, struct error *err)
{
	uint32_t at, fresh = s->evidence_count;
	const struct evidence new = {.candidate = candidate, .function = function};

	if (!idmap_put(&s->places, idmap_pair(candidate, function), fresh, &at, err) ||
	    (at == fresh && !APPEND(s->evidence, s->evidence_count, s->evidence_room,
				    "functions", err, new)))
		return false;
	if (s->evidence[at].row != row + 1)
		s->evidence[at].value += value;
	s->evidence[at].row = row + 1;
	return true;
}

static bool count_functions(struct finding *f, struct one_side *s, struct error *err)
{
	const struct profile *p = s->p;
	uint64_t steps = 0;

	for (uint64_t row = 0; row < p->samples.count && steps < STEPS_MOST;
	     row = next_row(s, row)) {
		uint32_t comm = p->threads[profile_context(p, row)->thread].comm;
		uint32_t program = 0, function;
		uint64_t value = value_of(p, row);

		while (program < s->count && s->list[program].kind == RENAMED_PROGRAM &&
		       s->list[program].string != comm)
			program++;
		if (program == s->count || s->list[program].kind != RENAMED_PROGRAM)
			program = NOTHING;

		for (uint32_t at = p->samples.stack[row]; at && steps < STEPS_MOST;
		     at = p->stacks[at].parent, ++steps) {
			uint32_t frame = p->stacks[at].frame;
			uint32_t module = s->number[p->frames[frame].module];
			/*
			 * libraries and the kernel have other versions, too, and do not identify a
			 * program
			 */
			bool is_own =
			    program != NOTHING && p->frames[frame].kind != FRAME_KERNEL &&
			    !text_has(text_basename(profile_frame_module(p, frame)),
				      TEXT(".so"));

			if (!find_function(f, s, frame, &function, err))
				return false;
			if (function == NOTHING)
				continue;
			if ((is_own &&
			     !add_evidence(s, program, function, row, value, err)) ||
			    (module &&
			     !add_evidence(s, module - 1, function, row, value, err)))
				return false;
		}
	}
	return true;
}

/* ---- agreement ---- */

enum agreement { NOT_KNOWN, DISAGREE, AGREE_IN_PART, AGREE };

/*
 * Count the functions with a hundredth of a candidate's samples, and how many of them the other
 * candidate has, too.
 */
static enum agreement agreement_of(const struct finding *f, uint32_t a, uint32_t b)
{
	const uint32_t candidate[BOTH] = {a, b};
	uint32_t have[BOTH] = {0}, common[BOTH] = {0}, ignored;

	for (int side = 0; side < BOTH; side++) {
		const struct one_side *s = &f->side[side], *other = &f->side[!side];
		uint32_t mine = candidate[side], its = candidate[!side];

		for (uint32_t i = 0; i < s->evidence_count; i++) {
			const struct evidence *e = &s->evidence[i];

			if (e->candidate != mine ||
			    e->value < s->list[mine].value / LEAST_PART)
				continue;
			have[side]++;
			common[side] += idmap_get(&other->places,
						  idmap_pair(its, e->function), &ignored);
		}
	}
	if (!have[FIRST] || !have[SECOND])
		return NOT_KNOWN;
	if (2 * common[FIRST] < have[FIRST] || 2 * common[SECOND] < have[SECOND])
		return DISAGREE;
	return common[FIRST] < LEAST_COMMON || common[SECOND] < LEAST_COMMON
		   ? AGREE_IN_PART
		   : AGREE;
}

/* ---- pairing ---- */

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* The length of a version at the beginning, such as "1.2.0" or "12"; 0 if there is none. */
static size_t version_length(struct text t)
{
	size_t len = 0;

	while (len < t.len && (is_digit(t.at[len]) ||
			       (len && len + 1 < t.len && is_digit(t.at[len + 1]) &&
				strchr(".-_", t.at[len]))))
		len++;
	return len;
}

/* Do the names differ only in their versions: "svc-1.2.0" and "svc-1.3.1"? */
static bool differ_in_version(struct text a, struct text b)
{
	while (a.len && b.len) {
		size_t x = version_length(a), y = version_length(b);

		if (!x != !y || (!x && a.at[0] != b.at[0]))
			return false;
		a = text_from(a, x ? x : 1);
		b = text_from(b, y ? y : 1);
	}
	return !a.len && !b.len;
}

static struct text name_of(const struct finding *f, int side, uint32_t candidate)
{
	const struct one_side *s = &f->side[side];
	const struct renamed_candidate *c = &s->list[candidate];
	struct text t = text_at(s, c->string);

	return c->kind == RENAMED_MODULE ? text_basename(t) : t;
}

typedef bool alike(struct text a, struct text b);

/* The only candidate of the other side that is similar to this one; NOTHING: several, or none. */
static uint32_t only_alike(const struct finding *f, int side, uint32_t candidate,
			   alike *are_alike)
{
	const struct one_side *other = &f->side[!side];
	enum renamed_kind kind = f->side[side].list[candidate].kind;
	struct text name = name_of(f, side, candidate);
	uint32_t found = NOTHING;

	for (uint32_t i = 0; i < other->count; i++) {
		if (other->list[i].kind != kind || other->list[i].is_paired ||
		    !are_alike(name, name_of(f, !side, i)))
			continue;
		if (found != NOTHING)
			return NOTHING;
		found = i;
	}
	return found;
}

static bool pair_candidates(struct finding *f, uint32_t a, uint32_t b, struct error *err)
{
	struct renamed_candidate *x = &f->side[FIRST].list[a],
				 *y = &f->side[SECOND].list[b];

	x->is_paired = y->is_paired = true;
	return add_pair(f->found, x->kind, text_at(&f->side[FIRST], x->string),
			text_at(&f->side[SECOND], y->string), err);
}

/* Pair similar names; if `asked`, unless their functions disagree. */
static bool pair_alike(struct finding *f, enum renamed_kind kind, alike *are_alike,
		       bool asked, struct error *err)
{
	const struct one_side *s = &f->side[FIRST];

	for (uint32_t a = first_of(s, kind); a < s->count && s->list[a].kind == kind;
	     a++) {
		uint32_t b =
		    s->list[a].is_paired ? NOTHING : only_alike(f, FIRST, a, are_alike);
		struct text name = name_of(f, FIRST, a);

		if (b == NOTHING || only_alike(f, SECOND, b, are_alike) != a ||
		    /* kworker/0:1 and kworker/1:2 are not versions of each other */
		    (name.len && memchr(name.at, '/', name.len)) ||
		    (asked && agreement_of(f, a, b) == DISAGREE))
			continue;
		if (!pair_candidates(f, a, b, err))
			return false;
	}
	return true;
}

/* Pair the most frequent names of each file, among those that only one file has. */
static bool pair_largest(struct finding *f, enum renamed_kind kind, struct error *err)
{
	uint32_t at[BOTH];

	for (int side = 0; side < BOTH; side++) {
		const struct one_side *s = &f->side[side];

		at[side] = first_of(s, kind);
		if (at[side] == s->count || s->list[at[side]].is_paired)
			return true;
	}
	return agreement_of(f, at[FIRST], at[SECOND]) != AGREE ||
	       pair_candidates(f, at[FIRST], at[SECOND], err);
}

/* The unpaired file that threads with this name run; or `count`. */
static uint32_t file_of(const struct one_side *s, const char *comm)
{
	uint32_t i = first_of(s, RENAMED_MODULE);

	while (i < s->count &&
	       (s->list[i].is_paired ||
		!text_equal(
		    text_upto(text_basename(text_at(s, s->list[i].string)), COMM_LONGEST),
		    text_of(comm))))
		i++;
	return i;
}

/* If a program was renamed, so was its file. */
static bool pair_files(struct finding *f, struct error *err)
{
	const struct one_side *x = &f->side[FIRST], *y = &f->side[SECOND];

	for (uint32_t i = 0; i < f->found->count; i++) {
		const struct renamed_pair p = f->found->list[i];
		uint32_t a, b;

		if (p.kind != RENAMED_PROGRAM)
			continue;
		a = file_of(x, p.first);
		b = file_of(y, p.second);
		if (a < x->count && b < y->count && !pair_candidates(f, a, b, err))
			return false;
	}
	return true;
}

/* ---- pairs that the user names ---- */

static bool cut_wish(struct text wish, struct text *second, struct text *first)
{
	const char *equals = wish.len ? memchr(wish.at, '=', wish.len) : NULL;

	if (!equals)
		return false;
	*second = text_upto(wish, (size_t)(equals - wish.at));
	*first = text_from(wish, second->len + 1);
	return second->len && first->len;
}

bool renamed_is_rule(struct text wish)
{
	struct text second, first;

	return text_equal(wish, TEXT("none")) || cut_wish(wish, &second, &first);
}

/* The string of a side that the user means by a name; 0 if there is none. */
static uint32_t find_name(const struct one_side *s, enum renamed_kind kind,
			  struct text called)
{
	struct text cut = text_upto(called, COMM_LONGEST);

	for (uint32_t i = 1; i < s->p->strings.count; i++) {
		struct text t = text_at(s, i);

		if (s->here[kind][i] &&
		    (kind == RENAMED_PROGRAM
			 ? text_equal(t, called) || text_equal(t, cut)
			 : text_equal(t, called) || text_equal(text_basename(t), called)))
			return i;
	}
	return 0;
}

static bool refuse_wish(const char *why, struct text name, struct error *err)
{
	return error_set(err, ERROR_USAGE, "--compare-as: %s %.*s", why,
			 name.len < 80 ? (int)name.len : 80, name.at);
}

static bool apply_wish(struct finding *f, struct text wish, struct error *err)
{
	const struct one_side *x = &f->side[FIRST], *y = &f->side[SECOND];
	bool any = false, has_first = false;
	struct text second, first;

	if (text_equal(wish, TEXT("none")))
		return true;
	if (!cut_wish(wish, &second, &first))
		return refuse_wish("expected OLD=NEW, not", wish, err);
	for (int kind = 0; kind < RENAMED_KINDS; kind++) {
		uint32_t a = find_name(x, kind, first), b = find_name(y, kind, second);

		if (b && y->shared[kind][b])
			return refuse_wish("both files have", second, err);
		if (a && x->shared[kind][a])
			return refuse_wish("both files have", first, err);
		has_first |= a != 0;
		if (!a || !b)
			continue;
		any = true;
		if (!add_pair(f->found, kind, text_at(x, a), text_at(y, b), err))
			return false;
		/* no longer names that only one file has */
		x->shared[kind][a] = y->shared[kind][b] = true;
	}
	return any ||
	       refuse_wish(has_first
			       ? "the second file has no program and no module called"
			       : "the first file has no program and no module called",
			   has_first ? second : first, err);
}

/* ---- all steps ---- */

static bool begin_side(struct one_side *s, const struct profile *p, struct error *err)
{
	size_t strings = (size_t)p->strings.count + 1;
	bool ok = true;

	s->p = p;
	s->step = p->samples.count / ROWS_ASKED + 1;
	for (int kind = 0; ok && kind < RENAMED_KINDS; kind++) {
		ok = (s->here[kind] =
			  mem_array(strings, sizeof *s->here[kind], "names", err)) &&
		     (s->shared[kind] =
			  mem_array(strings, sizeof *s->shared[kind], "names", err)) &&
		     (s->value[kind] =
			  mem_array(strings, sizeof *s->value[kind], "names", err));
	}
	if (!ok || !(s->mark = mem_array(strings, sizeof *s->mark, "names", err)) ||
	    !(s->number = mem_array(strings, sizeof *s->number, "names", err)) ||
	    !(s->function = mem_array(strings, sizeof *s->function, "names", err)))
		return false;
	for (uint32_t i = 0; i < p->context_count; i++)
		s->here[RENAMED_PROGRAM][p->threads[p->contexts[i].thread].comm] = true;
	for (uint32_t i = 1; i < p->frame_count; i++)
		s->here[RENAMED_MODULE][p->frames[i].module] = true;
	s->here[RENAMED_PROGRAM][0] = s->here[RENAMED_MODULE][0] = false;
	return true;
}

static void end_side(struct one_side *s)
{
	for (int kind = 0; kind < RENAMED_KINDS; kind++) {
		mem_free(s->here[kind]);
		mem_free(s->shared[kind]);
		mem_free(s->value[kind]);
	}
	mem_free(s->mark);
	mem_free(s->number);
	mem_free(s->function);
	mem_free(s->evidence);
	idmap_release(&s->places);
}

static bool find_pairs(struct finding *f, struct text wishes, struct error *err)
{
	struct text wish;
	bool only_wishes = false;

	for (int kind = 0; kind < RENAMED_KINDS; kind++)
		if (!mark_shared(f, kind, err))
			return false;
	while (text_next_line(&wishes, &wish)) {
		only_wishes |= text_equal(wish, TEXT("none"));
		if (!apply_wish(f, wish, err))
			return false;
	}
	if (only_wishes)
		return true;
	for (int side = 0; side < BOTH; side++) {
		struct one_side *s = &f->side[side];

		count_names(s);
		for (int kind = 0; kind < RENAMED_KINDS; kind++)
			choose_candidates(s, kind);
	}
	if (!f->side[FIRST].count || !f->side[SECOND].count)
		return true;
	f->functions = intern_new(err);
	return f->functions && count_functions(f, &f->side[FIRST], err) &&
	       count_functions(f, &f->side[SECOND], err) &&
	       pair_alike(f, RENAMED_MODULE, text_equal, false, err) &&
	       pair_alike(f, RENAMED_PROGRAM, differ_in_version, true, err) &&
	       pair_largest(f, RENAMED_PROGRAM, err) && pair_files(f, err) &&
	       pair_alike(f, RENAMED_MODULE, differ_in_version, true, err) &&
	       pair_largest(f, RENAMED_MODULE, err);
}

bool renamed_find(struct renamed *r, const struct profile *first,
		  const struct profile *second, struct text wishes, struct error *err)
{
	struct finding f = {.found = r};
	bool ok;

	*r = (struct renamed){.list = NULL};
	if (wishes.len && !(r->wishes = mem_text(wishes.at, wishes.len, err)))
		return false;
	ok = begin_side(&f.side[FIRST], first, err) &&
	     begin_side(&f.side[SECOND], second, err) && find_pairs(&f, wishes, err);
	end_side(&f.side[FIRST]);
	end_side(&f.side[SECOND]);
	intern_free(f.functions);
	mem_free(f.buffer.at);
	if (!ok)
		renamed_release(r);
	return ok;
}
