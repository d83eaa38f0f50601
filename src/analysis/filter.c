#include "analysis/filter.h"

#include <stdio.h>

#include "analysis/included.h"
#include "analysis/lanes/lanes.h"
#include "base/fill.h"
#include "base/append.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/regex.h"
#include "base/utf8.h"
#include "profile/frame_mode.h"
#include "profile/hosts.h"
#include "profile/process_names.h"

struct term {
	enum filter_subject subject;
	bool negated;
	struct regex *re; /* owned; NULL: the term compares `exact` or `number` */
	char *pattern;	  /* owned: the source of `re` */
	size_t pattern_len;
	char *exact; /* owned */
	size_t exact_len;
	bool base_too; /* a name also matches if only its base name is `exact` */
	struct filter_numbers numbers;
};

struct filter {
	struct term *terms; /* owned */
	size_t count, room;
};

static const struct {
	struct text prefix;
	enum filter_subject subject;
	enum { IS, MATCHES, NUMBER, IS_KIND, IS_MODE } how;
} prefixes[] = {
    {{"comm=", 5}, FILTER_COMM, IS},
    {{"comm~", 5}, FILTER_COMM, MATCHES},
    {{"process=", 8}, FILTER_PROCESS, IS},
    {{"process~", 8}, FILTER_PROCESS, MATCHES},
    {{"pid=", 4}, FILTER_PID, NUMBER},
    {{"tid=", 4}, FILTER_TID, NUMBER},
    {{"cpu=", 4}, FILTER_CPU, NUMBER},
    {{"host=", 5}, FILTER_HOST, IS},
    {{"host~", 5}, FILTER_HOST, MATCHES},
    {{"service=", 8}, FILTER_SERVICE, IS},
    {{"service~", 8}, FILTER_SERVICE, MATCHES},
    {{"module=", 7}, FILTER_MODULE, IS},
    {{"module~", 7}, FILTER_MODULE, MATCHES},
    {{"self=", 5}, FILTER_SELF, IS},
    {{"self~", 5}, FILTER_SELF, MATCHES},
    {{"self-module=", 12}, FILTER_SELF_MODULE, IS},
    {{"self-module~", 12}, FILTER_SELF_MODULE, MATCHES},
    {{"self-kind=", 10}, FILTER_SELF_KIND, IS_KIND},
    {{"mode=", 5}, FILTER_MODE, IS_MODE},
};

static bool take_exact(struct term *t, struct text name, struct error *err)
{
	t->exact = mem_text(name.at, name.len, err);
	t->exact_len = name.len;
	return t->exact != NULL;
}

static bool take_kind(struct term *t, struct text name, struct error *err)
{
	bool known = text_equal(name, lanes_name_of_none);

	if (text_equal(name, TEXT("unknown"))) /* an older way to write "no name" */
		name = text_of(frame_kind_names[FRAME_NAMELESS]);
	for (size_t i = 0; i < FRAME_KINDS; i++)
		known |= text_equal(name, text_of(frame_kind_names[i]));
	if (!known)
		return error_set(err, ERROR_USAGE,
				 "filter: '%.*s' is not a kind of code; kinds are user, "
				 "kernel, jit, inlined, runtime, idle and no name",
				 (int)(name.len < 80 ? name.len : 80), name.at);
	return take_exact(t, name, err);
}

static bool take_mode(struct term *t, struct text name, struct error *err)
{
	for (int i = 0; i < FRAME_MODES; i++)
		if (text_equal(name, text_of(frame_mode_names[i])))
			return take_exact(t, name, err);
	return error_set(
	    err, ERROR_USAGE,
	    "filter: '%.*s' is not a mode; modes are user, kernel and unknown",
	    (int)(name.len < 80 ? name.len : 80), name.at);
}

/*
 * Read the output of filter_quote(): ^\Qname\E$, with \E\\E\Q for an \E in the name. Such a name is
 * compared bytewise, not matched: PCRE2 would ignore case and bytes that are not UTF-8.
 */
bool filter_unquote(struct text p, char *buf, size_t room, size_t *len)
{
	struct fill f = fill_of(buf, room);

	if (!text_starts(p, TEXT("^\\Q")))
		return false;
	p = text_from(p, 3);
	while (p.len) {
		if (!text_starts(p, TEXT("\\E"))) {
			fill_char(&f, p.at[0]);
			p = text_from(p, 1);
			continue;
		}
		if (text_equal(p, TEXT("\\E$"))) {
			*len = fill_written(&f).len;
			return true;
		}
		if (!text_starts(p, TEXT("\\E\\\\E\\Q")))
			return false;
		fill_text(&f, TEXT("\\E"));
		p = text_from(p, 7);
	}
	return false;
}

static bool take_pattern(struct term *t, struct text pattern, struct error *err)
{
	char *name = mem_text(pattern.at, pattern.len, err);

	if (!name)
		return false;
	if (filter_unquote(pattern, name, pattern.len, &t->exact_len)) {
		t->exact = name;
		return true;
	}
	t->pattern = name;
	t->pattern_len = pattern.len;
	t->re = regex_new(pattern, err);
	return t->re != NULL;
}

/* "3" or "0-3"; the first character may be a minus sign. */
static bool take_range(struct filter_numbers *n, struct text part)
{
	const char *dash = part.len ? memchr(part.at + 1, '-', part.len - 1) : NULL;
	struct text from = dash ? text_upto(part, (size_t)(dash - part.at)) : part;
	int32_t first, last;

	if (!number_i32(from, &first))
		return false;
	last = first;
	if (dash && !number_i32(text_from(part, from.len + 1), &last))
		return false;
	if (n->count == FILTER_NUMBERS || last < first)
		return false;
	n->list[n->count].from = first; /* room: checked above */
	n->list[n->count++].to = last;
	return true;
}

static bool take_numbers(struct term *t, struct text value)
{
	for (;;) {
		const char *comma = value.len ? memchr(value.at, ',', value.len) : NULL;
		struct text part =
		    comma ? text_upto(value, (size_t)(comma - value.at)) : value;

		if (!take_range(&t->numbers, part))
			return false;
		if (!comma)
			return true;
		value = text_from(value, part.len + 1);
	}
}

static bool has_number(const struct filter_numbers *n, int32_t number)
{
	for (uint32_t i = 0; i < n->count; i++)
		if (number >= n->list[i].from && number <= n->list[i].to)
			return true;
	return false;
}

static bool parse_term(struct text whole, struct term *t, struct error *err)
{
	struct text s = whole;

	if (text_starts(s, TEXT("!"))) {
		t->negated = true;
		s = text_trim(text_from(s, 1));
	}
	if (s.len == 0)
		return error_set(err, ERROR_USAGE, "filter: a term is empty");
	for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
		struct text value = text_from(s, prefixes[i].prefix.len);

		if (!text_starts(s, prefixes[i].prefix))
			continue;
		t->subject = prefixes[i].subject;
		t->base_too = t->subject == FILTER_MODULE ||
			      (t->subject == FILTER_SELF_MODULE && prefixes[i].how == IS);
		if (prefixes[i].how == MATCHES)
			return take_pattern(t, value, err);
		if (prefixes[i].how == IS_KIND)
			return take_kind(t, value, err);
		if (prefixes[i].how == IS_MODE)
			return take_mode(t, value, err);
		if (prefixes[i].how == IS)
			return take_exact(t, value, err);
		return take_numbers(t, value) ||
		       error_set(
			   err, ERROR_USAGE,
			   "filter: '%.*s': expected a number, or numbers such as 0-3,8",
			   (int)(whole.len < 80 ? whole.len : 80), whole.at);
	}
	return take_pattern(t, s, err);
}

/* Split `rest` at the first " & " that is not within \Q...\E. */
struct text filter_next_term(struct text *rest)
{
	struct text all = *rest;
	bool quoted = false;

	for (size_t i = 0; i < all.len; i++) {
		struct text here = text_from(all, i);

		if (quoted) {
			quoted = !text_starts(here, TEXT("\\E"));
			i += !quoted;
		} else if (here.at[0] == '\\') {
			quoted = text_starts(here, TEXT("\\Q"));
			i++;
		} else if (text_starts(here, TEXT(" & "))) {
			*rest = text_from(all, i + 3);
			return text_trim(text_upto(all, i));
		}
	}
	*rest = text_from(all, all.len);
	rest->at = NULL; /* nothing follows, not even an empty term */
	return text_trim(all);
}

struct filter *filter_new(struct text expression, struct error *err)
{
	struct filter *f = mem_array(1, sizeof *f, "filter", err);
	struct text rest = expression;

	if (!f || text_trim(expression).len == 0)
		return f;
	do {
		struct text t = filter_next_term(&rest);

		/* counted first, so that filter_free() releases it */
		if (!APPEND(f->terms, f->count, f->room, "filter terms", err,
			    (struct term){0}) ||
		    !parse_term(t, &f->terms[f->count - 1], err)) {
			filter_free(f);
			return NULL;
		}
	} while (rest.at);
	return f;
}

size_t filter_term_count(const struct filter *f)
{
	return f->count;
}

struct filter_term filter_term_at(const struct filter *f, size_t i)
{
	const struct term *t = &f->terms[i];
	struct filter_term at = {
	    t->subject, t->negated, t->re != NULL, {"", 0}, &t->numbers};

	if (t->re)
		at.text = (struct text){t->pattern, t->pattern_len};
	else if (t->exact)
		at.text = (struct text){t->exact, t->exact_len};
	return at;
}

/*
 * Find a word before "=" or "~" that is not a key. It is then part of a pattern, which is rarely
 * intended.
 */
static bool has_unknown_key(struct text expression, struct text *key)
{
	struct text rest = expression, term;
	size_t n;

	do {
		bool known = false;

		term = filter_next_term(&rest);
		if (text_starts(term, TEXT("!")))
			term = text_trim(text_from(term, 1));
		for (n = 0; n < term.len && ((term.at[n] >= 'a' && term.at[n] <= 'z') ||
					     (term.at[n] == '-' && n > 0));)
			n++;
		for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
			known |= text_starts(term, prefixes[i].prefix);
		if (n && n < term.len && (term.at[n] == '=' || term.at[n] == '~') &&
		    !known) {
			*key = text_upto(term, n + 1);
			return true;
		}
	} while (rest.at);
	return false;
}

/* Suggest keys to use instead of an unknown one. */
static const char *keys_instead(struct text key)
{
	static const struct {
		struct text word;
		const char *instead;
	} words[] = {
	    {{"thread", 6}, "tid= is a thread's number, comm= its name"},
	    {{"name", 4}, "comm= is the name of a thread"},
	    {{"function", 8}, "self= is the function that ran, a pattern is any frame"},
	    {{"frame", 5}, "self= is the function that ran, a pattern is any frame"},
	};

	key = text_upto(key, key.len - 1);
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (text_equal(key, words[i].word))
			return words[i].instead;
	return "keys are comm, process, pid, tid, cpu, host, service, module, self, "
	       "self-module, self-kind and mode";
}

#define SHOWN 100 /* the most bytes of a filter in a message */

bool filter_explain_no_match(struct text expression, const char *kind, struct error *err)
{
	const char *more = expression.len > SHOWN ? "..." : "";
	int shown = (int)utf8_upto(expression, SHOWN).len;
	bool tight = false;
	struct text key;

	/* an "&" without blanks around it does not join terms */
	for (size_t i = 0; i < expression.len; i++)
		tight |= expression.at[i] == '&' &&
			 (i == 0 || expression.at[i - 1] != ' ' ||
			  i + 1 == expression.len || expression.at[i + 1] != ' ');
	if (has_unknown_key(expression, &key))
		return error_set(err, ERROR_NOTHING,
				 "no %s matches the filter %.*s%s: %.*s is not a key, so "
				 "it was read as part of a pattern; %s",
				 kind, shown, expression.at, more, (int)key.len, key.at,
				 keys_instead(key));
	if (tight)
		return error_set(err, ERROR_NOTHING,
				 "no %s matches the filter %.*s%s; put blanks around "
				 "\"&\" to join terms",
				 kind, shown, expression.at, more);
	return error_set(err, ERROR_NOTHING, "no %s matches the filter %.*s%s", kind,
			 shown, expression.at, more);
}

void filter_free(struct filter *f)
{
	if (!f)
		return;
	for (size_t i = 0; i < f->count; i++) {
		regex_free(f->terms[i].re);
		mem_free(f->terms[i].exact);
		mem_free(f->terms[i].pattern);
	}
	mem_free(f->terms);
	mem_free(f);
}

void filter_share(struct filter *f, struct time_limit *p)
{
	for (size_t i = 0; i < f->count; i++)
		if (f->terms[i].re)
			regex_share(f->terms[i].re, p);
}

const char *filter_host_term(struct text host, char buf[static FILTER_HOST_MAX])
{
	char quoted[FILTER_HOST_MAX - 16];
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789-_.#";
	size_t n = 0;

	buf[0] = '\0';
	if (!host.len)
		return buf;
	while (n < host.len && host.at[n] && strchr(plain, host.at[n]))
		n++;
	if (n == host.len)
		snprintf(buf, FILTER_HOST_MAX, "host=%.*s & ", (int)host.len, host.at);
	else if (filter_quote(host, quoted, sizeof quoted) < sizeof quoted)
		snprintf(buf, FILTER_HOST_MAX, "host~%s & ", quoted);
	return buf;
}

const char *filter_cpu_term(const struct profile *p, uint16_t cpu,
			    char buf[static FILTER_CPU_MAX])
{
	char host[FILTER_HOST_MAX];

	snprintf(buf, FILTER_CPU_MAX, "%scpu=%u",
		 filter_host_term(host_name(p, host_of_cpu(p, cpu)), host),
		 (unsigned)host_cpu(p, cpu));
	return buf;
}

#define TERMS_AT_ONCE 8 /* one bit per term: see included_narrow() */

/* The strings, stacks and contexts for which a term holds. Each string is matched once. */
struct term_answer {
	const struct term *term;
	const struct profile *profile;
	uint8_t *texts;		    /* owned: by string: 0 unknown, 1 no match, 2 match */
	uint8_t *frames;	    /* owned: by innermost frame, the same for its name */
	uint8_t *stacks, *contexts; /* borrowed: a bit for each term */
	uint8_t bit;		    /* the bit of this term */
	struct process_names processes; /* filled in if the term is about processes */
};

static bool text_holds(const struct term *t, struct text s)
{
	struct text exact = {t->exact, t->exact_len};

	if (t->re)
		return regex_matches(t->re, s);
	return text_equal(s, exact) ||
	       (t->base_too && text_equal(text_basename(s), exact));
}

static bool string_holds(struct term_answer *a, uint32_t string)
{
	if (!a->texts[string])
		a->texts[string] =
		    1 + text_holds(a->term, profile_string(a->profile, string));
	return a->texts[string] == 2;
}

bool filter_admits_cpu(const struct filter *f, const struct profile *p, uint16_t cpu)
{
	for (size_t i = 0; i < f->count; i++) {
		const struct term *t = &f->terms[i];

		if (t->subject == FILTER_CPU &&
		    has_number(&t->numbers, host_cpu(p, cpu)) == t->negated)
			return false;
		if (t->subject == FILTER_HOST &&
		    text_holds(t, host_called(p, host_of_cpu(p, cpu))) == t->negated)
			return false;
	}
	return true;
}

static void mark_stacks(struct term_answer *a)
{
	static const enum lanes_by by[] = {[FILTER_SELF] = LANES_FUNCTION,
					   [FILTER_SELF_MODULE] = LANES_MODULE,
					   [FILTER_SELF_KIND] = LANES_KIND};
	const struct profile *p = a->profile;
	enum filter_subject subject = a->term->subject;
	bool any = subject == FILTER_ANY || subject == FILTER_MODULE;

	/* any frame: a stack includes the frames of its parent, and parents come first */
	for (uint32_t i = 1; any && i < p->stack_count; i++) {
		const struct frame *f = &p->frames[p->stacks[i].frame];

		if ((a->stacks[p->stacks[i].parent] & a->bit) ||
		    string_holds(a, subject == FILTER_MODULE ? f->module : f->name))
			a->stacks[i] |= a->bit;
	}
	/* the innermost frame, named as in lanes */
	for (uint32_t i = 0; !any && subject >= FILTER_SELF && i < p->stack_count; i++) {
		uint32_t frame = p->stacks[i].frame;
		uint8_t *known = &a->frames[frame];

		if (!*known)
			*known = 1 + text_holds(a->term,
						lanes_frame_name(p, by[subject], frame));
		if (*known == 2)
			a->stacks[i] |= a->bit;
	}
}

static bool context_holds(struct term_answer *a, const struct context *c)
{
	const struct profile *p = a->profile;
	const struct thread *t = &p->threads[c->thread];
	uint32_t host;

	switch (a->term->subject) {
	case FILTER_ANY:
	case FILTER_COMM:
		return string_holds(a, t->comm);
	case FILTER_PROCESS:
		return string_holds(a, a->processes.of_thread[c->thread]);
	case FILTER_PID:
		return has_number(&a->term->numbers, host_pid(p, t));
	case FILTER_TID:
		return has_number(&a->term->numbers, host_tid(p, t));
	case FILTER_CPU:
		return c->cpu != PROFILE_NO_CPU &&
		       has_number(&a->term->numbers, host_cpu(p, c->cpu));
	case FILTER_HOST:
		host = host_of_thread(p, t);
		return hosts_are_several(p) ? string_holds(a, p->hosts.list[host].name)
					    : text_holds(a->term, host_called(p, host));
	default:
		return false;
	}
}

/* Mark the stacks and contexts for which a term holds. */
static bool answer_term(struct term_answer *a, struct error *err)
{
	const struct profile *p = a->profile;

	if (a->term->subject == FILTER_MODE) {
		uint8_t *modes = frame_mode_of_stacks(p, err);

		for (uint32_t i = 0; modes && i < p->stack_count; i++)
			if (text_holds(a->term, text_of(frame_mode_names[modes[i]])))
				a->stacks[i] |= a->bit;
		mem_free(modes);
		return modes != NULL;
	}
	a->texts = mem_array(p->strings.count, 1, "names", err);
	a->frames =
	    a->texts ? mem_array((size_t)p->frame_count + 1, 1, "names", err) : NULL;
	if (!a->frames || (a->term->subject == FILTER_PROCESS &&
			   !process_names_build(&a->processes, p, err))) {
		mem_free(a->texts);
		mem_free(a->frames);
		return false;
	}
	mark_stacks(a);
	for (uint32_t i = 0; i < p->context_count; i++)
		if (context_holds(a, &p->contexts[i]))
			a->contexts[i] |= a->bit;
	process_names_release(&a->processes);
	mem_free(a->texts);
	mem_free(a->frames);
	return !a->term->re || regex_check(a->term->re, err);
}

bool filter_apply(const struct filter *f, const struct profile *p, struct bits *keep,
		  struct error *err)
{
	bool ok = true;

	for (size_t t = 0; ok && t < f->count; t += TERMS_AT_ONCE) {
		size_t count =
		    f->count - t < TERMS_AT_ONCE ? f->count - t : TERMS_AT_ONCE;
		uint8_t *stacks = mem_array(p->stack_count, 1, "stacks", err), wanted = 0;
		uint8_t *contexts =
		    stacks ? mem_array(p->context_count, 1, "contexts", err) : NULL;

		ok = contexts != NULL;
		for (size_t i = 0; ok && i < count; i++) {
			struct term_answer a = {.term = &f->terms[t + i],
						.profile = p,
						.stacks = stacks,
						.contexts = contexts,
						.bit = (uint8_t)(1u << i)};

			wanted |= a.term->negated ? 0 : a.bit;
			ok = answer_term(&a, err);
		}
		if (ok)
			included_narrow(keep, p, contexts, stacks, wanted);
		mem_free(stacks);
		mem_free(contexts);
	}
	return ok;
}

static size_t put_quoted(char *buf, size_t room, size_t used, struct text t)
{
	for (size_t i = 0; i < t.len && used + i + 1 < room; i++)
		buf[used + i] = t.at[i];
	return used + t.len;
}

size_t filter_quote(struct text name, char *buf, size_t room)
{
	size_t used = put_quoted(buf, room, 0, TEXT("^\\Q"));

	while (name.len) {
		bool end = text_starts(name, TEXT("\\E"));
		size_t len = end ? 2 : 1;

		used = put_quoted(buf, room, used,
				  end ? TEXT("\\E\\\\E\\Q") : text_upto(name, 1));
		name = text_from(name, len);
	}
	used = put_quoted(buf, room, used, TEXT("\\E$"));
	if (room)
		buf[used < room ? used : room - 1] = '\0';
	return used;
}

bool filter_select(struct bits *passed, const struct profile *p, struct text words,
		   struct time_limit *limit, struct error *err)
{
	struct filter *f = filter_new(words, err);
	bool ok = true;

	if (!f)
		return false;
	filter_share(f, limit);
	if (words.len && !p->times_only) {
		ok = bits_build(passed, p->samples.count, err);
		if (ok)
			bits_fill(passed);
		ok = ok && filter_apply(f, p, passed, err);
	}
	filter_free(f);
	return ok;
}
