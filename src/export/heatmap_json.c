#include "export/heatmap_json.h"

#include "analysis/waiting/thread_state.h"
#include "base/number.h"
#include "export/extent.h"
#include "export/json_writer.h"

/* Write the value of a cell that `of` has, or the pair of `map` and `of`. */
typedef void write_cell(struct json_writer *e, const struct heatmap *map, const void *of,
			uint32_t c, uint32_t r);

/* Samples or, for spans, seconds. */
static void put_amount(struct json_writer *e, bool spans, uint64_t n)
{
	if (spans)
		emit_seconds(e, n);
	else
		emit_number(e, n);
}

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

/* Write the quotient with up to six decimals, rounded; null if `whole` is 0. */
static void quotient(struct json_writer *e, uint64_t part, uint64_t whole)
{
	if (whole)
		emit_seconds(e, (number_share(part, whole, 10000000) + 5) / 10 * 1000);
	else
		emit_null(e);
}

static void cell_count(struct json_writer *e, const struct heatmap *map, const void *of,
		       uint32_t c, uint32_t r)
{
	(void)of;
	put_amount(e, map->spans, heatmap_count(map, c, r));
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
	cells(e, "busy_shares", map, b, cell_busy);
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
		put_amount(emit_key(e, spans ? "time_s" : "samples"), spans,
			   h->named[i].kept);
		emit_close(e, '}');
	}
	emit_close(e, ']');
	put_amount(emit_key(e, spans ? "others_time_s" : "others_samples"), spans,
		   h->others);
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
	put_amount(e, map->spans, cell_winners_count(of, map, c, r));
}

static void dominant(struct json_writer *e, const struct heatmap *map,
		     const struct heatmap_facts *facts)
{
	emit_open(emit_key(e, "dominant"), '{');
	emit_text(emit_key(e, "by"), text_of(hues_by_names[facts->hues->by]));
	names(e, facts->hues, map->spans);
	cells(e, "cells", map, facts->who, cell_winner);
	cells(e, map->spans ? "cell_times" : "cell_samples", map, facts->who,
	      cell_winner_count);
	if (facts->who_found) {
		cells(e, "matched_cells", facts->matched, facts->who_found, cell_winner);
		cells(e, map->spans ? "matched_cell_times" : "matched_cell_samples",
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
			const struct document *d, FILE *out, struct error *err)
{
	struct json_writer e = {.out = out};

	document_open(&e, d);
	emit_seconds(emit_key(&e, "origin_s"), facts->origin);
	emit_seconds(emit_key(&e, "column_s"), map->period);
	emit_number(emit_key(&e, "column_count"), map->columns);
	emit_number(emit_key(&e, "row_count"), map->rows);
	put_amount(emit_key(&e, "max"), map->spans, map->peak);
	put_amount(emit_key(&e, map->spans ? "time_s" : "samples"), map->spans,
		   map->samples);
	if (!map->spans)
		emit_number(emit_key(&e, "idle_samples"), facts->idle);
	if (facts->matched)
		put_amount(
		    emit_key(&e, map->spans ? "matched_time_s" : "matched_samples"),
		    map->spans, facts->matched->samples);
	cells(&e, "counts", map, NULL, cell_count);
	if (facts->matched)
		cells(&e, "matched_counts", facts->matched, NULL, cell_count);
	if (facts->shares && facts->matched)
		cells(&e, "matched_shares", map, facts->matched, cell_share);
	if (facts->busy)
		busy(&e, map, facts);
	if (facts->hues)
		dominant(&e, map, facts);
	emit_close(&e, '}');
	return emit_end(&e, err);
}

/* ---- lanes ---- */

static void lane_counts(struct json_writer *e, const char *key, bool spans,
			const struct lane_cells *cells, uint32_t row)
{
	emit_open(emit_key(e, key), '[');
	for (uint32_t c = 0; c < cells->columns; c++)
		put_amount(e, spans, lane_cells_count(cells, row, c));
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
			lane_counts(e, thread_states[state].word, true, f->states,
				    row * events + i);
	}
	emit_close(e, '}');
}

bool lanes_json_size_is_allowed(const struct lane_cells *cells, const struct profile *p,
				struct error *err)
{
	return extent_check(((uint64_t)cells->rows + 1) * cells->columns * NUMBER,
			    EXTENT_MAP, p, "lanes in JSON", "heatmap", err);
}

bool lanes_json_write(const struct lanes *l, const struct lane_cells *cells,
		      const struct lanes_facts *facts, const struct document *d,
		      FILE *out, struct error *err)
{
	const char *amount = l->spans ? "time_s" : "samples";
	const char *by = lanes_by_names[l->by];
	struct json_writer e = {.out = out};

	document_open(&e, d);
	emit_seconds(emit_key(&e, "origin_s"), facts->origin);
	emit_seconds(emit_key(&e, "column_s"), facts->period);
	emit_number(emit_key(&e, "column_count"), cells->columns);
	put_amount(emit_key(&e, amount), l->spans, l->all);
	emit_open(emit_key(&e, "rows"), '[');
	for (uint32_t i = 0; i < cells->rows; i++) {
		emit_open(&e, '{');
		emit_text(emit_key(&e, "name"), lane_name(l, i));
		emit_text(emit_key(&e, "by"), text_of(by));
		emit_id(&e, "pid", l->list[i].pid);
		emit_id(&e, "tid", l->list[i].tid);
		emit_host(&e, lane_host(l, i));
		put_amount(emit_key(&e, amount), l->spans, l->list[i].count);
		lane_counts(&e, "counts", l->spans, cells, i);
		lane_states(&e, "states", facts, i);
		emit_close(&e, '}');
	}
	emit_close(&e, ']');
	emit_number(emit_key(&e, "rows_total"), l->count);
	lane_counts(&e, "others_counts", l->spans, cells, cells->rows);
	lane_states(&e, "others_states", facts, cells->rows);
	emit_close(&e, '}');
	return emit_end(&e, err);
}

/* ---- for schemas ---- */

#define INTEGERS		"{\"type\": \"array\", \"items\": {\"type\": \"integer\"}}"
#define NUMBERS			"{\"type\": \"array\", \"items\": {\"type\": \"number\"}}"
#define NULLABLES		"{\"type\": \"array\", \"items\": {\"type\": [\"number\", \"null\"]}}"
#define COLUMNS_OF_CELLS(cells) "{\"type\": \"array\", \"items\": " cells "}"
#define STATES			"{\"type\": \"object\", \"additionalProperties\": " NUMBERS "}"

/* The numbers of a thread or process, and its samples or time. */
#define TASK_AND_AMOUNT                                                                  \
	{"pid", COLUMN_ID, .in = IN_JSON, .nullable = true,                              \
	 .about = "of a thread or process"},                                             \
	    {"tid", COLUMN_ID, .in = IN_JSON, .nullable = true, .about = "of a thread"}, \
	    {"host", COLUMN_HOST, .in = IN_JSON, .optional = true,                       \
	     .about = "its host, if there are several"},                                 \
	    {"samples", COLUMN_NUMBER, .in = IN_JSON, .optional = true,                  \
	     .about = "its samples"},                                                    \
	{                                                                                \
		"time_s", COLUMN_SECONDS, .in = IN_JSON, .optional = true,               \
					  .about = "for spans: its time"                 \
	}

static const struct table_column name_members[] = {
    {"name", COLUMN_TEXT, .in = IN_JSON, .about = "the name with the hue of this index"},
    TASK_AND_AMOUNT,
};

static const struct table_column dominant_members[] = {
    {"by", COLUMN_TEXT, .in = IN_JSON, .about = "what the names are: see --colour-by"},
    {"names", COLUMN_ROWS, .in = IN_JSON, .about = "the names with a hue of their own",
     COLUMNS_OF(name_members)},
    {"others_samples", COLUMN_NUMBER, .in = IN_JSON, .optional = true,
     .about = "the samples of all other names"},
    {"others_time_s", COLUMN_SECONDS, .in = IN_JSON, .optional = true,
     .about = "for spans: the time of all other names"},
    {"others_names", COLUMN_NUMBER, .in = IN_JSON, .about = "the number of these names"},
    {"cells", COLUMN_OTHER, .in = IN_JSON, .schema = COLUMNS_OF_CELLS(NULLABLES),
     .about = "by column and row, the index of the most frequent name; the number of "
	      "names for any other one, null for none"},
    {"cell_samples", COLUMN_OTHER, .in = IN_JSON, .optional = true,
     .schema = COLUMNS_OF_CELLS(INTEGERS), .about = "the samples of that name"},
    {"cell_times", COLUMN_OTHER, .in = IN_JSON, .optional = true,
     .schema = COLUMNS_OF_CELLS(NUMBERS), .about = "for spans: the seconds of that name"},
    {"matched_cells", COLUMN_OTHER, .in = IN_JSON, .optional = true,
     .schema = COLUMNS_OF_CELLS(NULLABLES),
     .about = "the same among what matches the search"},
    {"matched_cell_samples", COLUMN_OTHER, .in = IN_JSON, .optional = true,
     .schema = COLUMNS_OF_CELLS(INTEGERS), .about = "the samples of that name"},
    {"matched_cell_times", COLUMN_OTHER, .in = IN_JSON, .optional = true,
     .schema = COLUMNS_OF_CELLS(NUMBERS), .about = "for spans: the seconds of that name"},
};

static const struct table_column lane_members[] = {
    {"name", COLUMN_TEXT, .in = IN_JSON, .about = "the name of the thread, function ..."},
    {"by", COLUMN_TEXT, .in = IN_JSON,
     .about = "what has this name: thread, function ..."},
    TASK_AND_AMOUNT,
    {"counts", COLUMN_OTHER, .in = IN_JSON, .schema = NUMBERS,
     .about = "by column, its samples or, for spans, seconds"},
    {"states", COLUMN_OTHER, .in = IN_JSON, .optional = true, .schema = STATES,
     .about = "by thread state, the seconds in each column"},
};

static const struct table_column heatmap_members[] = {
    {"origin_s", COLUMN_SECONDS, .in = IN_JSON,
     .about = "the time at 0 s on the clock of the recording"},
    {"column_s", COLUMN_SECONDS, .in = IN_JSON, .about = "the length of a column"},
    {"column_count", COLUMN_NUMBER, .in = IN_JSON, .about = "the number of columns"},
    {"row_count", COLUMN_NUMBER, .in = IN_JSON, .optional = true,
     .about = "the number of rows, which are slices of a column"},
    {"max", COLUMN_DECIMAL, .in = IN_JSON, .optional = true,
     .about = "the largest count"},
    {"samples", COLUMN_NUMBER, .in = IN_JSON, .optional = true,
     .about = "the samples of the map, which always shows the whole profile"},
    {"time_s", COLUMN_SECONDS, .in = IN_JSON, .optional = true,
     .about = "for spans: the time of the map"},
    {"idle_samples", COLUMN_NUMBER, .in = IN_JSON, .optional = true,
     .about = "the number of idle samples, hidden or not"},
    {"matched_samples", COLUMN_NUMBER, .in = IN_JSON, .optional = true,
     .about = "the samples that match the search"},
    {"matched_time_s", COLUMN_SECONDS, .in = IN_JSON, .optional = true,
     .about = "for spans: the time of those that match the search"},
    {"counts", COLUMN_OTHER, .in = IN_JSON, .optional = true,
     .schema = COLUMNS_OF_CELLS(NUMBERS),
     .about =
	 "an array for each column, with the samples or, for spans, seconds in each row, "
	 "the earliest first"},
    {"matched_counts", COLUMN_OTHER, .in = IN_JSON, .optional = true,
     .schema = COLUMNS_OF_CELLS(NUMBERS),
     .about = "the same for what matches the search"},
    {"matched_shares", COLUMN_OTHER, .in = IN_JSON, .optional = true,
     .schema = COLUMNS_OF_CELLS(NULLABLES), .about = "matched_counts divided by counts"},
    {"cpus", COLUMN_NUMBER, .in = IN_JSON, .optional = true,
     .about = "the number of CPUs that have ticks"},
    {"tick_s", COLUMN_SECONDS, .in = IN_JSON, .optional = true,
     .about = "the time between two ticks of a CPU"},
    {"ticks", COLUMN_OTHER, .in = IN_JSON, .optional = true,
     .schema = COLUMNS_OF_CELLS(INTEGERS),
     .about = "by column and row, the ticks of all CPUs"},
    {"busy_shares", COLUMN_OTHER, .in = IN_JSON, .optional = true,
     .schema = COLUMNS_OF_CELLS(NULLABLES), .about = "counts divided by ticks"},
    {"busy_cpus", COLUMN_OTHER, .in = IN_JSON, .optional = true,
     .schema = COLUMNS_OF_CELLS(NULLABLES),
     .about = "by column and row, the number of busy CPUs"},
    {"matched_busy_cpus", COLUMN_OTHER, .in = IN_JSON, .optional = true,
     .schema = COLUMNS_OF_CELLS(NULLABLES),
     .about = "the same for what matches the search"},
    {"dominant", COLUMN_OBJECT, .in = IN_JSON, .optional = true,
     .about = "with --colour-by: the most frequent name in each cell",
     COLUMNS_OF(dominant_members)},
    {"rows", COLUMN_ROWS, .in = IN_JSON, .optional = true,
     .about = "with --lanes: the lanes, the busiest first", COLUMNS_OF(lane_members)},
    {"rows_total", COLUMN_NUMBER, .in = IN_JSON, .optional = true,
     .about = "with --lanes: the number of lanes before --limit was applied"},
    {"others_counts", COLUMN_OTHER, .in = IN_JSON, .optional = true, .schema = NUMBERS,
     .about = "with --lanes: the sums over all other lanes, by column"},
    {"others_states", COLUMN_OTHER, .in = IN_JSON, .optional = true, .schema = STATES,
     .about = "the same by thread state"},
};
const struct document_kind heatmap_document = {
    "heatmap", "the heat map, or lanes", true,
    true,      heatmap_members,		 sizeof heatmap_members / sizeof *heatmap_members,
    NULL};
