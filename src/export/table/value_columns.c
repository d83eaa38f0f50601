#include "export/table/value_columns.h"

#include <inttypes.h>
#include <string.h>

#include "base/number.h"
#include "base/utf8.h"
#include "export/extent.h"

#define UNIT_SHOWN 12 /* bytes: it may be anything */

/* Of a heading, and of what stands in it. */
static int heading_width(const char *name, struct text unit)
{
	return (int)strlen(name) + (unit.len ? 1 + (int)unit.len : 0);
}

/* Wide enough for the largest number of the table, and for any heading. */
static int value_width(uint64_t all, struct text unit)
{
	char buf[NUMBER_GROUPED_MAX];
	int width = (int)strlen(number_grouped(all, buf));
	int heading = heading_width("total", unit);

	return width < heading ? heading : width;
}

struct value_columns value_columns_of(const struct top_choice *choice, uint64_t all,
				      uint32_t count)
{
	bool cut = choice->limited && choice->limit < count;
	struct text unit = utf8_upto(choice->unit, UNIT_SHOWN);

	return (struct value_columns){.choice = choice,
				      .all = all,
				      .base = choice->percent ? choice->percent_of : all,
				      .count = count,
				      .rows = cut ? (uint32_t)choice->limit : count,
				      .unit = unit,
				      .width = value_width(all, unit)};
}

double value_columns_share(uint64_t part, uint64_t whole)
{
	return whole ? 100.0 * (double)part / (double)whole : 0.0;
}

bool value_columns_is_expected(uint64_t bytes, const struct profile *p, struct error *err)
{
	char size[NUMBER_BYTES_MAX];

	return extent_is_expected(bytes, EXTENT_FILE, p) ||
	       error_set(err, ERROR_LIMIT,
			 "the names in this table take %s; use a smaller --limit",
			 number_bytes(bytes, size));
}

/* "self ns  self %  " */
void value_columns_heading(const struct value_columns *c, const char *name, FILE *out)
{
	int len = heading_width(name, c->unit);

	fprintf(out, "%*s%s", c->width > len ? c->width - len : 0, "", name);
	if (c->unit.len) {
		putc(' ', out);
		printable_write(c->unit, out);
	}
	fprintf(out, "  %s %%  ", name);
}

/* "  12,345   10.00  ": the share is as wide as its heading. */
void value_columns_text(const struct value_columns *c, const char *name, uint64_t value,
			FILE *out)
{
	char n[NUMBER_GROUPED_MAX];

	fprintf(out, "%*s  %*.2f  ", c->width, number_grouped(value, n),
		(int)strlen(name) + 2, value_columns_share(value, c->base));
}

void value_columns_csv(const struct value_columns *c, uint64_t value, FILE *out)
{
	fprintf(out, "%" PRIu64 ",%.3f,", value, value_columns_share(value, c->base));
}

void value_columns_json(const struct value_columns *c, const char *name, uint64_t value,
			struct emit *e)
{
	char percent[32];

	snprintf(percent, sizeof percent, "%s_percent", name);
	emit_key(e, name);
	emit_number(e, value);
	emit_key(e, percent);
	emit_share(e, value, c->base);
}

void value_columns_more(const struct value_columns *c, const char *more, FILE *out)
{
	char words[NUMBER_THINGS_MAX];

	if (c->rows < c->count)
		fprintf(out, "%s (--limit)\n",
			number_things(c->count - c->rows, more, words));
}

void value_columns_base(const struct value_columns *c, FILE *out)
{
	enum percent_base percent = c->choice->percent;
	char n[NUMBER_GROUPED_MAX];

	if (percent)
		fprintf(out, "percentages are of %s: %s (--percent %s)\n",
			percent == PERCENT_KEPT ? "all that is kept" : "everything",
			number_grouped(c->choice->percent_of, n),
			percent_base_names[percent]);
}

void value_columns_head(const struct value_columns *c, struct emit *e)
{
	const struct top_choice *choice = c->choice;

	emit_key(e, "samples");
	emit_number(e, choice->samples);
	emit_key(e, "value");
	emit_number(e, c->all);
	emit_key(e, "weight");
	emit_text(e, choice->measure);
	if (!choice->percent)
		return;
	emit_key(e, "percent_of");
	emit_text(e, text_of(percent_base_names[choice->percent]));
	emit_key(e, "percent_of_value");
	emit_number(e, choice->percent_of);
}
