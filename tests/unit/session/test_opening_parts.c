#include "lib/unit.h"

#include "base/mem.h"
#include "base/memory_stream.h"
#include "lib/made_profile.h"
#include "session/report/report.h"
#include "session/session.h"

#define MANY 150000 /* samples: enough to use a second thread */

static struct session *opened(unsigned threads, struct error *err)
{
	const struct settings o = {.asked.event = "all",
				   .choice.root = ROOT_THREAD,
				   .reading = {.threads = threads}};

	return session_new(random_profile(3, MANY), &o, err);
}

TEST(two_threads_open_a_session_as_one_does)
{
	struct error err = ERROR_INIT;
	struct session *one = opened(1, &err), *two = opened(2, &err);

	assert_non_null(one);
	assert_non_null(two);
	assert_true(two->profile->samples.count > 100000);
	assert_int_equal(two->tree->count, one->tree->count);
	assert_int_equal(two->summary.threads, one->summary.threads);
	assert_int_equal(two->summary.last, one->summary.last);
	for (uint32_t e = 0; e < one->profile->event_count; e++) {
		assert_int_equal(two->summary.events[e].samples,
				 one->summary.events[e].samples);
		assert_int_equal(two->summary.events[e].idle,
				 one->summary.events[e].idle);
	}
	for (uint32_t n = 0; n < one->tree->count; n++)
		assert_int_equal(two->flame.total[n], one->flame.total[n]);
	for (uint64_t i = 0; i < one->profile->samples.count; i++) {
		assert_int_equal(bits_has(&two->idle, i), bits_has(&one->idle, i));
		assert_int_equal(two->tree->leaf[i], one->tree->leaf[i]);
	}
	session_free(one);
	session_free(two);
	assert_int_equal(mem_used(), 0);
}

TEST(opening_beyond_the_budget_says_so_and_leaves_nothing)
{
	unsigned refused = 0;

	for (size_t more = 64; more < 1 << 22; more *= 4) {
		struct profile *p = random_profile(4, MANY);
		const struct settings o = {.reading = {.threads = 2}};
		struct error err = ERROR_INIT;
		struct session *s;

		mem_set_budget(mem_used() + more);
		s = session_new(p, &o, &err);
		mem_set_budget(0);
		assert_int_equal(!s, err.kind == ERROR_MEMORY);
		refused += !s;
		session_free(s);
		assert_int_equal(mem_used(), 0);
	}
	assert_true(refused > 3);
}

/* An early query process: how often it was allowed to start, and whether it has ended since. */
struct query_process {
	unsigned begun, ended;
	struct time_query when;
};

static void begin(void *arg, const struct time_query *when)
{
	struct query_process *a = arg;

	a->begun++;
	a->when = *when;
}

static void end(void *arg)
{
	struct query_process *a = arg;

	a->ended++;
}

TEST(who_asks_early_knows_what_the_session_keeps)
{
	struct range range;
	const struct settings o = {.choice.filter = TEXT("app"),
				   .asked.range = "0.5,2",
				   .reading = {.threads = 2}};
	struct query_process a = {0};
	const struct early early = {begin, end, &a};
	struct error err = ERROR_INIT;
	struct session *s = session_new_early(random_profile(3, MANY), &o, &early, &err);
	struct time_query now;

	assert_non_null(s);
	assert_int_equal(a.begun, 1);
	now = session_when(s);
	assert_ptr_equal(a.when.profile, s->profile);
	assert_ptr_equal(a.when.kept, &s->kept);
	assert_true(s->kept.filtered > 0 && s->kept.count > 0);
	assert_int_equal(a.when.event, now.event);
	range = session_range(s);
	assert_int_equal(a.when.range.from, range.from);
	assert_int_equal(a.when.range.to, range.to);
	assert_int_equal(a.ended, 0);
	session_free(s);
	assert_int_equal(a.ended, 1);
}

TEST(what_has_begun_early_is_ended_when_opening_fails)
{
	unsigned begun = 0, failed = 0;

	for (size_t more = 64; more < 1 << 22;
	     more += unit_everywhere() ? 1 << 16 : 1 << 20) {
		struct profile *p = random_profile(3, MANY);
		const struct settings o = {.reading = {.threads = 2}};
		struct query_process a = {0};
		const struct early early = {begin, end, &a};
		struct error err = ERROR_INIT;
		struct session *s;

		mem_set_budget(mem_used() + more);
		s = session_new_early(p, &o, &early, &err);
		mem_set_budget(0);
		failed += a.begun && !s;
		begun += a.begun;
		session_free(s);
		assert_int_equal(a.ended, a.begun);
		assert_int_equal(mem_used(), 0);
	}
	assert_true(begun > 0 && failed > 0);
}

/*
 * The report on a profile, or the reason why there is none, queried early or not; the caller frees
 * it.
 */
static char *reported(const struct settings *o, bool asked_early)
{
	struct report r = {0};
	const struct early early = report_early(&r);
	struct error err = ERROR_INIT, none = ERROR_INIT;
	struct session *s = session_new_early(random_profile(3, MANY), o,
					      asked_early ? &early : NULL, &err);
	const struct report_query q = {.session = s, .settings = o};
	struct memory_stream m;
	size_t len;
	char *text;

	assert_non_null(s);
	assert_int_equal(r.asking.when.profile != NULL,
			 asked_early && o->reading.threads > 1);
	assert_true(memory_stream_open(&m, &none));
	if (report_build(&r, &q, &err))
		assert_true(report_write(&r, REPORT_JSON, m.out, &err));
	else
		fputs(err.message, m.out);
	text = memory_stream_take(&m, &len, &none);
	assert_non_null(text);
	report_release(&r);
	session_free(s);
	return text;
}

TEST(a_report_asked_early_says_the_same)
{
	static const char *const ranges[] = {NULL, "0.5,2", "0.5+0.000001"};

	for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
		struct settings o = {
		    .file = "f", .asked.event = "all", .asked.range = ranges[i]};
		char *one, *two;

		o.reading.threads = 1;
		one = reported(&o, true);
		assert_true(i == 2 ? one[0] != '{' : one[0] == '{');
		for (unsigned threads = unit_everywhere() ? 2 : 4; threads <= 4;
		     threads++) {
			o.reading.threads = threads;
			two = reported(&o, true);
			assert_string_equal(two, one);
			mem_free(two);
			two = reported(&o, false);
			assert_string_equal(two, one);
			mem_free(two);
		}
		mem_free(one);
	}
	assert_int_equal(mem_used(), 0);
}
