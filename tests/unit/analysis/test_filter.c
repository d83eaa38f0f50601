#include "lib/unit.h"

#include <stdio.h>
#include <stdlib.h>

#include "analysis/idle.h"
#include "analysis/included.h"
#include "analysis/summary.h"
#include "lib/made_profile.h"

static const struct made_sample made[] = {
    {.stack = "main;alloc@/usr/lib/libc.so.6",
     .comm = "web",
     .time = 1,
     .pid = 12,
     .tid = 34,
     .cpu = 3},
    {.stack = "main;Work", .comm = "web", .time = 2, .pid = 12, .tid = 35, .cpu = 0},
    {.stack = "main", .comm = "db", .time = 3, .pid = -1, .tid = 9, .cpu = -1},
    {.stack = "main;a & b", .comm = "\xff", .time = 4, .pid = 7, .tid = 7, .cpu = 3},
    {.stack = "x\\E;ALLOC", .comm = "alloc", .time = 5, .pid = 7, .tid = 8, .cpu = 3},
};

#define MADE_COUNT 5

/* The rows that are kept, as "01.3.": a digit for each kept row. */
static void assert_kept(const struct made_sample *of, size_t count,
			const char *expression, const char *rows)
{
	struct profile *p = made_profile(of, count);
	struct error err = ERROR_INIT;
	struct filter *f = filter_new(text_of(expression), &err);
	char kept[10] = "";
	struct bits keep;

	if (!f)
		fail_msg("%s", err.message);
	assert_true(count < sizeof kept);
	assert_true(bits_build(&keep, count, &err));
	bits_fill(&keep);
	assert_true(filter_apply(f, p, &keep, &err));
	for (size_t i = 0; i < count; i++)
		kept[i] = bits_has(&keep, i) ? (char)('0' + i) : '.';
	if (strcmp(kept, rows) != 0)
		fail_msg("'%s' keeps %s, not %s", expression, kept, rows);
	bits_release(&keep);
	filter_free(f);
	profile_free(p);
}

static void assert_keeps(const char *expression, const char *rows)
{
	assert_kept(made, MADE_COUNT, expression, rows);
}

TEST(a_runaway_pattern_is_refused_not_answered)
{
	static const struct made_sample long_name = {
	    .stack = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!",
	    .comm = "a",
	    .time = 1};
	struct profile *p = made_profile(&long_name, 1);
	struct error err = ERROR_INIT;
	struct filter *f = filter_new(TEXT("!^(a|aa)+$"), &err);
	struct time_limit p50 = {.most_ms = 50};
	struct bits keep;

	assert_non_null(f);
	filter_share(f, &p50);
	assert_true(bits_build(&keep, 1, &err));
	bits_add(&keep, 0);
	assert_false(filter_apply(f, p, &keep, &err));
	assert_non_null(strstr(err.message, "takes too long"));
	bits_release(&keep);
	filter_free(f);
	profile_free(p);
}

TEST(each_term_holds_for_what_it_names)
{
	assert_keeps("", "01234");
	assert_keeps("  ", "01234");
	assert_keeps("alloc", "0...4");
	assert_keeps("ALLOC", "....4");
	assert_keeps("^web$", "01...");
	assert_keeps("comm=web", "01...");
	assert_keeps("comm=we", ".....");
	assert_keeps("comm~^W?e", ".....");
	assert_keeps("comm~e", "01...");
	assert_keeps("process=web", "01...");
	assert_keeps("process=\xff", "...34"); /* the leader's */
	assert_keeps("process=alloc", ".....");
	assert_keeps("process~^D", ".....");
	assert_keeps("process~b", "012..");
	assert_keeps("pid=7", "...34");
	assert_keeps("tid=9", "..2..");
	assert_keeps("cpu=3", "0..34");
	assert_keeps("cpu=65535", ".....");
	assert_keeps("cpu=3,3", "0..34");
	assert_keeps("cpu=1-4", "0..34");
	assert_keeps("cpu=2-2,3-3", "0..34");
	assert_keeps("module=libc.so.6", "0....");
	assert_keeps("module=/usr/lib/libc.so.6", "0....");
	assert_keeps("module=libc", ".....");
	assert_keeps("module~libc", "0....");
	assert_keeps("self=main", "..2..");
	assert_keeps("self=alloc", "0....");
	assert_keeps("self~alloc", "0...4");
	assert_keeps("self~web", ".....");
	assert_keeps("self~^\\Qa & b\\E$", "...3.");
	assert_keeps("self-module=libc.so.6", "0....");
	assert_keeps("self-module=/usr/lib/libc.so.6", "0....");
	assert_keeps("self-module~LIB|no module", ".1234");
	assert_keeps("self-module~^\\Qlibc.so.6\\E$", "....."); /* its path differs */
	assert_keeps("self-module=[no module]", ".1234");
	assert_keeps("self-kind=user", "01234");
	assert_keeps("self-kind=kernel", ".....");
	assert_keeps("self-kind=[no stack]", ".....");
}

TEST(code_without_a_name_is_a_kind_that_was_called_unknown)
{
	static const struct made_sample of[] = {
	    {.stack = "main", .time = 1},
	    {.stack = "main;[x]@[no name]", .time = 2},
	    {.stack = "[x]@[no name];work", .time = 3}};

	assert_kept(of, 3, "self-kind=no name", ".1.");
	assert_kept(of, 3, "!self-kind=no name", "0.2");
	assert_kept(of, 3, "self-kind=unknown", ".1.");
}

TEST(a_mode_is_told_with_a_name_and_without)
{
	static const struct made_sample of[] = {
	    {.stack = "main", .time = 1},
	    {.stack = "main;read@[kernel]", .time = 2},
	    {.stack = "main;[x]@[no name] kernel", .time = 3},
	    {.stack = "read@[kernel];[x]@[no name] user", .time = 4},
	    {.stack = "main;[x]@[no name]", .time = 5},
	    {.stack = "main;read@[kernel];copy@[inlined]", .time = 6},
	    {.stack = "", .time = 7}};

	assert_kept(of, 7, "mode=user", "0..3...");
	assert_kept(of, 7, "mode=kernel", ".12..5.");
	assert_kept(of, 7, "mode=unknown", "....4.6");
	assert_kept(of, 7, "!mode=kernel", "0..34.6");
	assert_kept(of, 7, "mode=kernel & self-kind=no name", "..2....");
}

TEST(terms_are_turned_round_and_joined)
{
	assert_keeps("!main", "....4");
	assert_keeps("! comm=web", "..234");
	assert_keeps("main & !alloc", ".123.");
	assert_keeps("main&!alloc", ".....");
	assert_keeps("pid=12 & cpu=3 & alloc", "0....");
	assert_keeps("\\Qa & b\\E", "...3.");
	assert_keeps("a\\x20& b", "...3.");
	assert_keeps("!\\Qa & b\\E & pid=7", "....4");
}

TEST(a_bad_term_is_named)
{
	static const char *const bad[] = {"a & ",	"!",
					  " & a",	"pid=x",
					  "cpu=",	"a & (",
					  "cpu=3-1",	"cpu=1,,2",
					  "tid=1-",	"pid=1,x",
					  "comm~(",	"self~(",
					  "self-kind=", "self-kind=users",
					  "mode=",	"mode=none"};

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct error err = ERROR_INIT;

		if (filter_new(text_of(bad[i]), &err))
			fail_msg("'%s' was taken", bad[i]);
		assert_int_equal(err.kind, ERROR_USAGE);
	}
}

TEST(a_quoted_name_holds_for_that_name_only)
{
	static const char *const names[] = {
	    "alloc", "ALLOC", "Work", "a & b",	 "x\\E", "\xff",
	    "main",  "x\\",   "\\E$", "\\Q.\\E", "",	 "\\E\\\\E\\Q",
	};
	char term[64];

	for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
		struct made_sample samples[12] = {{0}};
		struct error err = ERROR_INIT;
		struct profile *p;
		struct filter *f;
		struct bits keep;

		for (size_t i = 0; i < 12; i++)
			samples[i] = (struct made_sample){
			    .stack = "", .comm = names[i], .time = i};
		p = made_profile(samples, 12);
		assert_true(filter_quote(text_of(names[n]), term, sizeof term) <
			    sizeof term);
		f = filter_new(text_of(term), &err);
		assert_non_null(f);
		assert_true(bits_build(&keep, 12, &err));
		for (uint64_t i = 0; i < 12; i++)
			bits_add(&keep, i);
		assert_true(filter_apply(f, p, &keep, &err));
		for (uint64_t i = 0; i < 12; i++)
			assert_int_equal(bits_has(&keep, i), i == n);
		bits_release(&keep);
		filter_free(f);
		profile_free(p);
	}
	assert_int_equal(filter_quote(TEXT("abc"), term, 5), 9);
	assert_string_equal(term, "^\\Qa");
	assert_int_equal(filter_quote(TEXT("abc"), NULL, 0), 9);
	filter_quote(TEXT("main"), term, sizeof term);
	assert_string_equal(term, "^\\Qmain\\E$");
}

static uint64_t slow_of_event(const struct profile *p, uint32_t event)
{
	uint64_t n = 0;

	for (uint64_t i = 0; i < p->samples.count; i++)
		n += event == ALL_EVENTS || profile_context(p, i)->event == event;
	return n;
}

/* The message for a filter that matches nothing. */
static void assert_odd(const char *expression, const char *expected)
{
	struct error err = ERROR_INIT;
	char words[100];

	assert_false(filter_explain_no_match(text_of(expression), "sample", &err));
	assert_int_equal(err.kind, ERROR_NOTHING);
	snprintf(words, sizeof words, ": %s is not a key", expected ? expected : "");
	assert_int_equal(strstr(err.message, words) != NULL, expected != NULL);
	assert_int_equal(strstr(err.message, "is not a key") != NULL, expected != NULL);
}

TEST(a_word_that_is_no_key_is_found)
{
	assert_odd("foo=1", "foo=");
	assert_odd("! conm~nginx", "conm~");
	assert_odd("comm=a & pid=7 & thread=9", "thread=");
	assert_odd("self=a & self-kind~user", "self-kind~");
	assert_odd("!self-modul=a", "self-modul=");
	assert_odd("", NULL);
	assert_odd("self=a & self~a & self-module=a & self-module~a & self-kind=jit",
		   NULL);
	assert_odd("-=1", NULL);
	assert_odd("comm=foo=1 & comm~^foo=1 & process=foo=1 & process~^foo=1 & tid=8 & "
		   "cpu=1 & module~foo=1",
		   NULL);
	assert_odd("=1", NULL);
	assert_odd("::operator=", NULL);
	assert_odd("^\\Qfoo=1 & bar=2\\E$", NULL);
	assert_odd("foo \\=", NULL);
}

TEST(what_is_kept_and_what_is_dropped_add_up)
{
	static const char *const filters[] = {"", "b", "!irq", "comm=app", "cpu=1"};

	for (uint64_t seed = 0; seed < 60; seed++) {
		struct profile *p = random_profile(seed, 100);
		struct error err = ERROR_INIT;
		struct included_query q = {
		    .event = seed % 3 && p->event_count
				 ? (uint32_t)(seed % p->event_count)
				 : ALL_EVENTS,
		    .idle = (enum idle_mode)(seed % 3),
		    .filter = filter_new(text_of(filters[seed % 5]), &err),
		};
		struct bits idle;
		struct included k;

		assert_true(idle_build(&idle, p, &err));
		assert_true(included_build(&k, p, &idle, &q, &err));
		assert_int_equal(k.of_event, k.filtered + k.hidden + k.count);
		assert_int_equal(k.count, bits_population(&k.samples));
		assert_int_equal(k.of_event, slow_of_event(p, q.event));
		if (q.idle != IDLE_ONLY)
			assert_int_equal(k.hidden, q.idle == IDLE_HIDE ? k.idle : 0);
		else
			assert_int_equal(k.count, k.idle);
		for (uint64_t i = 0; i < p->samples.count; i++) {
			if (!bits_has(&k.samples, i))
				continue;
			assert_true(q.event == ALL_EVENTS ||
				    profile_context(p, i)->event == q.event);
			assert_true(q.idle == IDLE_SHOW ||
				    bits_has(&idle, i) == (q.idle == IDLE_ONLY));
		}
		included_release(&k);
		bits_release(&idle);
		filter_free((struct filter *)q.filter);
		profile_free(p);
	}
}

static bool slow_idle(const struct profile *p, uint64_t row)
{
	const struct thread *t = &p->threads[profile_context(p, row)->thread];
	uint32_t stack = p->samples.stack[row];
	bool interrupted = false, waits = false;

	if (p->frames[p->stacks[stack].frame].kind == FRAME_IDLE)
		return true;
	for (; stack; stack = p->stacks[stack].parent) {
		struct text name = profile_frame_name(p, p->stacks[stack].frame);

		interrupted |= text_equal(name, TEXT("irq"));
		if (idle_is_function(name))
			waits = !interrupted;
	}
	return waits && (text_starts(profile_string(p, t->comm), TEXT("swapper")) ||
			 (t->tid == 0 && t->pid <= 0));
}

static void assert_summary(const struct profile *p, const struct bits *idle)
{
	struct error err = ERROR_INIT;
	struct event_summary *slow = calloc(p->event_count + 1, sizeof *slow);
	struct summary s;

	assert_non_null(slow);
	for (uint64_t i = 0; i < p->samples.count; i++) {
		struct event_summary *e = &slow[profile_context(p, i)->event];

		e->samples += profile_row_count(p, i);
		e->weight += p->samples.weight[i];
		e->idle += slow_idle(p, i) ? profile_row_count(p, i) : 0;
	}
	assert_true(summary_build(&s, p, idle, &err));
	assert_memory_equal(s.events, slow, p->event_count * sizeof *slow);
	summary_release(&s);
	free(slow);
}

/* Applying the terms one by one keeps the same samples as applying them together. */
static void assert_filtered(const struct profile *p, const struct included *k,
			    const char *const *terms)
{
	struct error err = ERROR_INIT;
	struct bits keep;

	assert_true(bits_build(&keep, p->samples.count, &err));
	bits_fill(&keep);
	assert_int_equal(bits_population(&keep), p->samples.count);
	for (; *terms; terms++) {
		struct filter *f = filter_new(text_of(*terms), &err);

		assert_true(filter_apply(f, p, &keep, &err));
		filter_free(f);
	}
	assert_memory_equal(keep.words, k->samples.words,
			    (p->samples.count + 63) / 64 * sizeof *keep.words);
	bits_release(&keep);
}

TEST(samples_are_judged_as_if_each_were_asked)
{
	static const char *const terms[] = {"!comm=nobody",
					    "!irq",
					    "!cpu=2",
					    "!pid=8",
					    "!module=nothing",
					    "main|b|a",
					    "!tid=99",
					    "!nothing",
					    "!none",
					    "!comm~x",
					    "!process=nobody",
					    "!module~weird",
					    "!self=a",
					    "!self-module~lib",
					    "!self-kind=kernel",
					    "!mode=unknown",
					    NULL};
	char all[400] = "";

	for (size_t i = 0; terms[i]; i++)
		sprintf(all + strlen(all), "%s%s", i ? " & " : "", terms[i]);
	for (uint64_t seed = 0; seed < 60; seed++) {
		struct profile *made_up = random_profile(seed, seed % 3 ? 400 : 3),
			       p = *made_up;
		struct error err = ERROR_INIT;
		struct included_query q = {.event = ALL_EVENTS,
					   .idle = IDLE_SHOW,
					   .filter = filter_new(text_of(all), &err)};
		struct bits idle;
		struct included k;

		p.weights_are_counts = seed % 2;
		assert_non_null(q.filter);
		assert_true(idle_build(&idle, made_up, &err));
		for (uint64_t i = 0; i < p.samples.count; i++)
			assert_int_equal(bits_has(&idle, i), slow_idle(made_up, i));
		assert_summary(&p, &idle);
		assert_true(included_build(&k, &p, &idle, &q, &err));
		assert_filtered(&p, &k, terms);
		included_release(&k);
		bits_release(&idle);
		filter_free((struct filter *)q.filter);
		profile_free(made_up);
	}
}
