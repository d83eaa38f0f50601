#include "cli/subcommand.h"

#include "base/mem.h"
#include "base/number.h"
#include "cli/batch.h"
#include "export/heatmap_json.h"
#include "export/lanes_json.h"
#include "session/picture.h"

static bool write_json(const struct batch *b, const struct session *s, struct error *err)
{
	uint64_t period =
	    b->settings.period ? b->settings.period : heatmap_usual_period(s->profile);
	uint32_t rows = b->settings.rows ? b->settings.rows : BATCH_ROWS;
	struct range range = session_range(s);
	struct picture_map map;
	struct heat_cells cells;
	struct heatmap_facts facts = {
	    .origin = profile_origin(s->profile),
	    .idle = s->kept.idle,
	    .range = b->settings.range ? &range : NULL,
	    .range_samples =
		s->kept.spans ? figures_covered(&s->flame) : s->flame.samples,
	};
	bool ok = picture_map_build(&map, s, period, rows, b->settings.counts, err);

	cells = picture_map_cells(&map);
	facts.matched = cells.matched;
	facts.shares = b->settings.shares;
	facts.busy = cells.busy;
	facts.found = cells.found;
	ok = ok &&
	     (b->options->large ||
	      heatmap_json_is_expected(&map.map, &facts, s->profile, err)) &&
	     heatmap_json_write(&map.map, &facts, b->out, err);
	picture_map_release(&map);
	return ok;
}

/* The lanes that have a row of their own: row i is lane i. Release with mem_free(). */
static uint32_t *rows_of(const struct lanes *l, uint32_t rows, struct error *err)
{
	uint32_t *row = mem_array((size_t)l->count + 1, sizeof *row, "lanes", err);

	for (uint32_t i = 0; row && i < l->count; i++)
		row[i] = i < rows ? i : LANE_NONE;
	return row;
}

static bool write_lane_cells(const struct batch *b, const struct session *s,
			     const struct lanes *l, struct error *err)
{
	uint64_t period =
	    b->settings.period ? b->settings.period : heatmap_usual_period(s->profile);
	uint64_t columns = heatmap_columns(s->profile, period);
	bool limited = b->options->limited && b->options->limit < l->count;
	struct lanes_facts facts = {profile_origin(s->profile), period};
	struct lane_window w = {.period = period};
	struct lane_cells cells = {0};
	uint32_t *row;
	bool ok;

	w.columns = columns < UINT32_MAX ? (uint32_t)columns : UINT32_MAX;
	w.rows = limited ? (uint32_t)b->options->limit : l->count;
	row = rows_of(l, w.rows, err);
	w.row = row;
	ok = row && lane_cells_build(&cells, l, s->profile, &s->kept.samples, &w, err) &&
	     (b->options->large || lanes_json_is_expected(&cells, s->profile, err)) &&
	     lanes_json_write(l, &cells, &facts, b->out, err);
	mem_free(row);
	lane_cells_release(&cells);
	return ok;
}

static bool write_lanes(const struct batch *b, const struct session *s, struct error *err)
{
	struct lanes l;
	bool ok;

	if (!lanes_build(&l, s->profile, &s->kept.samples, s->kept.spans,
			 b->settings.lanes_by, err))
		return false;
	ok = write_lane_cells(b, s, &l, err);
	lanes_release(&l);
	return ok;
}

static bool write_map(const struct batch *b, const struct session *s, struct error *err)
{
	struct canvas *c;
	bool ok;

	if (!session_has_range(s, s->choice.range, err) || !session_has_match(s, err))
		return false;
	if (b->settings.lanes && b->options->format == OUTPUT_JSON)
		return write_lanes(b, s, err);
	if (b->options->format == OUTPUT_JSON)
		return write_json(b, s, err);
	c = picture_heatmap(s, &b->settings, b->style.width, err);
	if (!c)
		return false;
	ok = output_print(&b->style, c, b->out, err);
	canvas_free(c);
	return ok;
}

bool cmd_heatmap_run(const struct options *o, struct error *err)
{
	if (o->settings.shares && !o->settings.search)
		return error_set(err, ERROR_USAGE,
				 "--value share: of what? --search says it");
	return batch_run(o, write_map, err);
}
