#include "export/document.h"

#include <stdio.h>

#include "base/number.h"
#include "base/timestamp.h"
#include "profile/wall_clock.h"

/* ---- writing ---- */

static void put_text(struct json_writer *e, const char *key, struct text t)
{
	emit_key(e, key);
	if (t.len)
		emit_text(e, t);
	else
		emit_null(e);
}

void document_date(struct json_writer *e, const struct profile *p, uint64_t ns)
{
	char buf[TIMESTAMP_MAX], date[TIMESTAMP_MAX + 1];
	struct wall_clock clock;
	int64_t at;

	if (!p->has_times || ns > INT64_MAX || !wall_clock_of(p, &clock) ||
	    __builtin_add_overflow(clock.offset, (int64_t)ns, &at) || at < 0) {
		emit_null(e);
		return;
	}
	snprintf(date, sizeof date, "%s%s", timestamp_text((uint64_t)at, buf),
		 wall_clock_has_zone(&clock) ? "Z" : "");
	emit_text(e, text_of(date));
}

void document_range(struct json_writer *e, struct range r)
{
	emit_seconds(emit_key(e, "from_s"), r.from);
	emit_seconds(emit_key(e, "to_s"), r.to);
}

void document_ranges(struct json_writer *e, const char *key, struct selection several)
{
	if (!several.count)
		return;
	emit_open(emit_key(e, key), '[');
	for (uint32_t i = 0; i < several.count; i++) {
		emit_open(e, '{');
		document_range(e, several.list[i]);
		emit_close(e, '}');
	}
	emit_close(e, ']');
}

static void put_count(struct json_writer *e, const char *key, bool known, uint64_t n)
{
	emit_key(e, key);
	if (known)
		emit_number(e, n);
	else
		emit_null(e);
}

static void put_limit(struct json_writer *e, const char *key, uint64_t ns)
{
	emit_key(e, key);
	if (ns)
		emit_seconds(e, ns);
	else
		emit_null(e);
}

static void put_selection(struct json_writer *e, const struct document *d)
{
	const struct document_selection *s = d->selection;
	const struct profile *p = d->profile;

	emit_open(emit_key(e, "selection"), '{');
	if (p->has_times) {
		document_range(e, s->range);
	} else {
		emit_null(emit_key(e, "from_s"));
		emit_null(emit_key(e, "to_s"));
	}
	document_ranges(e, "ranges", s->several);
	document_date(emit_key(e, "from_date"), p,
		      number_add(profile_origin(p), s->range.from));
	put_text(e, "event", s->event);
	put_text(e, "filter", s->filter);
	put_text(e, "search", s->search);
	put_text(e, "idle", s->idle);
	put_text(e, "state", s->state);
	put_text(e, "graph", s->graph);
	put_text(e, "transform", s->transform);
	put_limit(e, "longer_s", s->longer);
	put_limit(e, "shorter_s", s->shorter);
	put_count(e, "samples", s->counted, s->samples);
	put_count(e, "value", s->counted, s->value);
	put_text(e, "weight", s->weight);
	put_text(e, "unit", s->unit);
	emit_close(e, '}');
}

void document_open(struct json_writer *e, const struct document *d)
{
	emit_open(e, '{');
	emit_text(emit_key(e, "schema"), TEXT(DOCUMENT_SCHEMA));
	emit_text(emit_key(e, "command"), text_of(d->command));
	if (!d->file)
		return;
	emit_text(emit_key(e, "file"), text_of(d->file));
	if (d->file_count > 1) {
		emit_open(emit_key(e, "files"), '[');
		for (uint32_t i = 0; i < d->file_count; i++)
			emit_text(e, text_of(d->files[i]));
		emit_close(e, ']');
	}
	if (d->baseline_file)
		emit_text(emit_key(e, "baseline_file"), text_of(d->baseline_file));
	if (d->swapped)
		emit_bool(emit_key(e, "swapped"), true);
	if (d->selection)
		put_selection(e, d);
}

/* ---- schemas ---- */

const struct table_column document_range_members[DOCUMENT_RANGE] = {
    {"from_s", COLUMN_SECONDS, .in = IN_JSON,
     .about = "the start, in seconds after the origin"},
    {"to_s", COLUMN_SECONDS, .in = IN_JSON,
     .about = "the end, which does not belong to it"},
};

static const struct table_column selection_members[] = {
    {"from_s", COLUMN_SECONDS, .in = IN_JSON, .nullable = true,
     .about =
	 "the start of the range, in seconds after the origin, which is the whole "
	 "second of the recording's clock before the first sample; null without times"},
    {"to_s", COLUMN_SECONDS, .in = IN_JSON, .nullable = true,
     .about = "the end of the range"},
    {"ranges", COLUMN_ROWS, .in = IN_JSON, .optional = true,
     .about = "the ranges, if there are several", COLUMNS_OF(document_range_members)},
    {"from_date", COLUMN_OTHER, .in = IN_JSON, .schema = DOCUMENT_DATE_SCHEMA,
     .about =
	 "the date and time of day at from_s, in UTC, or in an unknown zone if there is "
	 "no Z; null if unknown"},
    {"event", COLUMN_TEXT, .in = IN_JSON, .nullable = true,
     .about = "the event of the samples"},
    {"filter", COLUMN_TEXT, .in = IN_JSON, .nullable = true,
     .about = "the argument of --filter"},
    {"search", COLUMN_TEXT, .in = IN_JSON, .nullable = true,
     .about = "the argument of --search"},
    {"idle", COLUMN_TEXT, .in = IN_JSON, .nullable = true,
     .about = "what happens to idle samples: hide, show or only; null for waits"},
    {"state", COLUMN_TEXT, .in = IN_JSON, .nullable = true,
     .about = "the argument of --state; null: samples"},
    {"graph", COLUMN_TEXT, .in = IN_JSON, .nullable = true,
     .about = "the argument of --graph"},
    {"transform", COLUMN_TEXT, .in = IN_JSON, .nullable = true,
     .about = "the arguments of --transform"},
    {"longer_s", COLUMN_SECONDS, .in = IN_JSON, .nullable = true,
     .about = "the argument of --longer"},
    {"shorter_s", COLUMN_SECONDS, .in = IN_JSON, .nullable = true,
     .about = "the argument of --shorter"},
    {"samples", COLUMN_NUMBER, .in = IN_JSON, .nullable = true,
     .about = "the number of selected samples; null for waits"},
    {"value", COLUMN_NUMBER, .in = IN_JSON, .nullable = true,
     .about = "their sum in the unit of the weight; null for waits"},
    {"weight", COLUMN_TEXT, .in = IN_JSON, .nullable = true,
     .about = "what values are: samples, period, or time"},
    {"unit", COLUMN_TEXT, .in = IN_JSON, .nullable = true,
     .about = "the unit of values: ns, bytes ..."},
};

const struct table_column document_members[DOCUMENT_MEMBERS] = {
    {"schema", COLUMN_OTHER, .in = IN_JSON,
     .schema = "{\"const\": \"" DOCUMENT_SCHEMA "\"}",
     .about = "the version of this format"},
    {"command", COLUMN_TEXT, .in = IN_JSON,
     .about = "the command that wrote this document"},
    {"file", COLUMN_TEXT, .in = IN_JSON,
     .about = "the file, as given on the command line; several are \"together\" or "
	      "\"recordings\""},
    {"files", COLUMN_OTHER, .in = IN_JSON, .optional = true,
     .schema = "{\"type\": \"array\", \"items\": {\"type\": \"string\"}}",
     .about = "the files and directories that are read together"},
    {"baseline_file", COLUMN_TEXT, .in = IN_JSON, .optional = true,
     .about = "the second file on the command line"},
    {"swapped", COLUMN_BOOL, .in = IN_JSON, .optional = true,
     .about = "true with --swap: the first file or range is the baseline"},
    {"selection", COLUMN_OBJECT, .in = IN_JSON,
     .about =
	 "the samples that the command used, in a comparison those of the first file or "
	 "range",
     COLUMNS_OF(selection_members)},
};

static void put_members(struct json_writer *e, const struct table_column *columns,
			size_t count);

/* The schema of the values of a column. */
static void put_type(struct json_writer *e, const struct table_column *c)
{
	static const char *const types[] = {
	    [COLUMN_TEXT] = "string",	     [COLUMN_HOST] = "string",
	    [COLUMN_NUMBER] = "integer",     [COLUMN_GROUPED] = "integer",
	    [COLUMN_ID] = "integer",	     [COLUMN_ADDRESS] = "string",
	    [COLUMN_BOOL] = "boolean",	     [COLUMN_SHARE] = "number",
	    [COLUMN_DECIMAL] = "number",     [COLUMN_SIGNIFICANT] = "number",
	    [COLUMN_TENTHS] = "number",	     [COLUMN_SECONDS] = "number",
	    [COLUMN_NANOSECONDS] = "number", [COLUMN_LENGTHS] = "array",
	    [COLUMN_OBJECT] = "object",	     [COLUMN_ROWS] = "array",
	};

	emit_key(e, "type");
	if (c->nullable)
		emit_open(e, '[');
	emit_text(e, text_of(types[c->kind]));
	if (c->nullable) {
		emit_text(e, TEXT("null"));
		emit_close(e, ']');
	}
	if (c->kind == COLUMN_OBJECT) {
		put_members(e, c->of, c->of_count);
	} else if (c->kind == COLUMN_ROWS) {
		emit_open(emit_key(e, "items"), '{');
		emit_text(emit_key(e, "type"), TEXT("object"));
		put_members(e, c->of, c->of_count);
		emit_close(e, '}');
	}
}

static void put_required(struct json_writer *e, const struct table_column *columns,
			 size_t count)
{
	for (size_t i = 0; i < count; i++)
		if ((columns[i].in & IN_JSON) && !columns[i].optional)
			emit_text(e, text_of(columns[i].name));
}

static void put_properties(struct json_writer *e, const struct table_column *columns,
			   size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct table_column *c = &columns[i];

		if (!(c->in & IN_JSON))
			continue;
		emit_open(emit_key(e, c->name), '{');
		if (c->about)
			emit_text(emit_key(e, "description"), text_of(c->about));
		if (c->kind == COLUMN_OTHER) {
			emit_open(emit_key(e, "allOf"), '[');
			emit_value(e, text_of(c->schema));
			emit_close(e, ']');
		} else {
			put_type(e, c);
		}
		emit_close(e, '}');
	}
}

/* Write the members of an object. */
static void put_members(struct json_writer *e, const struct table_column *columns,
			size_t count)
{
	emit_open(emit_key(e, "properties"), '{');
	put_properties(e, columns, count);
	emit_close(e, '}');
	emit_open(emit_key(e, "required"), '[');
	put_required(e, columns, count);
	emit_close(e, ']');
}

bool document_schema_write(const struct document_kind *k, FILE *out, struct error *err)
{
	size_t head = !k->has_file	 ? DOCUMENT_PLAIN
		      : k->has_selection ? DOCUMENT_MEMBERS
					 : DOCUMENT_MEMBERS - 1;
	struct json_writer e = {.out = out, .lines = true};

	emit_open(&e, '{');
	emit_text(emit_key(&e, "$schema"),
		  TEXT("https://json-schema.org/draft/2020-12/schema"));
	emit_text(emit_key(&e, "title"), text_of(k->title));
	emit_text(emit_key(&e, "type"), TEXT("object"));
	emit_open(emit_key(&e, "properties"), '{');
	put_properties(&e, document_members, head);
	put_properties(&e, k->members, k->count);
	emit_close(&e, '}');
	emit_open(emit_key(&e, "required"), '[');
	put_required(&e, document_members, head);
	put_required(&e, k->members, k->count);
	emit_close(&e, ']');
	if (k->definition) {
		emit_open(emit_key(&e, "$defs"), '{');
		emit_open(emit_key(&e, k->definition->name), '{');
		emit_text(emit_key(&e, "type"), TEXT("object"));
		put_members(&e, k->definition->members, k->definition->count);
		emit_close(&e, '}');
		emit_close(&e, '}');
	}
	emit_close(&e, '}');
	return emit_end(&e, err);
}
