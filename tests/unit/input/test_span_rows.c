#include "lib/unit.h"

#include <stdio.h>
#include <stdlib.h>

#include "input/source.h"
#include "input/spans/spans.h"
#include "lib/made_profile.h"
#include "lib/check_profile.h"
#include "lib/dump.h"

#define TRACKS 3

/* Some spans on their way to a builder. */
struct way {
	struct spans spans;
	struct builder *builder; /* owned, as is the profile */
	struct losses losses;
	struct progress progress;
	struct profile *profile;
	uint32_t frames[26]; /* a ... z */
};

static struct way way(void)
{
	struct error err = ERROR_INIT;
	struct way w = {.builder = builder_new(&err)};

	assert_non_null(w.builder);
	builder_signed_times(w.builder);
	for (uint32_t i = 0; i < 26; i++) {
		char name = (char)('a' + i);

		w.frames[i] = builder_frame(
		    w.builder, builder_string(w.builder, (struct text){&name, 1}), 0,
		    FRAME_USER);
	}
	return w;
}

static void release(struct way *w)
{
	spans_release(&w->spans);
	profile_free(w->profile);
	builder_free(w->builder);
}

static void add(struct way *w, uint32_t track, enum span_kind kind, char name,
		int64_t time, uint64_t length, int64_t cpu)
{
	struct error err = ERROR_INIT;
	struct span_event e = {
	    .time = time, .length = length, .cpu = cpu, .track = track, .kind = kind};

	if (name && kind != SPAN_END)
		e.frame = w->frames[name - 'a'];
	if (name && kind != SPAN_WHOLE)
		e.name = (uint32_t)name;
	assert_true(spans_add(&w->spans, &e, &err));
}

static uint32_t thread_of(void *arg, uint32_t track)
{
	struct way *w = arg;

	return builder_thread(w->builder, TEXT("t"), PROFILE_NO_ID, (int32_t)track);
}

static void store(struct way *w)
{
	const struct reading_options options = {.threads = 1};
	struct error err = ERROR_INIT;
	struct source *source = source_of_bytes("", 0, &err);
	struct reading r = {.builder = w->builder,
			    .source = source,
			    .losses = &w->losses,
			    .progress = &w->progress,
			    .options = &options};

	assert_non_null(source);
	assert_true(spans_store(&w->spans, thread_of, w, &r, &err));
	source_close(source);
	losses_store(&w->losses, w->builder);
	w->profile = builder_finish(w->builder, &err);
	assert_non_null(w->profile);
	assert_true(check_profile(w->profile, &err));
}

/*
 * Spans in words: "a0-10 b2-5" are complete, "a(0 a)10" starts and ends, ")10" ends one without a
 * name, "/7" after it is CPU time, "|" starts the next track.
 */
static struct way told(const char *words)
{
	struct way w = way();
	uint32_t track = 0;

	while (*words) {
		long long time = 0, until = 0, cpu = 0;
		char name = 0, sign = 0, *after;

		if (*words == '|') {
			track++;
			words += 2;
			continue;
		}
		if (*words >= 'a')
			name = *words++;
		if (*words == '(' || *words == ')')
			sign = *words++;
		time = strtoll(words, &after, 10);
		if (*after == '-')
			until = strtoll(after + 1, &after, 10);
		cpu = *after == '/' ? strtoll(after + 1, &after, 10) : SPAN_NO_CPU;
		add(&w, track,
		    sign == '('	  ? SPAN_BEGIN
		    : sign == ')' ? SPAN_END
				  : SPAN_WHOLE,
		    name, time, sign ? 0 : (uint64_t)(until - time), cpu);
		words = after + (*after == ' ');
	}
	store(&w);
	return w;
}

/* Rows in words: time, names from the outermost, length, and weight where it differs. */
static void put_row(const struct profile *p, uint64_t row, FILE *out)
{
	char names[64];
	size_t n = sizeof names;

	names[--n] = '\0';
	for (uint32_t s = p->samples.stack[row]; s; s = p->stacks[s].parent)
		names[--n] = profile_frame_name(p, p->stacks[s].frame).at[0];
	fprintf(out, "%llu%s%llu", (unsigned long long)p->samples.time[row], names + n,
		(unsigned long long)(profile_row_end(p, row) - p->samples.time[row]));
	if (p->samples.weight[row] != profile_row_end(p, row) - p->samples.time[row])
		fprintf(out, "/%llu", (unsigned long long)p->samples.weight[row]);
	fputc(' ', out);
}

static void assert_rows(const char *words, const char *rows, const char *losses)
{
	struct way w = told(words);
	char *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len);

	assert_non_null(out);
	for (uint64_t i = 0; i < w.profile->samples.count; i++)
		put_row(w.profile, i, out);
	fclose(out);
	assert_string_equal(text, rows);
	free(text);
	text = NULL;
	out = open_memstream(&text, &len);
	assert_non_null(out);
	for (uint32_t i = 0; i < w.profile->loss_count; i++) {
		struct text t = profile_string(w.profile, w.profile->losses[i].reason);

		fprintf(out, "%llu %.*s\n",
			(unsigned long long)w.profile->losses[i].count, (int)t.len, t.at);
	}
	fclose(out);
	assert_string_equal(text, losses);
	free(text);
	release(&w);
}

/* ---- nesting ---- */

TEST(a_span_is_cut_into_the_times_when_it_was_innermost)
{
	assert_rows("a0-10 b2-5 c3-4 d7-10", "0a2 2ab1 3abc1 4ab1 5a2 7ad3 ", "");
	/* in order of their ends, as Chrome writes them */
	assert_rows("c3-4 b2-5 d7-10 a0-10", "0a2 2ab1 3abc1 4ab1 5a2 7ad3 ", "");
}

TEST(tracks_do_not_know_each_other)
{
	assert_rows("a0-10 | b2-5 c3-4 | | d3-3", "0a10 2b1 3bc1 3d0 4b1 ", "");
}

TEST(of_two_that_begin_at_once_the_longer_one_is_outside)
{
	assert_rows("b0-5 a0-10", "0ab5 5a5 ", "");
	assert_rows("b0-5 a0-5", "0ba5 ", "");
	/* begun and ended spans are around complete ones */
	assert_rows("b0-5 a(0 a)5", "0ab5 ", "");
}

TEST(a_span_that_took_no_time_is_seen)
{
	assert_rows("a0-10 b4-4", "0a4 4ab0 4a6 ", "");
	assert_rows("a3-3 b3-3 c10-12 d12-12", "3a0 3b0 10c2 12d0 ", "");
}

TEST(what_lasts_longer_than_what_it_is_in_is_cut)
{
	assert_rows("a0-10 b5-15 c8-20", "0a5 5ab3 8abc2 ",
		    "2 spans cut at the end of the enclosing span\n");
	assert_rows("a0-10 b10-15", "0a10 10b5 ", "");
}

/* ---- starts and ends ---- */

TEST(an_end_closes_the_innermost_of_its_name)
{
	assert_rows("a(0 a(2 a)5 a)9", "0a2 2aa3 5a4 ", "");
	assert_rows("a(0 b(2 )5 )9", "0a2 2ab3 5a4 ", "");
	assert_rows("a(0 b(2 )5 a(6 a)7 a)9", "0a2 2ab3 5a1 6aa1 7a2 ", "");
	/* in any order */
	assert_rows("a)9 b)5 b(2 a(0", "0a2 2ab3 5a4 ", "");
}

TEST(at_one_time_one_ends_and_the_next_begins)
{
	assert_rows("a(0 a)5 a(5 a)9", "0a5 5a4 ", "");
	assert_rows("a(0 b(5 a)5 b)9", "0a5 5b4 ", "");
	assert_rows("a(0 a(5 a)5 a)9", "0a5 5aa0 5a4 ", "");
	/* a span that starts and ends at the end of another is inside it if the other ended last */
	assert_rows("a(0 b(5 b)5 a)5", "0a5 5ab0 ", "");
	assert_rows("a(0 a)5 b(5 b)5", "0a5 5b0 ", "");
}

TEST(an_end_of_another_name_closes_the_innermost_of_all)
{
	assert_rows("a(0 b(10 x)20 )70", "0a10 10ab10 20a50 ",
		    "1 spans ended under another name\n");
	assert_rows(
	    "a(0 b(1 c)5 d)6 b)13", "0a1 1ab4 5a1 ",
	    "1 span ends without a beginning\n2 spans ended under another name\n");
	/* an end waits for a start that comes at the same moment */
	assert_rows("a(0 b)5 b(5 a)9", "0a5 5ab0 5a4 ", "");
	assert_rows("a(0 )5 b(5 a)9", "0a5 5b4 ", "1 spans ended under another name\n");
	/* out of order it waits for all those with a name in common */
	assert_rows("a(0 b(1 b)13 a)14 c)5 d)5", "0a1 1ab12 13a1 ",
		    "2 span ends without a beginning\n");
}

TEST(times_may_be_below_0)
{
	/* then all are a second later */
	assert_rows("a-5-10 b2-5", "999999995a7 1000000002ab3 1000000005a5 ", "");
	assert_rows("a(-5 b(-3 c-2--1 b)0 a)4",
		    "999999995a2 999999997ab1 999999998abc1 999999999ab1 1000000000a4 ",
		    "");
}

TEST(an_end_without_a_begin_changes_nothing)
{
	assert_rows("a(0 a)1 )2", "0a1 ", "1 span ends without a beginning\n");
	assert_rows("a(0 a)5 | a)9", "0a5 ", "1 span ends without a beginning\n");
	assert_rows("a(0 | a)9", "0a0 ",
		    "1 span ends without a beginning\n"
		    "1 spans without an end: shown until the last event of the thread\n");
}

TEST(what_is_left_of_begins_and_ends_belongs_together)
{
	assert_rows("a(0 b)10 c(12 c)14", "0a10 12c2 ",
		    "1 spans ended under another name\n");
	assert_rows("a(0 b(1 x)5 b(6 b)7 y)9", "0a1 1ab4 5a1 6ab1 7a2 ",
		    "2 spans ended under another name\n");
	/* also at the same time, whichever came first */
	assert_rows("b)5 a(5 c(6 c)7", "5a0 6c1 ", "1 spans ended under another name\n");
}

TEST(without_an_end_it_lasts_as_long_as_its_track)
{
	assert_rows("a(0 b(1 c(2", "0a1 1ab1 2abc0 ",
		    "3 spans without an end: shown until the last event of the thread\n");
	assert_rows("a(0 b3-20 | c5-90", "0a3 3ab17 5c85 ",
		    "1 spans without an end: shown until the last event of the thread\n");
}

/* ---- weights ---- */

TEST(cpu_time_is_spread_over_the_rows_of_a_span)
{
	/* 7 - 2 over 2 + 1 + 4, without rounding loss: 5 * 2 / 7, then 4 * 1 / 5, then the rest */
	assert_rows("a0-10/7 b2-4/2 c5-6/0", "0a2/1 2ab2 4a1/0 5ac1/0 6a4 ", "");
	/* for starts and ends it is the difference of the thread's clock */
	assert_rows("a(0/100 b(2/101 b)6/103 a)10/106", "0a2/1 2ab4/2 6a4/3 ", "");
}

TEST(without_cpu_time_a_row_weighs_its_length)
{
	assert_rows("a0-10/8 b2-4", "0a2/1 2ab2 4a6/5 ", "");
	assert_rows("a0-10 b2-4/1", "0a2 2ab2/1 4a6 ", "");
	/* a clock that goes backwards, or that only one side has, is ignored */
	assert_rows("a(0/9 a)10/3 b(10 b)20/4", "0a10 10b10 ", "");
}

TEST(what_is_inside_may_have_taken_more_cpu_time)
{
	assert_rows("a0-10/3 b2-4/5", "0a2/0 2ab2/5 4a6/0 ",
		    "1 spans with less CPU time than the spans in them\n");
}

TEST(cpu_time_of_what_never_was_innermost_is_not_lost)
{
	assert_rows("a0-10/9 b0-4/2 c4-10/3", "0ab4/2 0a0/4 4ac6/3 ", "");
	assert_rows("a0-10/9 b5-5/2", "0a5/4 5ab0 5a5 ", "");
}

/* ---- many ---- */

/* A random span: it lies inside its parent. */
struct thrown {
	uint64_t from, until, cpu, inner;
	uint32_t parent, track;
};

/* Puts a random span into one of the previous ones, or beside everything on its track. */
static struct thrown throw(struct dice * d, const struct thrown *all, uint32_t count)
{
	struct thrown t = {.parent = UINT32_MAX, .track = dice_below(d, TRACKS)};
	uint64_t from = 1000 * (uint64_t)count, room = 1000;

	if (count && dice_below(d, 4)) {
		t.parent = dice_below(d, count);
		t.track = all[t.parent].track;
		from = all[t.parent].from;
		room = all[t.parent].until - from;
	}
	t.from = from + dice_below(d, (uint32_t)room + 1);
	t.until = t.from + dice_below(d, (uint32_t)(from + room - t.from) + 1);
	return t;
}

/* Do two of them overlap without one being inside the other? */
static bool crosses(const struct thrown *all, uint32_t count, const struct thrown *t)
{
	for (uint32_t i = 0; i < count; i++) {
		const struct thrown *o = &all[i];

		if (o->track == t->track && o->from < t->until && t->from < o->until &&
		    !(o->from <= t->from && t->until <= o->until) &&
		    !(t->from <= o->from && o->until <= t->until))
			return true;
	}
	return false;
}

/* How much of the time of a track is covered; reference implementation. */
static uint64_t covered(const struct thrown *all, uint32_t count, uint32_t track,
			uint64_t until)
{
	uint64_t sum = 0;

	for (uint64_t at = 0; at < until; at++) {
		bool busy = false;

		for (uint32_t i = 0; i < count && !busy; i++)
			busy = all[i].track == track && all[i].from <= at &&
			       at < all[i].until;
		sum += busy;
	}
	return sum;
}

static uint64_t duration_of(const struct profile *p, uint64_t row)
{
	return profile_row_end(p, row) - p->samples.time[row];
}

TEST(rows_of_a_track_cover_it_once)
{
	for (uint64_t seed = 1; seed < 40; seed++) {
		struct thrown all[20];
		struct dice d = {seed};
		struct way w = way();
		uint32_t count = 0;
		uint64_t end[TRACKS] = {0}, sum[TRACKS] = {0};

		while (count < 20) {
			all[count] = throw(&d, all, count);
			if (crosses(all, count, &all[count]))
				continue;
			add(&w, all[count].track, SPAN_WHOLE,
			    (char)('a' + dice_below(&d, 26)), (int64_t)all[count].from,
			    all[count].until - all[count].from, SPAN_NO_CPU);
			count++;
		}
		store(&w);
		assert_int_equal(w.profile->loss_count, 0);
		for (uint64_t i = 0; i < w.profile->samples.count; i++) {
			const struct context *c = profile_context(w.profile, i);
			int32_t track = w.profile->threads[c->thread].tid;

			assert_true(w.profile->samples.time[i] >= end[track]);
			end[track] = profile_row_end(w.profile, i);
			sum[track] += duration_of(w.profile, i);
			assert_int_equal(w.profile->samples.weight[i],
					 duration_of(w.profile, i));
		}
		for (uint32_t t = 0; t < TRACKS; t++)
			assert_int_equal(sum[t], covered(all, count, t, 22000));
		release(&w);
	}
}

TEST(many_spans_out_of_order_are_sorted)
{
	struct way w = way();
	uint64_t last = 0;

	for (int64_t i = 0; i < 5000; i++)
		add(&w, 0, SPAN_WHOLE, 'a', i * 7919 % 5000 * 10, 9, SPAN_NO_CPU);
	store(&w);
	assert_int_equal(w.profile->samples.count, 5000);
	for (uint64_t i = 0; i < 5000; i++) {
		assert_int_equal(w.profile->samples.time[i], i * 10);
		last = profile_row_end(w.profile, i);
	}
	assert_int_equal(last, 49999);
	release(&w);
}

TEST(no_stack_is_deeper_than_what_is_kept)
{
	struct way w = way();

	for (int64_t i = 0; i < 65010; i++)
		add(&w, 0, SPAN_BEGIN, 'a', i, 0, SPAN_NO_CPU);
	store(&w);
	assert_int_equal(w.losses.of[LOSS_DEEP].count, 10);
	assert_int_equal(w.losses.of[LOSS_SPAN_OPEN].count, 65010);
	release(&w);
}
