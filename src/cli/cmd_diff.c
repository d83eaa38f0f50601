#include "cli/subcommand.h"

#include <math.h>

#include "analysis/waiting/waiting_profile.h"
#include "base/number.h"
#include "base/utf8.h"
#include "cli/batch.h"
#include "export/table/difference_table.h"

#define NAME_SHOWN 200 /* bytes */
#define HOURS_MOST 24  /* hours: longer recordings are not worth suggesting */

/*
 * Advise how much more to record: "; about 40 s of recording would tell", or a number of further
 * recordings.
 */
static void tell_need(const struct difference_row *r, const struct comparison *c)
{
	uint32_t subject = side_recordings(&c->subject),
		 baseline = side_recordings(&c->baseline);
	double needs = difference_row_needs(r),
	       seconds = (double)c->subject.length / (double)NS_PER_SECOND * needs,
	       recordings = fmax(subject, baseline) * needs;

	if (seconds >= HOURS_MOST * 3600)
		return;
	if (subject > 1 || baseline > 1)
		fprintf(stderr,
			"; %.0f recordings on each side would be enough to decide",
			fmax(ceil(recordings), 2));
	else
		fprintf(stderr, "; about %.0f s of recording would be enough to decide",
			ceil(seconds));
}

/* Print "largest growth: price_items +2.1 points, may be chance", and the advice. */
static void tell_largest(const struct difference_rows *d, const struct comparison *c)
{
	const struct difference_row *r = difference_rows_grown(d, c, VERDICT_UNKNOWN);
	struct text name;

	if (!r) {
		fputs("flarescope: nothing has grown\n", stderr);
		return;
	}
	name = difference_row_name(d, r);
	fputs("flarescope: largest growth: ", stderr);
	printable_write(utf8_upto(name, NAME_SHOWN), stderr);
	fprintf(stderr, " %+.1f points", difference_row_growth(r, c));
	if (!d->is_judged || r->z > 0)
		fprintf(stderr, ", %s", verdict_words[r->verdict]);
	if (!d->is_judged)
		fputs(": without times nothing is certain (--fail-on size)", stderr);
	else if (r->z < 0)
		fputs(" of share, but beside most functions it shrank", stderr);
	else if (r->verdict != VERDICT_CERTAIN)
		tell_need(r, c);
	putc('\n', stderr);
}

/* Set the verdict of --fail-above. The output is written in any case. */
static void judge_growth(const struct batch *b, const struct difference_rows *d,
			 const struct comparison *c, struct difference_gate *gate)
{
	bool by_size = b->options->fails_on_size;
	const struct difference_row *r;
	struct text name;

	if (!b->options->fails)
		return;
	r = difference_rows_grown(d, c, by_size ? VERDICT_UNKNOWN : VERDICT_CERTAIN);
	*gate = (struct difference_gate){
	    .points = b->options->fail_above,
	    .by_size = by_size,
	    .failed = r && difference_row_growth(r, c) >= b->options->fail_above,
	};
	gate->row = gate->failed ? r : difference_rows_grown(d, c, VERDICT_UNKNOWN);
	if (!gate->failed) {
		tell_largest(d, c);
		return;
	}
	name = utf8_upto(difference_row_name(d, r), NAME_SHOWN);
	error_set(b->verdict, ERROR_GROWN, "%.*s has grown by %.1f percentage points%s",
		  (int)name.len, name.at, difference_row_growth(r, c),
		  by_size ? "" : ", certainly");
}

/* Choose the default keys: waits for time of threads, functions when there are no waits. */
static bool choose_keys(const struct batch *b, const struct comparison *c,
			enum keys_by *by, struct error *err)
{
	const struct profile *p = c->subject.flame->tree->profile;

	*by = b->options->by;
	if (*by == KEYS_WAIT && !sample_keys_are_there(c, KEYS_WAIT))
		return error_set(err, ERROR_USAGE,
				 "--by wait needs the time of threads: give --state "
				 "blocked, or a --graph");
	if (options_has(b->options, OPTION_BY) || b->options->self ||
	    !sample_keys_are_there(c, KEYS_WAIT))
		return true;
	*by = waiting_profile_state(p, 0) == STATE_RUNNING ? KEYS_BY : KEYS_WAIT;
	return true;
}

static bool write_difference(const struct batch *b, const struct session *s,
			     struct error *err)
{
	const struct comparison *c = session_comparison(s);
	bool self = b->options->self;
	const struct options *o = b->options;
	struct session_document document;
	struct difference_choice choice = {
	    .document = session_document(&document, "diff", s, &b->settings),
	    .limit = output_limit(o, OPTION_LIMIT),
	};
	struct difference_gate gate;
	struct difference_rows d;
	enum keys_by by;
	unsigned set;
	bool ok;

	if (!session_has_sides(s, err) || !choose_keys(b, c, &by, err))
		return false;
	set = by == KEYS_BY ? KEYS_ALL : KEYS_OF(by);
	if (o->fails && !o->fails_on_size && !comparison_has_times(c))
		return error_set(err, ERROR_USAGE,
				 "--fail-above: without times no change is certain; "
				 "--fail-on size judges by size");
	batch_warn_flat(s);
	batch_warn_counted(s);
	if (!(by == KEYS_BY && !self ? difference_rows_explain(&d, c, false, NULL, err)
				     : difference_rows_build(&d, c, set, self, err)))
		return false;
	choice.several = by == KEYS_BY;
	choice.unit = flame_unit(c->subject.flame);
	/* name the files as given, as two versions of a program often have the same name */
	if (o->baseline_file) {
		const char *subject = c->swapped ? o->baseline_file : o->file,
			   *baseline = c->swapped ? o->file : o->baseline_file;

		choice.subject = session_title(subject);
		choice.baseline = session_title(baseline);
		if (text_equal(choice.subject, choice.baseline)) {
			choice.subject = text_of(subject);
			choice.baseline = text_of(baseline);
		}
	}
	choice.gate = b->options->fails ? &gate : NULL;
	judge_growth(b, &d, c, &gate);
	ok = difference_table_write(&d, c, &choice, output_table_format(o), b->out, err);
	difference_rows_release(&d);
	return ok;
}

/* Compare a range with the rest, a file with another, or several files with several. */
bool cmd_diff_run(const struct options *o, struct error *err)
{
	struct options asked = *o;

	if (!o->settings.asked.range && !o->settings.asked.against_filter &&
	    !o->baseline_file)
		return error_set(
		    err, ERROR_USAGE,
		    "there is nothing to compare; give a --range, or a second "
		    "file");
	if (!o->settings.asked.against && !o->settings.asked.against_filter &&
	    !o->baseline_file)
		asked.settings.asked.against = "rest";
	unused_options_warn(o, EFFECT_SIDES | EFFECT_ORDER);
	return batch_run(&asked, write_difference, err);
}
