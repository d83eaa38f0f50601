#include "cli/subcommand.h"

#include "cli/batch.h"
#include "export/table/anomaly_table.h"

/* For waits without --kind: when most threads waited. */
static bool write_crowd(const struct batch *b, const struct session *s, struct error *err)
{
	struct session_document d;
	struct joint_wait c;

	if (!session_find_joint_wait(s, s->choice.range, &c, err))
		return false;
	return anomaly_table_joint_wait_write(
	    &c, s->profile, session_document(&d, "find", s, &b->settings),
	    output_table_format(b->options), output_limit(b->options, OPTION_LIMIT),
	    b->out, err);
}

static bool write_moments(const struct batch *b, const struct session *s,
			  struct error *err)
{
	struct session_document d;
	struct anomalies found;
	bool ok;

	if (!session_find_odd(s, b->options->anomaly_kinds, &found, err))
		return false;
	ok = anomaly_table_write(&found, s->profile,
				 session_document(&d, "find", s, &b->settings),
				 output_table_format(b->options),
				 output_limit(b->options, OPTION_LIMIT), b->out, err);
	anomalies_release(&found);
	return ok;
}

static bool write_odd(const struct batch *b, const struct session *s, struct error *err)
{
	if (s->profile->has_times && !session_has_samples(s, err))
		return false;
	if (session_is_of_waits(s) && b->options->anomaly_kinds == ANOMALY_ALL_APART)
		return write_crowd(b, s, err);
	return write_moments(b, s, err);
}

bool cmd_find_run(const struct options *o, struct error *err)
{
	unused_options_warn(o, EFFECT_ORDER);
	return batch_run(o, write_odd, err);
}
