#include "cli/subcommand.h"

#include "cli/batch.h"
#include "export/table/periods_table.h"

static bool write_periods(const struct batch *b, const struct session *s,
			  struct error *err)
{
	struct session_document d;
	struct periods found;

	if (s->profile->has_times && !session_has_samples(s, err))
		return false;
	if (!session_find_periods(s, false, &found, err))
		return false;
	if (b->options->bursts)
		return periods_table_bursts(&found, b->options->bursts - 1, b->out, err);
	return periods_table_write(&found, s->profile,
				   session_document(&d, "periods", s, &b->settings),
				   output_table_format(b->options),
				   output_limit(b->options, OPTION_LIMIT), b->out, err);
}

bool cmd_periods_run(const struct options *o, struct error *err)
{
	if (o->bursts && o->format != OUTPUT_UNSET && o->format != OUTPUT_TEXT)
		return error_set(
		    err, ERROR_USAGE,
		    "--bursts prints ranges for --range, and no other format");
	unused_options_warn(o, EFFECT_ORDER);
	return batch_run(o, write_periods, err);
}
