#include "export/chart_json.h"

#include "base/number.h"
#include "export/json_writer.h"
#include "export/extent.h"

#define BOX 70 /* minimal bytes of a box, without its name */

bool chart_json_size_is_allowed(const struct charted *threads, uint32_t count,
				struct error *err)
{
	const struct tree *t = threads[0].samples->tree;
	const struct profile *p = threads[0].samples->profile;
	uint64_t bytes = 0;

	for (uint32_t i = 0; i < count; i++) {
		const struct chart *c = threads[i].chart;

		for (uint64_t b = 0; b < c->count; b++)
			bytes =
			    number_add(bytes, BOX + tree_label(t, c->list[b].node).len);
	}
	return extent_check(bytes, EXTENT_FILE, p, "a chart in JSON", "chart", err);
}

static void write_thread(struct json_writer *e, const struct charted *charted)
{
	const struct thread_samples *s = charted->samples;
	const struct lane *l = &s->lanes->list[s->lane];
	const struct chart *c = charted->chart;
	const struct profile *p = s->tree->profile;

	emit_open(e, '{');
	emit_text(emit_key(e, "name"), lane_name(s->lanes, s->lane));
	emit_text(emit_key(e, "by"), TEXT("thread"));
	emit_id(e, "pid", l->pid);
	emit_id(e, "tid", l->tid);
	emit_host(e, lane_host(s->lanes, s->lane));
	emit_number(emit_key(e, "samples"), c->samples);
	emit_seconds(emit_key(e, "covered_s"), c->covered);
	if (!s->spans)
		emit_seconds(emit_key(e, "usual_s"), s->usual);
	if (c->cut)
		emit_number(emit_key(e, "cut_spans"), c->cut);
	emit_open(emit_key(e, "boxes"), '[');
	for (uint64_t i = 0; i < c->count; i++) {
		const struct chart_box *b = &c->list[i];

		emit_open(e, '{');
		emit_text(emit_key(e, "name"), tree_label(s->tree, b->node));
		emit_number(emit_key(e, "depth"), b->depth);
		emit_seconds(emit_key(e, "from_s"), b->from);
		emit_seconds(emit_key(e, "to_s"), b->to);
		emit_number(emit_key(e, "samples"), b->samples);
		if (p->states)
			emit_text(emit_key(e, "state"),
				  profile_string(p, p->events[b->event].name));
		emit_close(e, '}');
	}
	emit_close(e, ']');
	emit_close(e, '}');
}

bool chart_json_write(const struct charted *threads, uint32_t count,
		      const struct document *d, FILE *out, struct error *err)
{
	struct json_writer e = {.out = out};

	document_open(&e, d);
	emit_open(emit_key(&e, "rows"), '[');
	for (uint32_t i = 0; i < count; i++)
		write_thread(&e, &threads[i]);
	emit_close(&e, ']');
	emit_number(emit_key(&e, "rows_total"), count);
	emit_close(&e, '}');
	return emit_end(&e, err);
}

/* ---- for schemas ---- */

static const struct table_column box_members[] = {
    {"name", COLUMN_TEXT, .in = IN_JSON, .about = "the name of the frame"},
    {"depth", COLUMN_NUMBER, .in = IN_JSON, .about = "the number of its callers"},
    {"from_s", COLUMN_SECONDS, .in = IN_JSON, .about = "the start"},
    {"to_s", COLUMN_SECONDS, .in = IN_JSON, .about = "the end"},
    {"samples", COLUMN_NUMBER, .in = IN_JSON, .about = "its samples"},
    {"state", COLUMN_TEXT, .in = IN_JSON, .optional = true, .about = "the thread state"},
};

static const struct table_column thread_members[] = {
    {"name", COLUMN_TEXT, .in = IN_JSON, .about = "the name of the thread"},
    {"by", COLUMN_TEXT, .in = IN_JSON, .about = "thread"},
    {"pid", COLUMN_ID, .in = IN_JSON, .nullable = true, .about = "of its process"},
    {"tid", COLUMN_ID, .in = IN_JSON, .nullable = true, .about = "its number"},
    {"host", COLUMN_HOST, .in = IN_JSON, .optional = true,
     .about = "its host, if there are several"},
    {"samples", COLUMN_NUMBER, .in = IN_JSON, .about = "its samples"},
    {"covered_s", COLUMN_SECONDS, .in = IN_JSON,
     .about = "the time that its boxes cover"},
    {"usual_s", COLUMN_SECONDS, .in = IN_JSON, .optional = true,
     .about = "the usual time between two of its samples"},
    {"cut_spans", COLUMN_NUMBER, .in = IN_JSON, .optional = true,
     .about = "the number of spans that end early, as another one overlaps them"},
    {"boxes", COLUMN_ROWS, .in = IN_JSON,
     .about = "stretches of time in which a frame ran", COLUMNS_OF(box_members)},
};

static const struct table_column chart_members[] = {DOCUMENT_ROWS(thread_members)};
const struct document_kind chart_document = {
    "chart",	   "the stacks of threads in order of time",	 true, true,
    chart_members, sizeof chart_members / sizeof *chart_members, NULL};
