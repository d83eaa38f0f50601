#include "cli/subcommand.h"

#include <inttypes.h>

#include "analysis/range_words.h"
#include "analysis/waiting/waits.h"
#include "base/number.h"
#include "cli/batch.h"
#include "cli/output.h"
#include "export/table/waits_table.h"

static bool has_thread(const struct profile *p, int32_t tid)
{
	for (uint32_t i = 0; i < p->thread_count; i++)
		if (p->threads[i].tid == tid)
			return true;
	return false;
}

static bool choose(struct waits_choice *c, const struct options *o,
		   const struct profile *p, struct error *err)
{
	struct range_place place = range_place_of(p, o->settings.local);

	*c = (struct waits_choice){.range = RANGE_ALL, .longer = o->longer};
	if (o->settings.range && !ranges_parse(text_of(o->settings.range), &place,
					       &c->range, &c->several, err))
		return error_at(err, "--range");
	c->has_thread = o->charted_count > 0;
	if (!c->has_thread)
		return true;
	if (number_i32(text_of(o->charted[o->charted_count - 1]), &c->tid))
		return has_thread(p, c->tid) ||
		       error_set(err, ERROR_NOTHING, "no thread %" PRId32 " in this file",
				 c->tid);
	return error_set(err, ERROR_USAGE,
			 "--thread %.40s: expected the number of a thread",
			 o->charted[o->charted_count - 1]);
}

static bool write_waits(const struct options *o, const struct waits *w, FILE *out,
			struct error *err)
{
	if (o->format == OUTPUT_JSON)
		return waits_table_json(w, out, err);
	if (o->format == OUTPUT_CSV)
		return waits_table_csv(w, out, err);
	return waits_table_text(w, out, err);
}

bool cmd_waits_run(const struct options *o, struct error *err)
{
	struct waits_choice choice = {0};
	struct waits waits = {0};
	struct profile *p = NULL;
	struct output output;
	bool ok;

	if (!batch_read(o, NULL, &p, err))
		return false;
	batch_warn(p, o->file);
	ok = choose(&choice, o, p, err) && waits_build(&waits, p, &choice, err);
	if (ok) {
		output_open(&output, o);
		ok = write_waits(o, &waits, output.out, err);
		ok = output_close(&output, ok, err);
	}
	waits_release(&waits);
	ranges_release(&choice.several);
	profile_free(p);
	return ok;
}
