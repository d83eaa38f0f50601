#include "cli/subcommand.h"

#include "base/number.h"
#include "cli/batch.h"
#include "export/heatmap_json.h"
#include "workspace/picture.h"
#include "session/presence.h"
#include "session/saving.h"

static bool write_json(const struct batch *b, const struct session *s, struct error *err)
{
	uint64_t period =
	    b->settings.period ? b->settings.period : heatmap_usual_period(s->profile);
	uint32_t rows = b->settings.rows ? b->settings.rows : BATCH_ROWS;
	struct range range = saving_range(s);
	struct heatmap map = {0}, matched = {0};
	struct busy busy = {0}, found = {0};
	struct heatmap_facts facts = {
	    .origin = profile_origin(s->profile),
	    .idle = s->kept.idle,
	    .range = b->settings.range ? &range : NULL,
	    .range_samples = s->kept.spans ? session_covered(s) : s->flame.samples,
	};
	bool ok = session_heatmap(s, period, rows, &map, err) &&
		  session_busy(s, &map, &busy, err);

	if (ok && *s->choice.search) {
		facts.matched = &matched;
		ok = session_matched_heatmap(s, period, rows, &matched, err) &&
		     session_matched_busy(s, &matched, &found, err);
	}
	facts.busy = busy.levels ? &busy : NULL;
	facts.found = found.levels ? &found : NULL;
	ok = ok && heatmap_json_write(&map, &facts, b->out, err);
	heatmap_release(&map);
	heatmap_release(&matched);
	busy_release(&busy);
	busy_release(&found);
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
