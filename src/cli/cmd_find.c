#include "cli/subcommand.h"

#include "cli/batch.h"
#include "cli/without_effect.h"
#include "export/table/odd_table.h"

/* Of waits, where no kind is asked for: when most waited. */
static bool write_crowd(const struct batch *b, const struct session *s, struct error *err)
{
	struct crowd c;

	if (!session_find_crowd(s, s->choice.range, &c, err))
		return false;
	if (b->options->format == OUTPUT_JSON)
		return odd_table_crowd_json(&c, s->profile, b->out, err);
	if (b->options->format == OUTPUT_CSV)
		return odd_table_crowd_csv(&c, s->profile, b->out, err);
	return odd_table_crowd_text(&c, s->profile, b->out, err);
}

static bool write_moments(const struct batch *b, const struct session *s,
			  struct error *err)
{
	struct odd_moments found;
	bool ok;

	if (!session_find_odd(s, b->options->odd_kinds, &found, err))
		return false;
	if (b->options->format == OUTPUT_JSON)
		ok = odd_table_json(&found, s->profile, b->out, err);
	else if (b->options->format == OUTPUT_CSV)
		ok = odd_table_csv(&found, s->profile, b->out, err);
	else
		ok = odd_table_text(&found, s->profile, b->out, err);
	odd_moments_release(&found);
	return ok;
}

static bool write_odd(const struct batch *b, const struct session *s, struct error *err)
{
	if (s->profile->has_times && !session_has_samples(s, err))
		return false;
	if (session_is_of_waits(s) && b->options->odd_kinds == ODD_ALL_APART)
		return write_crowd(b, s, err);
	return write_moments(b, s, err);
}

bool cmd_find_run(const struct options *o, struct error *err)
{
	without_effect_tell(o, EFFECT_ORDER);
	return batch_run(o, write_odd, err);
}
