#include "cli/subcommand.h"

#include "cli/batch.h"
#include "session/report/report.h"

static bool write_report(const struct batch *b, const struct session *s,
			 struct error *err)
{
	const struct report_query q = {.session = s,
				       .settings = &b->settings,
				       .ascii = b->style.ascii,
				       .no_command_line = b->options->no_command_line,
				       .whole_commands =
					   b->options->report == REPORT_JSON};
	struct report *r = b->early->arg;

	return report_build(r, &q, err) &&
	       report_write(r, b->options->report, b->out, err);
}

/* Compare a range with the rest, or a file with another. */
bool cmd_report_run(const struct options *o, struct error *err)
{
	struct options asked = *o;
	struct report r = {0};
	const struct early early = report_early(&r);
	bool ok;

	asked.settings.choice.baseline.swapped =
	    false; /* the report always names both sides */
	if (o->settings.asked.range && !o->baseline_file)
		asked.settings.asked.against = "rest";
	unused_options_warn(o, EFFECT_SIDES | EFFECT_ORDER);
	ok = batch_run_early(&asked, &early, write_report, err);
	report_release(&r);
	return ok;
}
