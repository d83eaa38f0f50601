#include "choice/choice.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

#include "analysis/compare/renamed.h"
#include "analysis/filter.h"
#include "analysis/heatmap.h"
#include "analysis/range_words.h"
#include "analysis/transform/transform.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/regex.h"
#include "choice/event_choice.h"
#include "choice/shell_line.h"

#define IN(member)    offsetof(struct choice, member), sizeof(((struct choice *)0)->member)
#define ASKED(member) offsetof(struct asked, member), sizeof(((struct asked *)0)->member)
#define UNDONE	      CHOICE_UNDONE
#define SAVED	      CHOICE_SAVED
#define LASTS	      CHOICE_LASTS

const struct choice_info choice_table[CHOICE_COUNT] = {
#define CHOICE(id, name, letter, argument, commands, group, part, type, field, changes,  \
	       flags, command, label, steps, help)                                       \
	[CHOICE_##id] = {name,	      argument, PART_##part,                             \
			 TYPE_##type, field,	CHANGES_##changes,                       \
			 flags,	      label,	steps},
#include "choice/choice.def"
#undef CHOICE
};

const struct choice choice_default;

/* ---- fields ---- */

static const void *field_of(const struct choice *c, enum choice_id id)
{
	return (const char *)c + choice_table[id].offset;
}

static void *field(struct choice *c, enum choice_id id)
{
	return (char *)c + choice_table[id].offset;
}

/* The value of a field of type enum or bool. */
static unsigned number_of(const struct choice *c, enum choice_id id)
{
	unsigned n;

	if (choice_table[id].size == sizeof(bool))
		return *(const bool *)field_of(c, id);
	memcpy(&n, field_of(c, id), sizeof n);
	return n;
}

static void set_number(struct choice *c, enum choice_id id, unsigned n)
{
	if (choice_table[id].size == sizeof(bool))
		*(bool *)field(c, id) = n != 0;
	else
		memcpy(field(c, id), &n, sizeof n);
}

static bool is_same(const struct choice *a, const struct choice *b, enum choice_id id)
{
	double x, y;

	switch (choice_table[id].type) {
	case TYPE_ASKED:
		return true;
	case TYPE_TEXT:
		return text_equal(*(const struct text *)field_of(a, id),
				  *(const struct text *)field_of(b, id));
	case TYPE_RANGES:
		return range_equal(a->range, b->range) &&
		       ranges_equal(&a->also, &b->also);
	case TYPE_SHARE:
		memcpy(&x, field_of(a, id), sizeof x);
		memcpy(&y, field_of(b, id), sizeof y);
		return !(x < y) && !(x > y);
	case TYPE_SHOW:
		return a->baseline.look.graph == b->baseline.look.graph &&
		       a->baseline.look.both == b->baseline.look.both;
	default:
		return memcmp(field_of(a, id), field_of(b, id), choice_table[id].size) ==
		       0;
	}
}

/* ---- copies ---- */

static bool copy_text(struct text *to, struct text from, struct error *err)
{
	*to = (struct text){mem_text(from.at, from.len, err), from.len};
	return to->at != NULL;
}

bool choice_is_all(const struct choice *c)
{
	return range_is_all(c->range) && !c->also.count;
}

bool choice_copy(struct choice *to, const struct choice *from, struct error *err)
{
	*to = *from;
	to->filter = to->search = to->transform = to->baseline.filter = (struct text){0};
	to->also = to->baseline.also = (struct ranges){0};
	if (ranges_copy(&to->also, &from->also, err) &&
	    ranges_copy(&to->baseline.also, &from->baseline.also, err) &&
	    copy_text(&to->filter, from->filter, err) &&
	    copy_text(&to->search, from->search, err) &&
	    copy_text(&to->transform, from->transform, err) &&
	    (!from->baseline.filter.len ||
	     copy_text(&to->baseline.filter, from->baseline.filter, err)))
		return true;
	choice_release(to);
	return false;
}

void choice_release(struct choice *c)
{
	mem_free((void *)c->filter.at);
	mem_free((void *)c->search.at);
	mem_free((void *)c->transform.at);
	mem_free((void *)c->baseline.filter.at);
	ranges_release(&c->also);
	ranges_release(&c->baseline.also);
	*c = (struct choice){0};
}

/* ---- parsing ---- */

static bool refuse_argument(enum choice_id id, const char *arg, const char *expected,
			    struct error *err)
{
	return error_set(err, ERROR_USAGE, "--%s: '%s' is not %s", choice_table[id].name,
			 arg, expected);
}

/* Word `n` of the words between '|'; empty if there are fewer. */
static struct text word_at(const char *words, unsigned n)
{
	size_t len = strcspn(words, "|");

	for (; n > 0 && words[len]; n--) {
		words += len + 1;
		len = strcspn(words, "|");
	}
	return n ? TEXT("") : (struct text){words, len};
}

/* Compile the text, only to refuse an invalid one before a large file is read. */
static bool is_text(enum choice_id id, const char *arg, struct error *err)
{
	struct text t = text_of(arg);
	struct transform transform;
	struct filter *filter;
	struct regex *re;
	bool ok;

	if (id == CHOICE_SEARCH) {
		re = regex_new(t, err);
		ok = re != NULL;
		regex_free(re);
	} else if (id == CHOICE_TRANSFORM) {
		if (strchr(arg, '\n'))
			return error_set(err, ERROR_USAGE,
					 "--transform: a name of one line");
		ok = transform_parse(t, &transform, err);
	} else {
		filter = filter_new(t, err);
		ok = filter != NULL;
		filter_free(filter);
	}
	return ok || error_at(err, "--%s", choice_table[id].name);
}

static bool parse_length(struct choice *c, enum choice_id id, const char *arg,
			 struct error *err)
{
	uint64_t ns = 0;

	if (strcmp(arg, "any") != 0 && !duration_parse(text_of(arg), &ns))
		return error_set(
		    err, ERROR_USAGE,
		    "--%s %.40s: expected a length of time, such as 1ms or 0.25",
		    choice_table[id].name, arg);
	if (strcmp(arg, "any") != 0 && !ns) /* a field of 0 means any */
		return error_set(
		    err, ERROR_USAGE,
		    "--%s %.40s: %s is: leave it out, or give a length, such "
		    "as 1ms",
		    choice_table[id].name, arg,
		    id == CHOICE_SHORTER ? "no wait" : "every wait");
	memcpy(field(c, id), &ns, sizeof ns);
	return true;
}

/* Parse a word: its index among the words is the value. */
static bool parse_word(struct choice *c, enum choice_id id, const char *arg,
		       struct error *err)
{
	const char *words = choice_table[id].argument;
	unsigned n = 0;

	while (word_at(words, n).len && !text_equal(word_at(words, n), text_of(arg)))
		n++;
	if (!word_at(words, n).len)
		return error_set(err, ERROR_USAGE, "--%s: '%s' is not one of %s",
				 choice_table[id].name, arg, words);
	switch (choice_table[id].type) {
	case TYPE_LANES:
		c->lanes = n + 1;
		break;
	case TYPE_STATES:
		c->waiting.states = thread_states_of_word(text_of(arg));
		break;
	case TYPE_SHOW: /* subject, both, elided, range */
		c->baseline.look.graph = n == 3	  ? GRAPH_PLAIN
					 : n == 2 ? GRAPH_ELIDED
						  : GRAPH_DIFFERENTIAL;
		c->baseline.look.both = n == 1;
		break;
	default:
		set_number(c, id, n);
		break;
	}
	return true;
}

static bool parse_asked(struct asked *asked, enum choice_id id, const char *arg,
			struct error *err)
{
	struct alignment align = {.follows = false};

	if (id == CHOICE_ALIGN && !alignment_parse(text_of(arg), NULL, NULL, &align, err))
		return error_at(err, "--align");
	if (id == CHOICE_AGAINST_FILTER && !is_text(id, arg, err))
		return false;
	if (id == CHOICE_EVENT)
		asked->event = arg;
	else
		memcpy((char *)asked + choice_table[id].offset, &arg, sizeof arg);
	return true;
}

static bool parse_argument(struct choice *c, struct asked *asked, enum choice_id id,
			   const char *arg, struct error *err)
{
	struct text text = text_of(arg ? arg : "");
	uint64_t number = 0;
	uint32_t billionths;
	double share;

	switch (choice_table[id].type) {
	case TYPE_FLAG:
		set_number(c, id, !arg || strcmp(arg, "no") != 0);
		return true;
	case TYPE_TEXT:
		memcpy(field(c, id), &text, sizeof text);
		return is_text(id, arg, err);
	case TYPE_ROWS:
		if (!text_equal(text, TEXT("auto")) &&
		    (!number_u64(text, &number) || number == 0 ||
		     number > HEATMAP_ROWS_MAX))
			return refuse_argument(id, arg,
					       "a number from 1 to 1000, or auto", err);
		c->rows = (uint32_t)number;
		return true;
	case TYPE_PERIOD:
		if (!number_seconds(text, &number) || number == 0)
			return refuse_argument(
			    id, arg, "a length in seconds, such as 1 or 0.25", err);
		c->period = number;
		return true;
	case TYPE_LENGTH:
		return parse_length(c, id, arg, err);
	case TYPE_SHARE:
		if (!number_parts(text, &number, &billionths) || number > 100)
			return refuse_argument(id, arg, "a number from 0 to 100", err);
		share = ((double)number + billionths / 1e9) / 100;
		memcpy(field(c, id), &share, sizeof share);
		return true;
	case TYPE_RANGES:
		asked->range = arg;
		return true;
	case TYPE_EVENT:
	case TYPE_ASKED:
		return parse_asked(asked, id, arg, err);
	default:
		return parse_word(c, id, arg, err);
	}
}

bool choice_parse(struct choice *c, struct asked *asked, enum choice_id id,
		  const char *arg, struct error *err)
{
	if (!parse_argument(c, asked, id, arg, err))
		return false;
	if (asked)
		asked->given |= CHOICE_SET(id);
	return true;
}

/* ---- values as words ---- */

static uint64_t length_of(const struct choice *c, enum choice_id id)
{
	uint64_t ns;

	memcpy(&ns, field_of(c, id), sizeof ns);
	return ns;
}

static double share_of(const struct choice *c, enum choice_id id)
{
	double share;

	memcpy(&share, field_of(c, id), sizeof share);
	return share;
}

/* The word among the steps with this value, such as 10ms; else seconds. */
static const char *length_value(const struct choice *c, enum choice_id id,
				char buf[CHOICE_VALUE_MAX])
{
	char number[NUMBER_SECONDS_MAX];

	for (unsigned n = 0; choice_step_word(id, n, buf); n++)
		if (choice_is(c, id, buf))
			return buf;
	snprintf(buf, CHOICE_VALUE_MAX, "%s",
		 number_plain_seconds(length_of(c, id), number));
	return buf;
}

const char *choice_value(const struct choice *c, enum choice_id id,
			 char buf[CHOICE_VALUE_MAX])
{
	const struct choice_info *row = &choice_table[id];
	const struct difference_look *look = &c->baseline.look;
	struct text word = TEXT("");
	char number[NUMBER_SECONDS_MAX];

	buf[0] = '\0';
	switch (row->type) {
	case TYPE_WORD:
		word = word_at(row->argument, number_of(c, id));
		break;
	case TYPE_FLAG:
		word = number_of(c, id) ? TEXT("yes") : TEXT("no");
		break;
	case TYPE_LANES:
		word = c->lanes ? word_at(row->argument, c->lanes - 1) : TEXT("");
		break;
	case TYPE_SHOW:
		word = word_at(row->argument, look->graph == GRAPH_PLAIN    ? 3
					      : look->graph == GRAPH_ELIDED ? 2
									    : look->both);
		break;
	case TYPE_STATES:
		word = !c->waiting.states ? TEXT("samples")
		       : c->waiting.states == STATES_HOT_COLD
			   ? TEXT("both")
			   : text_of(thread_states_names(c->waiting.states).word);
		break;
	case TYPE_ROWS:
		snprintf(buf, CHOICE_VALUE_MAX, c->rows ? "%" PRIu32 : "auto", c->rows);
		return buf;
	case TYPE_PERIOD:
		snprintf(buf, CHOICE_VALUE_MAX, "%s",
			 number_plain_seconds(c->period, number));
		return buf;
	case TYPE_LENGTH:
		return length_value(c, id, buf);
	case TYPE_SHARE:
		snprintf(buf, CHOICE_VALUE_MAX, "%.9g", share_of(c, id) * 100);
		return buf;
	default:
		break;
	}
	snprintf(buf, CHOICE_VALUE_MAX, "%.*s", (int)word.len, word.at);
	return buf;
}

bool choice_is_usual(const struct choice *c, enum choice_id id)
{
	return is_same(c, &choice_default, id);
}

bool choice_step_word(enum choice_id id, unsigned n, char buf[CHOICE_VALUE_MAX])
{
	const struct choice_info *row = &choice_table[id];
	const char *words = *row->steps ? row->steps : row->argument;
	struct text word = word_at(words, n);
	unsigned own = 0;

	if (!word.len && words[strlen(words) - 1] == '|') { /* those of the argument */
		while (word_at(words, own).len)
			own++;
		word = word_at(row->argument, n - own);
	}
	snprintf(buf, CHOICE_VALUE_MAX, "%.*s", (int)word.len, word.at);
	return word.len > 0;
}

/* Set the value from a word of choice_step_word(); "samples" is not a word of --state. */
static bool set_word(struct choice *c, enum choice_id id, const char *word)
{
	struct error ignored = ERROR_INIT;

	if (choice_table[id].type == TYPE_STATES && strcmp(word, "samples") == 0) {
		c->waiting.states = 0;
		return true;
	}
	return choice_parse(c, NULL, id, word, &ignored);
}

bool choice_is(const struct choice *c, enum choice_id id, const char *word)
{
	struct choice other = *c;

	return set_word(&other, id, word) && is_same(c, &other, id);
}

/* Is the number less than the number of this word? */
static bool is_below(const struct choice *c, enum choice_id id, const char *word)
{
	struct choice other = *c;

	if (!set_word(&other, id, word))
		return false;
	switch (choice_table[id].type) {
	case TYPE_ROWS:
		return c->rows < other.rows;
	case TYPE_LENGTH:
		return length_of(c, id) < length_of(&other, id);
	case TYPE_SHARE:
		return share_of(c, id) < share_of(&other, id);
	default:
		return false;
	}
}

void choice_step(struct choice *c, enum choice_id id, int steps)
{
	int count = 0, at = 0, by;
	char word[CHOICE_VALUE_MAX];

	while (choice_step_word(id, (unsigned)count, word))
		count++;
	if (!count)
		return;
	by = steps % count;
	while (at < count && choice_step_word(id, (unsigned)at, word) &&
	       !choice_is(c, id, word))
		at++;
	if (at == count) { /* between two of them, or none */
		for (at = 0; at < count; at++)
			if (choice_step_word(id, (unsigned)at, word) &&
			    is_below(c, id, word))
				break;
		by -= by > 0;
	}
	choice_step_word(id, (unsigned)((at + by + count) % count), word);
	set_word(c, id, word);
}

/* ---- comparing ---- */

static bool same_filter_of_file(const struct baseline *a, const struct baseline *b)
{
	return a->has_filter == b->has_filter &&
	       (!a->has_filter || text_equal(a->filter, b->filter));
}

bool choice_same_baseline(const struct choice *a, const struct choice *b)
{
	const struct baseline *x = &a->baseline, *y = &b->baseline;

	if (x->against != y->against)
		return false;
	if (x->against == BASELINE_FILE)
		return same_filter_of_file(x, y);
	return x->against != BASELINE_RANGE ||
	       (text_equal(x->filter, y->filter) && ranges_equal(&x->also, &y->also));
}

bool choice_same_shape(const struct choice *a, const struct choice *b)
{
	return a->reversed == b->reversed && text_equal(a->transform, b->transform);
}

bool choice_asks_the_same(const struct choice *a, const struct choice *b)
{
	return a->event == b->event && a->idle == b->idle && a->root == b->root &&
	       a->weigh == b->weigh && text_equal(a->filter, b->filter) &&
	       text_equal(a->search, b->search) && ranges_equal(&a->also, &b->also) &&
	       choice_same_shape(a, b) && choice_same_baseline(a, b);
}

/*
 * Compare the fields that have no row in choice.def. Range and filter count only for baselines that
 * have them.
 */
static bool same_sides(const struct baseline *a, const struct baseline *b)
{
	if (a->against != b->against)
		return false;
	switch (a->against) {
	case BASELINE_RANGE:
		return range_equal(a->range, b->range) &&
		       ranges_equal(&a->also, &b->also) &&
		       text_equal(a->filter, b->filter);
	case BASELINE_FILE:
		return range_equal(a->range, b->range) &&
		       a->align.first == b->align.first &&
		       a->align.other == b->align.other &&
		       a->align.follows == b->align.follows && same_filter_of_file(a, b);
	default:
		return true;
	}
}

unsigned choice_changes(const struct choice *from, const struct choice *to)
{
	unsigned changes = same_sides(&from->baseline, &to->baseline) ? 0 : CHANGES_SIDES;

	for (enum choice_id id = 0; id < CHOICE_COUNT; id++)
		if (!is_same(from, to, id))
			changes |= choice_table[id].changes;
	return changes;
}

uint64_t choice_rows(unsigned flags, unsigned parts)
{
	uint64_t rows = 0;

	for (enum choice_id id = 0; id < CHOICE_COUNT; id++)
		if ((choice_table[id].flags & flags) || (choice_table[id].part & parts))
			rows |= CHOICE_SET(id);
	return rows;
}

bool choice_differs(const struct choice *a, const struct choice *b, uint64_t rows)
{
	for (enum choice_id id = 0; id < CHOICE_COUNT; id++)
		if ((rows & CHOICE_SET(id)) && !is_same(a, b, id))
			return true;
	return (rows & CHOICE_SET(CHOICE_AGAINST)) &&
	       !same_sides(&a->baseline, &b->baseline);
}

void choice_take(struct choice *to, const struct choice *from, uint64_t rows)
{
	for (enum choice_id id = 0; id < CHOICE_COUNT; id++)
		if ((rows & CHOICE_SET(id)) && choice_table[id].type != TYPE_ASKED)
			memcpy(field(to, id), field_of(from, id), choice_table[id].size);
	if (rows & CHOICE_SET(CHOICE_RANGE))
		to->also = from->also;
	if (rows & CHOICE_SET(CHOICE_AGAINST))
		to->baseline = from->baseline;
}

/* ---- the choice for a profile ---- */

bool choice_ranges(const struct profile *p, bool local, const char *words,
		   enum choice_id id, struct range *range, struct ranges *also,
		   struct error *err)
{
	const struct range_place place = range_place_of(p, local);

	return ranges_parse(text_of(words), &place, range, also, err) ||
	       error_at(err, "--%s", choice_table[id].name);
}

static bool choose_baseline(struct choice *c, const struct asked *asked,
			    const struct profile *p, struct error *err)
{
	struct baseline *b = &c->baseline;

	b->filter = asked->against_filter ? text_of(asked->against_filter) : c->filter;
	b->range = RANGE_ALL;
	b->against = asked->against && strcmp(asked->against, "rest") == 0
			 ? BASELINE_REST
			 : BASELINE_RANGE;
	if (b->against == BASELINE_RANGE)
		return !asked->against ||
		       choice_ranges(p, c->local, asked->against, CHOICE_AGAINST,
				     &b->range, &b->also, err);
	return asked->range ||
	       error_set(err, ERROR_USAGE,
			 "--against rest: the whole profile has no rest; give a --range");
}

/* Does the graph have no root frames unless --root requests them? */
static bool is_bare(const struct choice *c)
{
	return c->reversed || (c->waiting.states && c->waiting.graph == GRAPH_WAKEUP);
}

bool choice_of_profile(struct choice *c, const struct choice *first,
		       const struct asked *asked, bool has_file, const struct profile *p,
		       struct error *err)
{
	bool states = first->waiting.states, hot_cold;

	*c = *first;
	c->range = RANGE_ALL;
	c->also = c->baseline.also = (struct ranges){0};
	if (states && !(asked->given & CHOICE_SET(CHOICE_IDLE)))
		c->idle = IDLE_SHOW;
	if (is_bare(c) && !(asked->given & CHOICE_SET(CHOICE_ROOT)))
		c->root = ROOT_NONE;
	if (p->states && !p->has_times) /* sums have no other value */
		c->weigh = WEIGH_PERIOD;
	if (!(asked->given & CHOICE_SET(CHOICE_SHOW)))
		c->baseline.look.graph = GRAPH_DIFFERENTIAL;
	if (!asked->against && !asked->against_filter && !has_file &&
	    c->below != BELOW_WHY)
		c->baseline.look.graph = GRAPH_PLAIN;
	hot_cold = p->graph == wait_graph_names[GRAPH_HOT_COLD];
	if (hot_cold) {
		c->baseline.against = BASELINE_EVENT;
		c->baseline.filter = c->filter;
		c->baseline.normalised = NOT_NORMALISED;
		c->baseline.look.graph = GRAPH_DIFFERENTIAL;
		c->baseline.look.both = true;
	}
	/* for threads' time all events, unless one of two is compared with the other */
	if (!event_choice_named(
		p, states && !hot_cold && !asked->event ? "all" : asked->event, &c->event,
		err))
		return false;
	if ((asked->range || (asked->against && !has_file)) && !p->has_times)
		return error_set(err, ERROR_USAGE,
				 "no range can be selected: the profile has no times");
	if (asked->range && !choice_ranges(p, c->local, asked->range, CHOICE_RANGE,
					   &c->range, &c->also, err))
		return false;
	if (c->below == BELOW_WHY && !has_file)
		c->baseline.against = BASELINE_REST;
	return has_file || (!asked->against && !asked->against_filter) ||
	       choose_baseline(c, asked, p, err);
}

/* ---- writing options ---- */

void choice_write_option(const char *name, struct text value, bool ascii, FILE *out)
{
	fprintf(out, " --%s ", name);
	shell_line_word(value, ascii, out);
}

static void write_option(const struct choice_line *l, enum choice_id id,
			 struct text value, FILE *out)
{
	choice_write_option(choice_table[id].name, value, l->ascii, out);
}

/* The default is the first event, or all events for threads' time. */
static void write_event(const struct choice_line *l, FILE *out)
{
	const struct choice *c = l->choice;

	if (c->event == ALL_EVENTS ? !l->profile->states
				   : c->event > 0 || l->profile->states)
		write_option(l, CHOICE_EVENT,
			     c->event == ALL_EVENTS ? TEXT("all") : l->event, out);
}

/* The names in a second file that the user has declared to be the same. */
static void write_renamed(const struct choice_line *l, FILE *out)
{
	struct text rest = text_of(l->compare_as ? l->compare_as : ""), wish;

	while (l->choice->baseline.against == BASELINE_FILE &&
	       text_next_line(&rest, &wish))
		write_option(l, CHOICE_COMPARE_AS, wish, out);
}

/* Write the baseline, and its filter if that is its own. */
static void write_against(const struct choice_line *l, FILE *out)
{
	const struct baseline *b = &l->choice->baseline;
	const struct alignment *a = &b->align;
	bool all = range_is_all(b->range), apart = false;
	char words[RANGE_TEXT_MAX];

	if (b->against == BASELINE_REST) {
		write_option(l, CHOICE_AGAINST, TEXT("rest"), out);
	} else if (b->against == BASELINE_FILE) {
		/* a second file: its range, if that does not follow from the alignment */
		if (!a->follows && !all)
			write_option(l, CHOICE_AGAINST,
				     text_of(range_text(b->range, words)), out);
		else if (!a->follows && a->first != a->other)
			write_option(l, CHOICE_AGAINST, TEXT("0,"), out);
		if (a->follows || a->first != a->other)
			write_option(l, CHOICE_ALIGN, text_of(alignment_text(a, words)),
				     out);
		apart = b->has_filter;
	} else if (b->against == BASELINE_RANGE) {
		/* a range, or everything under another filter */
		all = all && !b->also.count;
		if (!all) {
			fprintf(out, " --%s ", choice_table[CHOICE_AGAINST].name);
			selection_write(l->baseline, out);
		}
		apart = all || !text_equal(b->filter, l->choice->filter);
	}
	if (apart)
		write_option(l, CHOICE_AGAINST_FILTER, b->filter, out);
}

static void write_row(const struct choice_line *l, enum choice_id id, FILE *out)
{
	const struct choice_info *row = &choice_table[id];
	char value[CHOICE_VALUE_MAX];
	struct text rest, one;

	switch (row->type) {
	case TYPE_RANGES:
		fprintf(out, " --%s ", row->name);
		selection_write(l->range, out);
		break;
	case TYPE_FLAG:
		fprintf(out, " --%s", row->name);
		break;
	case TYPE_TEXT:
		rest = *(const struct text *)field_of(l->choice, id);
		if (id != CHOICE_TRANSFORM)
			write_option(l, id, rest, out);
		while (id == CHOICE_TRANSFORM && text_next_line(&rest, &one))
			write_option(l, id, one, out);
		break;
	default:
		write_option(l, id, text_of(choice_value(l->choice, id, value)), out);
		break;
	}
}

/*
 * The rows to write: without a baseline none of its rows; if the baseline is another event
 * (--graph) only SWAP.
 */
static uint64_t rows_of_sides(const struct choice *c)
{
	uint64_t none = 0;

	for (enum choice_id id = 0; id < CHOICE_COUNT; id++)
		if (choice_table[id].part == PART_SIDES)
			none |= CHOICE_SET(id);
	if (c->baseline.against == BASELINE_EVENT)
		none &= ~CHOICE_SET(CHOICE_SWAP);
	else if (c->baseline.against != BASELINE_NOTHING &&
		 !(c->baseline.against == BASELINE_REST && choice_is_all(c)))
		none = 0;
	return ~none;
}

void choice_write_some(const struct choice_line *l, unsigned parts, uint64_t rows,
		       FILE *out)
{
	/* the defaults, which differ for threads' time and for graphs without root frames */
	const struct choice u = {
	    .range = RANGE_ALL,
	    .period = NS_PER_SECOND,
	    .baseline.look.graph = GRAPH_DIFFERENTIAL,
	    .idle = l->profile->states ? IDLE_SHOW : choice_default.idle,
	    .root = is_bare(l->choice) ? ROOT_NONE : choice_default.root};

	rows &= rows_of_sides(l->choice);
	if (l->choice->waiting.graph == GRAPH_HOT_COLD && l->choice->waiting.states)
		rows &= ~CHOICE_SET(CHOICE_STATE); /* --graph implies it */
	for (unsigned part = 1; part < PART_SCREEN; part <<= 1) {
		for (enum choice_id id = 0; id < CHOICE_COUNT; id++) {
			if (!(choice_table[id].part & part & parts) ||
			    !(rows & CHOICE_SET(id)))
				continue;
			if (id == CHOICE_EVENT)
				write_event(l, out);
			else if (id == CHOICE_AGAINST)
				write_against(l, out);
			else if (id == CHOICE_COMPARE_AS)
				write_renamed(l, out);
			else if (!is_same(l->choice, &u, id))
				write_row(l, id, out);
		}
	}
}

void choice_write(const struct choice_line *l, unsigned parts, FILE *out)
{
	choice_write_some(l, parts, UINT64_MAX, out);
}

/* ---- undo and redo ---- */

static void release_step(struct history_step *s)
{
	path_release(&s->zoom);
	choice_release(&s->choice);
}

void history_note(struct history *h, const struct history_step *s)
{
	struct error ignored = ERROR_INIT; /* without memory the step is not recorded */
	const struct history_step *before = &h->steps[h->now];
	struct history_step own = *s;
	bool same =
	    h->count && !s->fitted && path_equal(&before->zoom, &s->zoom) &&
	    !choice_differs(&before->choice, &s->choice, choice_rows(CHOICE_UNDONE, 0));

	if (same || !choice_copy(&own.choice, &s->choice, &ignored)) {
		path_release(&own.zoom);
		return;
	}
	while (h->count > h->now + 1)
		release_step(&h->steps[--h->count]);
	if (h->count == HISTORY_MAX) {
		release_step(&h->steps[0]);
		h->count--;
		memmove(h->steps, h->steps + 1, (size_t)h->count * sizeof *h->steps);
	}
	h->steps[h->count] = own; /* room: the oldest step was dropped */
	h->now = h->count++;
}

void history_shift(struct history *h, int64_t earlier)
{
	for (int i = 0; i < h->count; i++) {
		struct choice *c = &h->steps[i].choice;

		c->range = range_shift(c->range, earlier);
		ranges_shift(&c->also, earlier);
		c->baseline.range = range_shift(c->baseline.range, earlier);
		ranges_shift(&c->baseline.also, earlier);
	}
}

void history_translate(struct history *h, const uint32_t *frames)
{
	for (int i = 0; i < h->count; i++)
		path_translate(&h->steps[i].zoom, frames);
}

const struct history_step *history_peek(const struct history *h, bool on)
{
	if (on ? h->now + 1 >= h->count : h->now == 0)
		return NULL;
	return &h->steps[h->now + (on ? 1 : -1)];
}

const struct history_step *history_go(struct history *h, bool on, uint64_t *period)
{
	if (!history_peek(h, on))
		return NULL;
	*period = on ? h->steps[h->now + 1].fitted : h->steps[h->now].unfitted;
	h->now += on ? 1 : -1;
	return &h->steps[h->now];
}

void history_release(struct history *h)
{
	for (int i = 0; i < h->count; i++)
		release_step(&h->steps[i]);
	*h = (struct history){0};
}
