#include "cli/subcommand.h"

#include "base/number.h"
#include "cli/batch.h"
#include "export/heatmap_json.h"
#include "workspace/picture.h"
#include "session/maps.h"
#include "session/presence.h"
#include "session/saving.h"

static bool write_json(const struct batch *b, const struct session *s, struct error *err)
{
	uint64_t period =
	    b->settings.period ? b->settings.period : heatmap_usual_period(s->profile);
	uint32_t rows = b->settings.rows ? b->settings.rows : BATCH_ROWS;
	struct range range = saving_range(s);
	struct maps maps;
	struct heatmap_facts facts = {
	    .origin = profile_origin(s->profile),
	    .idle = s->kept.idle,
	    .range = b->settings.range ? &range : NULL,
	    .range_samples = s->kept.spans ? session_covered(s) : s->flame.samples,
	};
	bool ok = maps_build(&maps, s, period, rows, b->settings.counts, err);

	facts.matched = maps_matched(&maps);
	facts.busy = maps_busy(&maps);
	facts.found = maps_found(&maps);
	ok = ok && heatmap_json_write(&maps.map, &facts, b->out, err);
	maps_release(&maps);
	return ok;
}

static bool write_map(const struct batch *b, const struct session *s, struct error *err)
{
	struct canvas *c;

	if (!presence_of_range(s->profile, s->choice.range, err) ||
	    !presence_of_match(s, err))
		return false;
	if (b->options->format == OUTPUT_JSON)
		return write_json(b, s, err);
	c = picture_heatmap(s, &b->settings, b->look.width, err);
	if (!c)
		return false;
	look_print(&b->look, c, b->out);
	canvas_free(c);
	return true;
}

bool cmd_heatmap_run(const struct options *o, struct error *err)
{
	return batch_run(o, write_map, err);
}
