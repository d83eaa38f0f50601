#include "workspace/menus.h"

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
#include "workspace/finding.h"
#include "workspace/look.h"

#define CHOICES_MAX 5000 /* lines of a menu: the largest; nobody scrolls further */

/* One line of a menu of threads, processes or CPUs: what it stands for, how much. */
struct candidate {
	uint64_t value;	 /* samples, or the time that spans took */
	uint32_t thread; /* one of those it stands for */
	uint32_t cpu;
};

struct candidates {
	struct candidate *of; /* owned: one a thread, or one a CPU */
	uint32_t count;
};

/* Samples of the range by thread or by CPU, under the present filter. */
static bool tally(const struct session *s, bool by_cpu, struct candidates *c,
		  struct error *err)
{
	const struct profile *p = s->profile;
	const struct flame *f = &s->flame;

	c->count = by_cpu ? PROFILE_NO_CPU + 1u : p->thread_count;
	c->of = mem_array(c->count, sizeof *c->of, "choices", err);
	if (!c->of)
		return false;
	for (uint32_t i = 0; i < c->count; i++)
		c->of[i] = (struct candidate){.thread = i, .cpu = i};
	for (uint64_t i = flame_next(f, 0); i < f->last; i = flame_next(f, i + 1)) {
		const struct context *of = profile_context(p, i);

		c->of[by_cpu ? of->cpu : of->thread].value +=
		    s->kept.spans ? flame_value(f, i) : profile_row_count(p, i);
	}
	return true;
}

static int by_value(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;

	if (x->value != y->value)
		return x->value < y->value ? 1 : -1;
	return x->thread < y->thread ? -1 : x->thread > y->thread;
}

static int by_name(const void *a, const void *b, void *profile)
{
	const struct candidate *x = a, *y = b;
	const struct profile *p = profile;
	uint32_t cx = p->threads[x->thread].comm, cy = p->threads[y->thread].comm;

	return cx < cy ? -1 : cx > cy;
}

/* Threads of one name are one process name: add them up. */
static void merge_names(const struct profile *p, struct candidates *c)
{
	uint32_t out = 0;

	qsort_r(c->of, c->count, sizeof *c->of, by_name, (void *)(uintptr_t)p);
	for (uint32_t i = 0; i < c->count; i++) {
		if (out && p->threads[c->of[out - 1].thread].comm ==
			       p->threads[c->of[i].thread].comm)
			c->of[out - 1].value += c->of[i].value;
		else
			c->of[out++] = c->of[i]; /* room: out <= i */
	}
	c->count = out;
}

/* The term that holds for exactly this process name. Release with mem_free(). */
static char *name_term(struct text comm, struct error *err)
{
	size_t room = filter_quote(comm, NULL, 0) + sizeof "comm~";
	char *term = mem_array(room, 1, "characters", err);

	if (!term)
		return NULL;
	memcpy(term, "comm~", 5); /* quoted: a name may hold anything, " & " too */
	filter_quote(comm, term + 5, room - 5);
	return term;
}

static const char *id_text(int32_t id, char buf[16])
{
	snprintf(buf, 16, id == PROFILE_NO_ID ? "?" : "%" PRId32, id);
	return buf;
}

/* What to read in the menu, and the term of a filter; that of a name is left to the caller. */
static void name_line(const struct profile *p, enum menu_kind what,
		      const struct candidate *c, char label[128], char key[32])
{
	const struct thread *t = &p->threads[what == MENU_CPU ? 0 : c->thread];
	struct text comm = utf8_upto(profile_string(p, t->comm), 64);
	char pid[16], tid[16];

	key[0] = '\0';
	if (what == MENU_CPU) {
		snprintf(label, 128, "CPU %" PRIu32, c->cpu);
		snprintf(key, 32, "cpu=%" PRIu32, c->cpu);
	} else if (what == MENU_PROCESS) {
		snprintf(label, 128, "%.*s", (int)comm.len, comm.at);
	} else {
		snprintf(label, 128, "%.*s  %s/%s", (int)comm.len, comm.at,
			 id_text(t->pid, pid), id_text(t->tid, tid));
		if (t->tid != PROFILE_NO_ID) /* else the name is all that is known */
			snprintf(key, 32, "tid=%" PRId32, t->tid);
	}
}

static bool add_line(const struct session *s, enum menu_kind what,
		     const struct candidate *c, struct menu_view *menu, struct error *err)
{
	const struct profile *p = s->profile;
	char label[128], key[32], detail[2 * LABEL_MAX], n[LABEL_MAX], share[LABEL_MAX];
	char *term = NULL;
	bool ok;

	name_line(p, what, c, label, key);
	snprintf(
	    detail, sizeof detail, "%9s %7s", label_value(c->value, s->kept.spans, n),
	    label_share(c->value, s->kept.spans ? s->flame.total[0] : s->flame.samples,
			share));
	if (!*key) {
		term = name_term(profile_string(p, p->threads[c->thread].comm), err);
		if (!term)
			return false;
	}
	ok = menu_view_add(menu, text_of(label), detail, term ? term : key, err);
	mem_free(term);
	return ok;
}

/* Threads, processes or CPUs, those with most samples first. */
static bool fill_tasks(const struct session *s, enum menu_kind what,
		       struct menu_view *menu, struct error *err)
{
	struct candidates c = {0};
	bool ok = tally(s, what == MENU_CPU, &c, err);

	if (ok && what == MENU_CPU)
		c.count--; /* the last stands for "not recorded" */
	if (ok && what == MENU_PROCESS)
		merge_names(s->profile, &c);
	if (ok)
		qsort(c.of, c.count, sizeof *c.of, by_value);
	for (uint32_t i = 0; ok && i < c.count && i < CHOICES_MAX && c.of[i].value; i++)
		ok = add_line(s, what, &c.of[i], menu, err);
	mem_free(c.of);
	menu->can_refuse = true;
	menu->hint = " {enter}: only this   {drop}: all but this   {cancel}: close ";
	return ok;
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

static const uint32_t row_choices[] = {0, 10, 25, 49, 50, 99, 100};

static bool fill_rows(const struct open_profile *o, struct menu_view *menu,
		      struct error *err)
{
	bool ok = true;

	for (size_t i = 0; ok && i < sizeof row_choices / sizeof *row_choices; i++) {
		char label[32], detail[LABEL_MAX], each[LABEL_MAX];

		snprintf(label, sizeof label,
			 row_choices[i] ? "%u rows" : "as many as fit", row_choices[i]);
		snprintf(detail, sizeof detail, "%s",
			 row_choices[i] ? label_duration(o->period / row_choices[i], each)
					: "");
		ok = menu_view_add(menu, text_of(label), detail, NULL, err);
		if (row_choices[i] == o->rows)
			menu->list.cursor = (uint32_t)i;
	}
	menu->hint = " {enter}: this many   {cancel}: close ";
	return ok;
}

static bool fill_roots(const struct session *s, struct menu_view *menu, struct error *err)
{
	static const char *const words[ROOT_MODES] = {"process name", "thread", "process",
						      "CPU", "none: functions only"};
	bool ok = true;

	for (int i = 0; ok && i < ROOT_MODES; i++)
		ok =
		    menu_view_add(menu, text_of(words[i]), root_mode_names[i], NULL, err);
	menu->list.cursor = s->choice.root;
	menu->hint = " {enter}: this one   {cancel}: close ";
	return ok;
}

/* What comes again and again: "1.300 s +- 0.002 s". */
static bool fill_periods(const struct open_profile *o, struct menu_view *menu,
			 struct error *err)
{
	const char *margin = o->settings->theme.ascii ? "+-" : "±";
	char label[128], detail[2 * LABEL_MAX], length[NUMBER_SECONDS_MAX];
	char error[NUMBER_SECONDS_MAX], key[NUMBER_SECONDS_MAX];
	struct periods found;
	bool ok = session_find_periods(o->session, &found, err);

	for (uint32_t i = 0; ok && i < found.count; i++) {
		const struct period *p = &found.found[i];

		snprintf(label, sizeof label, "%s %s %s s",
			 number_plain_seconds(periods_table_length(p), length), margin,
			 number_plain_seconds(periods_table_margin(p), error));
		snprintf(detail, sizeof detail, "%" PRIu32 " times, strength %.1f",
			 p->cycles, p->strength);
		snprintf(key, sizeof key, "%" PRIu64, periods_table_length(p));
		ok = menu_view_add(menu, text_of(label), detail, key, err);
	}
	menu->hint = " {enter}: a column is as long   {cancel}: close ";
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

		snprintf(label, sizeof label, "%-6s %s, %s", odd_kind_names[m->kind],
			 label_range(r, o->settings->theme.ascii, range),
			 label_duration(r.to - r.from, length));
		ok = menu_view_add(menu, text_of(label),
				   finding_brief(m, p, names, detail),
				   range_text(m->range, key), err);
	}
	menu->hint = " {enter}: go there   {cancel}: close ";
	return ok;
}

static bool fill(struct menu_view *menu, enum menu_kind kind, struct open_profile *o,
		 struct error *err)
{
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
		return fill_periods(o, menu, err);
	case MENU_ODD:
		return fill_odd(o, menu, err);
	default:
		return fill_tasks(o->session, kind, menu, err);
	}
}

bool menus_open(struct menus *m, enum menu_kind kind, struct open_profile *o,
		struct error *err)
{
	static const char *const titles[] = {[MENU_EVENT] = " Event ",
					     [MENU_THREAD] = " Threads in the range ",
					     [MENU_PROCESS] = " Processes in the range ",
					     [MENU_CPU] = " CPUs in the range ",
					     [MENU_ROWS] = " Rows per column ",
					     [MENU_ROOT] = " Root frames ",
					     [MENU_PERIOD] = " Periods in the range ",
					     [MENU_LOOK] = " How things look ",
					     [MENU_ODD] = " Odd moments "};
	bool tasks = kind == MENU_THREAD || kind == MENU_PROCESS || kind == MENU_CPU;

	if (o->session->profile->times_only && (tasks || kind == MENU_PERIOD))
		return error_set(err, ERROR_NOTHING,
				 "%s are known when the stacks have been read",
				 tasks ? "threads, processes and CPUs" : "periods");
	menu_view_release(&m->view);
	m->view.title = titles[kind];
	if (!fill(&m->view, kind, o, err))
		return false;
	if (m->view.list.count == 0)
		return error_set(
		    err, ERROR_NOTHING,
		    kind == MENU_CPU ? "the recording does not tell CPUs apart"
		    : kind == MENU_PERIOD
			? "nothing comes again and again here: no period stands out"
		    : kind == MENU_ODD ? "nothing is odd here"
				       : "there is nothing to choose from here");
	m->kind = kind;
	m->cursor = open_profile_cursor(o);
	m->is_open = true;
	return true;
}

void menus_release(struct menus *m)
{
	menu_view_release(&m->view);
	mem_free(m->term);
	*m = (struct menus){0};
}

static struct request take_term(struct menus *m, const char *key, bool refuse,
				struct error *err)
{
	char *term = mem_format(err, "%s%s", refuse ? "!" : "", key);

	if (!term)
		return REQUEST(NOTHING);
	mem_free(m->term);
	m->term = term;
	m->is_open = false;
	return (struct request){.kind = REQUEST_ADD_FILTER, .text = text_of(term)};
}

/* Columns of the chosen length: what comes so often stands still. */
static struct request take_period(struct menus *m, const char *key)
{
	struct request r = {
	    .kind = REQUEST_PERIOD, .range.from = m->cursor, .settled = true};

	m->is_open = false;
	return number_u64(text_of(key), &r.value) ? r : REQUEST(NOTHING);
}

static struct request take_moment(struct menus *m, const char *key, struct error *err)
{
	struct request r = REQUEST(GO_TO);

	m->is_open = false;
	return range_parse(text_of(key), NULL, &r.range, err) ? r : REQUEST(REDRAW);
}

/* What it does is to be seen behind it: it stays. */
static struct request take_look(struct menus *m, uint32_t line, int steps)
{
	struct request r = look_take(&m->view, line, steps);

	m->is_open = r.kind == REQUEST_LOOK;
	return r;
}

static struct request take(struct menus *m, uint32_t line, bool refuse, struct error *err)
{
	const char *key = m->view.lines[line].key;
	bool all = m->kind == MENU_EVENT && key; /* the events may be more by now */

	if (m->kind == MENU_PERIOD)
		return take_period(m, key);
	if (m->kind == MENU_ODD)
		return take_moment(m, key, err);
	if (m->kind == MENU_LOOK)
		return take_look(m, line, 1);
	if (key && !all)
		return take_term(m, key, refuse, err);
	m->is_open = false;
	switch (m->kind) {
	case MENU_EVENT:
		return (struct request){.kind = REQUEST_EVENT,
					.id = all ? KEPT_ALL_EVENTS : line};
	case MENU_ROWS:
		return (struct request){.kind = REQUEST_ROWS, .value = row_choices[line]};
	default:
		return (struct request){.kind = REQUEST_ROOT, .id = line};
	}
}

struct request menus_command(struct menus *m, const struct input *in, struct pane p,
			     struct error *err)
{
	struct request r = menu_view_command(&m->view, in, p);
	int n = in->count ? in->count : 1;

	if (m->kind == MENU_LOOK && r.kind == REQUEST_NOTHING &&
	    (in->command == COMMAND_LEFT || in->command == COMMAND_RIGHT))
		return look_take(&m->view, m->view.list.cursor,
				 in->command == COMMAND_LEFT ? -n : n);
	if (r.kind == REQUEST_CHOOSE || r.kind == REQUEST_REFUSE) {
		r = take(m, r.id, r.kind == REQUEST_REFUSE, err);
	} else if (r.kind == REQUEST_CLOSE) {
		m->is_open = false;
		r = REQUEST(REDRAW);
	}
	if (!m->is_open)
		menu_view_release(&m->view);
	return r;
}

bool menus_renew(struct menus *m, const struct open_profile *o, struct error *err)
{
	return !m->is_open || m->kind != MENU_LOOK || look_renew(o, &m->view, err);
}

const char *menus_words(const struct menus *m, const struct open_profile *o,
			char buf[MENUS_WORDS])
{
	if (m->is_open && m->kind == MENU_LOOK)
		return look_values(o, &m->view, buf, MENUS_WORDS);
	buf[0] = '\0';
	return buf;
}
