#include "export/table/top_table.h"

#include <inttypes.h>

#include "analysis/compare/change_hue.h"
#include "base/number.h"
#include "base/utf8.h"
#include "export/table/csv_cell.h"
#include "export/table/length_columns.h"

bool top_table_is_expected(const struct top *t, const struct profile *p,
			   const struct top_choice *choice, struct error *err)
{
	const struct value_columns c = value_columns_of(choice, t->all, t->count);
	uint64_t bytes = 0;

	for (uint32_t i = 0; i < c.rows; i++)
		bytes += profile_frame_name(p, t->rows[i].frame).len +
			 profile_frame_module(p, t->rows[i].frame).len;
	return value_columns_is_expected(bytes, p, err);
}

/* ---- text ---- */

/* "     10.00    +31.20  ": the change is in per cent of the larger side, see change_points() */
static void put_change(const struct comparison *c, const struct top_row *r, FILE *out)
{
	struct change x = comparison_change(c, r->total, r->baseline_total);
	double points = change_points(c, x);

	fprintf(out, "%10.2f  %+8.2f  ", 100 * x.baseline_share,
		points > -0.005 && points < 0.005 ? 0 : points);
}

static void put_found(const struct top *t, const struct top_choice *choice, FILE *out)
{
	char found[NUMBER_GROUPED_MAX], all[NUMBER_GROUPED_MAX];

	if (choice->searched)
		fprintf(out, "found: %s of %s, %.2f %%, including all that they call\n",
			number_grouped(choice->found, found), number_grouped(t->all, all),
			value_columns_share(choice->found, t->all));
}

bool top_table_text(const struct top *t, const struct profile *p,
		    const struct top_choice *choice, FILE *out, struct error *err)
{
	const struct value_columns c = value_columns_of(choice, t->all, t->count);

	value_columns_heading(&c, "self", out);
	value_columns_heading(&c, "total", out);
	if (choice->comparison)
		fputs("baseline %  change %  ", out);
	length_columns_heading(choice->lengths, out);
	fputs("function  module\n", out);
	for (uint32_t i = 0; i < c.rows; i++) {
		const struct top_row *r = &t->rows[i];

		value_columns_text(&c, "self", r->self, out);
		value_columns_text(&c, "total", r->total, out);
		if (choice->comparison)
			put_change(choice->comparison, r, out);
		length_columns_text(choice->lengths, r->frame, choice->ascii, out);
		printable_write(profile_frame_name(p, r->frame), out);
		fputs("  ", out);
		printable_write(profile_frame_module(p, r->frame), out);
		putc('\n', out);
	}
	value_columns_more(&c, "more functions", out);
	put_found(t, choice, out);
	value_columns_base(&c, out);
	return !ferror(out) || error_sys(err, "cannot write");
}

/* ---- CSV ---- */

bool top_table_csv(const struct top *t, const struct profile *p,
		   const struct top_choice *choice, FILE *out, struct error *err)
{
	const struct value_columns c = value_columns_of(choice, t->all, t->count);

	fputs("self,self_percent,total,total_percent,function,module", out);
	if (choice->comparison)
		fputs(",baseline_self,baseline_total,delta", out);
	length_columns_csv_heading(choice->lengths, out);
	putc('\n', out);
	for (uint32_t i = 0; i < c.rows; i++) {
		const struct top_row *r = &t->rows[i];

		value_columns_csv(&c, r->self, out);
		value_columns_csv(&c, r->total, out);
		csv_cell_write(profile_frame_name(p, r->frame), out);
		putc(',', out);
		csv_cell_write(profile_frame_module(p, r->frame), out);
		if (choice->comparison)
			fprintf(out, ",%" PRIu64 ",%" PRIu64 ",%.6f", r->baseline_self,
				r->baseline_total, r->delta);
		length_columns_csv(choice->lengths, r->frame, out);
		putc('\n', out);
	}
	return !ferror(out) || error_sys(err, "cannot write");
}

/* ---- JSON ---- */

static void json_row(struct emit *e, const struct profile *p,
		     const struct value_columns *c, const struct top_row *r)
{
	emit_open(e, '{');
	value_columns_json(c, "self", r->self, e);
	value_columns_json(c, "total", r->total, e);
	emit_key(e, "function");
	emit_text(e, profile_frame_name(p, r->frame));
	emit_key(e, "module");
	emit_text(e, profile_frame_module(p, r->frame));
	if (c->choice->comparison) {
		emit_key(e, "baseline_self");
		emit_number(e, r->baseline_self);
		emit_key(e, "baseline_total");
		emit_number(e, r->baseline_total);
		emit_key(e, "delta");
		emit_decimal(e, r->delta);
	}
	length_columns_json(c->choice->lengths, r->frame, e);
	emit_close(e, '}');
}

bool top_table_json(const struct top *t, const struct profile *p,
		    const struct top_choice *choice, FILE *out, struct error *err)
{
	const struct value_columns c = value_columns_of(choice, t->all, t->count);
	struct emit e = {.out = out, .lines = true};

	emit_open(&e, '{');
	value_columns_head(&c, &e);
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
	for (uint32_t i = 0; i < c.rows; i++)
		json_row(&e, p, &c, &t->rows[i]);
	emit_close(&e, ']');
	emit_close(&e, '}');
	return emit_end(&e, err);
}
