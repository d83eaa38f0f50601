#include "cli/subcommand.h"

#include "cli/batch.h"
#include "cli/without_effect.h"
#include "export/table/odd_table.h"

static bool write_odd(const struct batch *b, const struct session *s, struct error *err)
{
	struct odd_moments found;
	bool ok;

	if (s->profile->has_times && !session_has_samples(s, err))
		return false;
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

bool cmd_find_run(const struct options *o, struct error *err)
{
	without_effect_tell(o, EFFECT_ORDER);
	return batch_run(o, write_odd, err);
}
