#include "export/lanes_json.h"

#include "export/emit.h"
#include "export/extent.h"

static void counts(struct emit *e, const char *key, const struct lane_cells *cells,
		   uint32_t row)
{
	emit_key(e, key);
	emit_open(e, '[');
	for (uint32_t c = 0; c < cells->columns; c++)
		emit_number(e, lane_cells_count(cells, row, c));
	emit_close(e, ']');
}

static void id(struct emit *e, const char *key, int32_t n)
{
	emit_key(e, key);
	if (n == PROFILE_NO_ID)
		emit_null(e);
	else
		emit_signed(e, n);
}

static void amount(struct emit *e, const struct lanes *l, uint64_t count)
{
	emit_key(e, l->spans ? "time_ns" : "samples");
	emit_number(e, count);
}

#define NUMBER 2 /* bytes, at least, with its comma */

bool lanes_json_is_expected(const struct lane_cells *cells, const struct profile *p,
			    struct error *err)
{
	return extent_check(((uint64_t)cells->rows + 1) * cells->columns * NUMBER,
			    EXTENT_MAP, p, "lanes in JSON", "heatmap", err);
}

bool lanes_json_write(const struct lanes *l, const struct lane_cells *cells,
		      const struct lanes_facts *facts, FILE *out, struct error *err)
{
	struct emit e = {.out = out};

	emit_open(&e, '{');
	emit_key(&e, "start_s");
	emit_seconds(&e, facts->origin);
	emit_key(&e, "period_s");
	emit_seconds(&e, facts->period);
	emit_key(&e, "columns");
	emit_number(&e, cells->columns);
	emit_key(&e, "by");
	emit_text(&e, text_of(lanes_by_names[l->by]));
	amount(&e, l, l->all);
	emit_key(&e, "lanes");
	emit_open(&e, '[');
	for (uint32_t i = 0; i < cells->rows; i++) {
		emit_open(&e, '{');
		emit_key(&e, "name");
		emit_text(&e, lane_name(l, i));
		id(&e, "pid", l->list[i].pid);
		id(&e, "tid", l->list[i].tid);
		amount(&e, l, l->list[i].count);
		counts(&e, "counts", cells, i);
		emit_close(&e, '}');
	}
	emit_close(&e, ']');
	counts(&e, "others", cells, cells->rows);
	emit_key(&e, "others_lanes");
	emit_number(&e, l->count - cells->rows);
	emit_close(&e, '}');
	return emit_end(&e, err);
}
