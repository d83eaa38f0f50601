#include "export/stack_lines.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/append.h"
#include "base/bits.h"
#include "base/mem.h"

#define LINES_MAX (UINT32_MAX / 2) /* a line has two turns */

static bool add_line(struct stack_lines *l, uint32_t parent, uint32_t part,
		     struct error *err)
{
	if (l->count == LINES_MAX)
		return error_set(err, ERROR_LIMIT, "more than %u stacks", LINES_MAX);
	return APPEND(l->rows, l->count, l->room, "stacks", err,
		      (struct stack_line){.parent = parent, .part = part});
}

bool stack_lines_build(struct stack_lines *l, struct error *err)
{
	*l = (struct stack_lines){.parts = intern_new(err)};
	if (l->parts && add_line(l, 0, 0, err))
		return true;
	stack_lines_release(l);
	return false;
}

void stack_lines_release(struct stack_lines *l)
{
	intern_free(l->parts);
	idmap_release(&l->ids);
	mem_free(l->rows);
	*l = (struct stack_lines){0};
}

bool stack_lines_part(struct stack_lines *l, struct text t, uint32_t *part,
		      struct error *err)
{
	return intern_put(l->parts, t, part, err);
}

bool stack_lines_longer(struct stack_lines *l, uint32_t line, uint32_t part,
			uint32_t *longer, struct error *err)
{
	uint32_t fresh = l->count;

	return idmap_put(&l->ids, idmap_pair(line, part), fresh, longer, err) &&
	       (*longer != fresh || add_line(l, line, part, err));
}

/*
 * A part is in a line at its end, or with a ';' behind it. These two are sorted apart:
 * between "f" and "f;g" there is the line "f!".
 */
struct ending {
	uint64_t start; /* the first 8 bytes, as a number that compares like them */
	uint32_t part;
	bool more; /* a ';' follows */
};

/* The byte at `i`, -1 after the last. */
static int byte_at(struct text t, bool more, size_t i)
{
	if (i < t.len)
		return (uint8_t)t.at[i];
	return i == t.len && more ? ';' : -1;
}

static uint64_t start_of(struct text t, bool more)
{
	uint64_t start = 0;

	for (size_t i = 0; i < sizeof start; i++) {
		int byte = byte_at(t, more, i);

		start = start << 8 | (uint8_t)(byte < 0 ? 0 : byte);
	}
	return start;
}

static int compare_endings(const void *a, const void *b, void *parts)
{
	const struct ending *x = a, *y = b;
	struct text s = intern_get(parts, x->part), t = intern_get(parts, y->part);
	size_t i = s.len < t.len ? s.len : t.len;
	int order;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	order = memcmp(s.at, t.at, i);
	for (; order == 0; i++) {
		int next = byte_at(s, x->more, i);

		order = next - byte_at(t, y->more, i);
		if (next < 0)
			break;
	}
	return order;
}

static struct ending *sorted_endings(const struct stack_lines *l, struct error *err)
{
	size_t count = 2 * (size_t)intern_count(l->parts);
	struct ending *endings = mem_array(count, sizeof *endings, "names", err);

	for (size_t i = 0; endings && i < count; i++) {
		uint32_t part = (uint32_t)(i / 2);
		bool more = i % 2;

		endings[i].start = start_of(intern_get(l->parts, part), more);
		endings[i].part = part;
		endings[i].more = more;
	}
	if (endings)
		qsort_r(endings, count, sizeof *endings, compare_endings, l->parts);
	return endings;
}

/*
 * The turns below a line, in the order they are written in. Turn 2 * n writes line n, turn
 * 2 * n + 1 the lines that go on from it.
 */
struct turns {
	uint32_t *first;     /* owned: by line, the first turn below it; 0: none */
	uint32_t *next;	     /* owned: by turn; 0: the last */
	uint32_t *last_with; /* owned: by part, a line that ends in it, and ... */
	uint32_t *with;	     /* owned: ... by line, the next such line; 0: none */
	struct bits inner;   /* lines that others go on from */
};

static void turns_release(struct turns *t)
{
	mem_free(t->first);
	mem_free(t->next);
	mem_free(t->last_with);
	mem_free(t->with);
	bits_release(&t->inner);
}

/* All turns without sorting any: from the last ending to the first, put each in front. */
static void arrange(struct turns *t, const struct stack_lines *l,
		    const struct ending *endings)
{
	for (uint32_t n = 1; n < l->count; n++) {
		t->with[n] = t->last_with[l->rows[n].part];
		t->last_with[l->rows[n].part] = n;
		bits_add(&t->inner, l->rows[n].parent);
	}
	for (size_t i = 2 * (size_t)intern_count(l->parts); i > 0; i--) {
		const struct ending *e = &endings[i - 1];

		for (uint32_t n = t->last_with[e->part]; n; n = t->with[n]) {
			uint32_t turn = 2 * n + e->more, parent = l->rows[n].parent;

			if (e->more ? !bits_has(&t->inner, n) : !l->rows[n].value)
				continue;
			t->next[turn] = t->first[parent];
			t->first[parent] = turn;
		}
	}
}

static bool turns_build(struct turns *t, const struct stack_lines *l, struct error *err)
{
	struct ending *endings = sorted_endings(l, err);
	bool ok = false;

	*t = (struct turns){0};
	if (endings)
		t->first = mem_array(l->count, sizeof *t->first, "stacks", err);
	if (t->first)
		t->next = mem_array(2 * (size_t)l->count, sizeof *t->next, "stacks", err);
	if (t->next)
		t->last_with =
		    mem_array(intern_count(l->parts), sizeof *t->last_with, "names", err);
	if (t->last_with)
		t->with = mem_array(l->count, sizeof *t->with, "stacks", err);
	if (t->with && bits_build(&t->inner, l->count, err)) {
		arrange(t, l, endings);
		ok = true;
	}
	mem_free(endings);
	if (!ok)
		turns_release(t);
	return ok;
}

/* A growing text: what is to be written next. */
struct beginning {
	char *at; /* owned */
	size_t len, room;
};

static bool append(struct beginning *b, struct text t, struct error *err)
{
	if (!mem_reserve(&b->at, &b->room, b->len + t.len + 1, 1, "bytes of a stack",
			 err))
		return false;
	if (t.len)
		memcpy(b->at + b->len, t.at, t.len);
	b->len += t.len;
	return true;
}

static uint64_t rounded(uint64_t value, uint64_t unit)
{
	uint64_t rest = value % unit;

	return value / unit + (rest && rest >= unit - rest);
}

/* Take the turns: no recursion, stacks are deep. */
static bool take(const struct turns *t, const struct stack_lines *l, uint64_t unit,
		 struct beginning *b, FILE *out, struct error *err)
{
	uint32_t at = 0, turn = t->first[0];

	while (turn || at) {
		uint32_t line = turn ? turn / 2 : at;
		struct text part = intern_get(l->parts, l->rows[line].part);

		if (!turn) { /* all that go on from here are written */
			b->len -= part.len + 1;
			turn = t->next[2 * at + 1];
			at = l->rows[at].parent;
			continue;
		}
		if (!append(b, part, err))
			return false;
		if (turn % 2) {
			b->at[b->len++] = ';'; /* room: append() makes some for it */
			at = line;
			turn = t->first[line];
			continue;
		}
		fwrite(b->at, 1, b->len, out);
		fprintf(out, " %" PRIu64 "\n", rounded(l->rows[line].value, unit));
		b->len -= part.len;
		turn = t->next[turn];
	}
	return true;
}

bool stack_lines_write(const struct stack_lines *l, uint64_t unit, FILE *out,
		       struct error *err)
{
	struct beginning b = {0};
	struct turns t;
	bool ok;

	if (!turns_build(&t, l, err))
		return false;
	ok = take(&t, l, unit, &b, out, err);
	mem_free(b.at);
	turns_release(&t);
	return ok && (!ferror(out) || error_sys(err, "cannot write"));
}
