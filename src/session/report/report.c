#include "session/report/report.h"

#include <assert.h>

#include "base/mem.h"
#include "base/memory_stream.h"
#include "session/report/report_json.h"
#include "session/report/report_page.h"

/* ---- what there is to say ---- */

/* The groups with the largest values, the first of equal ones by name. */
static void find_groups(struct report *r)
{
	const struct flame *f = &r->session->flame;
	uint32_t count = tree_group_count(r->session->tree);

	for (uint32_t node = 1; node <= count; node++) {
		uint32_t at = r->group_count;

		while (at > 0 && f->total[r->groups[at - 1]] < f->total[node])
			at--;
		if (at == REPORT_ROWS || !f->total[node])
			continue;
		if (r->group_count < REPORT_ROWS)
			r->group_count++;
		for (uint32_t i = r->group_count - 1; i > at; i--)
			r->groups[i] = r->groups[i - 1];
		r->groups[at] = node;
	}
}

static bool ask_all(struct report *r, struct error *err)
{
	find_groups(r);
	return top_build(&r->top, &r->session->flame, err);
}

/* Was something asked for, by range or filter, that is not there? */
static bool is_there(const struct session *s, struct error *err)
{
	return range_is_all(s->choice.range) && !s->kept.filtered
		   ? true
		   : session_has_samples(s, err);
}

bool report_build(struct report *r, const struct report_query *q, struct error *err)
{
	*r = (struct report){.session = q->session, .nothing = ERROR_INIT};
	if (!is_there(q->session, err) ||
	    !report_commands_build(&r->commands, q->session, q->settings, q->ascii, err))
		return false;
	r->figures = session_figures(q->session, 0);
	return !session_has_samples(q->session, &r->nothing) || ask_all(r, err);
}

void report_release(struct report *r)
{
	top_release(&r->top);
	report_commands_release(&r->commands);
}

uint32_t report_top_rows(const struct report *r, const struct report_room *room)
{
	uint32_t n = 0;

	while (n < r->top.count && n < room->rows && r->top.rows[n].self)
		n++;
	return n;
}

const char *report_top_verb(const struct report_room *room,
			    char verb[static REPORT_VERB_MAX])
{
	snprintf(verb, REPORT_VERB_MAX, "top --limit %u", room->rows);
	return verb;
}

/* ---- writing as much as there is room for ---- */

static bool write_once(const struct report *r, enum report_format format,
		       const struct report_room *room, FILE *out, struct error *err)
{
	if (format == REPORT_JSON)
		return report_json_write(r, room, out, err);
	return report_page_write(r, room, format == REPORT_MARKDOWN, out, err);
}

static char *write_to_memory(const struct report *r, enum report_format format,
			     const struct report_room *room, size_t *len,
			     struct error *err)
{
	struct memory_stream m;

	if (!memory_stream_open(&m, err))
		return NULL;
	write_once(r, format, room, m.out, err);
	return memory_stream_take(&m, len, err);
}

bool report_write(const struct report *r, enum report_format format, FILE *out,
		  struct error *err)
{
	static const struct report_room rooms[] = {
	    {REPORT_ROWS, 120, true}, {4, 80, true},  {3, 60, true},
	    {3, 40, false},	      {2, 32, false}, {1, 24, false}};
	const size_t count = sizeof rooms / sizeof *rooms;
	char *text = NULL;
	size_t len = REPORT_SIZE;

	for (size_t i = 0; i < count && len >= REPORT_SIZE; i++) {
		mem_free(text);
		text = write_to_memory(r, format, &rooms[i], &len, err);
		if (!text)
			return false;
	}
	assert(len < REPORT_SIZE);
	fwrite(text, 1, len, out);
	mem_free(text);
	return !ferror(out) || error_sys(err, "cannot write");
}
