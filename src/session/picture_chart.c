#include "session/picture_chart.h"

#include "base/number.h"
#include "session/thread_choice.h"
#include "view/chart/chart_picture.h"

/* ---- the threads ---- */

static bool add_thread(struct charted_threads *c, const struct session *s,
		       const char *name, struct error *err)
{
	uint32_t row;

	if (!thread_choice_find(&c->all, name, &row, err))
		return false;
	for (uint32_t i = 0; i < c->count; i++)
		if (c->row[i] == row)
			return true;
	if (c->count == CHARTED_MOST)
		return error_set(err, ERROR_USAGE, "--thread: at most %d threads",
				 CHARTED_MOST);
	/* room: checked above */
	c->row[c->count] = row;
	return thread_samples_find(&c->list[c->count++], &s->flame, c->charting.derived,
				   &c->all.lanes, c->all.list[row].lane, err);
}

bool charted_threads_find(struct charted_threads *c, const struct session *s,
			  const char *const *names, uint32_t count, struct error *err)
{
	bool ok;

	*c = (struct charted_threads){.count = 0};
	if (!s->profile->has_times)
		return error_set(err, ERROR_FORMAT,
				 "the samples have no times, so they have no order");
	ok = charting_follow(&c->charting, s, err) &&
	     chart_threads_build(&c->all, &s->flame, c->charting.derived, err);
	if (ok && count == 0)
		ok = add_thread(c, s, NULL, err);
	for (uint32_t i = 0; ok && i < count; i++)
		ok = add_thread(c, s, names[i], err);
	if (!ok)
		charted_threads_release(c);
	return ok;
}

void charted_threads_release(struct charted_threads *c)
{
	chart_threads_release(&c->all);
	charting_release(&c->charting);
	*c = (struct charted_threads){.count = 0};
}

/* ---- the picture ---- */

#define DEPTHS_MOST 200 /* lines of one thread; deeper frames are left out */
#define AROUND	    2	/* other lines of a thread: its title and its coverage */

struct chart_sheet {
	const struct session *session;
	const struct charted_threads *threads;
	struct chart_picture view;
	struct chart_cells cells[CHARTED_MOST];
};

/*
 * The chosen range, even if it begins before the first sample, but at most twice the time with
 * samples; without a range all the time with samples.
 */
static struct chart_window window_of(const struct session *s, int width)
{
	struct range whole = range_whole(s->profile), r = session_range(s);
	bool asked = !choice_is_all(&s->choice);
	uint64_t from = asked || r.from > whole.from ? r.from : whole.from;
	uint64_t rest = whole.to > from ? whole.to - from : 0;
	uint64_t to = number_add(whole.to, rest) < r.to ? whole.to : r.to;
	uint64_t length = to > from ? to - from : 1, columns = (uint64_t)width;
	uint64_t period = (length - 1) / columns + 1;

	return (struct chart_window){.from = from,
				     .period = period,
				     .columns = (uint32_t)((length - 1) / period + 1),
				     .rows = DEPTHS_MOST};
}

static int depths_of(const struct chart_cells *c)
{
	uint32_t most = 0;

	for (uint32_t i = 0; i < c->columns; i++)
		if (c->depths[i] > most)
			most = c->depths[i];
	return (int)(most < c->rows ? most : c->rows);
}

static void draw_sheet(const struct chart_sheet *sheet, struct pane p)
{
	const struct chart_threads *t = &sheet->threads->all;
	int y = 0;

	for (uint32_t i = 0; i < sheet->threads->count; i++) {
		uint32_t row = sheet->threads->row[i];
		struct chart_strip strip = {.name = chart_threads_name(t, row),
					    .pid = chart_threads_lane(t, row)->pid,
					    .tid = chart_threads_lane(t, row)->tid,
					    .count = t->list[row].count,
					    .all = t->all,
					    .is_time = sheet->session->kept.spans,
					    .cells = &sheet->cells[i]};

		chart_picture_title(&sheet->view, &strip, p, y++);
		chart_picture_covered(&sheet->view, strip.cells, p, 0, y++);
		for (int d = 0; d < depths_of(strip.cells); d++)
			chart_picture_row(&sheet->view, strip.cells, (uint32_t)d, p, 0,
					  y++);
	}
	chart_picture_axis(&sheet->view, p, 0, y);
}

static bool count_cells(struct chart_sheet *sheet, struct error *err)
{
	for (uint32_t i = 0; i < sheet->threads->count; i++)
		if (!chart_cells_build(&sheet->cells[i], &sheet->threads->list[i],
				       &sheet->view.window, err))
			return false;
	return true;
}

struct canvas *picture_chart(const struct session *s, const struct settings *settings,
			     const struct charted_threads *threads, int width,
			     struct error *err)
{
	struct chart_sheet sheet = {.session = s,
				    .threads = threads,
				    .view = {.theme = &settings->theme,
					     .tree = charting_tree(&threads->charting),
					     .search = threads->charting.search,
					     .window = window_of(s, width),
					     .selected = RANGE_ALL}};
	struct canvas *c = NULL;
	struct pane inside;
	int lines = 1;

	if (count_cells(&sheet, err)) {
		for (uint32_t i = 0; i < threads->count; i++)
			lines += AROUND + depths_of(&sheet.cells[i]);
		c = picture_sheet(s, settings, width, lines, &inside, err);
	}
	if (c)
		draw_sheet(&sheet, inside);
	for (uint32_t i = 0; i < threads->count; i++)
		chart_cells_release(&sheet.cells[i]);
	return c;
}
