#include "cli/subcommand.h"

#include "cli/batch.h"
#include "export/top_table.h"
#include "session/presence.h"

static bool write_text(const struct batch *b, const struct session *s,
		       const struct top *top, const struct top_choice *choice,
		       struct error *err)
{
	batch_warn_rough(s);
	return top_table_text(top, s->profile, choice, b->out, err);
}

static bool write_top(const struct batch *b, const struct session *s, struct error *err)
{
	struct top_choice choice = {.limited = b->options->limited,
				    .limit = b->options->limit,
				    .measure = flame_measure(&s->flame),
				    .unit = flame_unit(&s->flame),
				    .samples = s->flame.samples};
	struct top top = {0};
	bool ok;

	if (!presence_in_range(s, err))
		return false;
	batch_warn_flat(s);
	if (!top_build(&top, &s->flame, err))
		return false;
	if (s->choice.search.len) {
		choice.searched = true;
		choice.found = search_value(&s->search, &s->flame, 0);
		if (!top_keep_found(&top, s->tree, &s->search, err)) {
			top_release(&top);
			return false;
		}
		if (!presence_of_found(s, top.count, err)) {
			top_release(&top);
			return false;
		}
	}
	top_sort(&top, s->profile, b->options->order, false);
	if (!top_table_is_expected(&top, s->profile, &choice, err))
		ok = false;
	else if (b->options->format == OUTPUT_JSON)
		ok = top_table_json(&top, s->profile, &choice, b->out, err);
	else if (b->options->format == OUTPUT_CSV)
		ok = top_table_csv(&top, s->profile, &choice, b->out, err);
	else
		ok = write_text(b, s, &top, &choice, err);
	top_release(&top);
	return ok;
}

bool cmd_top_run(const struct options *o, struct error *err)
{
	return batch_run(o, write_top, err);
}
