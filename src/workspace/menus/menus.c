#include "workspace/overlays.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/filter.h"
#include "analysis/range_words.h"
#include "analysis/transform/transform.h"
#include "base/fill.h"
#include "base/mem.h"
#include "base/memory_stream.h"
#include "base/number.h"
#include "base/utf8.h"
#include "export/table/periods_table.h"
#include "view/label.h"
#include "view/task_lines.h"
#include "workspace/anomaly_list.h"
#include "workspace/menus/look.h"
#include "view/flame/narrow_frames.h"
#include "profile/hosts.h"

/* A line of the menu of CPUs. */
struct cpu_line {
	uint64_t value; /* in the unit of the graph */
	uint32_t cpu;
};

static int by_value(const void *a, const void *b)
{
	const struct cpu_line *x = a, *y = b;

	if (x->value != y->value)
		return x->value < y->value ? 1 : -1;
	return x->cpu < y->cpu ? -1 : x->cpu > y->cpu;
}

/* Are values in ns, for spans or for periods? */
static bool is_time(const struct session *s)
{
	return flame_is_time(s->profile, s->choice.event, s->choice.weigh);
}

/* The value of each context in the range. Owned by the caller. */
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

/* The CPU with the largest value comes first. */
static bool fill_cpus(const struct session *s, struct menu_view *menu, struct error *err)
{
	const struct profile *p = s->profile;
	struct cpu_line *cpus =
	    mem_array(PROFILE_NO_CPU + 1u, sizeof *cpus, "choices", err);
	uint64_t *counts = cpus ? count_contexts(&s->flame, err) : NULL;
	uint32_t count = 0;
	bool ok = counts != NULL;

	for (uint32_t i = 0; ok && i < p->context_count; i++)
		cpus[p->contexts[i].cpu].value +=
		    counts[i]; /* room: PROFILE_NO_CPU, too */
	for (uint32_t i = 0; ok && i < PROFILE_NO_CPU; i++)
		if (cpus[i].value)
			cpus[count++] = (struct cpu_line){cpus[i].value, i};
	if (count)
		qsort(cpus, count, sizeof *cpus, by_value);
	for (uint32_t i = 0; ok && i < count; i++) {
		char tail[HOST_TAIL_MAX], label[32 + HOST_TAIL_MAX], key[FILTER_CPU_MAX],
		    detail[2 * LABEL_MAX], n[LABEL_MAX], share[LABEL_MAX];
		uint16_t cpu = (uint16_t)cpus[i].cpu;

		snprintf(label, sizeof label, "CPU %u%s", (unsigned)host_cpu(p, cpu),
			 host_tail(p, host_of_cpu(p, cpu), tail));
		filter_cpu_term(p, cpu, key);
		snprintf(detail, sizeof detail, "%9s %7s",
			 label_value(cpus[i].value, is_time(s), n),
			 label_share(cpus[i].value, s->flame.total[0], share));
		ok = menu_view_add(menu, text_of(label), detail, key, err);
	}
	mem_free(cpus);
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

/*
 * The title says how many lines are shown if not all are, and that the bars cover the whole time if
 * the numbers beside them belong to a range.
 */
static bool fill_task_lines(struct menus *m, const struct open_profile *o,
			    enum menu_kind kind, struct error *err)
{
	struct task_lines lines = lines_of(m, o, kind);
	uint64_t all = task_lines_count(&lines);
	char n[NUMBER_GROUPED_MAX], most[NUMBER_GROUPED_MAX], some[64] = "";
	bool apart = m->tasks.cells.columns && !choice_is_all(&o->session->choice);

	m->view.can_refuse = true;
	m->view.hint =
	    kind == MENU_THREAD
		? " {enter}: only this   {drop}: all but this   {cancel}: close "
		: " {enter}: only this   {drop}: all but this   {right 2} {left 2}: "
		  "threads "
		  "  {cancel}: close ";
	if (all > TASK_LINES_MOST)
		snprintf(some, sizeof some, ": %s of %s lines",
			 number_grouped(TASK_LINES_MOST, most), number_grouped(all, n));
	snprintf(m->title, sizeof m->title, " %s in the range%s%s ",
		 lines.threads_only ? "Threads" : "Processes", some,
		 apart ? "; bars: all time" : "");
	m->view.title = m->title;
	return task_lines_fill(&lines, &m->view, err);
}

/* All processes are unfolded if their threads fit on the screen. */
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

/* Show or hide the threads of the process at the cursor; the cursor goes to the process. */
static bool unfold_process(struct menus *m, const struct open_profile *o, bool open,
			   struct error *err)
{
	struct task_lines lines = lines_of(m, o, MENU_PROCESS);
	uint32_t at = m->view.list.cursor, process = task_lines_process(&lines, at);
	struct menu_view was = m->view; /* keeps the words of the search */
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

#define ALL_EVENTS_KEY "all" /* the key of that line; lines of single events have none */

/* "2,400 samples"; for spans "1.824 s". */
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
	    s->choice.event == ALL_EVENTS ? p->event_count : s->choice.event;
	/* times and numbers of samples cannot be added, and a single event of spans needs no sum */
	if (!ok || mixed || (p->event_count == 1 && p->events[0].spans))
		return ok;
	name_amount(together, p->event_count && p->events[0].spans, detail);
	return menu_view_add(menu, TEXT("all events together"), detail, ALL_EVENTS_KEY,
			     err);
}

/* Value `n` of the offered ones; false if there are fewer. */
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
	    "thread name", "thread", "process", "CPU", "host", "none: functions only"};
	bool ok = true;

	for (int i = 0; ok && i < ROOT_MODES; i++)
		ok =
		    menu_view_add(menu, text_of(words[i]), root_mode_names[i], NULL, err);
	menu->list.cursor = s->choice.root;
	menu->hint = " {enter}: this one   {cancel}: close ";
	return ok;
}

/* Periods of the range or, if it has none, of the whole recording, as the title then says. */
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

/* "refresh_cache (thread refresher), for 0.1 s, 13 times", truncated to fit. */
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
	fits = anomaly_list_fitting(text_of(detail), room > 2 ? room - 2 : 0);
	snprintf(detail + fits.len, sizeof "..", "..");
}

#define PERIOD_BESIDE 8 /* columns of the border and between the texts */

/* "1.300 s ± 0.002 s", and the function or thread with this period. */
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
	menu->hint = " {enter}: use as column length   {gather}: select all bursts   "
		     "{cancel}: close ";
	return ok;
}

static bool fill_odd(struct open_profile *o, struct menu_view *menu, struct error *err)
{
	const struct anomalies *odd = anomaly_list_of(o, err);
	const struct profile *p = o->session->profile;
	char label[2 * LABEL_MAX], detail[ANOMALY_LIST_BRIEF], key[RANGE_TEXT_MAX];
	char range[LABEL_MAX], length[LABEL_MAX];
	bool ok = odd != NULL;
	int names = ok ? anomaly_list_name_width(odd, p, o->panes[PANE_LOWER].area.w) : 0;

	for (uint32_t i = 0; ok && i < odd->count; i++) {
		const struct anomaly *m = &odd->moment[i];
		struct range r = anomaly_list_brief_range(m->range);

		snprintf(label, sizeof label, "%-6s %s, %s",
			 m->kind == ANOMALY_RECURRING ? "each s"
						      : anomaly_kind_names[m->kind],
			 label_range(r, o->settings->theme.ascii, range),
			 label_duration(r.to - r.from, length));
		ok = menu_view_add(menu, text_of(label),
				   anomaly_list_brief(m, p, names, detail),
				   range_text(m->range, key), err);
	}
	menu->can_gather = true;
	menu->hint =
	    " {enter}: go there   {gather}: add it   {gather-like}: all of its kind   "
	    "{cancel}: close ";
	return ok;
}

/* ---- transformations of call paths ---- */

/* Keys: for an active transformation '#' and its number, for others the argument of --transform. */
#define IN_FORCE '#'

static bool add_transform(struct menu_view *menu, enum transform_kind kind,
			  struct text of, const char *detail, const char *key,
			  struct error *err)
{
	char *label =
	    mem_format(err, "%s %.*s", transform_words[kind].name, (int)of.len, of.at);
	bool ok = label && menu_view_add(menu, text_of(label), detail, key, err);

	mem_free(label);
	return ok;
}

static struct text module_of(const struct open_profile *o, struct text function)
{
	const struct profile *p = session_functions(o->session)->tree->profile;

	for (uint32_t i = 1; i < p->frame_count; i++)
		if (text_equal(profile_frame_name(p, i), function))
			return text_basename(profile_frame_module(p, i));
	return TEXT("");
}

/* Offer a transformation of the function that the menu is about, or of the path to its node. */
static bool offer_transform(const struct menus *m, const struct open_profile *o,
			    enum transform_kind kind, struct menu_view *menu,
			    struct error *err)
{
	struct text of = text_of(m->about);
	char *path = NULL, *key = NULL;
	bool ok = true;

	if (kind == TRANSFORM_COLLAPSE_MODULE)
		of = module_of(o, of);
	if (kind == TRANSFORM_FOCUS_SUBTREE) {
		/* "main;work"; in a leaf-first graph the path to the node is another one */
		path = tree_path(session_graph(o->session)->tree,
				 o->session->choice.reversed ? 0 : m->about_node, err);
		if (!path)
			return false;
		of = text_of(path);
	}
	if (of.len && !memchr(of.at, '\n', of.len)) {
		key = mem_format(err, "%s=%.*s", transform_words[kind].name, (int)of.len,
				 of.at);
		ok = key &&
		     add_transform(menu, kind, of, transform_words[kind].does, key, err);
	}
	mem_free(key);
	mem_free(path);
	return ok;
}

/* The active transformations, in order, then those possible for the menu's function. */
static bool fill_transforms(const struct menus *m, const struct open_profile *o,
			    struct menu_view *menu, struct error *err)
{
	struct error ignored = ERROR_INIT; /* all active ones can be parsed */
	struct text list = o->session->choice.transform, line;
	struct transform t;
	char key[24];
	bool ok = true;

	menu->can_refuse = list.len > 0;
	menu->hint = list.len ? " {enter}: apply   {drop}: take back   {cancel}: close "
			      : " {enter}: apply   {cancel}: close ";
	for (unsigned i = 0; ok && text_next_line(&list, &line); i++) {
		snprintf(key, sizeof key, "%c%u", IN_FORCE, i);
		if (transform_parse(line, &t, &ignored))
			ok = add_transform(menu, t.kind, t.of, "in force", key, err);
	}
	for (int i = 0; ok && m->about && *m->about && i < TRANSFORM_KINDS; i++)
		ok = offer_transform(m, o, (enum transform_kind)i, menu, err);
	return ok;
}

/*
 * The active transformations after a line was chosen, or dropped; `now` are those before. NULL if
 * nothing changes, or on an error. Release with mem_free().
 */
static char *transforms_after(const struct menu_view *menu, uint32_t chosen, bool drop,
			      struct text now, struct error *err)
{
	const char *key = menu->lines[chosen].key;
	struct memory_stream m;
	struct text line;
	uint64_t dropped;

	if ((key[0] == IN_FORCE) != drop ||
	    (drop && !number_u64(text_of(key + 1), &dropped)))
		return NULL;
	if (!drop)
		return mem_format(err, "%.*s%s%s", (int)now.len, now.at,
				  now.len ? "\n" : "", key);
	if (!memory_stream_open(&m, err))
		return NULL;
	for (uint64_t i = 0; text_next_line(&now, &line); i++)
		if (i != dropped)
			fprintf(m.out, "%s%.*s", ftell(m.out) > 0 ? "\n" : "",
				(int)line.len, line.at);
	return memory_stream_take(&m, NULL, err);
}

static bool fill_menu(struct menus *m, enum menu_kind kind, struct open_profile *o,
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
		return fill_transforms(m, o, menu, err);
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
					     [MENU_LOOK] = " Appearance options ",
					     [MENU_ODD] = " Odd moments ",
					     [MENU_TRANSFORM] = " Call paths "};
	char words[LABEL_MAX], looked[ANOMALY_LIST_WORDS];
	bool tasks = kind == MENU_THREAD || kind == MENU_PROCESS || kind == MENU_CPU;

	if (o->session->profile->times_only && (tasks || kind == MENU_PERIOD))
		return error_set(err, ERROR_NOTHING,
				 "%s are known when the stacks have been read",
				 tasks ? "threads, processes and CPUs" : "periods");
	menu_view_release(&m->view);
	forget_tasks(m);
	m->view.title = titles[kind];
	if (!fill_menu(m, kind, o, err))
		return false;
	if (m->view.list.count == 0)
		return error_set(err, ERROR_NOTHING, "%s",
				 kind == MENU_CPU ? "the recording has no CPU numbers"
				 : kind == MENU_PERIOD ? "no periodic activity found"
				 : kind == MENU_ODD
				     ? anomaly_list_nothing(&o->odd, looked)
				 : kind == MENU_TRANSFORM
				     ? command_words("no function here; {up}: a frame",
						     words, sizeof words)
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
	struct error ignored = ERROR_INIT; /* without memory it is about no function */

	mem_free(m->about);
	m->about_node = node;
	m->about = mem_text(function.at, function.len, &ignored);
}

/*
 * Execute the chosen line. This closes the menu, except for a step in the display menu, behind
 * which the change is visible.
 */
static struct action take_line(struct menus *m, struct open_profile *o, uint32_t line,
			       bool refuse, char words[MENUS_WORDS], struct error *err)
{
	const char *key = m->view.lines[line].key;
	struct action step = ACTION(NONE), a;
	struct choice c = o->session->choice;
	char *list, *term;

	if (m->kind == MENU_LOOK)
		step = look_step(&m->view, line, 1);
	m->is_open = step.kind == ACTION_STEP;
	switch (m->kind) {
	case MENU_NARROW:
		return narrow_frames_take(&m->view, line, o->flame.flame->tree);
	case MENU_TRANSFORM:
		list = transforms_after(&m->view, line, refuse, c.transform, err);
		m->is_open = !list; /* a line without effect leaves the menu open */
		if (list) {
			c.transform = text_of(list);
			open_profile_settle(o, &c, err);
		}
		mem_free(list);
		return ACTION(REDRAW);
	case MENU_PERIOD: /* columns with the length of the period */
		a = (struct action){
		    .kind = ACTION_PERIOD, .range.from = m->cursor, .settled = true};
		return number_u64(text_of(key), &a.value) ? a : ACTION(NONE);
	case MENU_ODD:
		a = (struct action){
		    .kind = ACTION_RANGE, .settled = true, .reveal = true};
		return range_parse(text_of(key), NULL, &a.range, err) ? a
								      : ACTION(REDRAW);
	case MENU_LOOK:
		if (!m->is_open)
			look_take(o, &m->view, line, words, err);
		return m->is_open ? step : ACTION(REDRAW);
	case MENU_THREAD:
	case MENU_PROCESS:
	case MENU_CPU:
		term = key ? mem_format(err, "%s%s", refuse ? "!" : "", key) : NULL;
		if (term)
			open_profile_add_filter(o, text_of(term), err);
		mem_free(term);
		return ACTION(REDRAW);
	case MENU_ROWS:
		if (row_choice(line, &c.rows))
			open_profile_set_choice(o, &c, err);
		return ACTION(ARRANGE);
	case MENU_EVENT:
		c.event = key ? ALL_EVENTS : line;
		break;
	default:
		c.root = (enum root_mode)line;
		break;
	}
	open_profile_settle(o, &c, err);
	return ACTION(REDRAW);
}

/* ---- several ranges ---- */

/*
 * Gather the anomaly of a line, or all of its kind; or all bursts of the period of a line, in place
 * of the selected range. The menu stays open.
 */
static struct action gather_ranges(const struct menus *m, struct open_profile *o,
				   const struct action *a, char words[MENUS_WORDS],
				   struct error *err)
{
	bool bursts = m->kind == MENU_PERIOD, all = a->command == COMMAND_GATHER_LIKE;
	const struct anomalies *odd = bursts ? NULL : anomaly_list_of(o, err);
	uint32_t count = odd ? odd->count : 0;
	struct ranges also = {0};
	bool ok = (bursts || a->id < count) &&
		  ranges_copy(&also, &o->session->choice.also, err) &&
		  (!bursts || periods_bursts(&m->periods, a->id, &also, err));

	for (uint32_t i = 0; ok && i < count; i++)
		if (i == a->id ||
		    (all && anomalies_alike(&odd->moment[i], &odd->moment[a->id])))
			ok = ranges_add(&also, odd->moment[i].range, err);
	if (ok && open_profile_set_ranges(
		      o, bursts ? RANGE_ALL : o->session->choice.range, &also, err))
		snprintf(words, MENUS_WORDS, "%" PRIu32 " ranges",
			 o->session->selection.count);
	ranges_release(&also);
	return ACTION(REDRAW);
}

/* Left and right: step a value, or fold a process. */
static struct action do_left_right(struct menus *m, const struct open_profile *o,
				   const struct input *in, struct error *err)
{
	int n = in->count ? in->count : 1;
	bool left = in->command == COMMAND_LEFT;

	if (!left && in->command != COMMAND_RIGHT)
		return ACTION(NONE);
	if (m->kind == MENU_LOOK)
		return look_step(&m->view, m->view.list.cursor, left ? -n : n);
	if (m->kind == MENU_PROCESS)
		return unfold_process(m, o, !left, err) ? ACTION(REDRAW) : ACTION(CLOSE);
	return ACTION(NONE);
}

struct action menus_command(struct menus *m, struct open_profile *o,
			    const struct input *in, struct pane p,
			    char words[MENUS_WORDS], struct error *err)
{
	struct action a = menu_view_command(&m->view, in, p);

	words[0] = '\0';
	if (a.kind == ACTION_NONE)
		a = do_left_right(m, o, in, err);
	if (a.kind == ACTION_LINE && a.command != COMMAND_ENTER &&
	    a.command != COMMAND_DROP) {
		a = gather_ranges(m, o, &a, words, err);
	} else if (a.kind == ACTION_LINE) {
		a = take_line(m, o, a.id, a.command == COMMAND_DROP, words, err);
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
