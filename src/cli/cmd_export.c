#include "cli/subcommand.h"

#include "cli/batch.h"
#include "session/saving.h"

static bool write_stacks(const struct batch *b, const struct session *s,
			 struct error *err)
{
	struct export_job job = saving_job(s, &b->settings);

	job.tidy = b->options->tidy;
	job.annotate = b->options->annotate;
	batch_warn_flat(s);
	return b->options->notation->write(&job, b->out, err);
}

bool cmd_export_run(const struct options *o, struct error *err)
{
	if (!o->notation->words_names && (o->tidy || o->annotate))
		return error_set(err, ERROR_USAGE,
				 "--%s changes names, and --format %s keeps them",
				 o->tidy ? "tidy" : "annotate", o->notation->name);
	return batch_run(o, write_stacks, err);
}
