#include "cli/subcommand.h"

#include "cli/batch.h"
#include "session/saving.h"

static bool write_stacks(const struct batch *b, const struct session *s,
			 struct error *err)
{
	struct export_job job = saving_job(s, &b->settings);

	job.style = b->options->style;
	if (job.style.unit &&
	    !flame_is_time(s->profile, s->choice.event, s->choice.weigh))
		return error_set(err, ERROR_USAGE,
				 "--unit is one of time, and what is exported here is "
				 "no time");
	batch_warn_flat(s);
	return b->options->notation->write(&job, b->out, err);
}

bool cmd_export_run(const struct options *o, struct error *err)
{
	const struct folded_style *style = &o->style;

	if (!o->notation->has_style && (style->tidy || style->annotate))
		return error_set(err, ERROR_USAGE,
				 "--%s changes names, and --format %s keeps them",
				 style->tidy ? "tidy" : "annotate", o->notation->name);
	if (!o->notation->has_style && style->unit)
		return error_set(err, ERROR_USAGE,
				 "--unit is for --format folded; %s says its own",
				 o->notation->name);
	return batch_run(o, write_stacks, err);
}
