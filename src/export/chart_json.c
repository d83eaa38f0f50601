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

static void thread(struct json_writer *e, const struct charted *charted)
{
	const struct thread_samples *s = charted->samples;
	const struct lane *l = &s->lanes->list[s->lane];
	const struct chart *c = charted->chart;
	const struct profile *p = s->tree->profile;

	emit_open(e, '{');
	emit_text(emit_key(e, "thread"), lane_name(s->lanes, s->lane));
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

bool chart_json_write(const struct charted *threads, uint32_t count, FILE *out,
		      struct error *err)
{
	struct json_writer e = {.out = out};

	if (count != 1)
		emit_open(&e, '[');
	for (uint32_t i = 0; i < count; i++)
		thread(&e, &threads[i]);
	if (count != 1)
		emit_close(&e, ']');
	return emit_end(&e, err);
}
