#include "cli/subcommand.h"

#include "base/mem.h"
#include "cli/batch.h"
#include "export/table/top_table.h"
#include "session/function_sides.h"

static struct top_choice choice_of(const struct batch *b, const struct session *s,
				   const struct range_totals *figures,
				   const struct document *document)
{
	const struct comparison *c = session_table(s).comparison;
	/* in a comparison each side has its own shares */
	enum percent_base base = c ? PERCENT_RANGE : s->choice.percent;

	return (struct top_choice){.document = document,
				   .limit = output_limit(b->options, OPTION_LIMIT),
				   .measure = flame_measure(&s->flame),
				   .unit = flame_unit(&s->flame),
				   .ascii = b->style.ascii,
				   .comparison = c,
				   .percent_of = range_totals_base(figures, base),
				   .percent = base,
				   .searched = s->choice.search.len > 0,
				   .found = figures->found};
}

/* Time of threads gets the lengths of waits if the table has the functions of the samples. */
static bool write_table(const struct batch *b, const struct session *s,
			const struct top *top, struct error *err)
{
	enum table_format format = output_table_format(b->options);
	struct range_totals figures = session_figures(s, 0);
	struct session_document document;
	struct top_choice choice = choice_of(
	    b, s, &figures, session_document(&document, "top", s, &b->settings));
	const struct profile *p = choice.comparison ? choice.comparison->tree->profile
						    : session_functions(s)->tree->profile;
	bool plain = !choice.comparison && !b->options->function &&
		     session_functions(s) == &s->flame;
	struct wait_lengths lengths = {0};
	bool ok = !plain || wait_lengths_build(&lengths, &s->flame, err);

	choice.lengths = &lengths;
	ok = ok && top_table_size_is_allowed(top, p, &choice, err);
	if (ok && format == TABLE_TEXT)
		batch_warn_rough(&figures);
	ok = ok && top_table_write(top, p, &choice, format, b->out, err);
	wait_lengths_release(&lengths);
	return ok;
}

/* Write the range by threads, processes or other keys. */
static bool write_by(const struct batch *b, const struct session *s, struct error *err)
{
	enum table_format format = output_table_format(b->options);
	struct session_document document;
	struct range_totals figures;
	struct top_choice choice;
	struct key_totals t;
	bool ok;

	if (!key_totals_build(&t, &s->flame, s->kept.spans, b->options->by, err))
		return false;
	key_totals_sort(&t, b->options->order);
	figures = session_figures(s, 0);
	choice = choice_of(b, s, &figures,
			   session_document(&document, "top", s, &b->settings));
	ok = key_totals_table_size_is_allowed(&t, s->profile, &choice, err);
	if (ok && format == TABLE_TEXT)
		batch_warn_rough(&figures);
	ok = ok && key_totals_table_write(&t, &choice, format, b->out, err);
	key_totals_release(&t);
	return ok;
}

/*
 * List the callers of the function with its samples, not with their own; of both sides in a
 * comparison. `self` stays 0: it belongs to the function.
 */
static bool list_callers(struct top *top, const struct function_sides *f,
			 const struct session *s, struct error *err)
{
	const struct derived_counts *callers = &f->side[SIDE_CALLERS];
	const struct comparison *c = &callers->sides;
	const struct tree *t = callers->flame.tree;
	uint32_t first = t->first_child[FUNCTION_SIDES_NODE], count = 0;

	for (uint32_t n = first; n; n = t->next_sibling[n])
		count++;
	*top = (struct top){.all = c->tree ? c->subject.value
					   : session_functions(s)->total[0]};
	top->rows = mem_array((size_t)count + 1, sizeof *top->rows, "callers", err);
	if (!top->rows)
		return false;
	for (uint32_t n = first; n; n = t->next_sibling[n]) {
		struct top_row row = {.frame = t->frame[n],
				      .total = callers->flame.total[n]};

		if (c->tree) {
			row.total = c->subject.total[n];
			row.baseline_total = c->baseline.total[n];
			row.delta = comparison_total(c, n).delta;
		}
		if (row.total || row.baseline_total) /* room: counted above */
			top->rows[top->count++] = row;
	}
	return true;
}

/* Write the functions, or with --callers those that call one. */
static bool write_top(const struct batch *b, const struct session *s, struct error *err)
{
	const struct comparison *c = session_table(s).comparison;
	const struct search *search = session_functions_search(s);
	const struct tree *t = session_functions(s)->tree;
	struct function_sides f;
	struct top top = {0};
	bool ok;

	if (!session_has_sides(s, err))
		return false;
	batch_warn_flat(s);
	if (b->options->function) {
		ok = function_sides_build(&f, s, text_of(b->options->function), err) &&
		     list_callers(&top, &f, s, err);
		if (ok)
			batch_warn_several(f.several);
		function_sides_release(&f);
	} else if (c) {
		t = c->tree;
		ok = top_count_sides(&top, c, err);
	} else {
		ok = top_count(&top, session_functions(s), err);
	}
	ok = ok && (!search || (top_keep_found(&top, t, search, err) &&
				session_has_found(s, top.count, err)));
	if (ok) {
		top_sort(&top, t, b->options->order, false);
		ok = write_table(b, s, &top, err);
	}
	top_release(&top);
	return ok;
}

bool cmd_top_run(const struct options *o, struct error *err)
{
	bool has_baseline = o->settings.asked.against || o->baseline_file;

	if (o->order == TOP_CHANGE && !has_baseline && !o->settings.asked.against_filter)
		return error_set(
		    err, ERROR_USAGE,
		    "--sort change needs a baseline, such as --against rest");
	if (o->function && o->by != KEYS_FUNCTION)
		return error_set(err, ERROR_USAGE,
				 "--callers lists functions; leave --by out");
	if (o->by == KEYS_FUNCTION)
		unused_options_warn(o, EFFECT_TRANSFORM | EFFECT_SIDES | EFFECT_ORDER);
	if (o->by == KEYS_FUNCTION)
		return batch_run(o, write_top, err);
	if (has_baseline)
		return error_set(err, ERROR_USAGE,
				 "--by cannot compare here; use 'flarescope diff --by'");
	if (o->settings.choice.search.len)
		return error_set(err, ERROR_USAGE,
				 "--search finds functions; with --by use --filter");
	unused_options_warn(o, EFFECT_ORDER);
	return batch_run(o, write_by, err);
}
