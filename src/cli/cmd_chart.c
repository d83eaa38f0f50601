#include "cli/subcommand.h"

#include "base/mem.h"
#include "cli/batch.h"
#include "export/chart_json.h"
#include "session/picture_chart.h"

static bool write_json(const struct batch *b, const struct session *s,
		       const struct charted_threads *threads, struct error *err)
{
	struct chart charts[CHARTED_MOST] = {{.count = 0}};
	struct charted charted[CHARTED_MOST];
	struct session_document d;
	bool ok = true;

	for (uint32_t i = 0; ok && i < threads->count; i++) {
		ok = chart_build(&charts[i], &threads->list[i], s->selection, err);
		charted[i] = (struct charted){&threads->list[i], &charts[i]};
	}
	ok =
	    ok &&
	    (b->options->large ||
	     chart_json_size_is_allowed(charted, threads->count, err)) &&
	    chart_json_write(charted, threads->count,
			     session_document(&d, "chart", s, &b->settings), b->out, err);
	for (uint32_t i = 0; i < threads->count; i++)
		chart_release(&charts[i]);
	return ok;
}

static bool write_chart(const struct batch *b, const struct session *s, struct error *err)
{
	struct charted_threads threads;
	bool ok;

	if (!session_has_samples(s, err) ||
	    !charted_threads_find(&threads, s, b->options->charted,
				  b->options->charted_count, err))
		return false;
	ok = b->options->format == OUTPUT_JSON
		 ? write_json(b, s, &threads, err)
		 : batch_print(
		       b, picture_chart(s, &b->settings, &threads, b->style.width, err),
		       err);
	charted_threads_release(&threads);
	return ok;
}

/* Charts have no roots, as a thread keeps its callers even when it changes its name. */
bool cmd_chart_run(const struct options *o, struct error *err)
{
	struct options rootless = *o;

	rootless.settings.choice.root = ROOT_NONE;
	unused_options_warn(o, EFFECT_TRANSFORM | EFFECT_ORDER);
	return batch_run(&rootless, write_chart, err);
}
