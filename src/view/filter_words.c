#include "view/filter_words.h"

#include <inttypes.h>
#include <stdio.h>

#include "analysis/filter.h"
#include "base/fill.h"
#include "base/number.h"
#include "base/utf8.h"
#include "profile/hosts.h"
#include "profile/process_names.h"

/* What a term is about, and how it is called; of numbers the name behind them is told. */
static const struct kind {
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

/* As much of it as there is room for; all is short from then on. */
static void put(struct fill *f, struct text t)
{
	size_t left = fill_left(f);

	if (t.len > left) {
		fill_text(f, utf8_upto(t, left));
		f->short_room = true;
		return;
	}
	fill_text(f, t);
}

/* Empty where nobody has this number. */
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
	struct text name = TEXT(""); /* without memory, too */

	if (process_names_build(&names, p, &err))
		for (uint32_t i = 0; i < p->thread_count && !name.len; i++)
			if (host_pid(p, &p->threads[i]) == pid)
				name = process_name_of(&names, p, i);
	process_names_release(&names);
	return name;
}

static void put_pattern(struct fill *f, struct text pattern)
{
	char name[FILTER_WORDS_MAX];
	size_t len;

	if (filter_unquote(pattern, name, sizeof name, &len)) {
		put(f, (struct text){name, len});
		return;
	}
	put(f, TEXT("~"));
	put(f, pattern);
}

/* "python3 4242" */
static void put_id(struct fill *f, const struct profile *p, struct text number,
		   bool process)
{
	int32_t id;
	struct text name = TEXT("");

	if (number_i32(number, &id))
		name = process ? process_name(p, id) : thread_name(p, id);
	put(f, utf8_upto(name, FILTER_WORDS_MAX / 4));
	put(f, name.len ? TEXT(" ") : TEXT(""));
	put(f, number);
}

static void put_value(struct fill *f, const struct profile *p, const struct kind *k,
		      struct text value)
{
	put(f, k->word);
	switch (k->value) {
	case PATTERN:
		put_pattern(f, value);
		break;
	case OF_PID:
	case OF_TID:
		put_id(f, p, value, k->value == OF_PID);
		break;
	default:
		put(f, value);
	}
}

static void put_term(struct fill *f, const struct profile *p, struct text whole)
{
	bool negated = text_starts(whole, TEXT("!"));
	struct text term = negated ? text_trim(text_from(whole, 1)) : whole;
	char name[FILTER_WORDS_MAX];
	size_t len;

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		if (!text_starts(term, kinds[i].prefix))
			continue;
		put(f, negated ? TEXT("without ") : TEXT(""));
		put_value(f, p, &kinds[i], text_from(term, kinds[i].prefix.len));
		return;
	}
	if (filter_unquote(term, name, sizeof name, &len)) {
		put(f, negated ? TEXT("without ") : TEXT("with "));
		put(f, (struct text){name, len});
		return;
	}
	put(f, TEXT("filter "));
	put(f, whole);
}

const char *filter_words(struct text expression, const struct profile *p,
			 char buf[FILTER_WORDS_MAX])
{
	struct fill f = fill_of(buf, FILTER_WORDS_MAX - 1);

	while (expression.len && !f.short_room) {
		if (f.at != f.begin)
			put(&f, TEXT(", "));
		put_term(&f, p, filter_next_term(&expression));
	}
	buf[fill_written(&f).len] = '\0';
	return buf;
}

struct text filter_words_search(struct text pattern, char buf[FILTER_WORDS_MAX])
{
	size_t len;

	if (!filter_unquote(pattern, buf, FILTER_WORDS_MAX, &len))
		return pattern;
	return (struct text){buf, len};
}
