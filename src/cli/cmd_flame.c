#include "cli/subcommand.h"

#include "cli/batch.h"
#include "export/flame_json.h"
#include "export/table/tree_table.h"
#include "session/function_sides.h"

/* Prepare the graph of the range or of both sides, and find its zoomed root. */
static bool prepare_graph(const struct batch *b, const struct session *s,
			  struct export_job *job, struct diff_flame *shown,
			  struct error *err)
{
	const char *zoom = b->settings.asked.zoom;

	*job = batch_job(b, s);
	if (!batch_show(job, shown, &s->choice.baseline.look, err))
		return false;
	if (zoom)
		job->zoom = tree_find(export_graph(job)->tree, text_of(zoom));
	if (!zoom || !*zoom || job->zoom)
		return true;
	shown_release(shown);
	return error_set(err, ERROR_USAGE, "--zoom: there is no frame '%s'", zoom);
}

static void prune(struct export_job *job, const struct batch *b, const struct session *s)
{
	job->prune.levels = b->options->depth;
	job->prune.least =
	    tree_excerpt_least(s->choice.least, export_graph(job)->total[job->zoom]);
}

static bool write_graph(const struct batch *b, const struct session *s, struct error *err)
{
	struct session_document d;
	struct export_job job;
	struct diff_flame shown;
	bool ok;

	if (!session_has_sides(s, err))
		return false;
	batch_warn_flat(s);
	if (b->options->format != OUTPUT_JSON)
		return batch_print(b, picture_flame(s, &b->settings, b->style.width, err),
				   err);
	if (!prepare_graph(b, s, &job, &shown, err))
		return false;
	prune(&job, b, s);
	ok = flame_json_document(&job, session_document(&d, "flame", s, &b->settings),
				 b->options->flat, b->out, err);
	shown_release(&shown);
	return ok;
}

/* ---- --function ---- */

static bool write_side_json(struct json_writer *e, const struct batch *b,
			    const struct session *s, const struct function_sides *f,
			    enum function_side side, struct error *err)
{
	static const char *const keys[FUNCTION_SIDES] = {
	    [SIDE_CALLERS] = "callers", [SIDE_CALLEES] = "callees"};
	static const char *const matched[FUNCTION_SIDES] = {
	    [SIDE_CALLERS] = "callers_matched", [SIDE_CALLEES] = "callees_matched"};
	struct export_job job = function_sides_job(f, side, s, &b->settings);
	struct diff_flame shown;
	bool ok;

	if (!batch_show(&job, &shown, &s->choice.baseline.look, err))
		return false;
	prune(&job, b, s);
	ok = flame_json_graph(e, &job, keys[side], false, err);
	if (ok && job.search)
		emit_number(emit_key(e, matched[side]),
			    search_value(job.search, export_graph(&job), job.zoom));
	shown_release(&shown);
	return ok;
}

static bool write_sides_json(const struct batch *b, const struct session *s,
			     const struct function_sides *f, struct error *err)
{
	const struct export_job job =
	    function_sides_job(f, SIDE_CALLEES, s, &b->settings);
	struct json_writer e = {.out = b->out};
	struct session_document d;

	document_open(&e, session_document(&d, "flame", s, &b->settings));
	flame_json_comparison(&e, job.comparison);
	emit_text(emit_key(&e, "function"), f->name);
	emit_number(emit_key(&e, "function_samples"), job.flame->samples);
	if ((!b->options->callees_only || b->options->callers_only) &&
	    !write_side_json(&e, b, s, f, SIDE_CALLERS, err))
		return false;
	if ((!b->options->callers_only || b->options->callees_only) &&
	    !write_side_json(&e, b, s, f, SIDE_CALLEES, err))
		return false;
	emit_close(&e, '}');
	return emit_end(&e, err);
}

static bool write_function(const struct batch *b, const struct session *s,
			   struct error *err)
{
	const struct options *o = b->options;
	bool whole = o->callers_only == o->callees_only;
	enum function_side side = o->callers_only ? SIDE_CALLERS : SIDE_CALLEES;
	struct function_sides f;
	bool ok;

	if (!session_has_sides(s, err))
		return false;
	batch_warn_flat(s);
	ok = function_sides_build(&f, s, text_of(o->function), err);
	if (ok && o->format == OUTPUT_JSON)
		ok = write_sides_json(b, s, &f, err);
	else if (ok)
		ok = batch_print(b,
				 whole ? function_sides_picture(s, &b->settings, f.meant,
								b->style.width, err)
				       : function_sides_graph(&f, side, s, &b->settings,
							      b->style.width, err),
				 err);
	if (ok)
		batch_warn_several(f.several);
	function_sides_release(&f);
	return ok;
}

bool cmd_flame_run(const struct options *o, struct error *err)
{
	bool whole = o->function && o->callers_only == o->callees_only;
	unsigned order = whole && o->format != OUTPUT_JSON ? 0 : EFFECT_ORDER;

	if ((o->flat || o->depth) && o->format != OUTPUT_JSON)
		return error_set(err, ERROR_USAGE, "--%s needs --format json",
				 o->flat ? "flat" : "depth");
	if (o->function && o->flat)
		return error_set(err, ERROR_USAGE,
				 "--flat cannot be combined with --function");
	if (o->function) {
		unused_options_warn(o, EFFECT_TRANSFORM | EFFECT_SIDES | order);
		return batch_run(o, write_function, err);
	}
	if (o->callers_only || o->callees_only)
		return error_set(err, ERROR_USAGE,
				 "--%s: for which function? Give --function, too",
				 o->callers_only ? "callers-only" : "callees-only");
	unused_options_warn(o, EFFECT_ALL);
	return batch_run(o, write_graph, err);
}

/* ---- tree ---- */

static bool write_tree(const struct batch *b, const struct session *s, struct error *err)
{
	struct export_job job;
	struct diff_flame shown;
	uint64_t limit;
	bool ok;

	if (!session_has_sides(s, err))
		return false;
	batch_warn_flat(s);
	if (!prepare_graph(b, s, &job, &shown, err))
		return false;
	prune(&job, b, s);
	limit = output_limit(b->options, OPTION_LIMIT_TREE);
	job.prune.limit = limit ? limit : 1;
	job.prune.first = job.zoom;
	if (b->options->format == OUTPUT_JSON) {
		struct session_document d;

		ok = flame_json_document(&job,
					 session_document(&d, "tree", s, &b->settings),
					 b->options->flat, b->out, err);
	} else {
		struct range_totals figures = session_figures(s, job.zoom);
		/* in a comparison each side has its own shares */
		enum percent_base base =
		    job.comparison ? PERCENT_RANGE : s->choice.percent;
		const struct top_choice choice = {.unit = flame_unit(&s->flame),
						  .percent_of =
						      range_totals_base(&figures, base),
						  .percent = base};

		batch_warn_rough(&figures);
		ok = tree_table_text(&job, &choice, b->out, err);
	}
	shown_release(&shown);
	return ok;
}

bool cmd_tree_run(const struct options *o, struct error *err)
{
	if (o->flat && o->format != OUTPUT_JSON)
		return error_set(err, ERROR_USAGE, "--flat needs --format json");
	unused_options_warn(o, EFFECT_ALL);
	return batch_run(o, write_tree, err);
}
