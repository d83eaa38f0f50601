#include "input/spans/span_list.h"

#include <stdlib.h>

#include "base/append.h"
#include "base/mem.h"
#include "base/number.h"

#define BILLION 1000000000u

bool span_list_add(struct span_list *l, const struct span *s, struct error *err)
{
	if (l->count >= UINT32_MAX - 1)
		return error_set(err, ERROR_LIMIT, "more than 4 billion spans");
	if (!APPEND(l->of, l->count, l->room, "spans", err, *s))
		return false;
	l->nested |= s->parent != 0;
	return true;
}

bool span_moment_scale(struct span_moment *m, uint64_t ns)
{
	uint64_t part = m->billionths * ns / BILLION;

	if (m->whole > (UINT64_MAX - part) / ns)
		return false;
	*m = (struct span_moment){m->whole * ns + part, 0};
	return true;
}

bool span_moment_add(struct span_moment *m, struct span_moment more)
{
	uint32_t parts = m->billionths + more.billionths;

	if (more.whole >= UINT64_MAX - m->whole)
		return false;
	m->whole += more.whole + (parts >= BILLION);
	m->billionths = parts >= BILLION ? parts - BILLION : parts;
	return true;
}

int span_moment_compare(struct span_moment a, struct span_moment b)
{
	if (a.whole != b.whole)
		return a.whole < b.whole ? -1 : 1;
	return a.billionths < b.billionths ? -1 : a.billionths > b.billionths;
}

void span_list_scale(struct span_list *l, uint64_t ns, struct losses *losses)
{
	size_t kept = 0;

	for (size_t i = 0; i < l->count; i++) {
		struct span s = l->of[i];

		if (span_moment_scale(&s.start, ns) && span_moment_scale(&s.end, ns))
			l->of[kept++] = s; /* room: no more than there were */
		else
			losses_count(losses, LOSS_NUMBER, s.line);
	}
	l->count = kept;
}

static int compare(const void *a, const void *b)
{
	const struct span *x = a, *y = b;
	int order = span_moment_compare(x->start, y->start);

	if (x->track != y->track)
		return x->track < y->track ? -1 : 1;
	if (order == 0)
		order = span_moment_compare(y->end, x->end);
	if (order == 0)
		order = x->line < y->line ? -1 : x->line > y->line;
	return order;
}

void span_list_sort(struct span_list *l)
{
	if (l->count)
		qsort(l->of, l->count, sizeof *l->of, compare);
}

void span_list_release(struct span_list *l)
{
	mem_free(l->of);
	intern_free(l->texts);
	*l = (struct span_list){0};
}
