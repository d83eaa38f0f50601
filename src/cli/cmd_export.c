#include "cli/subcommand.h"

#include "cli/batch.h"
#include "export/export.h"

static bool write_stacks(const struct batch *b, const struct session *s,
			 struct error *err)
{
	struct export_job job = {&s->flame, b->options->tidy, b->options->annotate};

	batch_warn_flat(s);
	return export_notations[0].write(&job, b->out, err);
}

bool cmd_export_run(const struct options *o, struct error *err)
{
	return batch_run(o, write_stacks, err);
}
