#include "cli/subcommand.h"

#include "base/number.h"
#include "cli/batch.h"
#include "export/heatmap_json.h"
#include "session/picture_lanes.h"

static bool write_json(const struct batch *b, const struct session *s, struct error *err)
{
	uint64_t period =
	    s->choice.period ? s->choice.period : heatmap_usual_period(s->profile);
	uint32_t rows = s->choice.rows ? s->choice.rows : BATCH_ROWS;
	struct session_document d;
	struct picture_map map = {.hues = NULL};
	struct name_hues *hues = NULL;
	struct heat_cells cells;
	struct heatmap_facts facts = {
	    .origin = profile_origin(s->profile),
	    .idle = s->kept.idle,
	};
	bool ok = picture_hues_new(s->choice.hues_by, s, NULL, &hues, err) &&
		  picture_map_build(&map, s, period, rows, s->choice.counts, err) &&
		  picture_map_add_hues(&map, s, hues, 0, err);

	cells = picture_map_cells(&map);
	facts.matched = cells.matched;
	facts.shares = s->choice.shares;
	facts.busy = cells.busy;
	facts.found = cells.found;
	facts.hues = cells.hues;
	facts.who = cells.who;
	facts.who_found = cells.who_found;
	ok = ok &&
	     (b->options->large ||
	      heatmap_json_size_is_allowed(&map.map, &facts, s->profile, err)) &&
	     heatmap_json_write(&map.map, &facts,
				session_document(&d, "heatmap", s, &b->settings), b->out,
				err);
	picture_map_release(&map);
	name_hues_free(hues);
	return ok;
}

static bool write_lanes(const struct batch *b, const struct session *s, struct error *err)
{
	uint64_t period =
	    s->choice.period ? s->choice.period : heatmap_usual_period(s->profile);
	uint64_t limit =
	    options_has(b->options, OPTION_LIMIT_LANES) ? b->options->limit : UINT64_MAX;
	struct lanes_facts facts = {.origin = profile_origin(s->profile),
				    .period = period,
				    .profile = s->profile};
	struct session_document d;
	struct picture_lanes m;
	bool ok;

	if (!picture_lanes_build(&m, s, (enum lanes_by)(s->choice.lanes - 1), period,
				 limit, err))
		return false;
	facts.states = m.states.counts ? &m.states : NULL;
	ok = (b->options->large ||
	      lanes_json_size_is_allowed(facts.states ? facts.states : &m.cells,
					 s->profile, err)) &&
	     lanes_json_write(&m.lanes, &m.cells, &facts,
			      session_document(&d, "heatmap", s, &b->settings), b->out,
			      err);
	picture_lanes_release(&m);
	return ok;
}

#define LANES_DRAWN 40	 /* without --limit */
#define LANES_MOST  3000 /* lines of one picture */

static bool write_map(const struct batch *b, const struct session *s, struct error *err)
{
	uint64_t limit =
	    options_has(b->options, OPTION_LIMIT_LANES) ? b->options->limit : LANES_DRAWN;

	if (!session_has_selection(s, err) || !session_has_match(s, err))
		return false;
	if (b->options->format == OUTPUT_JSON)
		return s->choice.lanes ? write_lanes(b, s, err) : write_json(b, s, err);
	return batch_print(b,
			   s->choice.lanes
			       ? picture_lanes(s, &b->settings,
					       limit < LANES_MOST ? limit : LANES_MOST,
					       b->style.width, err)
			       : picture_heatmap(s, &b->settings, b->style.width, err),
			   err);
}

bool cmd_heatmap_run(const struct options *o, struct error *err)
{
	if (o->settings.choice.shares && !o->settings.choice.search.len)
		return error_set(err, ERROR_USAGE,
				 "--value share: of what? Give --search, too");
	unused_options_warn(o, EFFECT_ORDER);
	return batch_run(o, write_map, err);
}
