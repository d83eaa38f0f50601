#include "export/loss_line.h"

#include <inttypes.h>

#include "base/number.h"
#include "base/utf8.h"

/* Write one kind of losses; false if there are none. */
static bool write_kind(const struct profile *p, enum loss_kind kind, const char *before,
		       FILE *out)
{
	const struct loss *first = NULL;
	char n[NUMBER_GROUPED_MAX], one[NUMBER_THINGS_MAX];
	uint64_t count;
	bool several = false;

	for (uint32_t i = 0; i < p->loss_count; i++) {
		const struct loss *l = &p->losses[i];

		if (l->kind != kind || l->count == 0)
			continue;
		several |= first != NULL;
		if (!first || (l->first_line && l->first_line < first->first_line))
			first = l;
	}
	if (!first)
		return false;
	count = profile_lost(p, LOSS_OF(kind));
	fprintf(out, "%s%s ", before, number_grouped(count, n));
	if (several)
		fputs(loss_words[kind].many, out);
	else
		printable_write(number_noun(count, profile_string(p, first->reason), one),
				out);
	if (first->first_line)
		fprintf(out, ", %sat line %" PRIu64, count == 1 ? "" : "first ",
			first->first_line);
	return true;
}

bool loss_line_write(const struct profile *p, unsigned kinds, FILE *out)
{
	bool any = false;

	for (int i = 0; i < LOSS_KINDS; i++)
		if (kinds & LOSS_OF(loss_order[i]))
			any |= write_kind(p, loss_order[i], any ? "; " : "", out);
	return any;
}
