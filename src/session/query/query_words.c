#include "session/query/query_words.h"

#include "base/number.h"
#include "base/regex.h"
#include "base/mem.h"
#include "analysis/lanes/lanes.h"
#include "analysis/filter.h"

/* ---- filters ---- */

/* A pattern for RE2, which is case-sensitive by default. */
static bool add_pattern(struct statement *s, struct text pattern, struct error *err)
{
	char *words = mem_format(err, "%s%.*s", regex_is_caseless(pattern) ? "(?i)" : "",
				 (int)pattern.len, pattern.at);
	bool ok = words && statement_value(s, "String", text_of(words), err);

	mem_free(words);
	return ok;
}

/* "match(COLUMN, {v1:String})", or "COLUMN = {v1:String}". */
static bool add_text(struct statement *s, const struct filter_term *t, const char *column,
		     struct error *err)
{
	if (!t->matches)
		return statement_add(s, column, err) && statement_add(s, " = ", err) &&
		       statement_value(s, "String", t->text, err);
	return statement_add(s, "match(", err) && statement_add(s, column, err) &&
	       statement_add(s, ", ", err) && add_pattern(s, t->text, err) &&
	       statement_add(s, ")", err);
}

/* "pid BETWEEN 1 AND 3 OR pid BETWEEN 7 AND 7" */
static bool add_number(struct statement *s, const struct filter_term *t,
		       const char *column, struct error *err)
{
	for (uint32_t i = 0; i < t->numbers->count; i++)
		if ((i && !statement_add(s, " OR ", err)) ||
		    !statement_add(s, column, err) ||
		    !statement_add(s, " BETWEEN ", err) ||
		    !statement_number(s, t->numbers->list[i].from, err) ||
		    !statement_add(s, " AND ", err) ||
		    !statement_number(s, t->numbers->list[i].to, err))
			return false;
	return true;
}

/* Does some frame, or the label, match? */
static bool add_any(struct statement *s, const struct query_table *table,
		    const char *label, const struct filter_term *t, struct error *err)
{
	return (!label ||
		(add_text(s, t, label, err) && statement_add(s, " OR ", err))) &&
	       statement_add(s, table->holds_from, err) &&
	       statement_add(s, "arrayExists(f -> ", err) && add_text(s, t, "f", err) &&
	       statement_add(s, ", ", err) && statement_add(s, table->frames, err) &&
	       statement_add(s, ")", err) && statement_add(s, table->holds_to, err);
}

/* Name, module or kind of the innermost frame. */
static bool add_self(struct statement *s, const struct query_table *table,
		     const struct filter_term *t, const char *column, struct error *err)
{
	return statement_add(s, table->holds_from, err) &&
	       statement_add(s, t->matches ? "match(" : "", err) &&
	       statement_add(s, "if(empty(", err) && statement_add(s, column, err) &&
	       statement_add(s, "), ", err) &&
	       statement_value(s, "String", lanes_name_of_none, err) &&
	       statement_add(s, ", if(", err) && statement_add(s, column, err) &&
	       statement_add(s, "[-1] = '', ", err) &&
	       statement_value(s, "String",
			       t->subject == FILTER_SELF ? TEXT("[no name]")
							 : TEXT("[no module]"),
			       err) &&
	       statement_add(s, ", ", err) && statement_add(s, column, err) &&
	       statement_add(s, "[-1]))", err) &&
	       statement_add(s, t->matches ? ", " : " = ", err) &&
	       (t->matches ? add_pattern(s, t->text, err)
			   : statement_value(s, "String", t->text, err)) &&
	       statement_add(s, t->matches ? ")" : "", err) &&
	       statement_add(s, table->holds_to, err);
}

/*
 * The kind of the innermost frame; frames without a name have several words, see
 * frame_mode_words().
 */
static bool add_self_kind(struct statement *s, const struct query_table *table,
			  const struct filter_term *t, struct error *err)
{
	struct filter_term nameless = *t;

	nameless.matches = true;
	nameless.text = TEXT("^(?:no name(?:, (?:user|kernel))?|unknown)$");
	return add_self(s, table,
			text_equal(t->text, text_of(frame_kind_names[FRAME_NAMELESS]))
			    ? &nameless
			    : t,
			table->kinds, err);
}

/* User or kernel mode; an inlined function runs in its caller's mode. */
static bool add_mode(struct statement *s, const struct query_table *table,
		     const struct filter_term *t, struct error *err)
{
	bool unknown = text_equal(t->text, text_of(frame_mode_names[FRAME_MODE_UNKNOWN]));
	bool kernel = text_equal(t->text, text_of(frame_mode_names[FRAME_MODE_KERNEL]));
	struct text words = unknown  ? TEXT("^(?:|idle|no name|unknown)$")
			    : kernel ? TEXT("^(?:kernel|no name, kernel)$")
				     : TEXT("^(?:user|jit|runtime|no name, user)$");

	return statement_add(s, table->holds_from, err) &&
	       statement_add(s, "match(arrayLast(k -> k != 'inlined', ", err) &&
	       statement_add(s, table->kinds, err) && statement_add(s, "), ", err) &&
	       statement_value(s, "String", words, err) && statement_add(s, ")", err) &&
	       statement_add(s, table->holds_to, err);
}

/* The path, or the file name, of some frame's module. */
static bool add_module(struct statement *s, const struct query_table *table,
		       const struct filter_term *t, struct error *err)
{
	return statement_add(s, table->holds_from, err) &&
	       statement_add(s, "arrayExists(m -> ", err) && add_text(s, t, "m", err) &&
	       statement_add(s, " OR ", err) &&
	       add_text(s, t, "arrayElement(splitByChar('/', m), -1)", err) &&
	       statement_add(s, ", ", err) && statement_add(s, table->modules, err) &&
	       statement_add(s, ")", err) && statement_add(s, table->holds_to, err);
}

static bool add_self_module(struct statement *s, const struct query_table *table,
			    const struct filter_term *t, struct error *err)
{
	if (t->matches)
		return add_self(s, table, t, table->modules, err);
	return add_self(s, table, t, table->modules, err) &&
	       statement_add(s, " OR ", err) &&
	       statement_add(s, table->holds_from, err) &&
	       statement_add(s, "arrayElement(splitByChar('/', ", err) &&
	       statement_add(s, table->modules, err) &&
	       statement_add(s, "[-1]), -1) = ", err) &&
	       statement_value(s, "String", t->text, err) &&
	       statement_add(s, table->holds_to, err);
}

static bool add_term(struct statement *s, const struct query_table *table,
		     const struct filter_term *t, struct error *err)
{
	switch (t->subject) {
	case FILTER_ANY:
		return add_any(s, table, table->comm, t, err);
	case FILTER_COMM:
		return add_text(s, t, table->comm, err);
	case FILTER_PROCESS:
		return add_text(s, t, table->process, err);
	case FILTER_HOST:
		return add_text(s, t, table->host, err);
	case FILTER_SERVICE:
		return add_text(s, t, table->service, err);
	case FILTER_PID:
		return add_number(s, t, table->pid, err);
	case FILTER_TID:
		return add_number(s, t, table->tid, err);
	case FILTER_CPU:
		return add_number(s, t, table->cpu, err);
	case FILTER_SELF:
		return add_self(s, table, t, table->frames, err);
	default:
		break;
	}
	if (!table->modules)
		return error_set(err, ERROR_USAGE,
				 "filter: modules and kinds of code are not known there; "
				 "keys are comm, process, tid, host and self");
	return t->subject == FILTER_MODULE	  ? add_module(s, table, t, err)
	       : t->subject == FILTER_SELF_MODULE ? add_self_module(s, table, t, err)
	       : t->subject == FILTER_MODE	  ? add_mode(s, table, t, err)
						  : add_self_kind(s, table, t, err);
}

/*
 * Add " AND (...)" for each term of a filter. ERROR_USAGE for a term about a column that the table
 * does not have.
 */
static bool query_filter_add(struct statement *s, const struct query_table *table,
			     struct text expression, struct error *err)
{
	struct filter *f = filter_new(expression, err);
	bool ok = f != NULL;

	for (size_t i = 0; ok && i < filter_term_count(f); i++) {
		const struct filter_term t = filter_term_at(f, i);

		ok = statement_add(s, t.negated ? " AND NOT (" : " AND (", err) &&
		     add_term(s, table, &t, err) && statement_add(s, ")", err);
	}
	filter_free(f);
	return ok;
}

/*
 * Add the condition of a search: some frame matches, or the column `label` does, unless that is
 * NULL.
 */
static bool query_filter_search(struct statement *s, const struct query_table *table,
				const char *label, struct text pattern, struct error *err)
{
	const struct filter_term t = {
	    .subject = FILTER_ANY, .matches = true, .text = pattern};

	return add_any(s, table, label, &t, err);
}

/* ---- parts of statements: each is added unless there was an error before ---- */

#define SLICES_MOST 250000 /* of a map; two hours of 20 ms are more */

static void add_sql(struct statement *s, const char *sql, struct error *err)
{
	if (!err->kind)
		statement_add(s, sql, err);
}

static void put_number(struct statement *s, int64_t n, struct error *err)
{
	if (!err->kind)
		statement_number(s, n, err);
}

static void add_moment(struct statement *s, const struct query_table *t, uint64_t ns,
		       struct error *err)
{
	char digits[24], words[120];
	const char *place = strstr(t->moment, "%lld");

	snprintf(digits, sizeof digits, "%lld", (long long)ns);
	snprintf(words, sizeof words, "%.*s%s%s", (int)(place - t->moment), t->moment,
		 digits, place + strlen("%lld"));
	add_sql(s, words, err);
}

/* A time in [from, to), using the index. */
static void add_time(struct statement *s, const struct query_table *t, uint64_t from,
		     uint64_t to, struct error *err)
{
	add_sql(s, t->time, err);
	add_sql(s, " >= ", err);
	add_moment(s, t, from, err);
	add_sql(s, " AND ", err);
	add_sql(s, t->time, err);
	add_sql(s, " < ", err);
	add_moment(s, t, to, err);
}

/*
 * A time in whole slices, using only columns of the projection of cells, so that ClickHouse can use
 * it.
 */
static void add_slices(struct statement *s, const struct query_table *t, uint64_t from,
		       uint64_t to, struct error *err)
{
	add_sql(s, t->slice, err);
	add_sql(s, " >= ", err);
	put_number(s, (int64_t)(from / QUERY_SLICE), err);
	add_sql(s, " AND ", err);
	add_sql(s, t->slice, err);
	add_sql(s, " < ", err);
	put_number(s, (int64_t)((to + QUERY_SLICE - 1) / QUERY_SLICE), err);
	add_sql(s, " AND ", err);
	add_sql(s, t->day, err);
	add_sql(s, " >= toDate(toDateTime(", err);
	put_number(s, (int64_t)(from / NS_PER_SECOND), err);
	add_sql(s, ", 'UTC')) - 1 AND ", err);
	add_sql(s, t->day, err);
	add_sql(s, " <= toDate(toDateTime(", err);
	put_number(s, (int64_t)(to / NS_PER_SECOND), err);
	add_sql(s, ", 'UTC')) + 1", err);
}

static void add_where(struct statement *s, const struct query_source *of,
		      struct error *err)
{
	if (!err->kind && of->where &&
	    !query_filter_add(s, of->table, text_of(of->where), err))
		error_at(err, "--where");
}

/* The filters and the event. Spans are left out, since samples and times do not add up. */
static void add_choice(struct statement *s, const struct query_source *of,
		       const struct query_facts *f, const struct choice *c,
		       struct error *err)
{
	add_where(s, of, err);
	if (!err->kind)
		query_filter_add(s, of->table, c->filter, err);
	if (!err->kind && c->event < f->count) {
		add_sql(s, " AND ", err);
		add_sql(s, of->table->event, err);
		add_sql(s, " = ", err);
		if (!err->kind)
			statement_value(s, "String", text_of(f->events[c->event].name),
					err);
	}
	for (uint32_t i = 0; i < f->count; i++) {
		if (!f->events[i].spans || (c->event < f->count && c->event != i))
			continue;
		add_sql(s, " AND ", err);
		add_sql(s, of->table->duration, err);
		add_sql(s, " = 0", err);
		break;
	}
}

bool query_words_bounds(struct statement *s, const struct query_source *of,
			struct error *err)
{
	const struct query_table *t = of->table;

	add_sql(s, "SELECT ", err);
	add_sql(s, "count(), min(", err);
	add_sql(s, t->time, err);
	add_sql(s, ") AS a, max(", err);
	add_sql(s, t->time, err);
	add_sql(s, ") AS b, ", err);
	/* converts the two results, not all times */
	add_sql(s,
		t == query_table_of("")
		    ? "toUnixTimestamp64Nano(a), toUnixTimestamp64Nano(b)"
		    : "toInt64(a), toInt64(b)",
		err);
	add_sql(s, " FROM ", err);
	add_sql(s, t->from, err);
	add_sql(s, t->settings, err);
	return !err->kind;
}

/* The inner query groups by slices, as the projection does. */
bool query_words_events(struct statement *s, const struct query_source *of,
			const struct query_facts *f, struct error *err)
{
	const struct query_table *t = of->table;
	const char *const columns[] = {t->event,  " AS e, ", t->unit,
				       " AS u, ", t->idle,   " AS i, ",
				       t->host,	  " AS h, ", t->slice};

	add_sql(s,
		"SELECT sum(n) AS all, e, u, i, sum(w), sum(d) > 0, min(c), max(c), "
		"uniqExact(h) FROM (SELECT ",
		err);
	for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
		add_sql(s, columns[i], err);
	add_sql(s, " AS c, count() AS n, sum(", err);
	add_sql(s, t->weight, err);
	add_sql(s, ") AS w, sum(", err);
	add_sql(s, t->duration, err);
	add_sql(s, ") AS d FROM ", err);
	add_sql(s, t->from, err);
	add_sql(s, " WHERE ", err);
	add_slices(s, t, f->from, f->to, err);
	add_where(s, of, err);
	add_sql(
	    s,
	    " GROUP BY e, u, i, h, c) GROUP BY e, u, i ORDER BY all DESC, e LIMIT 1000",
	    err);
	add_sql(s, t->settings, err);
	return !err->kind;
}

bool query_words_ends(struct statement *s, const struct query_source *of, int64_t first,
		      int64_t last, struct error *err)
{
	const struct query_table *t = of->table;

	add_sql(s, "SELECT min(", err);
	add_sql(s, t->ns, err);
	add_sql(s, "), max(", err);
	add_sql(s, t->ns, err);
	add_sql(s, ") FROM ", err);
	add_sql(s, t->from, err);
	add_sql(s, " WHERE (", err);
	add_time(s, t, (uint64_t)first * QUERY_SLICE, (uint64_t)(first + 1) * QUERY_SLICE,
		 err);
	add_sql(s, " OR ", err);
	add_time(s, t, (uint64_t)last * QUERY_SLICE, (uint64_t)(last + 1) * QUERY_SLICE,
		 err);
	add_sql(s, ")", err);
	add_where(s, of, err);
	add_sql(s, t->settings, err);
	return !err->kind;
}

/* ---- the map ---- */

/* Multiples of the projection's slices that divide a second, or multiples of a second. */
static uint64_t suitable_slice(uint64_t length)
{
	static const uint64_t ms[] = {20,   40,	   100,	  200,	 500,	 1000,	2000,
				      5000, 10000, 20000, 50000, 100000, 200000};
	uint64_t slice = 0;

	for (size_t i = 0; i < sizeof ms / sizeof *ms; i++) {
		slice = ms[i] * 1000000;
		if (length / slice < SLICES_MOST)
			break;
	}
	return slice;
}

uint64_t query_slice(const struct query_facts *f, const struct query_map *map)
{
	if (!map->period)
		return suitable_slice(f->last - f->origin);
	return map->rows && map->period % map->rows == 0 ? map->period / map->rows : 0;
}

/* The number of the slice, counted from the origin. */
static void add_slice(struct statement *s, const struct query_table *t,
		      const struct query_facts *f, const struct query_map *map,
		      struct error *err)
{
	uint64_t slice = query_slice(f, map);

	if (slice && slice % QUERY_SLICE == 0) {
		add_sql(s, "intDiv(", err);
		add_sql(s, t->slice, err);
		add_sql(s, " - ", err);
		put_number(s, (int64_t)(f->origin / QUERY_SLICE), err);
		add_sql(s, ", ", err);
		put_number(s, (int64_t)(slice / QUERY_SLICE), err);
		add_sql(s, ")", err);
		return;
	}
	/* floor(offset * rows / period), as heatmap_find() */
	add_sql(s, "intDiv(", err);
	add_sql(s, t->ns, err);
	add_sql(s, " - ", err);
	put_number(s, (int64_t)f->origin, err);
	add_sql(s, ", ", err);
	put_number(s, (int64_t)map->period, err);
	add_sql(s, ") * ", err);
	put_number(s, map->rows, err);
	add_sql(s, " + intDiv(((", err);
	add_sql(s, t->ns, err);
	add_sql(s, " - ", err);
	put_number(s, (int64_t)f->origin, err);
	add_sql(s, ") % ", err);
	put_number(s, (int64_t)map->period, err);
	add_sql(s, ") * ", err);
	put_number(s, map->rows, err);
	add_sql(s, ", ", err);
	put_number(s, (int64_t)map->period, err);
	add_sql(s, ")", err);
}

/* The column of lanes; "''" without lanes. */
static const char *lane_of(const struct query_table *t, const struct query_map *map)
{
	if (!map->lanes)
		return "''";
	switch (map->lanes_by) {
	case LANES_HOST:
		return t->host;
	case LANES_SERVICE:
		return t->service;
	case LANES_PROCESS:
		return t->process;
	case LANES_THREAD:
		return t->comm;
	default:
		return "''";
	}
}

/* Does the sample match the search, in a frame or in the label of its root frame? */
static void add_found(struct statement *s, const struct query_source *of,
		      const struct choice *c, struct error *err)
{
	const struct query_table *t = of->table;
	const char *label = c->root == ROOT_HOST   ? t->host
			    : c->root == ROOT_NONE ? NULL
						   : t->comm;

	if (!c->search.len)
		add_sql(s, "0", err);
	else if (!err->kind)
		query_filter_search(s, t, label, c->search, err);
}

bool query_words_map(struct statement *s, const struct query_source *of,
		     const struct query_facts *f, const struct choice *c,
		     const struct query_map *map, struct error *err)
{
	const struct query_table *t = of->table;

	add_sql(s, "SELECT ", err);
	add_slice(s, t, f, map, err);
	add_sql(s, " AS slice, ", err);
	add_sql(s, t->event, err);
	add_sql(s, " AS e, ", err);
	add_sql(s, t->idle, err);
	add_sql(s, " AS i, ", err);
	add_found(s, of, c, err);
	add_sql(s, " AS found, ", err);
	add_sql(s, lane_of(t, map), err);
	add_sql(s, " AS lane, count(), sum(", err);
	add_sql(s, t->weight, err);
	add_sql(s, ") FROM ", err);
	add_sql(s, t->from, err);
	add_sql(s, " WHERE ", err);
	add_slices(s, t, f->from, f->to, err);
	add_choice(s, of, f, c, err);
	add_sql(s, " GROUP BY slice, e, i, found, lane ORDER BY slice", err);
	add_sql(s, t->settings, err);
	return !err->kind;
}

/* ---- call paths ---- */

static void add_range(struct statement *s, const struct query_table *t,
		      const struct query_facts *f, struct range r, struct error *err)
{
	uint64_t from = number_add(f->origin, r.from), to = number_add(f->origin, r.to);

	add_time(s, t, from < f->from ? f->from : from, to > f->to ? f->to : to, err);
}

/* The ranges may overlap. */
static void add_ranges(struct statement *s, const struct query_table *t,
		       const struct query_facts *f, const struct choice *c,
		       struct error *err)
{
	bool alone = !c->also.count || !range_is_all(c->range);

	add_sql(s, "(", err);
	if (alone)
		add_range(s, t, f, c->range, err);
	for (uint32_t i = 0; i < c->also.count; i++) {
		add_sql(s, i || alone ? " OR " : "", err);
		add_range(s, t, f, c->also.list[i], err);
	}
	add_sql(s, ")", err);
}

/* With several hosts, their processes, threads and CPUs are distinguished. */
bool query_words_apart(const struct query_facts *f, const struct choice *c)
{
	return c->root == ROOT_HOST ||
	       (f->hosts > 1 && c->root != ROOT_COMM && c->root != ROOT_NONE);
}

bool query_words_paths(struct statement *s, const struct query_source *of,
		       const struct query_facts *f, const struct choice *c,
		       struct error *err)
{
	const struct query_table *t = of->table;
	bool tids = c->root == ROOT_THREAD, pids = tids || c->root == ROOT_PID;

	add_sql(s, "SELECT s.n, s.w, s.e, s.h, s.c, s.o, s.p, s.t, s.cpu, ", err);
	add_sql(s, t->path, err);
	add_sql(s, " FROM (SELECT ", err);
	add_sql(s, t->event, err);
	add_sql(s, " AS e, ", err);
	add_sql(s, query_words_apart(f, c) ? t->host : "''", err);
	add_sql(s, " AS h, ", err);
	add_sql(s, t->comm, err);
	add_sql(s, " AS c, ", err);
	add_sql(s, pids ? t->process : "''", err);
	add_sql(s, " AS o, ", err);
	add_sql(s, pids ? t->pid : "-1", err);
	add_sql(s, " AS p, ", err);
	add_sql(s, tids ? t->tid : "-1", err);
	add_sql(s, " AS t, ", err);
	add_sql(s, c->root == ROOT_CPU ? t->cpu : "-1", err);
	add_sql(s, " AS cpu, ", err);
	add_sql(s, t->stack, err);
	add_sql(s, " AS stack, count() AS n, sum(", err);
	add_sql(s, t->weight, err);
	add_sql(s, ") AS w FROM ", err);
	add_sql(s, t->from, err);
	add_sql(s, " WHERE ", err);
	add_ranges(s, t, f, c, err);
	add_choice(s, of, f, c, err);
	if (c->idle != IDLE_SHOW) {
		add_sql(s, " AND ", err);
		add_sql(s, t->idle, err);
		add_sql(s, c->idle == IDLE_ONLY ? " = 1" : " = 0", err);
	}
	add_sql(s, " GROUP BY e, h, c, o, p, t, cpu, stack) AS s", err);
	add_sql(s, t->join, err);
	add_sql(s, t->settings, err);
	return !err->kind;
}
