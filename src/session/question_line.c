#include "session/question_line.h"

#include <inttypes.h>

#include "analysis/shape/transform.h"
#include "analysis/waiting/wake_paths.h"
#include "base/mem.h"
#include "base/timestamp.h"
#include "input/recordings.h"
#include "input/started.h"
#include "session/shell_line.h"

void question_line_option(const char *name, struct text value, bool ascii, FILE *out)
{
	fprintf(out, " --%s ", name);
	shell_line_word(value, ascii, out);
}

void question_line_write_input(const struct reading_options *reading, const char *path,
			       bool ascii, FILE *out)
{
	const struct recordings *r = reading->together;

	if (!r) {
		shell_line_file(path, ascii, out);
		return;
	}
	fputs("--together", out);
	if (r->align != ALIGN_BEST)
		question_line_option("align", text_of(recordings_align_names[r->align]),
				     ascii, out);
	for (uint32_t i = 0; i < r->word_count; i++) {
		putc(' ', out);
		shell_line_file(r->words[i], ascii, out);
	}
	for (uint32_t i = 0; !r->word_count && i < r->count; i++) {
		putc(' ', out);
		shell_line_file(r->list[i].path, ascii, out);
	}
}

/* Whoever has standard input in a file has it under another name: FILE stands for that. */
static void write_start(const struct started_file *f, bool ascii, FILE *out)
{
	bool piped = text_equal(f->file, TEXT("-"));
	struct error ignored = ERROR_INIT; /* then it is not told */
	struct text_buffer word = {0};
	char moment[TIMESTAMP_MAX];

	timestamp_text(f->at, moment);
	if (piped || (text_buffer_add(&word, f->file, &ignored) &&
		      text_buffer_add(&word, TEXT("="), &ignored)))
		if (text_buffer_add(&word, text_of(moment), &ignored))
			question_line_option("started", text_buffer_text(&word), ascii,
					     out);
	mem_free(word.at);
}

void question_line_write_started(const struct reading_options *reading, const char *path,
				 bool ascii, FILE *out)
{
	const struct started *s = reading->started;

	for (uint32_t i = 0; s && i < s->count; i++)
		if (reading->together || started_is_of(&s->list[i], path))
			write_start(&s->list[i], ascii, out);
}

static void write_roots(const struct session *s, bool ascii, FILE *out)
{
	const struct choice *c = &s->choice;
	bool bare = c->reversed || s->profile->graph == wait_graph_names[GRAPH_WAKEUP];

	if (c->reversed)
		fputs(" --reverse", out);
	if (c->root != (bare ? ROOT_NONE : ROOT_COMM))
		question_line_option("root", text_of(root_mode_names[c->root]), ascii,
				     out);
}

static void write_transforms(const struct choice *c, bool ascii, FILE *out)
{
	struct text rest = c->transform, one;

	while (transform_next(&rest, &one))
		question_line_option("transform", one, ascii, out);
}

static void write_search(const struct choice *c, bool ascii, FILE *out)
{
	if (c->search.len)
		question_line_option("search", c->search, ascii, out);
}

static void write_weight(const struct choice *c, bool ascii, FILE *out)
{
	if (c->weigh == WEIGH_PERIOD)
		question_line_option("weight", TEXT("period"), ascii, out);
}

static void write_length(const char *option, uint64_t ns, FILE *out)
{
	if (ns)
		fprintf(out, " --%s %" PRIu64 "ns", option, ns);
}

static void write_states(const struct profile *p, bool ascii, FILE *out)
{
	if (p->graph != wait_graph_names[GRAPH_HOT_COLD])
		question_line_option("state", text_of(p->states), ascii, out);
	if (p->graph)
		question_line_option("graph", text_of(p->graph), ascii, out);
	write_length("longer", p->longer, out);
	write_length("shorter", p->shorter, out);
}

static void write_samples(const struct session *s, bool ascii, FILE *out)
{
	static const char *const idle[] = {"hide", "show", "only"};
	const struct choice *c = &s->choice;

	if (s->profile->states)
		write_states(s->profile, ascii, out);
	if (c->event == KEPT_ALL_EVENTS) {
		if (!s->profile->states) /* all of the states, unless one is named */
			question_line_option("event", TEXT("all"), ascii, out);
	} else if (c->event > 0 || s->profile->states)
		question_line_option("event", session_event_name(s), ascii, out);
	if (c->idle != (s->profile->states ? IDLE_SHOW : IDLE_HIDE))
		question_line_option("idle", text_of(idle[c->idle]), ascii, out);
	if (c->filter.len)
		question_line_option("filter", c->filter, ascii, out);
}

static void write_range(const struct session *s, FILE *out)
{
	if (choice_is_all(&s->choice))
		return;
	fputs(" --range ", out);
	selection_write(s->selection, out);
}

void question_line_write_samples(const struct session *s, bool ascii, FILE *out)
{
	write_range(s, out);
	write_samples(s, ascii, out);
}

void question_line_write_but_range(const struct session *s, bool ascii, FILE *out)
{
	const struct choice *c = &s->choice;

	write_samples(s, ascii, out);
	write_search(c, ascii, out);
	write_roots(s, ascii, out);
	write_transforms(c, ascii, out);
	write_weight(c, ascii, out);
}

void question_line_write_functions(const struct session *s, bool ascii, FILE *out)
{
	const struct choice *c = &s->choice;

	question_line_write_samples(s, ascii, out);
	write_search(c, ascii, out);
	write_transforms(c, ascii, out);
	write_weight(c, ascii, out);
}

void question_line_write_window(const struct session *s, const struct session *of,
				struct range range, bool ascii, FILE *out)
{
	char words[RANGE_TEXT_MAX];

	question_line_option("range", text_of(range_text(range, words)), ascii, out);
	write_samples(of, ascii, out);
	write_search(&s->choice, ascii, out);
	write_transforms(&s->choice, ascii, out);
}

void question_line_write(const struct session *s, bool ascii, FILE *out)
{
	write_range(s, out);
	question_line_write_but_range(s, ascii, out);
}

/* Of a range; everything else is no more than a word. */
static void write_other(const struct choice *c, struct selection ranges, bool ascii,
			FILE *out)
{
	const struct baseline *b = &c->baseline;
	bool all = range_is_all(b->range) && !b->also.count;

	if (!all) {
		fputs(" --against ", out);
		selection_write(ranges, out);
	}
	if (all || !text_equal(b->filter, c->filter))
		question_line_option("against-filter", b->filter, ascii, out);
}

/* Of a second file: its range, if that does not follow from how both are aligned, and its filter, if that is not
 * the filter of the first. */
static void write_of_file(const struct session *s, bool ascii, FILE *out)
{
	const struct baseline *b = &s->choice.baseline;
	const struct alignment *a = &b->align;
	char words[RANGE_TEXT_MAX];

	if (!a->follows && !range_is_all(b->range))
		question_line_option("against", text_of(range_text(b->range, words)),
				     ascii, out);
	else if (!a->follows && a->first != a->other)
		question_line_option("against", TEXT("0,"), ascii, out);
	if (a->follows || a->first != a->other)
		question_line_option("align", text_of(alignment_text(a, words)), ascii,
				     out);
	if (b->has_filter)
		question_line_option("against-filter", b->filter, ascii, out);
	question_line_write_renamed(s, ascii, out);
}

void question_line_write_renamed(const struct session *s, bool ascii, FILE *out)
{
	struct text rest = text_of(s->renamed.wishes ? s->renamed.wishes : ""), wish;

	while (renamed_next_wish(&rest, &wish))
		question_line_option("compare-as", wish, ascii, out);
}

static void write_look(const struct difference_look *look, FILE *out)
{
	if (look->graph == GRAPH_PLAIN)
		fputs(" --show range", out);
	else if (look->graph == GRAPH_ELIDED)
		fputs(" --show elided", out);
	else if (look->both)
		fputs(" --show both", out);
	if (look->hidden > 0)
		fprintf(out, " --hide %g", 100 * look->hidden);
	if (look->self)
		fputs(" --self", out);
}

void question_line_write_baseline(const struct session *s, bool ascii, FILE *out)
{
	const struct choice *c = &s->choice;
	const struct baseline *b = &c->baseline;

	if (b->against == AGAINST_EVENT) { /* which --graph says */
		if (b->swapped)
			fputs(" --swap", out);
		return;
	}
	if (b->against == AGAINST_NOTHING ||
	    (b->against == AGAINST_REST && choice_is_all(c)))
		return;
	if (b->against == AGAINST_REST)
		fputs(" --against rest", out);
	else if (b->against == AGAINST_FILE)
		write_of_file(s, ascii, out);
	else
		write_other(c, s->baseline, ascii, out);
	if (b->swapped)
		fputs(" --swap", out);
	if (b->normalised != NORMALISED_BY_TIME)
		question_line_option(
		    "normalise", text_of(normalised_names[b->normalised]), ascii, out);
	write_look(&b->look, out);
}
