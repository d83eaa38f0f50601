#include "export/table/value_columns.h"

#include <inttypes.h>
#include <string.h>

#include "base/number.h"
#include "base/utf8.h"
#include "export/extent.h"

#define UNIT_SHOWN 12 /* bytes of a unit in a heading; units come from the file */

struct value_columns value_columns_of(const struct top_choice *choice, uint64_t all,
				      uint32_t count)
{
	struct text unit = utf8_upto(choice->unit, UNIT_SHOWN);
	const char *blank = unit.len ? " " : "";
	char largest[NUMBER_GROUPED_MAX];
	struct value_columns c = {.choice = choice,
				  .all = all,
				  .base = choice->percent ? choice->percent_of : all,
				  .count = count,
				  .rows = choice->limit < count ? (uint32_t)choice->limit
								: count,
				  .width = (int)strlen(number_grouped(all, largest))};
	int heading;

	snprintf(c.self, sizeof c.self, "self%s%.*s", blank, (int)unit.len, unit.at);
	heading = snprintf(c.total, sizeof c.total, "total%s%.*s", blank, (int)unit.len,
			   unit.at);
	if (c.width < heading)
		c.width = heading;
	return c;
}

double value_columns_share(uint64_t part, uint64_t whole)
{
	return whole ? (double)part / (double)whole : 0.0;
}

bool value_columns_size_is_allowed(uint64_t bytes, const struct profile *p,
				   struct error *err)
{
	char size[NUMBER_BYTES_MAX];

	return extent_size_is_allowed(bytes, EXTENT_FILE, p) ||
	       error_set(err, ERROR_LIMIT,
			 "the names in this table take %s; use a smaller --limit",
			 number_bytes(bytes, size));
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

void value_columns_set(const struct value_columns *c, struct table_column *columns,
		       size_t count)
{
	for (size_t i = 0; i < count; i++) {
		bool self = columns[i].name && strcmp(columns[i].name, "self") == 0;

		if (!self && (!columns[i].name || strcmp(columns[i].name, "total") != 0))
			continue;
		columns[i].heading = self ? c->self : c->total;
		columns[i].width = c->width;
	}
}

void value_columns_head(const struct value_columns *c, struct json_writer *e)
{
	emit_text(emit_key(e, "share_of"),
		  text_of(percent_base_names[c->choice->percent]));
	emit_number(emit_key(e, "share_of_value"), c->base);
}

const struct table_column value_baseline_members[VALUE_BASELINE] = {
    {"samples", COLUMN_NUMBER, .in = IN_JSON, .about = "the number of selected samples"},
    {"value", COLUMN_NUMBER, .in = IN_JSON,
     .about = "their sum in the unit of the weight"},
};

void value_baseline_json(struct json_writer *e, const struct comparison *c)
{
	emit_open(emit_key(e, "baseline"), '{');
	table_json_members(e, value_baseline_members, VALUE_BASELINE,
			   (struct table_cell[]){cell_number(c->baseline.samples),
						 cell_number(c->baseline.value)});
	emit_close(e, '}');
	emit_text(emit_key(e, "normalised"), text_of(normalised_names[c->normalised]));
}
