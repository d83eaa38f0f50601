#include "export/table/difference_table.h"

#include <inttypes.h>

#include "base/number.h"
#include "base/utf8.h"
#include "export/table/csv_cell.h"
#include "export/emit.h"
#include "profile/hosts.h"

static uint32_t shown(const struct difference_rows *d,
		      const struct difference_choice *choice)
{
	return choice->limited && choice->limit < d->count ? (uint32_t)choice->limit
							   : d->count;
}

static bool has_rates(const struct comparison *c)
{
	return c->normalised != NORMALISED_BY_SHARE && comparison_has_times(c);
}

/* No "-0.00". */
static double plain(double n, double least)
{
	return n > -least && n < least ? 0 : n;
}

static bool has_several(const struct comparison *c)
{
	return side_recordings(&c->subject) > 1 || side_recordings(&c->baseline) > 1;
}

/* ---- text ---- */

#define UNIT_SHOWN 12 /* bytes: it may be anything */

static void put_range(const struct side *s, struct range r, FILE *out)
{
	char from[NUMBER_SECONDS_MAX], to[NUMBER_SECONDS_MAX];

	const struct flame *f = s->less ? s->less : s->flame;
	uint32_t several = s->told ? s->told : f->several;
	bool less = s->less || s->rest;

	if (several) {
		fprintf(out, "%s%" PRIu32 " ranges", less ? "all but " : "", several);
		return;
	}
	if (!s->length || range_is_all(r)) {
		fputs(less ? "all the rest" : "all", out);
		return;
	}
	if (less)
		fputs("all but ", out);
	fprintf(out, "%s to ", number_plain_seconds(r.from, from));
	if (r.to == UINT64_MAX)
		fputs("the end", out);
	else
		fprintf(out, "%s s", number_plain_seconds(r.to, to));
}

/* "subject   11.2 to 11.36 s: 31 samples in 0.160 s"; of a whole file only its name */
static void put_side(const char *role, const struct side *s, struct text name, FILE *out)
{
	struct range r = range_shown(s->range, range_whole(s->flame->tree->profile));
	char words[NUMBER_THINGS_MAX];
	bool spans = s->flame->spans;

	fprintf(out, "%-10s", role);
	if (hosts_are_in_turn(s->flame->tree->profile))
		fputs(number_things(side_recordings(s), "recordings", words), out);
	else
		printable_write(name, out);
	if (name.len && !range_is_all(r))
		fputs(", ", out);
	if (!name.len || !range_is_all(r))
		put_range(s, r, out);
	fprintf(out, ": %s",
		number_things(s->samples, spans ? "spans" : "samples", words));
	if (s->length)
		fprintf(out, " in %.3f s", (double)s->length / (double)NS_PER_SECOND);
	putc('\n', out);
}

/* What verdicts go by. */
static const char *held(const struct difference_rows *d, const struct comparison *c)
{
	static const char *const ways[NORMALISED_WAYS] = {
	    [NORMALISED_BY_TIME] = "compared per second",
	    [NORMALISED_BY_SHARE] = "compared by share",
	    [NOT_NORMALISED] = "compared as counted",
	};

	if (!d->is_judged || c->normalised != NORMALISED_BY_TIME)
		return ways[c->normalised];
	return d->steady == STEADY_RATES
		   ? "judged by samples a second, as most functions kept theirs"
		   : "judged by share of the samples";
}

static void put_verdict(const struct difference_rows *d, const struct comparison *c,
			FILE *out)
{
	char rows[NUMBER_THINGS_MAX], count[NUMBER_GROUPED_MAX];

	fprintf(out, "%s; ", held(d, c));
	if (c->subject.flame->spans) { /* which are not there by chance */
		fprintf(out, "%s\n",
			d->count && d->rows[0].leads ? "what was waited for more, first"
						     : "the largest change first");
		return;
	}
	if (!d->is_judged)
		fputs("without times nothing tells what is chance\n", out);
	else if (d->certain)
		fprintf(out, "%s of %s certain, %" PRIu32 " likely\n",
			number_grouped(d->certain, count),
			number_things(d->count, d->certain == 1 ? "rows is" : "rows are",
				      rows),
			d->likely);
	else
		fprintf(out, "no change is certain, %" PRIu32 " %s likely\n", d->likely,
			d->likely == 1 ? "is" : "are");
	if (d->left_out > 0)
		fprintf(out,
			"intervals and verdicts are without the %.0f %% of the baseline "
			"that is as odd\n",
			100 * d->left_out);
	if (d->is_judged && has_several(c))
		fputs("intervals and verdicts include how recordings of a side differ\n",
		      out);
}

static void put_rate(const struct comparison *c, const struct change *x, FILE *out)
{
	if (has_rates(c))
		fprintf(out, "  %+14.2f", plain(x->per_second, 0.005));
	else
		fprintf(out, "  %14s", "-");
}

/* "+21.70  (14.2 to 29.1)" */
static void put_points(const struct difference_rows *d, const struct difference_row *r,
		       const struct change *x, FILE *out)
{
	char interval[64] = "-";

	if (d->is_judged)
		snprintf(interval, sizeof interval, "(%.1f to %.1f)",
			 plain(100 * r->estimate.share.low, 0.05),
			 plain(100 * r->estimate.share.high, 0.05));
	fprintf(out, "%+7.2f  %-16s", plain(100 * (x->share - x->baseline_share), 0.005),
		interval);
}

static void put_row(const struct difference_rows *d, const struct comparison *c,
		    const struct difference_row *r, bool several, FILE *out)
{
	struct change x = difference_row_change(d, r, c);

	put_points(d, r, &x, out);
	fprintf(out, "  %7.2f  %10.2f", 100 * x.share, 100 * x.baseline_share);
	put_rate(c, &x, out);
	fprintf(out, "  %-13s  ", d->is_judged ? verdict_words[r->verdict] : "-");
	if (several)
		fprintf(out, "%-8s  ", difference_row_by(r));
	printable_write(difference_row_name(d, r), out);
	if (r->with > 1)
		fprintf(out, "  +%" PRIu32, r->with - 1);
	putc('\n', out);
}

static void put_heading(const struct difference_rows *d,
			const struct difference_choice *choice, FILE *out)
{
	struct text unit = utf8_upto(choice->unit, UNIT_SHOWN);
	int width = 14 - (unit.len ? (int)unit.len + 3 : 0);

	fputs(" points  95 % interval     ", out);
	fputs(d->self ? " self %  baseline %  " : "share %  baseline %  ", out);
	fprintf(out, "%*s", width, unit.len ? "change" : "change/s");
	if (unit.len) {
		putc(' ', out);
		printable_write(unit, out);
		fputs("/s", out);
	}
	fputs("  verdict        ", out);
	if (choice->several)
		fputs("by        ", out);
	fputs(choice->several || !d->count ? "name\n" : keys_by_names[d->rows[0].by],
	      out);
	if (!choice->several && d->count)
		putc('\n', out);
}

bool difference_table_text(const struct difference_rows *d, const struct comparison *c,
			   const struct difference_choice *choice, FILE *out,
			   struct error *err)
{
	uint32_t rows = shown(d, choice);
	char words[NUMBER_THINGS_MAX];

	put_side("subject", &c->subject, choice->subject, out);
	put_side("baseline", &c->baseline, choice->baseline, out);
	put_verdict(d, c, out);
	put_heading(d, choice, out);
	for (uint32_t i = 0; i < rows; i++)
		put_row(d, c, &d->rows[i], choice->several, out);
	if (rows < d->count)
		fprintf(out, "%s (--limit)\n",
			number_things(d->count - rows, "more rows", words));
	return !ferror(out) || error_sys(err, "cannot write");
}

/* ---- CSV ---- */

bool difference_table_csv(const struct difference_rows *d, const struct comparison *c,
			  const struct difference_choice *choice, FILE *out,
			  struct error *err)
{
	fputs("name,by,share,baseline_share,points,points_low,points_high,"
	      "change_per_s,change_per_s_low,change_per_s_high,verdict,q\n",
	      out);
	for (uint32_t i = 0; i < shown(d, choice); i++) {
		const struct difference_row *r = &d->rows[i];
		struct change x = difference_row_change(d, r, c);

		csv_cell_write(difference_row_name(d, r), out);
		fprintf(out, ",%s,%.6f,%.6f,%.4f,", difference_row_by(r), x.share,
			x.baseline_share,
			plain(100 * (x.share - x.baseline_share), 0.00005));
		if (d->is_judged)
			fprintf(out, "%.4f,%.4f", 100 * r->estimate.share.low,
				100 * r->estimate.share.high);
		else
			putc(',', out);
		putc(',', out);
		if (has_rates(c))
			fprintf(out, "%.6f", plain(x.per_second, 0.0000005));
		if (has_rates(c) && d->is_judged)
			fprintf(out, ",%.6f,%.6f,", r->estimate.rate.low,
				r->estimate.rate.high);
		else
			fputs(",,,", out);
		if (d->is_judged)
			fprintf(out, "%s,%.6g", verdict_words[r->verdict], r->q);
		else
			putc(',', out);
		putc('\n', out);
	}
	return !ferror(out) || error_sys(err, "cannot write");
}

/* ---- JSON ---- */

static void json_side(struct emit *e, const char *role, const struct side *s)
{
	emit_key(e, role);
	emit_open(e, '{');
	emit_key(e, "recordings");
	emit_number(e, side_recordings(s));
	emit_key(e, "samples");
	emit_number(e, s->samples);
	emit_key(e, "seconds");
	if (s->flame->tree->profile->has_times)
		emit_seconds(e, s->length);
	else
		emit_null(e);
	emit_ranges_of(e, s->less ? s->less : s->flame);
	emit_close(e, '}');
}

static void json_decimal(struct emit *e, const char *name, bool known, double value)
{
	emit_key(e, name);
	if (known)
		emit_decimal(e, value);
	else
		emit_null(e);
}

void difference_row_json(struct emit *e, const struct difference_rows *d,
			 const struct comparison *c, const struct difference_row *r)
{
	struct change x = difference_row_change(d, r, c);
	bool rates = has_rates(c), judged = d->is_judged;

	emit_open(e, '{');
	emit_key(e, "name");
	emit_text(e, difference_row_name(d, r));
	emit_key(e, "by");
	emit_text(e, text_of(difference_row_by(r)));
	json_decimal(e, "share", true, x.share);
	json_decimal(e, "baseline_share", true, x.baseline_share);
	json_decimal(e, "points", true, 100 * (x.share - x.baseline_share));
	json_decimal(e, "points_low", judged, 100 * r->estimate.share.low);
	json_decimal(e, "points_high", judged, 100 * r->estimate.share.high);
	json_decimal(e, "change_per_s", rates, x.per_second);
	json_decimal(e, "change_per_s_low", rates && judged, r->estimate.rate.low);
	json_decimal(e, "change_per_s_high", rates && judged, r->estimate.rate.high);
	emit_key(e, "verdict");
	if (judged)
		emit_text(e, text_of(verdict_words[r->verdict]));
	else
		emit_null(e);
	json_decimal(e, "q", judged, r->q);
	emit_close(e, '}');
}

void difference_summary_json(struct emit *e, const struct difference_rows *d,
			     const struct comparison *c)
{
	static const char *const steady[] = {
	    [STEADY_SHARES] = "shares", [STEADY_RATES] = "rates"};

	emit_key(e, "normalised");
	emit_text(e, text_of(normalised_names[c->normalised]));
	emit_key(e, "steady");
	if (d->is_judged)
		emit_text(e, text_of(steady[d->steady]));
	else
		emit_null(e);
	emit_key(e, "left_out");
	emit_decimal(e, d->left_out);
	emit_key(e, "certain");
	emit_number(e, d->certain);
	emit_key(e, "likely");
	emit_number(e, d->likely);
}

bool difference_table_json(const struct difference_rows *d, const struct comparison *c,
			   const struct difference_choice *choice, FILE *out,
			   struct error *err)
{
	struct emit e = {.out = out, .lines = true};

	emit_open(&e, '{');
	json_side(&e, "subject", &c->subject);
	json_side(&e, "baseline", &c->baseline);
	difference_summary_json(&e, d, c);
	emit_key(&e, "rows");
	emit_open(&e, '[');
	for (uint32_t i = 0; i < shown(d, choice); i++)
		difference_row_json(&e, d, c, &d->rows[i]);
	emit_close(&e, ']');
	emit_close(&e, '}');
	return emit_end(&e, err);
}
