#include "export/table/top_table.h"

#include <inttypes.h>

#include "analysis/compare/change_hue.h"
#include "base/number.h"
#include "base/utf8.h"
#include "export/table/csv_cell.h"
#include "export/emit.h"
#include "export/extent.h"

static uint32_t shown(const struct top *t, const struct top_choice *choice)
{
	return choice->limited && choice->limit < t->count ? (uint32_t)choice->limit
							   : t->count;
}

bool top_table_is_expected(const struct top *t, const struct profile *p,
			   const struct top_choice *choice, struct error *err)
{
	char size[NUMBER_BYTES_MAX];
	uint64_t bytes = 0;

	for (uint32_t i = 0; i < shown(t, choice); i++)
		bytes += profile_frame_name(p, t->rows[i].frame).len +
			 profile_frame_module(p, t->rows[i].frame).len;
	return extent_is_expected(bytes, EXTENT_FILE, p) ||
	       error_set(err, ERROR_LIMIT,
			 "the names in this table take %s; use a smaller --limit",
			 number_bytes(bytes, size));
}

static double share(uint64_t part, uint64_t whole)
{
	return whole ? 100.0 * (double)part / (double)whole : 0.0;
}

/* What the shares of its rows are of. */
static uint64_t base_of(const struct top *t, const struct top_choice *choice)
{
	return choice->percent ? choice->percent_of : t->all;
}

static bool written(FILE *out, struct error *err)
{
	return !ferror(out) || error_sys(err, "cannot write");
}

/* ---- text ---- */

#define UNIT_SHOWN 12 /* bytes: it may be anything */

/* "self", "self ns" */
static void put_heading(const char *name, struct text unit, int width, FILE *out)
{
	int len = (int)strlen(name) + (unit.len ? 1 + (int)unit.len : 0);

	fprintf(out, "%*s%s", width > len ? width - len : 0, "", name);
	if (unit.len) {
		putc(' ', out);
		printable_write(unit, out);
	}
}

/* Wide enough for the largest number of the table, and for the heading. */
static int number_width(const struct top *t, struct text unit)
{
	char buf[NUMBER_GROUPED_MAX];
	int width = (int)strlen(number_grouped(t->all, buf));
	int heading = 5 + (unit.len ? 1 + (int)unit.len : 0);

	return width < heading ? heading : width;
}

/* "     10.00    +31.20  ": the change is in per cent of the larger side, see change_points() */
static void put_change(const struct comparison *c, const struct top_row *r, FILE *out)
{
	struct change x = comparison_change(c, r->total, r->baseline_total);
	double points = change_points(c, x);

	fprintf(out, "%10.2f  %+8.2f  ", 100 * x.baseline_share,
		points > -0.005 && points < 0.005 ? 0 : points);
}

bool top_table_text(const struct top *t, const struct profile *p,
		    const struct top_choice *choice, FILE *out, struct error *err)
{
	char self[NUMBER_GROUPED_MAX], total[NUMBER_GROUPED_MAX],
	    words[NUMBER_THINGS_MAX];
	struct text unit = utf8_upto(choice->unit, UNIT_SHOWN);
	int width = number_width(t, unit);
	uint32_t rows = shown(t, choice);
	uint64_t base = base_of(t, choice);

	put_heading("self", unit, width, out);
	fputs("  self %  ", out);
	put_heading("total", unit, width, out);
	fputs("  total %  ", out);
	if (choice->comparison)
		fputs("baseline %  change %  ", out);
	fputs("function  module\n", out);
	for (uint32_t i = 0; i < rows; i++) {
		const struct top_row *r = &t->rows[i];

		fprintf(out, "%*s  %6.2f  %*s  %7.2f  ", width,
			number_grouped(r->self, self), share(r->self, base), width,
			number_grouped(r->total, total), share(r->total, base));
		if (choice->comparison)
			put_change(choice->comparison, r, out);
		printable_write(profile_frame_name(p, r->frame), out);
		fputs("  ", out);
		printable_write(profile_frame_module(p, r->frame), out);
		putc('\n', out);
	}
	if (rows < t->count)
		fprintf(out, "%s (--limit)\n",
			number_things(t->count - rows, "more functions", words));
	if (choice->searched)
		fprintf(out, "found: %s of %s, %.2f %%, including all that they call\n",
			number_grouped(choice->found, self),
			number_grouped(t->all, total), share(choice->found, t->all));
	if (choice->percent)
		fprintf(out, "percentages are of %s: %s (--percent %s)\n",
			choice->percent == PERCENT_KEPT ? "all that is kept"
							: "everything",
			number_grouped(choice->percent_of, total),
			percent_base_names[choice->percent]);
	return written(out, err);
}

/* ---- CSV ---- */

bool top_table_csv(const struct top *t, const struct profile *p,
		   const struct top_choice *choice, FILE *out, struct error *err)
{
	uint32_t rows = shown(t, choice);
	uint64_t base = base_of(t, choice);

	fputs("self,self_percent,total,total_percent,function,module", out);
	fputs(choice->comparison ? ",baseline_self,baseline_total,delta\n" : "\n", out);
	for (uint32_t i = 0; i < rows; i++) {
		const struct top_row *r = &t->rows[i];

		fprintf(out, "%" PRIu64 ",%.3f,%" PRIu64 ",%.3f,", r->self,
			share(r->self, base), r->total, share(r->total, base));
		csv_cell_write(profile_frame_name(p, r->frame), out);
		putc(',', out);
		csv_cell_write(profile_frame_module(p, r->frame), out);
		if (choice->comparison)
			fprintf(out, ",%" PRIu64 ",%" PRIu64 ",%.6f", r->baseline_self,
				r->baseline_total, r->delta);
		putc('\n', out);
	}
	return written(out, err);
}

/* ---- JSON ---- */

static void json_row(struct emit *e, const struct profile *p,
		     const struct top_choice *choice, const struct top_row *r,
		     uint64_t base)
{
	emit_open(e, '{');
	emit_key(e, "self");
	emit_number(e, r->self);
	emit_key(e, "self_percent");
	emit_share(e, r->self, base);
	emit_key(e, "total");
	emit_number(e, r->total);
	emit_key(e, "total_percent");
	emit_share(e, r->total, base);
	emit_key(e, "function");
	emit_text(e, profile_frame_name(p, r->frame));
	emit_key(e, "module");
	emit_text(e, profile_frame_module(p, r->frame));
	if (choice->comparison) {
		emit_key(e, "baseline_self");
		emit_number(e, r->baseline_self);
		emit_key(e, "baseline_total");
		emit_number(e, r->baseline_total);
		emit_key(e, "delta");
		emit_decimal(e, r->delta);
	}
	emit_close(e, '}');
}

bool top_table_json(const struct top *t, const struct profile *p,
		    const struct top_choice *choice, FILE *out, struct error *err)
{
	struct emit e = {.out = out, .lines = true};
	uint32_t rows = shown(t, choice);

	emit_open(&e, '{');
	emit_key(&e, "samples");
	emit_number(&e, choice->samples);
	emit_key(&e, "value");
	emit_number(&e, t->all);
	emit_key(&e, "weight");
	emit_text(&e, choice->measure);
	if (choice->percent) {
		emit_key(&e, "percent_of");
		emit_text(&e, text_of(percent_base_names[choice->percent]));
		emit_key(&e, "percent_of_value");
		emit_number(&e, choice->percent_of);
	}
	emit_key(&e, "functions");
	emit_number(&e, t->count);
	if (choice->comparison) {
		emit_key(&e, "baseline_samples");
		emit_number(&e, choice->comparison->baseline.samples);
		emit_key(&e, "baseline_value");
		emit_number(&e, choice->comparison->baseline.value);
		emit_key(&e, "normalised");
		emit_text(&e, text_of(normalised_names[choice->comparison->normalised]));
	}
	if (choice->searched) {
		emit_key(&e, "matched");
		emit_number(&e, choice->found);
	}
	emit_key(&e, "rows");
	emit_open(&e, '[');
	for (uint32_t i = 0; i < rows; i++)
		json_row(&e, p, choice, &t->rows[i], base_of(t, choice));
	emit_close(&e, ']');
	emit_close(&e, '}');
	return emit_end(&e, err);
}
