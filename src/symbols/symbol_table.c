#include "symbols/symbol_table.h"

#include <string.h>

#include "base/append.h"
#include "base/bisect.h"
#include "base/mem.h"
#include "symbols/demangle.h"
#include "symbols/symbol_names.h"

/*
 * A linker that folds equal functions may give one of them thousands of names; further ones are
 * ignored.
 */
#define ALIASES_MAX 4096

/* The number of symbols searched around an address. Nested symbols are rare, and nest two deep. */
#define NESTED_MAX 64

/* In perf a symbol of unknown size ends with its page. */
#define PAGE 4096

/* The most owners: 21 bits. */
#define SYMBOL_OWNERS_MAX (1u << 21)

/* A symbol. Programs have hundreds of thousands, of which few are looked up, so it is small. */
struct symbol_entry {
	uint64_t start, end;
	/* place in its source; if `answered`, the number of the answer */
	uint32_t name;
	uint32_t owner : 21;
	uint32_t source : 3;
	uint32_t binding : 2, type : 2;
	uint32_t plt : 1;
	/* it ends at the next symbol */
	uint32_t guessed : 1;
	uint32_t apart : 1; /* no earlier symbol overlaps it */
	uint32_t answered : 1;
};

/*
 * The cached result for the symbols that start at one address. The first of these is marked
 * `answered`, and has the number of this answer instead of its name.
 */
struct address_answer {
	uint32_t first, best; /* entries; the name of `best` is shown */
	uint32_t first_name;  /* offset of the name of `first` */
	uint32_t len;	      /* of the shown name; UNNAMED: not read yet */
	uint32_t note;
	char *name; /* owned: demangled, or from a file; NULL: the copied name */
};

#define UNNAMED UINT32_MAX

/*
 * Addresses divided into slices of one size with a few symbols each, plus one slice below and one
 * above. Zero it first.
 */
struct symbol_index {
	uint32_t *firsts; /* owned: first entry of each slice, then the count */
	uint64_t base;	  /* the start of slice 1 */
	uint32_t shift;	  /* a slice has 2^shift addresses */
	uint32_t last;	  /* the last slice */
};

struct symbol_table {
	bool mangled;
	uint64_t steps;		      /* left for demangling */
	struct symbol_names *names;   /* owned */
	struct symbol_entry *entries; /* owned: settled ones by start, then added ones */
	size_t count, capacity, settled;
	struct symbol_index index; /* of the settled entries */
	uint32_t *owners;	   /* owned: offsets of their names; the first is empty */
	size_t owner_count, owners_capacity;
	struct address_answer *answers; /* owned */
	size_t answer_count, answers_capacity;
	struct symbol_names_room room;
};

/* ---- sorting ---- */

#define DIGIT_BITS 8
#define DIGITS	   (1u << DIGIT_BITS)

/* One pass of a radix sort: by the digit of `start` that begins at bit `shift`. */
static void sort_by_digit(const struct symbol_entry *from, struct symbol_entry *to,
			  size_t n, unsigned shift)
{
	size_t at[DIGITS] = {0}, sum = 0;

	for (size_t i = 0; i < n; i++)
		at[from[i].start >> shift & (DIGITS - 1)]++;
	for (size_t d = 0; d < DIGITS; d++) {
		size_t here = at[d];

		at[d] = sum;
		sum += here;
	}
	for (size_t i = 0; i < n; i++)
		/* room: each was counted for its digit */
		to[at[from[i].start >> shift & (DIGITS - 1)]++] = from[i];
}

/* Sort `e` with a buffer of the same size. Digits that are equal in all entries cost nothing. */
static void sort_entries(struct symbol_entry *e, struct symbol_entry *aside, size_t n)
{
	struct symbol_entry *from = e, *to = aside, *swap;
	uint64_t varies = 0;

	for (size_t i = 1; i < n; i++)
		varies |= e[i].start ^ e[0].start;
	for (unsigned shift = 0; shift < 64; shift += DIGIT_BITS) {
		if (!(varies >> shift & (DIGITS - 1)))
			continue;
		sort_by_digit(from, to, n, shift);
		swap = from;
		from = to;
		to = swap;
	}
	if (from != e)
		memcpy(e, from, n * sizeof *e);
}

/* Sort `count` entries by start, stably; the first `settled` of them are sorted already. */
static bool symbol_order(struct symbol_entry *e, size_t settled, size_t count,
			 struct error *err)
{
	size_t n = count - settled, low = settled, i = settled ? settled : 1;
	struct symbol_entry *aside;

	while (i < count && e[i - 1].start <= e[i].start)
		i++;
	if (i >= count)
		return true;
	aside = mem_array(n, sizeof *aside, "symbols", err);
	if (!aside)
		return false;
	sort_entries(e + settled, aside, n);
	/* merge from the end backwards */
	memcpy(aside, e + settled, n * sizeof *e);
	for (size_t to = count; n > 0; to--) {
		if (low > 0 && e[low - 1].start > aside[n - 1].start)
			e[to - 1] = e[--low];
		else
			e[to - 1] = aside[--n];
	}
	mem_free(aside);
	return true;
}

/* ---- the index ---- */

/* Average number of symbols per slice. */
#define SLICE 4

/* At each end, one in this many symbols may be far from all others, as per-CPU symbols at 0 are. */
#define ASTRAY 16

static uint32_t slice_of(const struct symbol_index *x, uint64_t address)
{
	uint64_t at;

	if (address < x->base)
		return 0;
	at = (address - x->base) >> x->shift;
	return at < x->last ? (uint32_t)at + 1 : x->last;
}

static void symbol_index_release(struct symbol_index *x)
{
	mem_free(x->firsts);
	*x = (struct symbol_index){0};
}

/* Index `count` sorted entries. */
static bool symbol_index_make(struct symbol_index *x, const struct symbol_entry *entries,
			      size_t count, struct error *err)
{
	size_t slice = 0;

	symbol_index_release(x);
	x->last = (uint32_t)(count / SLICE + 1);
	if (count) {
		uint64_t top = entries[count - 1 - count / ASTRAY].start;

		x->base = entries[count / ASTRAY].start;
		while (x->shift < 63 && (top - x->base) >> x->shift >= x->last)
			x->shift++;
	}
	x->firsts = mem_array((size_t)x->last + 2, sizeof *x->firsts, "symbols", err);
	if (!x->firsts) {
		symbol_index_release(x);
		return false;
	}
	for (size_t i = 0; i < count; i++) {
		uint32_t of = slice_of(x, entries[i].start);

		while (slice < of)
			x->firsts[++slice] = (uint32_t)i;
	}
	while (slice <= x->last)
		x->firsts[++slice] = (uint32_t)count;
	return true;
}

/* The number of entries that start at or before `address`. */
static uint32_t symbol_index_upto(const struct symbol_index *x,
				  const struct symbol_entry *entries, uint64_t address)
{
	uint32_t slice = slice_of(x, address), low, high;

	if (!x->firsts)
		return 0;
	low = x->firsts[slice];
	high = x->firsts[slice + 1];
	if (low == high) /* there may be no entries at all */
		return low;
	return low +
	       (uint32_t)bisect_upto(entries + low, sizeof *entries, high - low, address);
}

/* ---- the table ---- */

struct symbol_table *symbol_table_new(bool mangled, struct error *err)
{
	struct symbol_table *t = mem_array(1, sizeof *t, "symbol tables", err);

	if (!t)
		return NULL;
	t->mangled = mangled;
	t->steps = DEMANGLE_STEPS;
	t->names = symbol_names_new(err);
	if (!t->names ||
	    !APPEND(t->owners, t->owner_count, t->owners_capacity, "modules", err, 0)) {
		symbol_table_free(t);
		return NULL;
	}
	return t;
}

static void forget_answers(struct symbol_table *t)
{
	for (size_t i = 0; i < t->answer_count; i++) {
		struct address_answer *a = &t->answers[i];

		t->entries[a->first].name = a->first_name;
		t->entries[a->first].answered = false;
		mem_free(a->name);
	}
	t->answer_count = 0;
}

void symbol_table_free(struct symbol_table *t)
{
	if (!t)
		return;
	forget_answers(t);
	symbol_names_free(t->names);
	mem_free(t->answers);
	mem_free(t->entries);
	symbol_index_release(&t->index);
	mem_free(t->owners);
	mem_free(t->room.at);
	mem_free(t);
}

bool symbol_table_bytes(struct symbol_table *t, struct text bytes, uint32_t *at,
			struct error *err)
{
	return symbol_names_copy(t->names, bytes, at, err);
}

bool symbol_table_leave(struct symbol_table *t, int fd, uint64_t offset, uint32_t len,
			uint8_t *source)
{
	return symbol_names_leave(t->names, fd, offset, len, source);
}

/* The number of an owner. Symbols of the same owner are consecutive. */
static bool own(struct symbol_table *t, uint32_t place, uint32_t *owner,
		struct error *err)
{
	*owner = place ? (uint32_t)t->owner_count - 1 : 0;
	if (t->owners[*owner] == place)
		return true;
	if (t->owner_count == SYMBOL_OWNERS_MAX)
		return error_set(err, ERROR_LIMIT, "too many modules");
	*owner = (uint32_t)t->owner_count;
	return APPEND(t->owners, t->owner_count, t->owners_capacity, "modules", err,
		      place);
}

bool symbol_table_add(struct symbol_table *t, const struct symbol_row *row,
		      struct error *err)
{
	uint64_t room = UINT64_MAX - row->start;
	struct symbol_entry e;
	uint32_t owner;

	if (t->count >= UINT32_MAX - 1)
		return error_set(err, ERROR_LIMIT, "more than %zu symbols", t->count);
	if (!own(t, row->owner, &owner, err))
		return false;
	e = (struct symbol_entry){
	    .start = row->start,
	    .end = row->start + (row->size < room ? row->size : room),
	    .name = row->name,
	    .owner = owner & (SYMBOL_OWNERS_MAX - 1),
	    .source = row->source & (SYMBOL_NAMES_SOURCES - 1u),
	    .binding = (unsigned)row->binding & 3,
	    .type = (unsigned)row->type & 3,
	    .plt = row->plt,
	};
	return APPEND(t->entries, t->count, t->capacity, "symbols", err, e);
}

/* Owners are copied names, which need no buffer. */
static const char *owner_of(const struct symbol_table *t, const struct symbol_entry *e)
{
	return symbol_names_get(t->names, 0, t->owners[e->owner], NULL);
}

static uint64_t page_after(uint64_t address)
{
	uint64_t up = address > UINT64_MAX - 2 * PAGE ? UINT64_MAX - 2 * PAGE : address;

	return (up + PAGE - 1) / PAGE * PAGE + PAGE;
}

/*
 * As in symbols__fixup_end() of perf, a symbol without a size ends where the next begins. Mark
 * entries at which a search backwards may stop.
 */
static void give_ends(struct symbol_table *t, bool paged)
{
	uint64_t reach = 0;

	for (size_t i = 0; i < t->count; i++) {
		struct symbol_entry *e = &t->entries[i];

		if (e->end == e->start) {
			e->guessed = true;
			if (i + 1 == t->count ||
			    (paged && e->owner != e[1].owner &&
			     strcmp(owner_of(t, e), owner_of(t, e + 1)) != 0))
				e->end = page_after(e->start);
			else
				e->end = e[1].start;
		}
		e->apart = i == 0 || (e[-1].start < e->start && reach <= e->start);
		if (reach < e->end)
			reach = e->end;
	}
}

bool symbol_table_settle(struct symbol_table *t, bool paged, struct error *err)
{
	size_t settled = t->settled;

	forget_answers(t);
	t->settled = 0;
	symbol_index_release(&t->index);
	if (!symbol_order(t->entries, settled, t->count, err))
		return false;
	give_ends(t, paged);
	if (!symbol_index_make(&t->index, t->entries, t->count, err))
		return false;
	t->settled = t->count;
	return true;
}

/* ---- choosing among aliases ---- */

/* An entry to compare with others; its names are read when needed. */
struct symbol_candidate {
	const struct symbol_names *names; /* borrowed */
	uint64_t *steps;		  /* borrowed; NULL: names are not mangled */
	const struct symbol_entry *entry; /* borrowed */
	const char *raw;		  /* borrowed; NULL: not read yet */
	char *shown;			  /* owned: the name to show; NULL: `raw` */
	struct symbol_names_room room;	  /* of `raw` */
	bool shown_known;
};

/*
 * The name to show for `raw`. NULL when that is `raw` itself or memory runs out. Release with
 * mem_free().
 */
static char *name_to_show(const struct symbol_entry *e, const char *raw, uint64_t *steps)
{
	char *plain = steps ? demangle_name(raw, steps) : NULL, *longer;
	struct error none = ERROR_INIT;
	size_t len;

	if (!e->plt)
		return plain;
	len = plain ? strlen(plain) : strnlen(raw, SYMBOL_NAME_MOST);
	longer = mem_array(len + 5, 1, "bytes", &none);
	if (longer) {
		memcpy(longer, plain ? plain : raw, len);
		memcpy(longer + len, "@plt", 5);
	}
	mem_free(plain);
	return longer;
}

static const char *candidate_raw(struct symbol_candidate *c)
{
	if (!c->raw)
		c->raw = symbol_names_get(c->names, (uint8_t)c->entry->source,
					  c->entry->name, &c->room);
	return c->raw;
}

static const char *candidate_shown(struct symbol_candidate *c)
{
	const char *raw = candidate_raw(c);

	if (!c->shown_known)
		c->shown = name_to_show(c->entry, raw, c->steps);
	c->shown_known = true;
	return c->shown ? c->shown : raw;
}

static size_t candidate_length(struct symbol_candidate *c)
{
	const char *name = candidate_shown(c);

	return c->shown ? strlen(name) : strnlen(name, SYMBOL_NAME_MOST);
}

static void candidate_release(struct symbol_candidate *c)
{
	mem_free(c->shown);
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
 * As choose_best_symbol() of perf: is the later `b` preferred to `a`? Criteria in this order: has a
 * size, is no label, not weak, global, has fewer underscores, has the longer name.
 */
static bool better(struct symbol_candidate *a, struct symbol_candidate *b)
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
	if (strncmp(candidate_raw(a), candidate_raw(b), SYMBOL_NAME_MOST) == 0)
		return false;
	a_name = candidate_shown(a);
	b_name = candidate_shown(b);
	if (underscores(a_name) != underscores(b_name))
		return underscores(b_name) < underscores(a_name);
	if (candidate_length(a) != candidate_length(b))
		return candidate_length(b) > candidate_length(a);
	/* old kernels have two names for each system call */
	return strncmp(a_name, "SyS", 3) == 0 || strncmp(a_name, "compat_SyS", 10) == 0;
}

/*
 * The index of the best of `n` (> 0) entries that start at the same address, as in perf. Names
 * are demangled with `*steps` (see demangle_name()), or not at all when `steps` is NULL.
 */
static size_t best_at_address(const struct symbol_entry *e, size_t n,
			      const struct symbol_names *names, uint64_t *steps)
{
	struct symbol_candidate best = {.names = names, .steps = steps, .entry = e};
	struct symbol_candidate other = best, swap;
	size_t at;

	for (size_t i = 1; i < n && i < ALIASES_MAX; i++) {
		/* the buffer is reused */
		mem_free(other.shown);
		other.entry = &e[i];
		other.raw = other.shown = NULL;
		other.shown_known = false;
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

/* ---- searching ---- */

static uint64_t *steps_of(struct symbol_table *t)
{
	return t->mangled ? &t->steps : NULL;
}

static uint32_t choose_best_entry(struct symbol_table *t, uint32_t first, uint32_t last)
{
	return first + (uint32_t)best_at_address(t->entries + first, last - first + 1,
						 t->names, steps_of(t));
}

/*
 * The cached result for the entries `first` to `last`, which start at the same address. NULL when
 * memory runs out.
 */
static struct address_answer *answer_of(struct symbol_table *t, uint32_t first,
					uint32_t last)
{
	struct symbol_entry *e = &t->entries[first];
	struct error none = ERROR_INIT;
	struct address_answer *a;

	if (e->answered)
		return &t->answers[e->name];
	if (!mem_reserve(&t->answers, &t->answers_capacity, t->answer_count + 1,
			 sizeof *t->answers, "names", &none))
		return NULL;
	a = &t->answers[t->answer_count];
	*a = (struct address_answer){
	    first, choose_best_entry(t, first, last), e->name, UNNAMED, 0, NULL};
	e->name = (uint32_t)t->answer_count++;
	e->answered = true;
	return a;
}

/* The first entry with the same start as `last`. */
static uint32_t first_of(const struct symbol_table *t, uint32_t last)
{
	uint64_t start = t->entries[last].start;

	for (uint32_t i = last; last - i < 4; i--)
		if (i == 0 || t->entries[i - 1].start != start)
			return i;
	return start ? symbol_index_upto(&t->index, t->entries, start - 1) : 0;
}

/* Entries that start at the same address, and the best of them. */
struct start_group {
	uint32_t first, last, best;
};

/* The addresses [from, to), for which a search visits the same entries and has the same result. */
struct address_stretch {
	uint64_t from, to;
};

/*
 * Does this entry contain the address? Narrow `all` to the addresses for which the answer is the
 * same.
 */
static bool reaches(const struct symbol_entry *e, uint64_t address,
		    struct address_stretch *all)
{
	uint64_t end = e->end > e->start ? e->end : e->start + 1;

	if (address < end) {
		all->to = end < all->to ? end : all->to;
		return true;
	}
	all->from = end > all->from ? end : all->from;
	return false;
}

/*
 * The nearest symbol before an address that contains it. A label within a function, as in assembly
 * and in V8's built-ins, is not a function: the enclosing function is used.
 */
static bool around(struct symbol_table *t, uint64_t address, struct start_group *found,
		   struct address_stretch *all)
{
	uint32_t n = symbol_index_upto(&t->index, t->entries, address);
	bool label = false;

	/* the addresses between two entries */
	*all = (struct address_stretch){n ? t->entries[n - 1].start : 0,
					n < t->count ? t->entries[n].start : UINT64_MAX};
	for (int i = 0; n > 0 && i < NESTED_MAX; i++) {
		struct start_group s = {.first = first_of(t, n - 1), .last = n - 1};
		const struct address_answer *known;
		const struct symbol_entry *e;

		known = s.first < s.last ? answer_of(t, s.first, s.last) : NULL;
		s.best = s.first == s.last ? s.first
			 : known	   ? known->best
					   : choose_best_entry(t, s.first, s.last);
		e = &t->entries[s.best];
		if (reaches(e, address, all)) {
			bool plain = e->type != SYMBOL_LABEL && !(label && e->guessed);

			if (plain || !label)
				*found = s;
			if (plain)
				return true;
			label = true;
		}
		if (t->entries[s.first].apart)
			break;
		n = s.first;
	}
	return label;
}

/* The name in the file: a copy, or read into `t->room`. */
static const char *raw_name(struct symbol_table *t, const struct address_answer *a)
{
	const struct symbol_entry *e = &t->entries[a->best];

	return symbol_names_get(t->names, (uint8_t)e->source,
				a->best == a->first ? a->first_name : e->name, &t->room);
}

/* Read, demangle and cache the name; false when memory runs out. */
static bool name_it(struct symbol_table *t, struct address_answer *a)
{
	const struct symbol_entry *e = &t->entries[a->best];
	const char *raw = raw_name(t, a);
	struct error none = ERROR_INIT;

	a->name = name_to_show(e, raw, steps_of(t));
	if (!a->name && e->source && !(a->name = mem_text(raw, strlen(raw), &none)))
		return false;
	a->len = (uint32_t)(a->name ? strlen(a->name) : strnlen(raw, SYMBOL_NAME_MOST));
	return true;
}

bool symbol_table_find(struct symbol_table *t, uint64_t address, struct symbol *found)
{
	const struct symbol_entry *e;
	struct address_stretch all;
	struct start_group s = {0};
	struct address_answer *a;
	bool any = around(t, address, &s, &all);

	*found = (struct symbol){.from = all.from, .to = all.to};
	if (!any)
		return false;
	a = answer_of(t, s.first, s.last);
	if (!a || (a->len == UNNAMED && !name_it(t, a))) {
		found->from = found->to = address;
		return false;
	}
	e = &t->entries[a->best];
	*found = (struct symbol){
	    .name = {a->name ? a->name : raw_name(t, a), a->len},
	    .owner = text_of(owner_of(t, e)),
	    .start = e->start,
	    .size = e->end - e->start,
	    .from = all.from,
	    .to = all.to,
	    .note = &a->note,
	};
	return true;
}

size_t symbol_table_count(const struct symbol_table *t)
{
	return t->count;
}
