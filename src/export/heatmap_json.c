#include "export/heatmap_json.h"

#include "analysis/waiting/thread_state.h"
#include "base/number.h"
#include "export/json_writer.h"
#include "export/extent.h"

static void write_heatmap_counts(struct json_writer *e, const char *key,
				 const struct heatmap *map)
{
	emit_open(emit_key(e, key), '[');
	for (uint32_t c = 0; c < map->columns; c++) {
		emit_open(e, '[');
		for (uint32_t r = 0; r < map->rows; r++)
			emit_number(e, heatmap_count(map, c, r));
		emit_close(e, ']');
	}
	emit_close(e, ']');
}

/* Write the quotient with up to six decimals. `whole` is not 0. */
static void quotient(struct json_writer *e, uint64_t part, uint64_t whole)
{
	emit_seconds(e, number_share(part, whole, 1000000) * 1000);
}

static void cell_ticks(struct json_writer *e, const struct cpu_usage *b,
		       const struct heatmap *map, uint32_t c, uint32_t r)
{
	emit_number(e, cpu_usage_ticks(b, map, c, r));
}

static void cell_busy(struct json_writer *e, const struct cpu_usage *b,
		      const struct heatmap *map, uint32_t c, uint32_t r)
{
	uint64_t ticks = cpu_usage_ticks(b, map, c, r);

	if (ticks)
		quotient(e, heatmap_count(map, c, r), ticks);
	else
		emit_null(e);
}

static void cell_level(struct json_writer *e, const struct cpu_usage *b,
		       const struct heatmap *map, uint32_t c, uint32_t r)
{
	if (cpu_usage_covers(b, map, c, r))
		quotient(e, cpu_usage_level(b, map, c, r), CPU_USAGE_ONE);
	else
		emit_null(e);
}

static void cells(struct json_writer *e, const char *key, const struct cpu_usage *b,
		  const struct heatmap *map,
		  void (*cell)(struct json_writer *e, const struct cpu_usage *b,
			       const struct heatmap *map, uint32_t c, uint32_t r))
{
	emit_open(emit_key(e, key), '[');
	for (uint32_t c = 0; c < map->columns; c++) {
		emit_open(e, '[');
		for (uint32_t r = 0; r < map->rows; r++)
			cell(e, b, map, c, r);
		emit_close(e, ']');
	}
	emit_close(e, ']');
}

static void shares(struct json_writer *e, const struct heatmap *map,
		   const struct heatmap *matched)
{
	emit_open(emit_key(e, "shares"), '[');
	for (uint32_t c = 0; c < map->columns; c++) {
		emit_open(e, '[');
		for (uint32_t r = 0; r < map->rows; r++) {
			uint64_t of = heatmap_count(map, c, r);

			if (of)
				quotient(e, heatmap_count(matched, c, r), of);
			else
				emit_null(e);
		}
		emit_close(e, ']');
	}
	emit_close(e, ']');
}

static void write_heatmap_number(struct json_writer *e, const char *key, uint64_t value)
{
	emit_number(emit_key(e, key), value);
}

static void busy(struct json_writer *e, const struct heatmap *map,
		 const struct heatmap_facts *facts)
{
	const struct cpu_usage *b = facts->busy;

	write_heatmap_number(e, "cpus", b->cpus);
	emit_seconds(emit_key(e, "tick_s"), b->period);
	cells(e, "ticks", b, map, cell_ticks);
	cells(e, "busy", b, map, cell_busy);
	cells(e, "busy_cpus", b, map, cell_level);
	if (facts->found)
		cells(e, "matched_busy_cpus", facts->found, map, cell_level);
}

/* ---- the dominant name of each cell ---- */

static void names(struct json_writer *e, const struct name_hues *h, bool spans)
{
	emit_open(emit_key(e, "names"), '[');
	for (uint32_t i = 0; i < h->count; i++) {
		bool has_pid = h->by == HUES_THREAD || h->named[i].alone;

		emit_open(e, '{');
		emit_text(emit_key(e, "name"), name_hues_name(h, i));
		emit_id(e, "pid", has_pid ? h->named[i].pid : PROFILE_NO_ID);
		emit_id(e, "tid", h->named[i].tid);
		if (has_pid)
			emit_host(e, intern_get(h->names, h->named[i].host));
		write_heatmap_number(e, spans ? "time_ns" : "samples", h->named[i].kept);
		emit_close(e, '}');
	}
	emit_close(e, ']');
	write_heatmap_number(e, "others", h->others);
	write_heatmap_number(e, "others_names", h->others_names);
}

/* Write the index of the dominant name of each cell or, with `counted`, its samples. */
static void winners(struct json_writer *e, const char *key, const struct cell_winners *d,
		    const struct heatmap *map, bool counted)
{
	emit_open(emit_key(e, key), '[');
	for (uint32_t c = 0; c < map->columns; c++) {
		emit_open(e, '[');
		for (uint32_t r = 0; r < map->rows; r++) {
			uint32_t who = cell_winners_look(d, map, c, r);

			if (counted)
				emit_number(e, cell_winners_count(d, map, c, r));
			else if (who == CELL_WINNER_NONE)
				emit_null(e);
			else
				emit_number(e, who);
		}
		emit_close(e, ']');
	}
	emit_close(e, ']');
}

static void dominant(struct json_writer *e, const struct heatmap *map,
		     const struct heatmap_facts *facts)
{
	emit_open(emit_key(e, "dominant"), '{');
	emit_text(emit_key(e, "by"), text_of(hues_by_names[facts->hues->by]));
	names(e, facts->hues, map->spans);
	winners(e, "cells", facts->who, map, false);
	winners(e, map->spans ? "cell_time_ns" : "cell_samples", facts->who, map, true);
	if (facts->who_found) {
		winners(e, "matched_cells", facts->who_found, facts->matched, false);
		winners(e, map->spans ? "matched_cell_time_ns" : "matched_cell_samples",
			facts->who_found, facts->matched, true);
	}
	emit_close(e, '}');
}

#define NUMBER 2 /* minimal bytes of a number and its comma */

bool heatmap_json_size_is_allowed(const struct heatmap *map,
				  const struct heatmap_facts *facts,
				  const struct profile *p, struct error *err)
{
	uint64_t cells = (uint64_t)map->columns * map->rows;
	uint64_t each = 1u + (facts->matched != NULL) + facts->shares +
			(facts->busy ? 3u : 0u) + (facts->busy && facts->found) +
			(facts->hues ? 2u : 0u) + (facts->who_found ? 2u : 0u);

	return extent_check(cells * each * NUMBER, EXTENT_MAP, p, "a map in JSON",
			    "heatmap", err);
}

bool heatmap_json_write(const struct heatmap *map, const struct heatmap_facts *facts,
			FILE *out, struct error *err)
{
	struct json_writer e = {.out = out};

	emit_open(&e, '{');
	emit_seconds(emit_key(&e, "start_s"), facts->origin);
	emit_seconds(emit_key(&e, "period_s"), map->period);
	write_heatmap_number(&e, "rows", map->rows);
	write_heatmap_number(&e, "columns", map->columns);
	write_heatmap_number(&e, "max", map->peak);
	write_heatmap_number(&e, map->spans ? "time_ns" : "samples", map->samples);
	if (!map->spans)
		write_heatmap_number(&e, "idle_samples", facts->idle);
	if (facts->range) {
		emit_range(emit_key(&e, "range"), *facts->range);
		emit_ranges(&e, facts->several);
		write_heatmap_number(&e, map->spans ? "range_time_ns" : "range_samples",
				     facts->range_samples);
	}
	if (facts->matched)
		write_heatmap_number(&e,
				     map->spans ? "matched_time_ns" : "matched_samples",
				     facts->matched->samples);
	write_heatmap_counts(&e, "counts", map);
	if (facts->matched)
		write_heatmap_counts(&e, "matched_counts", facts->matched);
	if (facts->shares && facts->matched)
		shares(&e, map, facts->matched);
	if (facts->busy)
		busy(&e, map, facts);
	if (facts->hues)
		dominant(&e, map, facts);
	emit_close(&e, '}');
	return emit_end(&e, err);
}

/* ---- lanes ---- */

static void lane_counts(struct json_writer *e, const char *key,
			const struct lane_cells *cells, uint32_t row)
{
	emit_open(emit_key(e, key), '[');
	for (uint32_t c = 0; c < cells->columns; c++)
		emit_number(e, lane_cells_count(cells, row, c));
	emit_close(e, ']');
}

/* Keys are the words of --state: "disk" for "blocked in D". */
static void lane_states(struct json_writer *e, const char *key,
			const struct lanes_facts *f, uint32_t row)
{
	uint32_t events = f->states ? f->profile->event_count : 0;

	if (!events)
		return;
	emit_open(emit_key(e, key), '{');
	for (uint32_t i = 0; i < events; i++) {
		struct text title =
		    profile_string(f->profile, f->profile->events[i].name);
		enum thread_state state = thread_state_of_title(title);

		if (state < THREAD_STATES)
			lane_counts(e, thread_states[state].word, f->states,
				    row * events + i);
	}
	emit_close(e, '}');
}

static void amount(struct json_writer *e, const struct lanes *l, uint64_t count)
{
	emit_number(emit_key(e, l->spans ? "time_ns" : "samples"), count);
}

bool lanes_json_size_is_allowed(const struct lane_cells *cells, const struct profile *p,
				struct error *err)
{
	return extent_check(((uint64_t)cells->rows + 1) * cells->columns * NUMBER,
			    EXTENT_MAP, p, "lanes in JSON", "heatmap", err);
}

bool lanes_json_write(const struct lanes *l, const struct lane_cells *cells,
		      const struct lanes_facts *facts, FILE *out, struct error *err)
{
	struct json_writer e = {.out = out};

	emit_open(&e, '{');
	emit_seconds(emit_key(&e, "start_s"), facts->origin);
	emit_seconds(emit_key(&e, "period_s"), facts->period);
	emit_number(emit_key(&e, "columns"), cells->columns);
	emit_text(emit_key(&e, "by"), text_of(lanes_by_names[l->by]));
	amount(&e, l, l->all);
	emit_open(emit_key(&e, "lanes"), '[');
	for (uint32_t i = 0; i < cells->rows; i++) {
		emit_open(&e, '{');
		emit_text(emit_key(&e, "name"), lane_name(l, i));
		emit_id(&e, "pid", l->list[i].pid);
		emit_id(&e, "tid", l->list[i].tid);
		emit_host(&e, lane_host(l, i));
		amount(&e, l, l->list[i].count);
		lane_counts(&e, "counts", cells, i);
		lane_states(&e, "states", facts, i);
		emit_close(&e, '}');
	}
	emit_close(&e, ']');
	lane_counts(&e, "others", cells, cells->rows);
	lane_states(&e, "others_states", facts, cells->rows);
	emit_number(emit_key(&e, "others_lanes"), l->count - cells->rows);
	emit_close(&e, '}');
	return emit_end(&e, err);
}
