#include "export/heatmap_json.h"

#include "base/number.h"
#include "export/emit.h"

static void counts(struct emit *e, const char *key, const struct heatmap *map)
{
	emit_key(e, key);
	emit_open(e, '[');
	for (uint32_t c = 0; c < map->columns; c++) {
		emit_open(e, '[');
		for (uint32_t r = 0; r < map->rows; r++)
			emit_number(e, heatmap_count(map, c, r));
		emit_close(e, ']');
	}
	emit_close(e, ']');
}

static void number(struct emit *e, const char *key, uint64_t value)
{
	emit_key(e, key);
	emit_number(e, value);
}

bool heatmap_json_write(const struct heatmap *map, const struct heatmap_facts *facts,
			FILE *out, struct error *err)
{
	struct emit e = {.out = out};

	emit_open(&e, '{');
	emit_key(&e, "start_s");
	emit_seconds(&e, facts->origin);
	emit_key(&e, "period_s");
	emit_seconds(&e, map->period);
	number(&e, "rows", map->rows);
	number(&e, "columns", map->columns);
	number(&e, "max", map->peak);
	number(&e, map->spans ? "time_ns" : "samples", map->samples);
	if (!map->spans)
		number(&e, "idle_samples", facts->idle);
	if (facts->range) {
		emit_key(&e, "range");
		emit_open(&e, '[');
		emit_seconds(&e, facts->range->from);
		emit_seconds(&e, facts->range->to);
		emit_close(&e, ']');
		number(&e, map->spans ? "range_time_ns" : "range_samples",
		       facts->range_samples);
	}
	if (facts->matched)
		number(&e, map->spans ? "matched_time_ns" : "matched_samples",
		       facts->matched->samples);
	counts(&e, "counts", map);
	if (facts->matched)
		counts(&e, "matched_counts", facts->matched);
	emit_close(&e, '}');
	return emit_end(&e, err);
}
