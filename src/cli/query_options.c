#include "cli/query_options.h"

#include <inttypes.h>
#include <string.h>

#include "analysis/range_words.h"
#include "base/number.h"
#include "base/timestamp.h"
#include "cli/batch.h"
#include "engine/clickhouse.h"

/* ---- time range ---- */

static bool take_since(struct options *o, struct text word, struct error *err)
{
	struct query_source *q = &o->query;

	if (text_equal(word, TEXT("all"))) {
		q->length = UINT64_MAX;
		return true;
	}
	q->length = 0;
	return (duration_parse(word, &q->length) && q->length) ||
	       timestamp_parse(word.at, &q->from) ||
	       error_set(err, ERROR_USAGE,
			 "--since %.100s: a length of time before the newest sample (1h, "
			 "90m, 86400), a moment in UTC (2026-11-27T23:22), or all",
			 word.at);
}

static bool take_until(struct options *o, struct text word, struct error *err)
{
	return timestamp_parse(word.at, &o->query.to) ||
	       error_set(err, ERROR_USAGE,
			 "--until %.100s: a moment in UTC (2026-11-27T23:22)", word.at);
}

bool query_options_take(struct options *o, enum option_id id, const char *arg,
			struct error *err)
{
	if (id == OPTION_SINCE)
		return take_since(o, text_of(arg), err);
	if (id == OPTION_UNTIL)
		return take_until(o, text_of(arg), err);
	o->query.where = arg;
	return true;
}

/* ---- allowed commands, and the map ---- */

enum {
	COUNTED = TAKER_OPEN | TAKER_HEATMAP | TAKER_FLAME | TAKER_TOP | TAKER_EXPORT |
		  TAKER_INFO | TAKER_TREE | TAKER_DIFF
};

static bool is_allowed(const struct options *o, enum taker taker, struct error *err)
{
	if (!(taker & COUNTED))
		return error_set(
		    err, ERROR_USAGE,
		    "this command needs single samples, which stay in ClickHouse; open, "
		    "heatmap, flame, tree, top, diff, export and info use its counts");
	if (o->baseline_file)
		return error_set(err, ERROR_USAGE,
				 "samples in ClickHouse are compared with others there: "
				 "--against, --against-filter, --host");
	if (o->settings.choice.waiting.states)
		return error_set(
		    err, ERROR_USAGE,
		    "--state needs context switches, which are not in ClickHouse");
	if (o->started.count)
		return error_set(err, ERROR_USAGE,
				 "--started is for recordings; samples in ClickHouse "
				 "have their times");
	if (o->puts_together)
		return error_set(
		    err, ERROR_USAGE,
		    "in ClickHouse all hosts are together; select some with --where");
	return true;
}

#define ALL_TIME                                                                         \
	(QUERY_SLICE * UINT64_C(100000000000)) /* ns: 63 years, a multiple of slices */

static bool is_whole_slices(uint64_t period, uint32_t rows)
{
	return period % rows == 0 && period / rows % QUERY_SLICE == 0;
}

/*
 * Slices of 20 ms, or longer ones for long ranges, can be combined to the cells of any printed map;
 * otherwise query exactly the cells of this one.
 */
static bool choose_map(struct options *o, enum taker taker, struct error *err)
{
	struct settings *s = &o->settings;
	uint32_t rows = s->choice.rows ? s->choice.rows : BATCH_ROWS;
	bool exact = o->format == OUTPUT_JSON || s->choice.period;
	uint64_t period = s->choice.period ? s->choice.period : NS_PER_SECOND;

	enum lanes_by by = (enum lanes_by)(s->choice.lanes - 1);
	bool lanes = s->choice.lanes;

	s->query_map = (struct query_map){.lanes = lanes, .lanes_by = lanes ? by : 0};
	if (!(taker &
	      (TAKER_OPEN | TAKER_HEATMAP))) { /* only the number of samples is needed */
		s->query_map = (struct query_map){.period = ALL_TIME, .rows = 1};
		return true;
	}
	if (lanes && by != LANES_HOST && by != LANES_SERVICE && by != LANES_PROCESS &&
	    by != LANES_EVENT)
		return error_set(err, ERROR_USAGE,
				 "--lanes %s: in ClickHouse lanes are hosts, services, "
				 "processes (by name) or events",
				 lanes_by_names[by]);
	if (lanes)
		rows = 1;
	if (!exact && !is_whole_slices(NS_PER_SECOND, rows))
		return error_set(err, ERROR_USAGE,
				 "ClickHouse counts slices of 20 ms: --rows %" PRIu32
				 " needs a --period",
				 rows);
	if (exact) {
		s->query_map.period = period;
		s->query_map.rows = rows;
	}
	return true;
}

bool query_options_begin(struct options *o, enum taker taker,
			 struct query_process *query_process, struct error *err)
{
	char address[QUERY_ADDRESS_MAX];

	if (!o->file || !clickhouse_is_address(o->file)) {
		if (o->query.where || o->query.length || o->query.from || o->query.to)
			return error_set(
			    err, ERROR_USAGE,
			    "--where, --since and --until are for samples in ClickHouse: "
			    "clickhouse://HOST:8123/DATABASE");
		return true;
	}
	if (strlen(o->file) >= QUERY_ADDRESS_MAX)
		return error_set(err, ERROR_USAGE, "the address is too long");
	if (!is_allowed(o, taker, err) || !choose_map(o, taker, err) ||
	    !query_process_start(query_process, query_table_address(o->file, address),
				 err))
		return false;
	o->query.query_process = query_process;
	o->query.address = o->file;
	o->query.table = query_table_of(o->file);
	o->settings.query = &o->query;
	return true;
}
