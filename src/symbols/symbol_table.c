#include "symbols/symbol_table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "symbols/demangle.h"

/* Files with symbols in symbols are rare, and two deep. */
#define NESTED_MAX 64

/* A linker that folds equal functions gives thousands of names to one of them. */
#define ALIASES_MAX 4096

/* perf ends a symbol of unknown size with a page. */
#define PAGE 4096

struct entry {
	uint64_t start, end;
	uint32_t name, owner; /* places in `bytes` */
	uint32_t shown;	      /* 0, or the number of its text in `shown`, plus 1 */
	uint32_t first;	      /* of those that start here; while sorting: the order */
	uint32_t best;	      /* in the first: 0, or which is shown, plus 1 */
	uint8_t binding, type;
	bool plt;
	bool guessed; /* its end is where the next symbol begins */
};

struct symbol_table {
	bool mangled;
	char *bytes; /* owned: names, each run of them ends in NUL; the first is empty */
	size_t bytes_count, bytes_capacity;
	struct entry *entries; /* owned: settled ones, by start, then the added */
	size_t count, capacity, settled;
	char **shown; /* owned, and each of them */
	size_t shown_count, shown_capacity;
};

struct symbol_table *symbol_table_new(bool mangled, struct error *err)
{
	struct symbol_table *t = mem_array(1, sizeof *t, "symbol tables", err);
	uint32_t at;

	if (!t)
		return NULL;
	t->mangled = mangled;
	if (!symbol_table_bytes(t, TEXT(""), &at, err)) {
		symbol_table_free(t);
		return NULL;
	}
	return t;
}

void symbol_table_free(struct symbol_table *t)
{
	if (!t)
		return;
	for (size_t i = 0; i < t->shown_count; i++)
		free(t->shown[i]);
	free(t->shown);
	free(t->entries);
	free(t->bytes);
	free(t);
}

bool symbol_table_bytes(struct symbol_table *t, struct text bytes, uint32_t *at,
			struct error *err)
{
	if (bytes.len >= UINT32_MAX - t->bytes_count)
		return error_set(err, ERROR_LIMIT, "more than 4 GiB of symbol names");
	if (!mem_reserve(&t->bytes, &t->bytes_capacity, t->bytes_count + bytes.len + 1, 1,
			 "symbol names", err))
		return false;
	*at = (uint32_t)t->bytes_count;
	if (bytes.len)
		memcpy(t->bytes + t->bytes_count, bytes.at, bytes.len);
	t->bytes_count += bytes.len;
	t->bytes[t->bytes_count++] = '\0';
	return true;
}

bool symbol_table_add(struct symbol_table *t, const struct symbol_row *row,
		      struct error *err)
{
	uint64_t room = UINT64_MAX - row->start;
	struct entry *e;

	if (t->count >= UINT32_MAX - 1)
		return error_set(err, ERROR_LIMIT, "more than %zu symbols", t->count);
	if (!mem_reserve(&t->entries, &t->capacity, t->count + 1, sizeof *e, "symbols",
			 err))
		return false;
	e = &t->entries[t->count++];
	*e = (struct entry){
	    .start = row->start,
	    .end = row->start + (row->size < room ? row->size : room),
	    .name = row->name,
	    .owner = row->owner,
	    .binding = (uint8_t)row->binding,
	    .type = (uint8_t)row->type,
	    .plt = row->plt,
	};
	return true;
}

static int by_start(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return x->first < y->first ? -1 : x->first > y->first;
}

static uint64_t page_after(uint64_t address)
{
	uint64_t up = address > UINT64_MAX - 2 * PAGE ? UINT64_MAX - 2 * PAGE : address;

	return (up + PAGE - 1) / PAGE * PAGE + PAGE;
}

static bool same_owner(const struct symbol_table *t, const struct entry *a,
		       const struct entry *b)
{
	return a->owner == b->owner ||
	       strcmp(t->bytes + a->owner, t->bytes + b->owner) == 0;
}

/* perf's symbols__fixup_end(): what has no size ends where the next begins. */
static void give_ends(struct symbol_table *t, bool paged)
{
	for (size_t i = 0; i < t->count; i++) {
		struct entry *e = &t->entries[i];

		if (e->end != e->start)
			continue;
		e->guessed = true;
		if (i + 1 == t->count || (paged && !same_owner(t, e, e + 1)))
			e->end = page_after(e->start);
		else
			e->end = e[1].start;
	}
}

void symbol_table_settle(struct symbol_table *t, bool paged)
{
	for (size_t i = 0; i < t->count; i++)
		t->entries[i].first = (uint32_t)i;
	if (t->count)
		qsort(t->entries, t->count, sizeof *t->entries, by_start);
	give_ends(t, paged);
	for (size_t i = 0; i < t->count; i++) {
		struct entry *e = &t->entries[i];

		e->best = 0;
		e->first = (uint32_t)i;
		if (i > 0 && e[-1].start == e->start)
			e->first = e[-1].first;
	}
	t->settled = t->count;
}

/* Keep an allocated name; NULL and freed when there is no room to remember it. */
static const char *keep(struct symbol_table *t, struct entry *e, char *name)
{
	struct error none = ERROR_INIT;

	if (!mem_reserve(&t->shown, &t->shown_capacity, t->shown_count + 1,
			 sizeof *t->shown, "symbol names", &none)) {
		free(name);
		return NULL;
	}
	t->shown[t->shown_count++] = name;
	e->shown = (uint32_t)t->shown_count;
	return name;
}

static char *with_plt(const char *name)
{
	struct error none = ERROR_INIT;
	size_t len = strlen(name);
	char *longer = mem_array(len + 5, 1, "bytes", &none);

	if (longer) {
		memcpy(longer, name, len);
		memcpy(longer + len, "@plt", 5);
	}
	return longer;
}

/* The name as it is shown; without memory, as it is in the file. */
static const char *shown_name(struct symbol_table *t, struct entry *e)
{
	const char *raw = t->bytes + e->name, *kept = NULL;
	char *plain, *longer;

	if (e->shown)
		return t->shown[e->shown - 1];
	plain = t->mangled ? demangle_name(raw) : NULL;
	if (e->plt) {
		longer = with_plt(plain ? plain : raw);
		free(plain);
		plain = longer;
	}
	if (plain)
		kept = keep(t, e, plain);
	return kept ? kept : raw;
}

static size_t underscores(const char *name)
{
	return strspn(name, "_");
}

/*
 * perf's choose_best_symbol(): is `b`, which comes later, to be shown rather than `a`? One
 * with a size, no bare label, not weak, global, with fewer underscores, the longer name.
 */
static bool better(struct symbol_table *t, struct entry *a, struct entry *b)
{
	bool a_sized = a->end > a->start, b_sized = b->end > b->start;
	bool a_label = a->type == SYMBOL_LABEL, b_label = b->type == SYMBOL_LABEL;
	bool a_weak = a->binding == SYMBOL_WEAK, b_weak = b->binding == SYMBOL_WEAK;
	bool a_global = a->binding == SYMBOL_GLOBAL,
	     b_global = b->binding == SYMBOL_GLOBAL;
	const char *a_name, *b_name;

	if (a_sized != b_sized)
		return b_sized;
	if (a_label != b_label)
		return a_label;
	if (a_weak != b_weak)
		return a_weak;
	if (a_global != b_global)
		return b_global;
	if (strcmp(t->bytes + a->name, t->bytes + b->name) == 0)
		return false;
	a_name = shown_name(t, a);
	b_name = shown_name(t, b);
	if (underscores(a_name) != underscores(b_name))
		return underscores(b_name) < underscores(a_name);
	if (strlen(a_name) != strlen(b_name))
		return strlen(b_name) > strlen(a_name);
	/* Old kernels have each system call twice. */
	return strncmp(a_name, "SyS", 3) == 0 || strncmp(a_name, "compat_SyS", 10) == 0;
}

/* The one to show of entries `first` to `last`, which start at the same address. */
static struct entry *best_of(struct symbol_table *t, uint32_t first, uint32_t last)
{
	struct entry *head = &t->entries[first];
	uint32_t best = first;

	if (head->best)
		return &t->entries[head->best - 1];
	for (uint32_t i = first + 1; i <= last && i - first < ALIASES_MAX; i++) {
		if (better(t, &t->entries[best], &t->entries[i]))
			best = i;
	}
	head->best = best + 1;
	return &t->entries[best];
}

/* How many entries start at `address` or before it. */
static uint32_t upto(const struct symbol_table *t, uint64_t address)
{
	size_t low = 0, high = t->settled;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (t->entries[middle].start <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return (uint32_t)low;
}

/*
 * The nearest symbol before an address that reaches over it. A label in a function, as
 * assemblers and V8's built-ins have them, is not a function: the one around it is.
 */
static struct entry *around(struct symbol_table *t, uint64_t address)
{
	uint32_t n = upto(t, address);
	struct entry *label = NULL;

	for (int i = 0; n > 0 && i < NESTED_MAX; i++) {
		uint32_t first = t->entries[n - 1].first;
		struct entry *e = best_of(t, first, n - 1);

		n = first;
		if (address >= e->end && address != e->start)
			continue;
		if (e->type != SYMBOL_LABEL && !(label && e->guessed))
			return e;
		if (!label)
			label = e;
	}
	return label;
}

bool symbol_table_find(struct symbol_table *t, uint64_t address, struct symbol *found)
{
	struct entry *e = around(t, address);

	if (!e)
		return false;
	*found = (struct symbol){
	    .name = text_of(shown_name(t, e)),
	    .owner = text_of(t->bytes + e->owner),
	    .start = e->start,
	    .size = e->end - e->start,
	};
	return true;
}

size_t symbol_table_count(const struct symbol_table *t)
{
	return t->count;
}
