#include "view/status.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "analysis/compare/difference_rows.h"
#include "analysis/filter.h"
#include "analysis/sampled_clock.h"
#include "analysis/waiting/wait_keys.h"
#include "base/append.h"
#include "base/fill.h"
#include "base/number.h"
#include "base/utf8.h"
#include "profile/hosts.h"
#include "profile/process_names.h"
#include "view/heat/heat_hues.h"
#include "view/label.h"

/* ---- a line of parts: if it is narrow, the least important ones are left out ---- */

#define PARTS_MAX 14
#define PART_ROOM 512 /* bytes: a longer text is truncated */

struct parts_line {
	struct part {
		char text[PART_ROOM];
		struct text name; /* borrowed: drawn instead of `text` unless empty */
		int rank;	  /* parts of low rank are left out first; 9: never */
		bool joined;	  /* begins with a comma: no gap before it */
		struct style style;
	} parts[PARTS_MAX];
	int count;
};

/* Add a part, formatted as by printf(). After PARTS_MAX parts nothing is added. */
static void line_part(struct parts_line *l, int rank, struct style style, const char *fmt,
		      ...) __attribute__((format(printf, 4, 5)));

static void line_part(struct parts_line *l, int rank, struct style style, const char *fmt,
		      ...)
{
	struct part *p = &l->parts[l->count];
	va_list ap;

	if (l->count == PARTS_MAX)
		return;
	va_start(ap, fmt);
	vsnprintf(p->text, sizeof p->text, fmt, ap);
	va_end(ap);
	p->name = TEXT("");
	p->rank = rank;
	p->joined = false;
	p->style = style;
	l->count++;
}

/* Add a name from the file, of any length. A name that does not fit is shortened. */
static void line_name(struct parts_line *l, int rank, struct style style,
		      struct text name)
{
	int at = l->count;

	line_part(l, rank, style, "%s", "");
	if (l->count > at)
		l->parts[at].name = name;
}

/* Draw no gap before the last part if it was added after the first `before` parts. */
static void line_join_last(struct parts_line *l, int before)
{
	if (l->count > before)
		l->parts[before].joined = true;
}

static int gap_before(const struct part *p)
{
	return p->joined ? 0 : 2;
}

#define NAME_COUNTED 2000 /* bytes: a longer one is wider than any screen */

static int columns_of(const struct part *p)
{
	return utf8_columns(p->name.len ? utf8_upto(p->name, NAME_COUNTED)
					: text_of(p->text));
}

/* The columns of all parts of this rank and above, with their gaps. */
static int line_width(const struct parts_line *l, int rank)
{
	int w = 0;

	for (int i = 0; i < l->count; i++)
		if (l->parts[i].rank >= rank)
			w += gap_before(&l->parts[i]) + columns_of(&l->parts[i]);
	return w;
}

#define NAME_LEAST 20 /* columns of a name, even if the parts after it are truncated */

static void line_draw(const struct parts_line *l, struct pane p)
{
	int rank = 0, x = -1, rest; /* the first part has a gap, too */

	while (rank < 9 && line_width(l, rank) > p.area.w - 1)
		rank++;
	rest = line_width(l, rank);
	for (int i = 0; i < l->count; i++) {
		const struct part *at = &l->parts[i];
		int columns = columns_of(at), room;

		if (at->rank < rank)
			continue;
		x += gap_before(at);
		rest -= gap_before(at) + columns;
		room = p.area.w - x - rest; /* the parts after it are not truncated */
		if (room < NAME_LEAST)
			room = NAME_LEAST;
		if (at->name.len)
			x += pane_name(p, x, 0, room, at->style, at->name);
		else
			x += pane_text_fit(p, x, 0, p.area.w - x, at->style,
					   text_of(at->text));
	}
}

/* ---- filters in words ---- */

#define FILTER_WORDS_MAX 256

/* The prefixes of terms of a filter, and their words. After a pid or tid its name is added. */
static const struct filter_kind {
	struct text prefix, word;
	enum { NAME, PATTERN, OF_PID, OF_TID, OTHER_NUMBER } value;
} kinds[] = {
    {{"process=", 8}, {"process ", 8}, NAME},
    {{"process~", 8}, {"process ", 8}, PATTERN},
    {{"comm=", 5}, {"thread ", 7}, NAME},
    {{"comm~", 5}, {"thread ", 7}, PATTERN},
    {{"pid=", 4}, {"process ", 8}, OF_PID},
    {{"tid=", 4}, {"thread ", 7}, OF_TID},
    {{"cpu=", 4}, {"CPU ", 4}, OTHER_NUMBER},
    {{"module=", 7}, {"module ", 7}, NAME},
    {{"module~", 7}, {"module ", 7}, PATTERN},
    {{"self=", 5}, {"function ", 9}, NAME},
    {{"self~", 5}, {"function ", 9}, PATTERN},
    {{"self-module=", 12}, {"self module ", 12}, NAME},
    {{"self-module~", 12}, {"self module ", 12}, PATTERN},
    {{"self-kind=", 10}, {"kind ", 5}, NAME},
    {{"mode=", 5}, {"mode ", 5}, NAME},
};

/* Add as much as fits; then `short_room` is set and nothing more is added. */
static void put_status_text(struct fill *f, struct text t)
{
	size_t left = fill_left(f);

	if (t.len > left) {
		fill_text(f, utf8_upto(t, left));
		f->short_room = true;
		return;
	}
	fill_text(f, t);
}

/* The name of a thread; empty if the tid does not exist. */
static struct text thread_name(const struct profile *p, int32_t tid)
{
	for (uint32_t i = 0; i < p->thread_count; i++)
		if (host_tid(p, &p->threads[i]) == tid)
			return profile_string(p, p->threads[i].comm);
	return TEXT("");
}

static struct text process_name(const struct profile *p, int32_t pid)
{
	struct error err = ERROR_INIT;
	struct process_names names;
	struct text name = TEXT(""); /* also without memory */

	if (process_names_build(&names, p, &err))
		for (uint32_t i = 0; i < p->thread_count && !name.len; i++)
			if (host_pid(p, &p->threads[i]) == pid)
				name = process_name_of(&names, p, i);
	process_names_release(&names);
	return name;
}

static void put_term(struct fill *f, const struct profile *p, struct text whole)
{
	bool negated = text_starts(whole, TEXT("!"));
	struct text term = negated ? text_trim(text_from(whole, 1)) : whole;
	char name[FILTER_WORDS_MAX];
	size_t len;

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		const struct filter_kind *k = &kinds[i];
		struct text value = text_from(term, k->prefix.len), of = TEXT("");
		int32_t id;

		if (!text_starts(term, k->prefix))
			continue;
		put_status_text(f, negated ? TEXT("without ") : TEXT(""));
		put_status_text(f, k->word);
		if (k->value == PATTERN && filter_unquote(value, name, sizeof name, &len))
			value = (struct text){name, len};
		else if (k->value == PATTERN)
			put_status_text(f, TEXT("~"));
		else if (k->value == OF_PID && number_i32(value, &id))
			of = process_name(p, id);
		else if (k->value == OF_TID && number_i32(value, &id))
			of = thread_name(p, id);
		put_status_text(f, utf8_upto(of, FILTER_WORDS_MAX / 4));
		put_status_text(f, of.len ? TEXT(" ") : TEXT(""));
		put_status_text(f, value); /* "python3 4242" */
		return;
	}
	if (filter_unquote(term, name, sizeof name, &len)) {
		put_status_text(f, negated ? TEXT("without ") : TEXT("with "));
		put_status_text(f, (struct text){name, len});
		return;
	}
	put_status_text(f, TEXT("filter "));
	put_status_text(f, whole);
}

static const char *filter_words(struct text expression, const struct profile *p,
				char buf[FILTER_WORDS_MAX])
{
	struct fill f = fill_of(buf, FILTER_WORDS_MAX - 1);

	while (expression.len && !f.short_room) {
		if (f.at != f.begin)
			put_status_text(&f, TEXT(", "));
		put_term(&f, p, filter_next_term(&expression));
	}
	buf[fill_written(&f).len] = '\0';
	return buf;
}

/* ---- the title and the range ---- */

static const struct style plain = {0}, bold = {.attr = ATTR_BOLD},
			  dim = {.attr = ATTR_DIM};
static const struct style alert = {.attr = ATTR_BOLD | ATTR_REVERSE};

#define FILTER_SHOWN 60 /* the most bytes of a filter in words */
#define FILTER_LEAST 7	/* bytes that are always shown: "process", "filter " */

/* The words of the filter may be truncated to `shown` bytes, the numbers may not. */
static void add_samples(const struct status *s, int shown, struct parts_line *l)
{
	char words[FILTER_WORDS_MAX], n[NUMBER_GROUPED_MAX], kept[FIGURE_WORDS_MAX];
	struct text all = text_of(filter_words(s->filter, s->profile, words));
	struct text filter = utf8_upto(all, (size_t)(shown + FILTER_LEAST));
	const char *more = all.len > filter.len ? "…" : "";
	const struct included *k = s->kept;

	line_part(l, 9, plain, "%s",
		  figure_words_kept(k, &s->figures, s->choice->idle, kept));
	if (k->filtered && k->spans)
		line_part(l, 9, bold, "%.*s%s", (int)filter.len, filter.at, more);
	else if (k->filtered)
		line_part(l, 9, bold, "%.*s%s (%s dropped)", (int)filter.len, filter.at,
			  more, number_grouped(k->filtered, n));
	else if (s->filter.len)
		line_part(l, 9, bold, "%.*s%s%s", (int)filter.len, filter.at, more,
			  s->profile->times_only ? " (needs stacks)" : "");
}

/* Lost samples are reversed: nothing else on the screen shows them. */
static void add_losses(const struct status *s, struct parts_line *l)
{
	const struct range_totals *f = &s->figures;
	uint64_t lost = f->lost_samples;
	char n[NUMBER_THINGS_MAX], key[COMMAND_KEY_MAX + 2] = "";

	if (!s->on_paper)
		command_words(": {header}", key, sizeof key);
	if (lost)
		line_part(l, 9, alert, "%s%s", number_things(lost, "samples lost", n),
			  key);
	if (f->lost_parts)
		line_part(l, 9, alert, "file incomplete%s", lost ? "" : key);
	else if (f->unread)
		line_part(l, 9, plain, "%s%s",
			  number_things(f->unread, "parts unread", n), lost ? "" : key);
}

static struct parts_line make_title_line(const struct status *s, int shown)
{
	struct parts_line l = {.count = 0};
	char buf[LABEL_MAX], key[COMMAND_KEY_MAX];
	double hertz = sampled_frequency(s->profile, s->event);
	char least[LABEL_MAX], most[LABEL_MAX];

	line_part(&l, 4, bold, "flarescope");
	line_part(&l, 8, plain, "%.*s", (int)(s->file.len < 80 ? s->file.len : 80),
		  s->file.at);
	if (hosts_are_several(s->profile)) {
		line_part(&l, 8, plain, "%u host%s", s->profile->hosts.count,
			  s->profile->hosts.count == 1 ? "" : "s");
		if (hosts_rates_differ(s->profile)) /* their samples are added up */
			line_part(&l, 8, alert, "rates differ");
	}
	if (hertz > 0)
		line_part(&l, 7, plain, "%.*s %g Hz", (int)s->event.len, s->event.at,
			  hertz);
	else /* "in spans" means the same */
		line_part(&l,
			  s->kept->spans && text_equal(s->event, TEXT("spans")) ? 4 : 7,
			  plain, "%.*s", (int)s->event.len, s->event.at);
	/* "wakeup graph  waits from 5 ms to 1 s": the displayed waits */
	if (s->profile->graph)
		line_part(&l, 7, plain, "%s graph", s->profile->graph);
	if (s->profile->longer && s->profile->shorter)
		line_part(&l, 6, plain, "waits from %s to %s",
			  label_duration(s->profile->longer, least),
			  label_duration(s->profile->shorter, most));
	else if (s->profile->longer)
		line_part(&l, 6, plain, "waits from %s on",
			  label_duration(s->profile->longer, least));
	else if (s->profile->shorter)
		line_part(&l, 6, plain, "waits up to %s",
			  label_duration(s->profile->shorter, most));
	if (s->profile->event_count > 1 && s->on_paper)
		line_part(&l, 6, dim, "(one of %u events)", s->profile->event_count);
	else if (s->profile->event_count > 1)
		line_part(&l, 6, dim, "(%u events: %s)", s->profile->event_count,
			  command_key(COMMAND_EVENTS, key));
	if (s->profile->has_times)
		line_part(
		    &l, 5, plain, "%s",
		    label_duration(s->figures.whole.to - s->figures.whole.from, buf));
	if (s->summary->cpus)
		line_part(&l, 3, plain, "%u CPU%s", s->summary->cpus,
			  s->summary->cpus == 1 ? "" : "s");
	add_samples(s, shown, &l);
	add_losses(s, &l);
	if (s->partial)
		line_part(&l, 9, alert, "%s", s->partial);
	if (!s->on_paper)
		line_part(&l, 2, dim, "%s help", command_key(COMMAND_HELP, key));
	return l;
}

void status_title(const struct status *s, struct pane p)
{
	struct parts_line l = make_title_line(s, FILTER_SHOWN);

	for (int n = FILTER_SHOWN - 1; n >= 0 && line_width(&l, 9) > p.area.w - 1; n--)
		l = make_title_line(s, n);
	line_draw(&l, p);
}

/* The ticks of the clock from which the number of busy CPUs is known: "busy at 97 of 98 ticks". */
static void add_ticks(const struct heat_pointed *at, const struct heat_view *heat,
		      struct parts_line *l)
{
	char n[LABEL_MAX], of[LABEL_MAX];
	int before = l->count;

	if (at->has_share)
		return;
	if (at->is_busy && at->ticks)
		line_part(l, 3, dim, ", %s at %s of %s tick%s", heat_view_doing(heat),
			  number_grouped(at->count, n), number_grouped(at->ticks, of),
			  at->ticks == 1 ? "" : "s");
	else if (at->is_busy)
		line_part(l, 3, dim, ", no tick here: drawn like its neighbours");
	line_join_last(l, before);
}

/* ---- two sides ---- */

static struct style side_style(const struct status *s, enum side_mark side)
{
	return theme_side_words(s->theme, side);
}

/* "B 60.000–63.000 s", or "B everything else": the baseline. */
static void add_baseline(const struct status *s, enum side_mark side, int rank,
			 struct parts_line *l)
{
	char words[FILTER_WORDS_MAX];
	struct text filter = utf8_upto(
	    text_of(filter_words(s->baseline_filter, s->profile, words)), FILTER_SHOWN);
	bool other = (s->has_baseline || s->baseline_file.len) &&
		     !text_equal(s->baseline_filter, s->filter);
	char range[LABEL_MAX];

	if (s->baseline_file.len) {
		struct text file = utf8_upto(s->baseline_file, FILTER_SHOWN);

		line_part(l, rank, side_style(s, side), "%c %.*s%s%s",
			  theme_side_letter(side), (int)file.len, file.at,
			  range_is_all(s->baseline) ? "" : " ",
			  range_is_all(s->baseline)
			      ? ""
			      : label_range(s->baseline, s->theme->ascii, range));
	} else {
		line_part(l, rank, side_style(s, side), "%c %s", theme_side_letter(side),
			  s->has_baseline ? label_ranges(s->baseline, s->baseline_ranges,
							 s->theme->ascii, range)
					  : "everything else");
	}
	if (other)
		line_part(l, rank, plain, filter.len ? "%.*s" : "without a filter",
			  (int)filter.len, filter.at);
}

static void add_range_side(const struct status *s, enum side_mark side,
			   struct parts_line *l)
{
	const struct range_totals *f = &s->figures;
	char range[LABEL_MAX];

	line_part(l, 9, side_style(s, side), "%c %s", theme_side_letter(side),
		  label_ranges(range_shown(f->range, f->whole), f->ranges,
			       s->theme->ascii, range));
}

/* "running 0.345 s, blocked 2.009 s" */
static void add_part_values(const struct status *s, uint64_t value, uint64_t other,
			    struct parts_line *l)
{
	const struct comparison *c = s->comparison;
	char a[LABEL_MAX], b[LABEL_MAX];

	line_part(l, 8, plain, "%.*s %s, %.*s %s", (int)c->parts[0].len, c->parts[0].at,
		  label_value(value, true, a), (int)c->parts[1].len, c->parts[1].at,
		  label_value(other, true, b));
}

/* "11.200–11.400 s  running 0.345 s, blocked 2.009 s": the sides are parts of the same time. */
static void add_parts(const struct status *s, struct parts_line *l)
{
	const struct range_totals *f = &s->figures;
	const struct comparison *c = s->comparison;
	char range[LABEL_MAX];

	line_part(l, 9, (struct style){.attr = ATTR_BOLD}, "%s",
		  label_ranges(range_shown(f->range, f->whole), f->ranges,
			       s->theme->ascii, range));
	add_part_values(s, c->subject.value, c->baseline.value, l);
}

/* "A 11.200–11.400 s against B everything else, per second  405 against 42,095 samples" */
static void add_sides(const struct status *s, struct parts_line *l)
{
	static const char *const how[NORMALISED_WAYS] = {", per second", ", by share",
							 ", as counted"};
	const struct comparison *c = s->comparison;
	char a[LABEL_MAX], b[LABEL_MAX];
	int at;

	if (c->swapped)
		add_baseline(s, SIDE_A, 9, l);
	else
		add_range_side(s, SIDE_A, l);
	at = l->count;
	line_part(l, 9, plain, " against ");
	line_join_last(l, at++);
	if (c->swapped)
		add_range_side(s, SIDE_B, l);
	else
		add_baseline(s, SIDE_B, 9, l);
	line_join_last(l, at);
	at = l->count;
	line_part(l, 9, plain, "%s", how[c->normalised]);
	line_join_last(l, at);
	if (s->figures.spans)
		line_part(l, 8, plain, "%s against %s",
			  label_value(c->subject.value, true, a),
			  label_value(c->baseline.value, true, b));
	else
		line_part(l, 8, plain, "%s against %s sample%s",
			  number_grouped(c->subject.samples, a),
			  number_grouped(c->baseline.samples, b),
			  c->baseline.samples == 1 ? "" : "s");
}

/* "diagonal: every 1.02 s (1 s + 20 ms)": a thread that sleeps for a column and works for 20 ms. */
static void add_diagonal(const struct heat_view *heat, struct parts_line *l)
{
	char length[NUMBER_SECONDS_MAX], column[NUMBER_SECONDS_MAX], rest[LABEL_MAX];
	uint64_t every, period;

	if (!heat_view_diagonal(heat, &every))
		return;
	period = heat->map->period;
	number_plain_seconds(every, length);
	if (every == period)
		line_part(l, 1, dim, "every %s s", length);
	else
		line_part(l, 1, dim, "diagonal: every %s s (%s s %c %s)", length,
			  number_plain_seconds(period, column),
			  every > period ? '+' : '-',
			  label_duration(every > period ? every - period : period - every,
					 rest));
}

#define LANE_SHOWN 32 /* bytes of the name of a lane */

/* "61 s 200 ms: 2 samples", in smaller units if the cell is shorter than 1 ms. */
static void add_cell(const struct status *s, const struct heat_view *heat,
		     struct parts_line *l)
{
	struct heat_pointed at;
	struct range cell;
	char n[4 * LABEL_MAX], clock[LABEL_MAX], level[LABEL_MAX], ms[NUMBER_SECONDS_MAX];
	char of[LABEL_MAX], part[LABEL_MAX];
	char words[HEAT_HUES_WORDS];
	uint64_t second, rest, count;
	uint32_t column, row;
	size_t used;
	struct text lane;
	const struct heat_clock zoned = heat_view_clock(heat);
	int rank = s->comparison ? 7 : 8; /* the sides of a comparison come first */
	enum side_mark side = heat->swapped ? SIDE_B : SIDE_A;

	if (!heat_view_pointed(heat, &at))
		return;
	if (heat->is_other)
		line_part(l, rank, side_style(s, side), "%c", theme_side_letter(side));
	cell = at.cell;
	count = s->lane.len ? s->lane_count : at.count;
	second = cell.from / NS_PER_SECOND;
	rest = cell.from % NS_PER_SECOND;
	if (at.has_share) /* "2 of 3 match (67 %)", for spans "1.2 ms of 18.3 ms match" */
		snprintf(n, 3 * LABEL_MAX, "%s of %s match (%s)",
			 label_value(at.share.found, heat->map->spans, level),
			 label_value(at.share.of, heat->map->spans, of),
			 label_share(at.share.found, at.share.of, part));
	else if (at.is_busy)
		snprintf(n, sizeof n, "%s CPU%s", label_cpus(at.level, level),
			 at.level == CPU_USAGE_ONE ? "" : "s");
	else if (heat->map->counted && !s->lane.len) /* "2.70 threads" */
		snprintf(n, sizeof n, "%s %s%s",
			 label_threads(count, cell.to - cell.from, level),
			 heat->map->counted, count == cell.to - cell.from ? "" : "s");
	else if (heat->map->spans) /* "18.3 ms in 20 ms"; also of the threads of a lane */
		snprintf(n, sizeof n, "%s in %s", label_duration(count, level),
			 label_duration(cell.to - cell.from, of));
	else
		snprintf(n, sizeof n, "%s sample%s", number_grouped(count, level),
			 count == 1 ? "" : "s");
	if (s->lane.len) {
		lane = utf8_upto(s->lane, LANE_SHOWN);
		line_part(l, rank, dim, "%.*s%s", (int)lane.len, lane.at,
			  lane.len < s->lane.len ? "…" : "");
	}
	/*
	 * "cc1plus 5 of 8": the name with most of a cell, after the busy CPUs or in place of the
	 * samples. A lane has only one name anyway.
	 */
	if (!s->lane.len && heat_hues_shown(heat)) {
		heatmap_find(heat->map, cell.from, &column, &row);
		used = at.is_busy ? strlen(n) : 0;
		if (*heat_hues_words(heat, column, row, words))
			snprintf(n + used, sizeof n - used, "%s%s",
				 at.is_busy ? ", " : "", words);
	}
	line_part(l, rank, dim, "%" PRIu64 " s %s ms: %s", second,
		  number_plain_seconds(rest * 1000, ms), n);
	add_ticks(&at, heat, l);
	add_diagonal(heat, l);
	if (heat->clock.known &&
	    (!wall_source_is_date(heat->clock.source) || !heat->growing))
		line_part(l, 2, dim, "%s", heat_clock_words(&zoned, cell.from, clock));
}

/*
 * How much the words are shortened: each step is for lines in which the previous one does not fit.
 */
enum brevity { WHOLE, SEARCH_BRIEF, COUNT_BRIEF, BREVITIES };

/*
 * The matches of the search. In short lines the pattern is truncated, and the number of which they
 * are a share is left out; the share itself never is.
 */
static void add_search(const struct status *s, int width, enum brevity brief,
		       struct parts_line *l)
{
	const struct style pink = theme_found_words(s->theme);
	const struct range_totals *f = &s->figures;
	int shown = width < 86 ? 6 : width > 120 ? 40 : width - 80;
	char name[FILTER_WORDS_MAX];
	size_t len;
	bool quoted = filter_unquote(s->search, name, sizeof name, &len);
	struct text pattern = quoted ? (struct text){name, len} : s->search,
		    search = utf8_upto(pattern, (size_t)shown);
	const char *more = pattern.len > (size_t)shown ? "…" : "";
	char found[LABEL_MAX], of[LABEL_MAX], share[LABEL_MAX];

	if (s->profile->times_only)
		line_part(l, 9, pink, "/%.*s%s (needs stacks)", (int)search.len,
			  search.at, more);
	else if (brief >= SEARCH_BRIEF)
		line_part(l, 9, pink, "/%.*s%s: %s (%s)", (int)search.len, search.at,
			  more, label_value(f->found, f->is_time, found),
			  label_share(f->found, f->zoomed, share));
	else
		line_part(l, 9, pink, "/%.*s%s: %s of %s (%s)", (int)search.len,
			  search.at, more, label_value(f->found, f->is_time, found),
			  label_value(f->zoomed, f->is_time, of),
			  label_share(f->found, f->zoomed, share));
}

/* The samples of the range, or the time of its spans. */
static void add_counted(const struct status *s, int rank, enum brevity brief,
			struct parts_line *l)
{
	const struct range_totals *f = &s->figures;
	char n[LABEL_MAX], of[LABEL_MAX], share[LABEL_MAX];

	if (f->spans) {
		line_part(l, rank, plain, "%s of %s (%s)", label_duration(f->value, n),
			  label_duration(f->all, of),
			  label_share(f->value, f->all, share));
		return;
	}
	if (brief >= COUNT_BRIEF)
		line_part(l, rank, plain, "%s sample%s (%s)",
			  number_grouped(f->samples, n), f->samples == 1 ? "" : "s",
			  label_share(f->samples, f->kept, share));
	else
		line_part(l, rank, plain, "%s of %s sample%s (%s)",
			  number_grouped(f->samples, n), number_grouped(f->kept, of),
			  f->kept == 1 ? "" : "s",
			  label_share(f->samples, f->kept, share));
	if (f->is_time)
		line_part(l, 6, plain, "%s", label_value(f->value, true, n));
}

/* The margin of error of percentages if there are few samples. */
static void add_margin(const struct status *s, int rank, struct parts_line *l)
{
	if (s->figures.margin)
		line_part(l, rank, dim, "few: %s%u %%", s->theme->ascii ? "+-" : "±",
			  s->figures.margin);
}

static struct parts_line range_line(const struct status *s, const struct heat_view *heat,
				    int width, enum brevity brief)
{
	struct parts_line l = {.count = 0};
	char buf[LABEL_MAX];
	const struct range_totals *f = &s->figures;
	struct range r = heat->growing ? f->range : range_shown(f->range, f->whole);
	char busy[FIGURE_WORDS_MAX];

	if (s->comparison && s->comparison->parts[0].len) {
		add_parts(s, &l);
	} else if (s->comparison) {
		add_sides(s, &l);
	} else {
		line_part(&l, s->on_paper && range_is_all(r) ? 8 : 9, bold, "%s",
			  range_is_all(r) && heat->growing
			      ? s->live ? "all so far" : "what was read"
			      : label_ranges(r, f->ranges, s->theme->ascii, buf));
		if (s->has_baseline)
			add_baseline(s, SIDE_B, 8, &l);
		if (!range_is_all(r) || f->ranges > 1)
			line_part(&l, 5, plain, "%s", label_duration(f->length, buf));
		/* if the map shows shares or names, those of the cell matter more */
		if (s->uncounted)
			line_part(&l, 9, plain, "not counted yet");
		else
			add_counted(
			    s, heat_view_shares(heat) || heat_hues_shown(heat) ? 7 : 9,
			    brief, &l);
	}
	if (s->shaped && *s->shaped)
		line_part(&l, 8, bold, "%s", s->shaped);
	if (s->uncounted) {
		add_cell(s, heat, &l);
		return l;
	}
	add_margin(s, 3, &l); /* the line of the frame always has it */
	if (*figure_words_busy(f, busy))
		line_part(&l, 4, plain, "%s", busy);
	if (s->search.len)
		add_search(s, width, brief, &l);
	add_cell(s, heat, &l);
	return l;
}

void status_range(const struct status *s, const struct heat_view *heat, struct pane p)
{
	int brief = WHOLE;
	struct parts_line l = range_line(s, heat, p.area.w, WHOLE);

	/* only a search has words that can be shortened */
	while (s->search.len && ++brief < BREVITIES &&
	       line_width(&l, 9) > p.area.w + 1) /* truncated */
		l = range_line(s, heat, p.area.w, (enum brevity)brief);
	line_draw(&l, p);
}

/* ---- frames ---- */

/* "total 37 (72.5 % of the range, 1.2 % of all)": the chosen base of percentages comes first. */
static void add_total(const struct status *s, uint64_t value, const char *where,
		      struct parts_line *l)
{
	static const char *const of[PERCENT_BASES] = {[PERCENT_RANGE] = "the range",
						      [PERCENT_KEPT] = "all",
						      [PERCENT_EVERYTHING] =
							  "everything"};
	const struct range_totals *f = &s->figures;
	enum percent_base then =
	    s->choice->percent == PERCENT_RANGE ? PERCENT_KEPT : PERCENT_RANGE;
	char n[LABEL_MAX], share[LABEL_MAX], other[LABEL_MAX];

	line_part(l, 9, plain, "total %s (%s of %s, %s of %s)%s",
		  label_value(value, f->is_time, n),
		  label_share(value, range_totals_base(f, s->choice->percent), share),
		  of[s->choice->percent],
		  label_share(value, range_totals_base(f, then), other), of[then], where);
}

static void add_self(const struct status *s, uint64_t self, struct parts_line *l)
{
	const struct range_totals *f = &s->figures;
	char n[LABEL_MAX], share[LABEL_MAX];

	line_part(l, 8, plain, "self %s (%s)", label_value(self, f->is_time, n),
		  label_share(self, range_totals_base(f, s->choice->percent), share));
}

/* "A 72.5 %  B 0.4 %  +72 % of all  37 against 18 samples  92.5 against 0.2 a second" */
static void add_change(const struct status *s, struct change change, struct parts_line *l)
{
	const struct comparison *c = s->comparison;
	struct difference d = difference_of(c, change);
	char a[LABEL_MAX], b[LABEL_MAX];
	bool is_time = s->figures.is_time;

	if (d.part.len) {
		line_part(l, 9, bold, "%s", difference_words(d, s->theme->ascii, a));
		add_part_values(s, change.value, change.baseline, l);
		return;
	}
	line_part(l, 9, side_style(s, SIDE_A), "A %s",
		  label_share(change.value, c->subject.value, a));
	line_part(l, 9, side_style(s, SIDE_B), "B %s",
		  label_share(change.baseline, c->baseline.value, b));
	if (difference_sign(d, false))
		line_part(l, 9, bold, "%s%s", difference_words(d, s->theme->ascii, a),
			  d.is_new || d.is_gone ? "" : " of all");
	else
		line_part(l, 9, bold, "hardly any change");
	line_part(l, 8, plain, "%s against %s%s", label_value(change.value, is_time, a),
		  label_value(change.baseline, is_time, b),
		  is_time		 ? ""
		  : change.baseline == 1 ? " sample"
					 : " samples");
	if (is_time || !comparison_has_times(c))
		return;
	line_part(l, 6, plain, "%.1f against %.1f a second",
		  (double)change.value / (double)c->subject.length * NS_PER_SECOND,
		  (double)change.baseline / (double)c->baseline.length * NS_PER_SECOND);
}

static void add_code(const struct profile *p, struct text name, uint32_t frame,
		     struct parts_line *l)
{
	struct text module;

	line_name(l, 9, bold, name);
	if (!frame)
		return;
	module = profile_frame_module(p, frame);
	line_name(l, 6, plain, module);
	line_part(l, 5, dim, "%s", code_kind_names[hue_kind(p, frame)]);
}

/* The frame, and the run that is folded into its box. */
static void add_name(const struct status *s, const struct flame_pointed *at,
		     struct parts_line *l)
{
	const struct tree *t = s->flame->tree;
	struct text label = tree_label(t, at->node), first, last;
	char key[COMMAND_KEY_MAX];

	if (at->merged) {
		line_part(l, 9, bold, "%u frames, each too narrow for a cell",
			  at->merged);
		line_part(l, 5, dim, "%s lists them", command_key(COMMAND_ENTER, key));
		return;
	}
	add_code(t->profile, label, t->frame[at->node], l);
	if (at->run.frames < 2)
		return;
	first = utf8_upto(tree_label(t, at->run.first), 200);
	last = utf8_upto(tree_label(t, at->run.last), 200);
	if (fold_is_recursion(t, &at->run))
		line_part(l, 8, plain, "%u times, each called by the one before",
			  at->run.frames);
	else
		line_part(l, 8, plain, "one of %u frames in a row: %.*s to %.*s",
			  at->run.frames, (int)first.len, first.at, (int)last.len,
			  last.at);
	if (!s->on_paper)
		line_part(l, 4, dim, "%s unfolds", command_key(COMMAND_FOLD_HERE, key));
}

/* The remedy for missing call graphs: always beside the root, elsewhere if there is room. */
static void add_remedy(const struct status *s, bool is_root, struct parts_line *l)
{
	if (s->summary->no_call_graphs)
		line_part(
		    l, is_root ? 9 : 4, bold,
		    "no call graphs in this recording; record with: perf record -g");
}

static void draw_two(const struct parts_line *name, const struct parts_line *values,
		     struct pane p)
{
	struct parts_line both = *name;

	if (p.area.h >= 2) {
		line_draw(name, pane_inside(p, (struct rect){0, 0, p.area.w, 1}));
		line_draw(values, pane_inside(p, (struct rect){0, 1, p.area.w, 1}));
		return;
	}
	for (int i = 0; i < values->count; i++)
		if (!APPEND_FIXED(both.parts, both.count, values->parts[i]))
			break;
	line_draw(&both, p);
}

void status_frame(const struct status *s, const struct flame_pointed *at, struct pane p)
{
	struct parts_line name = {.count = 0}, values = {.count = 0};
	char words[LABEL_MAX];

	add_name(s, at, &name);
	add_remedy(s, at->node == 0 && !at->merged, &name);
	if (s->uncounted) {
		line_part(&values, 9, plain, "of the range before");
		draw_two(&name, &values, p);
		return;
	}
	if (s->comparison && !at->merged) {
		add_change(s, comparison_total(s->comparison, at->node), &values);
		difference_words(difference_at(s->comparison, at->node, true),
				 s->theme->ascii, words);
		if (words[0])
			line_part(&values, 5, plain, "self %s", words);
	} else {
		if (!at->merged)
			add_self(s, flame_own(s->flame, at->node), &values);
		add_total(s, at->value, "", &values);
		if (s->figures.zoomed != s->figures.value)
			line_part(&values, 5, plain, "%s of the zoom",
				  label_share(at->value, s->figures.zoomed, words));
	}
	add_margin(s, 9, &values);
	draw_two(&name, &values, p);
}

void status_difference(const struct status *s, const struct difference_rows *rows,
		       const struct difference_row *row, struct pane p)
{
	struct parts_line name = {.count = 0}, values = {.count = 0};
	struct text who, t = wait_keys_where(difference_row_name(rows, row), &who);

	if (row->by != KEYS_WAIT)
		t = difference_row_name(rows, row);
	line_name(&name, 9, bold, t);
	if (row->by == KEYS_WAIT && who.len) {
		line_part(&values, 9, dim, "waiting for");
		line_name(&values, 9, bold, who);
	}
	line_part(&name, 5, dim, "%s", difference_row_by(row));
	if (row->with > 1)
		line_part(&name, 4, dim,
			  "with %" PRIu32 " more that always occur together",
			  row->with - 1);
	/* spans are not a random sample, so they have no verdict */
	if (!s->figures.spans && row->verdict != VERDICT_UNKNOWN)
		line_part(&name, 8, plain, "%s, %+.1f to %+.1f points",
			  verdict_words[row->verdict], 100 * row->estimate.share.low,
			  100 * row->estimate.share.high);
	add_change(s, difference_row_change(rows, row, s->comparison), &values);
	add_margin(s, 9, &values);
	draw_two(&name, &values, p);
}

void status_function(const struct status *s, const struct profile *of,
		     const struct top_row *row, struct pane p)
{
	struct parts_line name = {.count = 0}, values = {.count = 0};

	add_code(of, profile_frame_name(of, row->frame), row->frame, &name);
	add_remedy(s, false, &name);
	if (s->uncounted) {
		line_part(&values, 9, plain, "of the range before");
		draw_two(&name, &values, p);
		return;
	}
	if (s->comparison) {
		add_change(
		    s, comparison_change(s->comparison, row->total, row->baseline_total),
		    &values);
	} else {
		add_self(s, row->self, &values);
		add_total(s, row->total, ", all places together", &values);
	}
	add_margin(s, 9, &values);
	draw_two(&name, &values, p);
}
