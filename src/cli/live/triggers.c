#include "cli/live/triggers.h"

#include <string.h>

#include "analysis/range_words.h"
#include "analysis/sampled_clock.h"
#include "base/append.h"
#include "base/mem.h"
#include "base/number.h"

#define LENGTH_MOST (60 * NS_PER_SECOND)
/* time after which the end of a moment is known */
#define ANOMALY_SETTLED NS_PER_SECOND
#define LOOK_MOST	(NS_PER_SECOND / 2) /* CPU time for the names of a look */
#define LAST_MOST	(10 * LOOK_MOST)    /* for the final look */
#define NAME_MS		10		    /* for a single name */
#define NAMES_EACH	256		    /* between two readings of the clock */

const char *const trigger_names[] = {
    [TRIGGER_BUSY] = "busy", [TRIGGER_SEARCH] = "search", [TRIGGER_ODD] = "odd", NULL};

/* ---- parsing ---- */

/* " > 90% for 200ms" */
static bool parse_limit(struct trigger *g, struct text t)
{
	struct text share, length;
	const char *percent;
	uint64_t whole;
	uint32_t billionths;

	t = text_trim(t);
	if (!text_starts(t, TEXT(">")))
		return false;
	t = text_trim(text_from(t, 1));
	percent = t.len ? memchr(t.at, '%', t.len) : NULL;
	if (!percent)
		return false;
	share = text_trim(text_upto(t, (size_t)(percent - t.at)));
	t = text_trim(text_from(t, (size_t)(percent - t.at) + 1));
	if (!text_starts(t, TEXT("for ")))
		return false;
	length = text_trim(text_from(t, 4));
	if (!number_parts(share, &whole, &billionths) || whole >= 100)
		return false;
	g->share = ((double)whole + billionths / 1e9) / 100;
	return duration_parse(length, &g->length) && g->length > 0 &&
	       g->length <= LENGTH_MOST;
}

/* Parse "/RE/"; the pattern may contain slashes. `*rest` is the text after it. */
static bool parse_pattern(struct trigger *g, struct text t, struct text *rest,
			  struct error *err)
{
	size_t end = t.len;

	if (!text_starts(t, TEXT("/")))
		return false;
	while (end > 1 && t.at[end - 1] != '/')
		end--;
	if (end < 3)
		return false;
	*rest = text_from(t, end);
	g->re = regex_new(text_upto(text_from(t, 1), end - 2), err);
	return g->re != NULL;
}

static bool parse_trigger(struct trigger *g, const char *words, struct error *err)
{
	struct text t = text_trim(text_of(words)), rest;

	*g = (struct trigger){.kind = TRIGGER_ODD, .words = words};
	if (text_equal(t, TEXT("odd")))
		return true;
	if (text_starts(t, TEXT("busy"))) {
		g->kind = TRIGGER_BUSY;
		return parse_limit(g, text_from(t, 4));
	}
	g->kind = TRIGGER_SEARCH;
	return text_starts(t, TEXT("search ")) &&
	       parse_pattern(g, text_trim(text_from(t, 7)), &rest, err) &&
	       parse_limit(g, rest);
}

bool triggers_add(struct triggers *t, const char *words, struct error *err)
{
	struct trigger g;

	if (!parse_trigger(&g, words, err)) {
		regex_free(g.re);
		return !err->kind
			   ? error_set(err, ERROR_USAGE,
				       "--save-when: '%.100s' is not like 'busy > 90%% "
				       "for 200ms', 'search /gc/ > 50%% for 1s' or odd",
				       words)
			   : error_at(err, "--save-when");
	}
	if (APPEND_FIXED(t->list, t->count, g))
		return true;
	regex_free(g.re);
	return error_set(err, ERROR_USAGE, "--save-when: at most %d of them",
			 TRIGGERS_MOST);
}

void triggers_release(struct triggers *t)
{
	for (unsigned i = 0; i < t->count; i++) {
		regex_free(t->list[i].re);
		mem_free(t->matched[i].frames);
		mem_free(t->matched[i].stacks);
	}
	*t = (struct triggers){.count = 0};
}

/* ---- matching ---- */

/*
 * Does the name match? A name that takes too long or too much memory does not, and is counted in
 * `*slow`.
 */
static bool matches(struct regex *re, struct text name, uint64_t *slow)
{
	struct time_limit limit = {.most_ms = NAME_MS};
	struct error why = ERROR_INIT;
	bool found;

	regex_share(re, &limit);
	found = regex_matches(re, name);
	*slow += !regex_check(re, &why);
	return found;
}

/* Match new frames, as many as the time of a look allows. */
static void grow_frames(struct matched *m, const struct profile *p, struct regex *re,
			uint64_t most, uint64_t *slow)
{
	uint64_t since = clock_spent(), before = *slow;
	unsigned names = 0;

	for (; m->frame_count < p->frame_count; m->frame_count++) {
		if ((*slow > before || ++names % NAMES_EACH == 0) &&
		    clock_spent() - since > most)
			return;
		m->frames[m->frame_count] =
		    matches(re, profile_string(p, p->frames[m->frame_count].name), slow);
	}
}

static bool grow_matched(struct matched *m, const struct profile *p, struct regex *re,
			 bool last, uint64_t *slow, struct error *err)
{
	if (m->generation != p->generation)
		m->frame_count = m->stack_count = 0;
	m->generation = p->generation;
	if (!mem_reserve(&m->frames, &m->frame_room, p->frame_count, 1, "functions",
			 err) ||
	    !mem_reserve(&m->stacks, &m->stack_room, p->stack_count, 1, "stacks", err))
		return false;
	grow_frames(m, p, re, last ? LAST_MOST : LOOK_MOST, slow);
	for (; m->stack_count < p->stack_count; m->stack_count++) {
		const struct stack *s = &p->stacks[m->stack_count];

		if (s->frame >= m->frame_count)
			break;
		m->stacks[m->stack_count] =
		    m->stack_count &&
		    (m->frames[s->frame] || (s->parent && m->stacks[s->parent]));
	}
	return true;
}

/* ---- evaluation ---- */

/* The first row of the window before `since`. */
static uint64_t first_row(const struct profile *p, uint64_t since, uint64_t length)
{
	uint64_t low = 0, high = p->samples.count;
	uint64_t from = since > length ? since - length : 0;

	while (low < high) {
		uint64_t middle = low + (high - low) / 2;

		if (p->samples.time[middle] < from)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static bool counts_sample(const struct session *s, uint64_t row)
{
	return !bits_has(&s->idle, row);
}

static bool is_found(const struct matched *m, uint32_t stack)
{
	return m && stack < m->stack_count && m->stacks[stack];
}

static bool find_trigger_moment(const struct trigger *g, const struct session *s,
				const struct matched *m, uint64_t since, uint64_t *at)
{
	const struct profile *p = s->profile;
	const struct samples *a = &p->samples;
	double hz = p->event_count
			? sampled_frequency(p, profile_string(p, p->events[0].name))
			: 0;
	double period = hz > 0 ? 1e9 / hz : 0; /* ns of CPU time per sample */
	double cpus = s->summary.cpus_online;
	/* the number of samples in a window in which all CPUs are busy; 0: unknown */
	double full = period > 0 && cpus > 0 ? cpus * (double)g->length / period : 0;
	/* A window that ends at each sample in turn. Its beginning is the moment reported. */
	uint64_t from = first_row(p, since, g->length), all = 0, found = 0;

	for (uint64_t row = from; row < a->count; row++) {
		all += counts_sample(s, row);
		found += counts_sample(s, row) && is_found(m, a->stack[row]);
		if (a->time[row] > g->length)
			for (; a->time[from] <= a->time[row] - g->length; from++) {
				all -= counts_sample(s, from);
				found -=
				    counts_sample(s, from) && is_found(m, a->stack[from]);
			}
		if (a->time[row] < since)
			continue;
		if (g->kind == TRIGGER_BUSY
			? full > 0 && (double)all > g->share * full
			: all >= TRIGGER_FEW && (double)found > g->share * (double)all) {
			*at = a->time[from] > since ? a->time[from] : since;
			return true;
		}
	}
	return false;
}

static bool find_odd(const struct session *s, uint64_t since, uint64_t *at,
		     struct error *err)
{
	uint64_t origin = profile_origin(s->profile), end = s->profile->samples.end;
	struct anomalies found;
	bool any = false;

	if (!session_find_odd(s, ANOMALY_EVERY_KIND, &found, err)) {
		*err = (struct error)ERROR_INIT; /* not enough samples yet */
		return false;
	}
	for (uint32_t i = 0; i < found.count; i++) {
		const struct range *r = &found.moment[found.by_time[i]].range;

		if (any || origin + r->from < since ||
		    origin + r->to + ANOMALY_SETTLED > end)
			continue;
		*at = origin + r->from;
		any = true;
	}
	anomalies_release(&found);
	return any;
}

const struct trigger *triggers_look(struct triggers *t, const struct session *s,
				    uint64_t since, bool last, uint64_t *at,
				    struct error *err)
{
	const struct trigger *first = NULL;

	for (unsigned i = 0; i < t->count; i++) {
		const struct trigger *g = &t->list[i];
		struct matched *m = g->re ? &t->matched[i] : NULL;
		uint64_t when = 0;
		bool found;

		if (m && !grow_matched(m, s->profile, g->re, last, &t->slow, err))
			return NULL;
		found = g->kind == TRIGGER_ODD
			    ? find_odd(s, since, &when, err)
			    : find_trigger_moment(g, s, m, since, &when);
		if (found && (!first || when < *at)) {
			first = g;
			*at = when;
		}
	}
	return first;
}
