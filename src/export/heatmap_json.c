#include "export/heatmap_json.h"

#include "analysis/waiting/thread_state.h"
#include "base/number.h"
#include "export/json_writer.h"
#include "export/extent.h"

/* Write the value of a cell that `of` has, or the pair of `map` and `of`. */
typedef void write_cell(struct json_writer *e, const struct heatmap *map, const void *of,
			uint32_t c, uint32_t r);

static void cells(struct json_writer *e, const char *key, const struct heatmap *map,
		  const void *of, write_cell *cell)
{
	emit_open(emit_key(e, key), '[');
	for (uint32_t c = 0; c < map->columns; c++) {
		emit_open(e, '[');
		for (uint32_t r = 0; r < map->rows; r++)
			cell(e, map, of, c, r);
		emit_close(e, ']');
	}
	emit_close(e, ']');
}

/* Write the quotient with up to six decimals; null if `whole` is 0. */
static void quotient(struct json_writer *e, uint64_t part, uint64_t whole)
{
	if (whole)
		emit_seconds(e, number_share(part, whole, 1000000) * 1000);
	else
		emit_null(e);
}

static void cell_count(struct json_writer *e, const struct heatmap *map, const void *of,
		       uint32_t c, uint32_t r)
{
	(void)of;
	emit_number(e, heatmap_count(map, c, r));
}

/* `of`: the heat map of the matches */
static void cell_share(struct json_writer *e, const struct heatmap *map, const void *of,
		       uint32_t c, uint32_t r)
{
	quotient(e, heatmap_count(of, c, r), heatmap_count(map, c, r));
}

/* `of`: the CPU usage, here and in the next two functions */
static void cell_ticks(struct json_writer *e, const struct heatmap *map, const void *of,
		       uint32_t c, uint32_t r)
{
	emit_number(e, cpu_usage_ticks(of, map, c, r));
}

static void cell_busy(struct json_writer *e, const struct heatmap *map, const void *of,
		      uint32_t c, uint32_t r)
{
	quotient(e, heatmap_count(map, c, r), cpu_usage_ticks(of, map, c, r));
}

static void cell_level(struct json_writer *e, const struct heatmap *map, const void *of,
		       uint32_t c, uint32_t r)
{
	if (cpu_usage_covers(of, map, c, r))
		quotient(e, cpu_usage_level(of, map, c, r), CPU_USAGE_ONE);
	else
		emit_null(e);
}

static void busy(struct json_writer *e, const struct heatmap *map,
		 const struct heatmap_facts *facts)
{
	const struct cpu_usage *b = facts->busy;

	emit_number(emit_key(e, "cpus"), b->cpus);
	emit_seconds(emit_key(e, "tick_s"), b->period);
	cells(e, "ticks", map, b, cell_ticks);
	cells(e, "busy", map, b, cell_busy);
	cells(e, "busy_cpus", map, b, cell_level);
	if (facts->found)
		cells(e, "matched_busy_cpus", map, facts->found, cell_level);
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
		emit_number(emit_key(e, spans ? "time_ns" : "samples"), h->named[i].kept);
		emit_close(e, '}');
	}
	emit_close(e, ']');
	emit_number(emit_key(e, "others"), h->others);
	emit_number(emit_key(e, "others_names"), h->others_names);
}

/* The index of the dominant name; `of`: the winners, also in the next function. */
static void cell_winner(struct json_writer *e, const struct heatmap *map, const void *of,
			uint32_t c, uint32_t r)
{
	uint32_t who = cell_winners_look(of, map, c, r);

	if (who == CELL_WINNER_NONE)
		emit_null(e);
	else
		emit_number(e, who);
}

static void cell_winner_count(struct json_writer *e, const struct heatmap *map,
			      const void *of, uint32_t c, uint32_t r)
{
	emit_number(e, cell_winners_count(of, map, c, r));
}

static void dominant(struct json_writer *e, const struct heatmap *map,
		     const struct heatmap_facts *facts)
{
	emit_open(emit_key(e, "dominant"), '{');
	emit_text(emit_key(e, "by"), text_of(hues_by_names[facts->hues->by]));
	names(e, facts->hues, map->spans);
	cells(e, "cells", map, facts->who, cell_winner);
	cells(e, map->spans ? "cell_time_ns" : "cell_samples", map, facts->who,
	      cell_winner_count);
	if (facts->who_found) {
		cells(e, "matched_cells", facts->matched, facts->who_found, cell_winner);
		cells(e, map->spans ? "matched_cell_time_ns" : "matched_cell_samples",
		      facts->matched, facts->who_found, cell_winner_count);
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
	emit_number(emit_key(&e, "rows"), map->rows);
	emit_number(emit_key(&e, "columns"), map->columns);
	emit_number(emit_key(&e, "max"), map->peak);
	emit_number(emit_key(&e, map->spans ? "time_ns" : "samples"), map->samples);
	if (!map->spans)
		emit_number(emit_key(&e, "idle_samples"), facts->idle);
	if (facts->range) {
		emit_range(emit_key(&e, "range"), *facts->range);
		emit_ranges(&e, facts->several);
		emit_number(emit_key(&e, map->spans ? "range_time_ns" : "range_samples"),
			    facts->range_samples);
	}
	if (facts->matched)
		emit_number(
		    emit_key(&e, map->spans ? "matched_time_ns" : "matched_samples"),
		    facts->matched->samples);
	cells(&e, "counts", map, NULL, cell_count);
	if (facts->matched)
		cells(&e, "matched_counts", facts->matched, NULL, cell_count);
	if (facts->shares && facts->matched)
		cells(&e, "shares", map, facts->matched, cell_share);
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
