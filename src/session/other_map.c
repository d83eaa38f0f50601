#include "session/other_map.h"

#include <stdio.h>

#include "base/number.h"
#include "base/utf8.h"
#include "view/label.h"

#define ALIGNED_WORDS 128
#define FILE_SHOWN    60 /* bytes of its name */

void other_map_begin(struct other_map *m, const struct session *other,
		     const struct settings *settings)
{
	const struct profile *p = other->profile;
	struct range whole = range_whole(p), r = other->choice.range;

	other_map_release(m);
	m->heat = (struct heat_view){.theme = &settings->theme,
				     .is_other = true,
				     .rest = r,
				     .length = whole.to,
				     .usual = heatmap_usual_period(p),
				     .cursor = range_is_all(r) ? whole.from : r.from,
				     .clock = heat_clock_of(p),
				     .heading = m->heading};
}

void other_map_release(struct other_map *m)
{
	heat_view_release(&m->heat);
	picture_map_release(&m->map);
	*m = (struct other_map){.leads = false};
}

void other_map_build(struct other_map *m, const struct session *other, uint64_t period,
		     uint32_t rows, bool counts, const struct name_hues *hues)
{
	struct heat_cells none = {0}, cells;
	struct error err = ERROR_INIT, ignored = ERROR_INIT;

	heat_view_show(&m->heat, &none, &ignored);
	m->heat.map = m->heat.matched = NULL;
	picture_map_release(&m->map);
	if (picture_map_build(&m->map, other, period, rows, counts, &err) &&
	    picture_map_add_hues(&m->map, other, hues, 1, &err)) {
		cells = picture_map_cells(&m->map);
		if (heat_view_show(&m->heat, &cells, &err))
			return;
		picture_map_release(&m->map);
		m->heat.map = m->heat.matched = NULL;
	}
	picture_map_release(&m->map);
	snprintf(m->why, sizeof m->why, "No heat map of this file: %.200s", err.message);
	m->heat.why = m->why;
}

bool other_map_search(struct other_map *m, const struct session *other, struct error *err)
{
	struct heat_cells cells;

	if (!m->heat.map || !picture_map_search(&m->map, other, 1, err))
		return false;
	cells = picture_map_cells(&m->map);
	heat_view_show_found(&m->heat, &cells);
	return true;
}

void other_map_drop_hues(struct other_map *m)
{
	m->map.hues = m->heat.hues = NULL;
}

/* "its 7.68 s beneath 11.24 s, range follows" */
static void write_alignment(const struct alignment *a, char words[static ALIGNED_WORDS])
{
	char other[NUMBER_SECONDS_MAX], first[NUMBER_SECONDS_MAX];

	words[0] = '\0';
	if (a->first != a->other)
		snprintf(words, ALIGNED_WORDS, "  its %s s beneath %s s%s",
			 number_plain_seconds(a->other, other),
			 number_plain_seconds(a->first, first),
			 a->follows ? ", range follows" : "");
	else if (a->follows)
		snprintf(words, ALIGNED_WORDS, "  range follows");
}

/*
 * "B after.perf.gz  its 7.68 s beneath 11.24 s  60.4 s  2,964 samples": the least important last.
 */
static void write_heading(struct other_map *m, const struct session *s, const char *path)
{
	const struct baseline *b = &s->choice.baseline;
	const struct included *kept = &s->other->kept;
	struct text file = utf8_upto(session_title(path), FILE_SHOWN);
	struct range whole = range_whole(s->other->profile);
	char n[LABEL_MAX], length[LABEL_MAX], words[ALIGNED_WORDS];

	write_alignment(&b->align, words);
	snprintf(m->heading, sizeof m->heading, " %c %.*s%s  %s  %s %s%s",
		 b->swapped ? 'A' : 'B', (int)file.len, file.at, words,
		 label_duration(whole.to - whole.from, length),
		 number_grouped(kept->count, n), kept->spans ? "span" : "sample",
		 kept->count == 1 ? "" : "s");
}

static uint32_t count_columns_beyond(int64_t columns)
{
	return columns > 0 ? (uint32_t)columns : 0;
}

void other_map_align(struct other_map *m, struct heat_view *first,
		     const struct session *s, const char *path)
{
	struct heat_view *v = &m->heat;
	int64_t mine = v->map ? v->map->columns : 0, its, later;

	write_heading(m, s, path);
	v->beside = first->beside = (struct heat_other_map){0};
	if (!v->map || !first->map)
		return;
	its = first->map->columns;
	later = -alignment_columns(&s->choice.baseline.align, v->map->period);
	/* a map beyond the end looks the same as one directly beside it */
	later = later > its ? its : later < -mine ? -mine : later;
	v->beside =
	    (struct heat_other_map){.before = count_columns_beyond(later),
				    .after = count_columns_beyond(its - mine - later),
				    .peak = heat_view_peak(first),
				    .found_peak = heat_view_found_peak(first)};
	first->beside =
	    (struct heat_other_map){.before = count_columns_beyond(-later),
				    .after = count_columns_beyond(mine + later - its),
				    .peak = heat_view_peak(v),
				    .found_peak = heat_view_found_peak(v)};
}

void other_map_scroll(struct other_map *m, struct heat_view *first, struct pane pane,
		      struct pane first_pane)
{
	struct heat_view *v = &m->heat;

	if (first->held != HELD_NOTHING)
		m->leads = false;
	else if (v->held != HELD_NOTHING)
		m->leads = true;
	v->led = !m->leads;
	first->led = m->leads;
	heat_view_follow(m->leads ? v : first, m->leads ? pane : first_pane);
	if (m->leads)
		first->scroll = v->scroll;
	else
		v->scroll = first->scroll;
	heat_view_follow(m->leads ? first : v, m->leads ? first_pane : pane);
}
