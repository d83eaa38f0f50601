#include "workspace/menus/menus.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "analysis/filter.h"
#include "analysis/range_words.h"
#include "base/fill.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/utf8.h"
#include "export/table/periods_table.h"
#include "view/label.h"
#include "view/task_lines.h"
#include "workspace/finding.h"
#include "workspace/menus/look.h"
#include "view/flame/narrow_frames.h"
#include "workspace/menus/transform_menu.h"
#include "profile/hosts.h"

/* One line of the menu of CPUs: how much. */
struct candidate {
	uint64_t value; /* what the graph counts */
	uint32_t cpu;
};

static int by_value(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;

	if (x->value != y->value)
		return x->value < y->value ? 1 : -1;
	return x->cpu < y->cpu ? -1 : x->cpu > y->cpu;
}

/* Counts are ns: of spans, or of periods that are weighed. */
static bool is_time(const struct session *s)
{
	return flame_is_time(s->profile, s->choice.event, s->choice.weigh);
}

static bool add_cpu(const struct session *s, const struct candidate *c,
		    struct menu_view *menu, struct error *err)
{
	const struct profile *p = s->profile;
	uint16_t cpu = (uint16_t)c->cpu;
	char tail[HOST_TAIL_MAX], label[32 + HOST_TAIL_MAX], key[FILTER_CPU_MAX],
	    detail[2 * LABEL_MAX], n[LABEL_MAX], share[LABEL_MAX];

	snprintf(label, sizeof label, "CPU %u%s", (unsigned)host_cpu(p, cpu),
		 host_tail(p, host_of_cpu(p, cpu), tail));
	filter_cpu_term(p, cpu, key);
	snprintf(detail, sizeof detail, "%9s %7s", label_value(c->value, is_time(s), n),
		 label_share(c->value, s->flame.total[0], share));
	return menu_view_add(menu, text_of(label), detail, key, err);
}

/* By context what the range has, under the present filter. Owned by the caller. */
static uint64_t *count_contexts(const struct flame *f, struct error *err)
{
	const struct profile *p = f->tree->profile;
	const uint32_t *of = p->samples.context;
	uint64_t *counts =
	    mem_array((size_t)p->context_count + 1, sizeof *counts, "choices", err);

	if (counts && flame_counts_ones(f))
		flame_tally(f, of, counts);
	else if (counts)
		for (uint64_t i = flame_next(f, 0); i < f->last; i = flame_next(f, i + 1))
			counts[of[i]] += flame_value(f, i);
	return counts;
}

/* Returns how many there are; the last, of which nothing is asked, stands for "not recorded". */
static uint32_t gather_cpus(const struct profile *p, const uint64_t *counts,
			    struct candidate *of)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < p->context_count; i++)
		of[p->contexts[i].cpu].value += counts[i]; /* room: PROFILE_NO_CPU, too */
	for (uint32_t i = 0; i < PROFILE_NO_CPU; i++)
		if (of[i].value)
			of[count++] = (struct candidate){of[i].value, i};
	if (count)
		qsort(of, count, sizeof *of, by_value);
	return count;
}

/* Those with most samples of the range first. */
static bool fill_cpus(const struct session *s, struct menu_view *menu, struct error *err)
{
	struct candidate *of = mem_array(PROFILE_NO_CPU + 1u, sizeof *of, "choices", err);
	uint64_t *counts = of ? count_contexts(&s->flame, err) : NULL;
	uint32_t count = counts ? gather_cpus(s->profile, counts, of) : 0;
	bool ok = counts != NULL;

	for (uint32_t i = 0; ok && i < count; i++)
		ok = add_cpu(s, &of[i], menu, err);
	mem_free(of);
	mem_free(counts);
	menu->can_refuse = true;
	menu->hint = " {enter}: only this   {drop}: all but this   {cancel}: close ";
	return ok;
}

/* ---- processes and threads ---- */

static struct task_lines lines_of(const struct menus *m, const struct open_profile *o,
				  enum menu_kind kind)
{
	return (struct task_lines){.tasks = &m->tasks,
				   .profile = o->session->profile,
				   .threads_only = kind == MENU_THREAD,
				   .open = m->opened,
				   .ascii = o->settings->theme.ascii,
				   .is_time = is_time(o->session),
				   .width = o->panes[PANE_LOWER].area.w};
}

/* The title says of how many it is, where that is not all of them, and of what the bars are, where
 * that is not the range, as the numbers beside them are. */
static void name_tasks(struct menus *m, const struct task_lines *lines,
		       const struct session *s)
{
	uint64_t all = task_lines_count(lines);
	char n[NUMBER_GROUPED_MAX], most[NUMBER_GROUPED_MAX], some[64] = "";
	bool apart = m->tasks.cells.columns && !choice_is_all(&s->choice);

	if (all > TASK_LINES_MOST)
		snprintf(some, sizeof some, ": %s of %s lines",
			 number_grouped(TASK_LINES_MOST, most), number_grouped(all, n));
	snprintf(m->title, sizeof m->title, " %s in the range%s%s ",
		 lines->threads_only ? "Threads" : "Processes", some,
		 apart ? "; bars: all time" : "");
	m->view.title = m->title;
}

static bool fill_task_lines(struct menus *m, const struct open_profile *o,
			    enum menu_kind kind, struct error *err)
{
	struct task_lines lines = lines_of(m, o, kind);

	m->view.can_refuse = true;
	m->view.hint =
	    kind == MENU_THREAD
		? " {enter}: only this   {drop}: all but this   {cancel}: close "
		: " {enter}: only this   {drop}: all but this   {right 2} {left 2}: "
		  "threads "
		  "  {cancel}: close ";
	name_tasks(m, &lines, o->session);
	return task_lines_fill(&lines, &m->view, err);
}

/* All processes are open where their threads have room on the screen. */
static bool fill_tasks(struct menus *m, const struct open_profile *o, enum menu_kind kind,
		       struct error *err)
{
	const struct session *s = o->session;
	int height = o->panes[PANE_UPPER].area.h + o->panes[PANE_LOWER].area.h;
	struct task_lines lines = lines_of(m, o, kind);
	bool open;

	if (!tasks_build(&m->tasks, &s->flame, s->kept.spans, err) ||
	    !tasks_count_cells(&m->tasks, &s->flame, task_lines_spark(&lines), err))
		return false;
	m->opened = mem_array((size_t)m->tasks.process_count + 1, 1, "processes", err);
	if (!m->opened)
		return false;
	open = (uint64_t)m->tasks.process_count + m->tasks.thread_count <
	       (uint64_t)(height > 0 ? height : 0);
	for (uint32_t i = 0; i < m->tasks.process_count; i++)
		m->opened[i] = open;
	return fill_task_lines(m, o, kind, err);
}

/* Show the threads of the process that the cursor is on, or no longer: the cursor goes to it. */
static bool unfold(struct menus *m, const struct open_profile *o, bool open,
		   struct error *err)
{
	struct task_lines lines = lines_of(m, o, MENU_PROCESS);
	uint32_t at = m->view.list.cursor, process = task_lines_process(&lines, at);
	struct menu_view was = m->view; /* how it is searched stays */
	struct list list = m->view.list;

	if (process == UINT32_MAX || m->opened[process] == open)
		return true;
	list.cursor = task_lines_of(&lines, process);
	m->opened[process] = open;
	menu_view_release(&m->view);
	if (!fill_task_lines(m, o, MENU_PROCESS, err))
		return false;
	memcpy(m->view.search.words, was.search.words, sizeof was.search.words);
	list.count = m->view.list.count;
	m->view.list = list;
	list_resize(&m->view.list, list.count);
	return true;
}

static void forget_tasks(struct menus *m)
{
	tasks_release(&m->tasks);
	mem_free(m->opened);
	m->opened = NULL;
}

#define ALL_EVENTS "all" /* the key of that line; those of one event have none */

/* "2,400 samples"; of spans "1.824 s". */
static void name_amount(uint64_t amount, bool spans, char *detail)
{
	char n[LABEL_MAX];

	snprintf(detail, 2 * LABEL_MAX, "%s%s", label_value(amount, spans, n),
		 spans	       ? ""
		 : amount == 1 ? " sample"
			       : " samples");
}

static bool fill_events(const struct session *s, struct menu_view *menu,
			struct error *err)
{
	const struct profile *p = s->profile;
	char detail[2 * LABEL_MAX];
	bool ok = true, mixed = false;
	uint64_t together = 0;

	for (uint32_t e = 0; ok && e < p->event_count; e++) {
		const struct event_summary *sum = &s->summary.events[e];
		bool spans = p->events[e].spans;

		mixed |= spans != p->events[0].spans;
		together += spans ? sum->duration : sum->samples;
		name_amount(spans ? sum->duration : sum->samples, spans, detail);
		ok = menu_view_add(menu, profile_string(p, p->events[e].name), detail,
				   NULL, err);
	}
	menu->hint = " {enter}: this one   {cancel}: close ";
	menu->list.cursor =
	    s->choice.event == KEPT_ALL_EVENTS ? p->event_count : s->choice.event;
	/* times and numbers of samples do not add up, and spans of one event not to more */
	if (!ok || mixed || (p->event_count == 1 && p->events[0].spans))
		return ok;
	name_amount(together, p->event_count && p->events[0].spans, detail);
	return menu_view_add(menu, TEXT("all events together"), detail, ALL_EVENTS, err);
}

/* Number `n` of those that are offered; false: there are no more. */
static bool row_choice(unsigned n, uint32_t *rows)
{
	char word[CHOICE_VALUE_MAX];
	uint64_t number = 0;

	if (!choice_step_word(CHOICE_ROWS, n, word))
		return false;
	number_u64(text_of(word), &number); /* auto is 0 */
	*rows = (uint32_t)number;
	return true;
}

static bool fill_rows(const struct open_profile *o, struct menu_view *menu,
		      struct error *err)
{
	const struct choice *c = &o->session->choice;
	uint32_t rows;
	bool ok = true;

	for (unsigned i = 0; ok && row_choice(i, &rows); i++) {
		char label[32], detail[LABEL_MAX], each[LABEL_MAX];

		snprintf(label, sizeof label, rows ? "%u rows" : "as many as fit", rows);
		snprintf(detail, sizeof detail, "%s",
			 rows ? label_duration(c->period / rows, each) : "");
		ok = menu_view_add(menu, text_of(label), detail, NULL, err);
		if (rows == c->rows)
			menu->list.cursor = i;
	}
	menu->hint = " {enter}: this many   {cancel}: close ";
	return ok;
}

static bool fill_roots(const struct session *s, struct menu_view *menu, struct error *err)
{
	static const char *const words[ROOT_MODES] = {
	    "process name", "thread", "process", "CPU", "host", "none: functions only"};
	bool ok = true;

	for (int i = 0; ok && i < ROOT_MODES; i++)
		ok =
		    menu_view_add(menu, text_of(words[i]), root_mode_names[i], NULL, err);
	menu->list.cursor = s->choice.root;
	menu->hint = " {enter}: this one   {cancel}: close ";
	return ok;
}

/* Of the range; where nothing comes again and again in it, of all, which the title says. */
static bool find_periods(const struct open_profile *o, struct menu_view *menu,
			 struct periods *found, struct error *err)
{
	const struct session *s = o->session;

	if (!session_find_periods(s, false, found, err))
		return false;
	if (found->count || choice_is_all(&s->choice))
		return true;
	menu->title = " Periods of the whole recording: the range has none ";
	return session_find_periods(s, true, found, err);
}

/* "refresh_cache (thread refresher), for 0.1 s, 13 times", as much as there is room for. */
static void say_period(const struct open_profile *o, const struct period *p, int room,
		       char detail[static PERIODS_WHO + LABEL_MAX])
{
	char who[PERIODS_WHO], busy[NUMBER_SECONDS_MAX];
	struct text fits;

	snprintf(detail, PERIODS_WHO + LABEL_MAX, "%s, for %s s, %" PRIu32 " times",
		 periods_who(&p->who, o->session->profile, who),
		 number_plain_seconds(periods_table_busy(p), busy), p->cycles);
	if (utf8_columns(text_of(detail)) <= room)
		return;
	fits = finding_fitting(text_of(detail), room > 2 ? room - 2 : 0);
	snprintf(detail + fits.len, sizeof "..", "..");
}

#define PERIOD_BESIDE 8 /* columns: the border, and what is between */

/* "1.300 s ± 0.002 s", and what comes so. */
static bool fill_periods(const struct open_profile *o, struct menu_view *menu,
			 struct periods *found, struct error *err)
{
	const char *margin = o->settings->theme.ascii ? "+-" : "±";
	char label[128], detail[PERIODS_WHO + LABEL_MAX], length[NUMBER_SECONDS_MAX];
	char error[NUMBER_SECONDS_MAX], key[NUMBER_SECONDS_MAX];
	bool ok = find_periods(o, menu, found, err);

	for (uint32_t i = 0; ok && i < found->count; i++) {
		const struct period *p = &found->found[i];

		snprintf(label, sizeof label, "%s %s %s s",
			 number_plain_seconds(periods_table_length(p), length), margin,
			 number_plain_seconds(periods_table_margin(p), error));
		say_period(o, p,
			   o->panes[PANE_LOWER].area.w - utf8_columns(text_of(label)) -
			       PERIOD_BESIDE,
			   detail);
		snprintf(key, sizeof key, "%" PRIu64, periods_table_length(p));
		ok = menu_view_add(menu, text_of(label), detail, key, err);
	}
	menu->can_gather = true;
	menu->hint = " {enter}: a column is as long   {gather}: select all bursts   "
		     "{cancel}: close ";
	return ok;
}

static bool fill_odd(struct open_profile *o, struct menu_view *menu, struct error *err)
{
	const struct odd_moments *odd = finding_odd(o, err);
	const struct profile *p = o->session->profile;
	char label[2 * LABEL_MAX], detail[FINDING_BRIEF], key[RANGE_TEXT_MAX];
	char range[LABEL_MAX], length[LABEL_MAX];
	bool ok = odd != NULL;
	int names = ok ? finding_name_width(odd, p, o->panes[PANE_LOWER].area.w) : 0;

	for (uint32_t i = 0; ok && i < odd->count; i++) {
		const struct odd_moment *m = &odd->moment[i];
		struct range r = finding_brief_range(m->range);

		snprintf(label, sizeof label, "%-6s %s, %s",
			 m->kind == ODD_EACH_SECOND ? "each s" : odd_kind_names[m->kind],
			 label_range(r, o->settings->theme.ascii, range),
			 label_duration(r.to - r.from, length));
		ok = menu_view_add(menu, text_of(label),
				   finding_brief(m, p, names, detail),
				   range_text(m->range, key), err);
	}
	menu->can_gather = true;
	menu->hint =
	    " {enter}: go there   {gather}: add it   {gather-like}: all of its kind   "
	    "{cancel}: close ";
	return ok;
}

static bool fill(struct menus *m, enum menu_kind kind, struct open_profile *o,
		 struct error *err)
{
	struct menu_view *menu = &m->view;

	switch (kind) {
	case MENU_EVENT:
		return fill_events(o->session, menu, err);
	case MENU_ROWS:
		return fill_rows(o, menu, err);
	case MENU_LOOK:
		return look_fill(o, menu, err);
	case MENU_ROOT:
		return fill_roots(o->session, menu, err);
	case MENU_PERIOD:
		return fill_periods(o, menu, &m->periods, err);
	case MENU_ODD:
		return fill_odd(o, menu, err);
	case MENU_CPU:
		return fill_cpus(o->session, menu, err);
	case MENU_TRANSFORM:
		return transform_menu_fill(o, text_of(m->about ? m->about : ""),
					   m->about_node, menu, err);
	case MENU_NARROW:
		menu->title = m->title;
		return narrow_frames_fill(&o->flame, o->status.figures.is_time, menu,
					  m->title, err);
	default:
		return fill_tasks(m, o, kind, err);
	}
}

bool menus_open(struct menus *m, enum menu_kind kind, struct open_profile *o,
		struct error *err)
{
	static const char *const titles[] = {[MENU_EVENT] = " Event ",
					     [MENU_CPU] = " CPUs in the range ",
					     [MENU_ROWS] = " Rows per column ",
					     [MENU_ROOT] = " Root frames ",
					     [MENU_PERIOD] = " Periods in the range ",
					     [MENU_LOOK] = " How things look ",
					     [MENU_ODD] = " Odd moments ",
					     [MENU_TRANSFORM] = " Call paths "};
	char words[LABEL_MAX], looked[FINDING_WORDS];
	bool tasks = kind == MENU_THREAD || kind == MENU_PROCESS || kind == MENU_CPU;

	if (o->session->profile->times_only && (tasks || kind == MENU_PERIOD))
		return error_set(err, ERROR_NOTHING,
				 "%s are known when the stacks have been read",
				 tasks ? "threads, processes and CPUs" : "periods");
	menu_view_release(&m->view);
	forget_tasks(m);
	m->view.title = titles[kind];
	if (!fill(m, kind, o, err))
		return false;
	if (m->view.list.count == 0)
		return error_set(
		    err, ERROR_NOTHING, "%s",
		    kind == MENU_CPU ? "the recording does not tell CPUs apart"
		    : kind == MENU_PERIOD
			? "nothing comes again and again here: no period stands out"
		    : kind == MENU_ODD ? finding_nothing(&o->odd, looked)
		    : kind == MENU_TRANSFORM
			? command_words("no function here; {up}: a frame", words,
					sizeof words)
			: "there is nothing to choose from here");
	m->kind = kind;
	m->cursor = open_profile_cursor(o);
	m->is_open = true;
	return true;
}

void menus_release(struct menus *m)
{
	menu_view_release(&m->view);
	forget_tasks(m);
	mem_free(m->about);
	*m = (struct menus){0};
}

void menus_about(struct menus *m, struct text function, uint32_t node)
{
	struct error ignored = ERROR_INIT; /* then it is about none */

	mem_free(m->about);
	m->about_node = node;
	m->about = mem_text(function.at, function.len, &ignored);
}

/* All that are to be in force; a line that does nothing leaves the menu open. */
static void take_transform(struct menus *m, struct open_profile *o, uint32_t line,
			   bool refuse, struct error *err)
{
	struct choice c = o->session->choice;
	char *list = transform_menu_take(&m->view, line, refuse, c.transform, err);

	m->is_open = !list;
	if (!list)
		return;
	c.transform = text_of(list);
	open_profile_settle(o, &c, err);
	mem_free(list);
}

static bool take_term(struct open_profile *o, const char *key, bool refuse,
		      struct error *err)
{
	char *term = mem_format(err, "%s%s", refuse ? "!" : "", key);
	bool ok = term && open_profile_add_filter(o, text_of(term), err);

	mem_free(term);
	return ok;
}

/* Columns of the chosen length: what comes so often stands still. */
static struct action take_period(const struct menus *m, const char *key)
{
	struct action a = {
	    .kind = ACTION_PERIOD, .range.from = m->cursor, .settled = true};

	return number_u64(text_of(key), &a.value) ? a : ACTION(NONE);
}

static struct action take_moment(const char *key, struct error *err)
{
	struct action a = {.kind = ACTION_RANGE, .settled = true, .reveal = true};

	return range_parse(text_of(key), NULL, &a.range, err) ? a : ACTION(REDRAW);
}

/* The events may be more by now. */
static struct action take_choice(const struct menus *m, struct open_profile *o,
				 uint32_t line, struct error *err)
{
	struct choice c = o->session->choice;

	if (m->kind == MENU_ROWS) {
		if (row_choice(line, &c.rows))
			open_profile_ask(o, &c, err);
		return ACTION(ARRANGE);
	}
	if (m->kind == MENU_EVENT)
		c.event = m->view.lines[line].key ? KEPT_ALL_EVENTS : line;
	else
		c.root = (enum root_mode)line;
	open_profile_settle(o, &c, err);
	return ACTION(REDRAW);
}

/* Apart from a step in the menu of how things look, which is to be seen behind it, this closes it. */
static struct action take(struct menus *m, struct open_profile *o, uint32_t line,
			  bool refuse, char words[MENUS_WORDS], struct error *err)
{
	const char *key = m->view.lines[line].key;
	struct action step = ACTION(NONE);

	if (m->kind == MENU_LOOK)
		step = look_step(&m->view, line, 1);
	m->is_open = step.kind == ACTION_STEP;
	switch (m->kind) {
	case MENU_NARROW:
		return narrow_frames_take(&m->view, line, o->flame.flame->tree);
	case MENU_TRANSFORM:
		take_transform(m, o, line, refuse, err);
		return ACTION(REDRAW);
	case MENU_PERIOD:
		return take_period(m, key);
	case MENU_ODD:
		return take_moment(key, err);
	case MENU_LOOK:
		if (!m->is_open)
			look_take(o, &m->view, line, words, err);
		return m->is_open ? step : ACTION(REDRAW);
	case MENU_THREAD:
	case MENU_PROCESS:
	case MENU_CPU:
		if (key)
			take_term(o, key, refuse, err);
		return ACTION(REDRAW);
	default:
		return take_choice(m, o, line, err);
	}
}

/* ---- several ranges ---- */

/* The odd moment in a line of their list, or all of its kind. */
static bool gather_odd(struct open_profile *o, uint32_t line, bool all, struct error *err)
{
	const struct odd_moments *odd = finding_odd(o, err);
	struct ranges also = {0};
	bool ok =
	    odd && line < odd->count && ranges_copy(&also, &o->session->choice.also, err);

	for (uint32_t i = 0; ok && i < odd->count; i++)
		if (i == line ||
		    (all && odd_moments_alike(&odd->moment[i], &odd->moment[line])))
			ok = ranges_add(&also, odd->moment[i].range, err);
	ok = ok && open_profile_set_ranges(o, o->session->choice.range, &also, err);
	ranges_release(&also);
	return ok;
}

/* All bursts of the period in a line of their list, in place of the range in which it was found. */
static bool gather_bursts(const struct menus *m, struct open_profile *o, uint32_t line,
			  struct error *err)
{
	struct ranges also = {0};
	bool ok = ranges_copy(&also, &o->session->choice.also, err) &&
		  periods_bursts(&m->periods, line, &also, err) &&
		  open_profile_set_ranges(o, RANGE_ALL, &also, err);

	ranges_release(&also);
	return ok;
}

/* It stays open for more. */
static struct action gather(const struct menus *m, struct open_profile *o,
			    const struct action *a, char words[MENUS_WORDS],
			    struct error *err)
{
	if (m->kind == MENU_PERIOD
		? gather_bursts(m, o, a->id, err)
		: gather_odd(o, a->id, a->command == COMMAND_GATHER_LIKE, err))
		snprintf(words, MENUS_WORDS, "%" PRIu32 " ranges",
			 o->session->selection.count);
	return ACTION(REDRAW);
}

/* Left and right, where they mean something. */
static struct action turn(struct menus *m, const struct open_profile *o,
			  const struct input *in, struct error *err)
{
	int n = in->count ? in->count : 1;
	bool left = in->command == COMMAND_LEFT;

	if (!left && in->command != COMMAND_RIGHT)
		return ACTION(NONE);
	if (m->kind == MENU_LOOK) /* other lines are only taken */
		return look_step(&m->view, m->view.list.cursor, left ? -n : n);
	if (m->kind == MENU_PROCESS)
		return unfold(m, o, !left, err) ? ACTION(REDRAW) : ACTION(CLOSE);
	return ACTION(NONE);
}

struct action menus_command(struct menus *m, struct open_profile *o,
			    const struct input *in, struct pane p,
			    char words[MENUS_WORDS], struct error *err)
{
	struct action a = menu_view_command(&m->view, in, p);

	words[0] = '\0';
	if (a.kind == ACTION_NONE)
		a = turn(m, o, in, err);
	if (a.kind == ACTION_LINE && a.command != COMMAND_ENTER &&
	    a.command != COMMAND_DROP) {
		a = gather(m, o, &a, words, err);
	} else if (a.kind == ACTION_LINE) {
		a = take(m, o, a.id, a.command == COMMAND_DROP, words, err);
	} else if (a.kind == ACTION_CLOSE) {
		m->is_open = false;
		a = ACTION(REDRAW);
	}
	if (!m->is_open) {
		menu_view_release(&m->view);
		forget_tasks(m);
	}
	return a;
}

bool menus_renew(struct menus *m, const struct open_profile *o, struct error *err)
{
	return !m->is_open || m->kind != MENU_LOOK || look_renew(o, &m->view, err);
}

const char *menus_words(const struct menus *m, const struct open_profile *o, int width,
			char buf[MENUS_WORDS])
{
	if (m->is_open && m->kind == MENU_LOOK)
		return look_values(o, &m->view, width, buf, MENUS_WORDS);
	buf[0] = '\0';
	return buf;
}
