#include "lib/unit.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "analysis/heatmap.h"
#include "base/mem.h"
#include "session/picture_lanes.h"
#include "session/query/query_profile.h"
#include "session/query/query_rows.h"

/*
 * Simulates the answers of an engine, in place of engine/query_process.c: lines for one of the five
 * questions, in which numbers, tabs and quotes are randomly damaged.
 */

#define T  UINT64_C(1700000000000000000)
#define MS UINT64_C(1000000)

struct engine {
	uint32_t random, spoils; /* one line in `spoils` is damaged; 0: none */
	bool searched;
};

static struct engine engine;

static uint32_t roll(uint32_t n)
{
	engine.random = engine.random * 1664525 + 1013904223;
	return (engine.random >> 8) % n;
}

static const char *odd_number(void)
{
	static const char *const odd[] = {"18446744073709551615",
					  "9223372036854775807",
					  "9223372036854775808",
					  "-1",
					  "",
					  "0",
					  "1e9",
					  "nan",
					  "\\N",
					  "99999999999999999999",
					  "65535",
					  "4294967295"};

	return odd[roll(sizeof odd / sizeof *odd)];
}

/* A copy that differs in one place. */
static size_t spoil(const char *line, char out[static 600])
{
	size_t len = strlen(line), at = len ? roll((uint32_t)len) : 0;

	switch (roll(4)) {
	case 0: /* a different field */
		while (at > 0 && line[at - 1] != '\t')
			at--;
		snprintf(out, 600, "%.*s%s%s", (int)at, line, odd_number(),
			 strchr(line + at, '\t') ? strchr(line + at, '\t') : "");
		break;
	case 1: /* cut */
		snprintf(out, 600, "%.*s", (int)at, line);
		break;
	case 2: /* a different byte */
		snprintf(out, 600, "%s", line);
		if (len)
			out[at] = "\t\\'[],\x1b\xff"[roll(8)];
		break;
	default: /* an insertion */
		snprintf(out, 600, "%.*s%s%s", (int)at, line, roll(2) ? "\t" : "','",
			 line + at);
		break;
	}
	return strlen(out);
}

static bool give(query_line *line, void *arg, const char *text, struct error *err)
{
	char spoilt[600];
	size_t len = strlen(text);

	if (engine.spoils && roll(engine.spoils) == 0) {
		len = spoil(text, spoilt);
		return line(arg, (struct text){spoilt, len}, err);
	}
	return line(arg, (struct text){text, len}, err);
}

bool query_process_run(struct query_process *a, const struct statement *s,
		       struct query_status *how, query_line *line, void *arg,
		       struct error *err)
{
	struct text sql = text_buffer_text(&s->sql);
	char text[500];
	bool ok = true;

	(void)a, (void)how;
	if (text_starts(sql, TEXT("SELECT count()"))) {
		snprintf(text, sizeof text, "1000\ta\tb\t%" PRIu64 "\t%" PRIu64,
			 T + 5 * MS, T + 9000 * MS);
		return give(line, arg, text, err);
	}
	if (text_starts(sql, TEXT("SELECT sum(n)"))) {
		snprintf(text, sizeof text,
			 "900\tcpu\\\\clock\tns\t0\t9000\t0\t%" PRIu64 "\t%" PRIu64 "\t3",
			 T / QUERY_SLICE, (T + 9000 * MS) / QUERY_SLICE);
		ok = give(line, arg, text, err);
		snprintf(text, sizeof text,
			 "100\tother\t\t1\t100\t1\t%" PRIu64 "\t%" PRIu64 "\t2",
			 T / QUERY_SLICE, (T + 9000 * MS) / QUERY_SLICE);
		return ok && give(line, arg, text, err);
	}
	if (text_starts(sql, TEXT("SELECT min("))) {
		snprintf(text, sizeof text, "%" PRIu64 "\t%" PRIu64, T + 5 * MS,
			 T + 9000 * MS);
		return give(line, arg, text, err);
	}
	for (uint32_t i = 0; ok && i < 60; i++) {
		if (text_starts(sql, TEXT("SELECT s.n")))
			snprintf(text, sizeof text,
				 "%u\t%u\t%s\th%u\tt%u\tp%u\t%d\t%d\t%d\t['main','f%u','"
				 "it\\'s']\t["
				 "'/bin/a','']\t['user','kernel']",
				 1 + i % 5, 10 * i, i % 7 ? "cpu\\\\clock" : "other",
				 i % 3, i % 4, i % 2, (int)(i % 6) - 1, (int)(i % 9) - 1,
				 (int)(i % 5) - 1, i % 11);
		else
			snprintf(text, sizeof text, "%u\t%s\t%u\t%u\tl%u\t%u\t%u", i * 7,
				 i % 7 ? "cpu\\\\clock" : "other", i % 2,
				 engine.searched && i % 3 == 0, i % 4, 1 + i % 3, 20 * i);
		ok = give(line, arg, text, err);
	}
	return ok;
}

/* Everything that is drawn and counted for it. */
static void look_at(struct profile *p, const struct choice *c, enum lanes_by by)
{
	struct error err = ERROR_INIT;
	struct session *s = session_new_as(p, c, &err);
	struct picture_map map;
	struct picture_lanes lanes;

	if (!s)
		return;
	err = (struct error)ERROR_INIT;
	if (picture_map_build(&map, s, UINT64_C(1000) * MS, 50, true, &err))
		picture_map_release(&map);
	err = (struct error)ERROR_INIT;
	if (picture_lanes_build(&lanes, s, by, UINT64_C(1000) * MS, 100, &err))
		picture_lanes_release(&lanes);
	session_figures(s, 0);
	session_set_range(s, (struct range){1000 * MS, 3000 * MS});
	session_free(s);
}

static struct profile *ask(uint32_t seed, uint32_t spoils, struct choice *c,
			   struct query_map *map, struct error *err)
{
	static const enum root_mode roots[] = {ROOT_COMM, ROOT_THREAD, ROOT_PID,
					       ROOT_CPU,  ROOT_HOST,   ROOT_NONE};
	static const enum lanes_by lanes[] = {LANES_HOST, LANES_SERVICE, LANES_PROCESS};
	struct query_source of = {.table = query_table_of("clickhouse://x/y"),
				  .address = "clickhouse://x/y"};
	struct query_status how = {.read = 0};
	struct query_facts f;
	struct profile *p = NULL;

	engine = (struct engine){.random = seed, .spoils = spoils, .searched = seed % 2};
	*c = (struct choice){
	    .root = roots[seed % 6],
	    .idle = (enum idle_mode)(seed / 6 % 3),
	    .range = seed % 5 ? RANGE_ALL : (struct range){1000 * MS, 3000 * MS},
	    .search = engine.searched ? TEXT("f1") : TEXT(""),
	    .filter = seed % 7 ? TEXT("") : TEXT("main & !pid=3"),
	    .baseline = {.against =
			     seed % 5 || seed % 3 ? BASELINE_NOTHING : BASELINE_REST}};
	*map = (struct query_map){.lanes = seed % 4 == 0, .lanes_by = lanes[seed % 3]};
	if (query_ask_facts(&f, &of, &how, err))
		p = query_ask(&f, &of, c, map, &how, err);
	query_facts_release(&f);
	return p;
}

/* If hosts are known, threads without a host may occur beside those of some host. */
static bool is_whole(const struct profile *p)
{
	struct profile without = *p;
	struct error err = ERROR_INIT;

	without.hosts = (struct hosts){NULL, NULL, NULL, 0, 0, 0};
	return profile_check_tables(&without, &err);
}

TEST(answers_that_are_true_become_a_profile)
{
	for (uint32_t seed = 0; seed < 210; seed++) {
		struct error err = ERROR_INIT;
		struct query_map map;
		struct choice c;
		struct profile *p = ask(seed, 0, &c, &map, &err);
		uint64_t rows = 0;

		if (!p)
			fail_msg("seed %" PRIu32 ": %s", seed, err.message);
		assert_non_null(p->server);
		assert_int_equal(p->server->asked, 60);
		assert_true(is_whole(p));
		for (uint64_t i = p->server->asked + p->server->against;
		     i < p->samples.count; i++)
			rows += p->samples.many[i];
		/* 1 + i % 3 each; every second one is idle */
		assert_int_equal(rows, c.idle == IDLE_SHOW ? 120 : 60);
		assert_int_equal(p->server->passed, 120);
		assert_int_equal(p->server->idle, 60);
		look_at(p, &c, map.lanes_by);
	}
}

TEST(answers_that_lie_are_an_error_or_a_profile)
{
	uint32_t failed = 0, seeds = 4000;

	for (uint32_t seed = 0; seed < seeds; seed++) {
		struct error err = ERROR_INIT;
		struct query_map map;
		struct choice c;
		struct profile *p = ask(seed, 3 + seed % 90, &c, &map, &err);

		assert_int_equal(p == NULL, err.kind != ERROR_NONE);
		failed += p == NULL;
		if (!p)
			continue;
		assert_true(is_whole(p));
		look_at(p, &c, map.lanes_by);
	}
	assert_in_range(failed, seeds / 10, seeds - seeds / 10); /* both happen */
}

TEST(rows_are_split_and_texts_are_plain)
{
	struct error err = ERROR_INIT;
	struct text_buffer buf = {NULL};
	struct query_row r;
	struct text is, rest, element;

	assert_true(query_row_split(&r, TEXT("a\t\tb\\tc"), 3));
	assert_false(query_row_split(&r, TEXT("a\tb"), 3));
	assert_false(query_row_split(&r, TEXT("a\tb\tc\td"), 3));
	assert_true(query_text(TEXT("a\\tb\\\\\\'\\n\\0"), &buf, &is, &err));
	assert_true(text_equal(is, TEXT("a\tb\\'\n\0")));
	assert_true(query_text(TEXT("\\"), &buf, &is, &err));
	assert_true(text_equal(is, TEXT("\\")));
	rest = TEXT("['a','it\\'s','']");
	assert_true(query_array_next(&rest, &element));
	assert_true(text_equal(element, TEXT("a")));
	assert_true(query_array_next(&rest, &element));
	assert_true(text_equal(element, TEXT("it\\'s")));
	assert_true(query_array_next(&rest, &element));
	assert_int_equal(element.len, 0);
	assert_false(query_array_next(&rest, &element));
	assert_true(text_equal(rest, TEXT("]")));
	rest = TEXT("['a\\");
	assert_true(query_array_next(&rest, &element));
	assert_false(query_array_next(&rest, &element));
	mem_free(buf.at);
}
