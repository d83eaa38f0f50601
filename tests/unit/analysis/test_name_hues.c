#include "lib/unit.h"

#include <stdio.h>
#include <string.h>

#include "analysis/filter.h"
#include "analysis/lanes/name_hues.h"
#include "base/mem.h"
#include "base/number.h"
#include "lib/made_profile.h"

#define S     NS_PER_SECOND
#define NAMES 400

/* ---- reference implementation: names as texts, counted sample by sample ---- */

struct slow_name {
	char name[200]; /* of a thread, with its rank among those of its name */
	uint64_t whole, kept;
};

struct slow {
	struct slow_name of[NAMES];
	int count;
};

static struct slow_name *slow_put(struct slow *s, const char *name)
{
	for (int i = 0; i < s->count; i++)
		if (strcmp(s->of[i].name, name) == 0)
			return &s->of[i];
	assert_true(s->count < NAMES);
	snprintf(s->of[s->count].name, sizeof s->of->name, "%s", name);
	return &s->of[s->count++];
}

/* A lane's name; for threads, with the number of larger ones of the same name. */
static void name_lane(const struct lanes *l, uint32_t lane, char *buf, size_t room)
{
	struct text name = lane_name(l, lane);
	unsigned before = 0;

	for (uint32_t i = 0; i < lane && l->by == LANES_THREAD; i++)
		before += text_equal(lane_name(l, i), name);
	snprintf(buf, room, "%.*s %08u", (int)name.len, name.at, before);
}

static void slow_count(struct slow *s, const struct hues_source *source, enum lanes_by by)
{
	const struct profile *p = source->profile;
	struct error err = ERROR_INIT;
	struct lanes l;
	char name[200];

	assert_true(lanes_build(&l, p, source->whole, source->spans, by, &err));
	for (uint64_t i = 0; i < p->samples.count; i++) {
		uint32_t lane = l.of[lanes_key(&l, p)[i]];
		uint64_t value = source->spans ? p->samples.duration[i] : 1;
		struct slow_name *n;

		if (!bits_has(source->whole, i) || lane == LANE_NONE)
			continue;
		name_lane(&l, lane, name, sizeof name);
		n = slow_put(s, name);
		n->whole += value;
		n->kept += bits_has(source->kept, i) ? value : 0;
	}
	lanes_release(&l);
}

/* The largest name without a hue yet, either in everything or in what is kept; ties go by name. */
static int slow_first(const struct slow *s, const bool *taken, bool kept)
{
	int first = -1;

	for (int i = 0; i < s->count; i++) {
		const struct slow_name *a = &s->of[i], *b = &s->of[first < 0 ? i : first];
		uint64_t of_a = kept ? a->kept : a->whole,
			 of_b = kept ? b->kept : b->whole;

		if (taken[i] || (kept && !a->kept))
			continue;
		if (first < 0 || of_a > of_b ||
		    (of_a == of_b && strcmp(a->name, b->name) < 0))
			first = i;
	}
	return first;
}

/* Which name has which hue; returns how many have one. */
static int slow_hues(const struct slow *s, int who[NAME_HUES])
{
	bool taken[NAMES] = {false};
	int count = 0;

	while (count < NAME_HUES && (who[count] = slow_first(s, taken, false)) >= 0)
		taken[who[count++]] = true;
	for (int i = 0; i < count; i++) {
		int heir = s->of[who[i]].kept ? -1 : slow_first(s, taken, true);

		if (heir < 0)
			continue;
		taken[heir] = true;
		who[i] = heir;
	}
	return count;
}

static void check_names(const struct name_hues *h, const struct slow *s)
{
	int who[NAME_HUES];
	uint64_t others = 0;
	char name[200];

	assert_int_equal(h->count, slow_hues(s, who));
	for (int i = 0; i < s->count; i++)
		others += s->of[i].kept;
	for (uint32_t i = 0; i < h->count; i++) {
		struct text t = name_hues_name(h, i);

		snprintf(name, sizeof name, "%.*s %08u", (int)t.len, t.at,
			 (unsigned)h->named[i].nth);
		assert_string_equal(name, s->of[who[i]].name);
		assert_int_equal(h->named[i].whole, s->of[who[i]].whole);
		assert_int_equal(h->named[i].kept, s->of[who[i]].kept);
		others -= h->named[i].kept;
	}
	assert_int_equal(h->others, others);
}

/* ---- random cases ---- */

static struct bits some_of(const struct bits *all, uint64_t count, struct dice *d)
{
	struct error err = ERROR_INIT;
	uint32_t most = 1 + dice_below(d, 4);
	struct bits b;

	assert_true(bits_build(&b, count, &err));
	for (uint64_t i = 0; i < count; i++)
		if ((!all || bits_has(all, i)) && dice_below(d, 5) < most)
			bits_add(&b, i);
	return b;
}

static void check(uint64_t seed, bool spans, struct dice *d)
{
	static const enum lanes_by lanes[HUES_BY] = {
	    [HUES_PROCESS] = LANES_PROCESS, [HUES_THREAD] = LANES_THREAD,
	    [HUES_MODULE] = LANES_MODULE,   [HUES_FUNCTION] = LANES_FUNCTION,
	    [HUES_KIND] = LANES_KIND,	    [HUES_MODE] = LANES_MODE};
	enum hues_by by = (enum hues_by)(HUES_PROCESS + seed % (HUES_BY - 1));
	int count = 1 + (int)(seed % 3 == 0);
	struct hues_source sources[HUES_FILES];
	struct profile *p[HUES_FILES];
	struct bits whole[HUES_FILES], kept[HUES_FILES];
	struct error err = ERROR_INIT;
	static struct slow slow;
	struct name_hues *h;

	slow.count = 0;
	memset(slow.of, 0, sizeof slow.of);
	for (int f = 0; f < count; f++) {
		p[f] = spans ? random_spans(seed + (uint64_t)f, 300)
			     : random_profile(seed + (uint64_t)f, 300);
		whole[f] = some_of(NULL, p[f]->samples.count, d);
		kept[f] = some_of(&whole[f], p[f]->samples.count, d);
		sources[f] =
		    (struct hues_source){p[f], &whole[f], &kept[f], .spans = spans};
		slow_count(&slow, &sources[f], lanes[by]);
	}
	h = name_hues_new(by, sources, count, &err);
	assert_non_null(h);
	check_names(h, &slow);
	name_hues_free(h);
	for (int f = 0; f < count; f++) {
		bits_release(&whole[f]);
		bits_release(&kept[f]);
		profile_free(p[f]);
	}
}

TEST(the_largest_names_have_hues_whatever_is_kept)
{
	struct dice d = {3};

	for (uint64_t seed = 0; seed < 150; seed++)
		check(seed, seed % 2, &d);
}

/* ---- fixed cases ---- */

static struct name_hues *hues_of(const struct profile *p, enum hues_by by)
{
	struct error err = ERROR_INIT;
	struct name_hues *h;
	struct bits all;

	assert_true(bits_build(&all, p->samples.count, &err));
	bits_fill(&all);
	h = name_hues_new(by, &(struct hues_source){p, &all, &all, .spans = false}, 1,
			  &err);
	assert_non_null(h);
	bits_release(&all);
	return h;
}

/* For each name: the filter of its term keeps as many samples as the name has. */
static void check_terms(const struct profile *p, enum hues_by by)
{
	struct name_hues *h = hues_of(p, by);

	for (uint32_t i = 0; i < h->count; i++) {
		struct error err = ERROR_INIT;
		char *term = name_hues_term(h, i, false, &err);
		struct filter *f;
		struct bits keep;
		uint64_t kept = 0;

		assert_non_null(term);
		f = filter_new(text_of(term), &err);
		assert_non_null(f);
		assert_true(bits_build(&keep, p->samples.count, &err));
		bits_fill(&keep);
		assert_true(filter_apply(f, p, &keep, &err));
		for (uint64_t n = 0; n < p->samples.count; n++)
			kept += bits_has(&keep, n);
		assert_int_equal(kept, h->named[i].kept);
		bits_release(&keep);
		filter_free(f);
		mem_free(term);
	}
	name_hues_free(h);
}

TEST(the_filter_of_a_name_keeps_what_it_has)
{
	static const struct made_sample made[] = {
	    {.stack = "a & b@m & n", .comm = "x\\E & !y", .pid = 1, .tid = 1, .time = S},
	    {.stack = "a.c@m", .comm = "w", .pid = 2, .tid = 2, .time = S + 1},
	    {.stack = "a.c@m", .comm = "w", .pid = 2, .tid = 3, .time = S + 2},
	    {.stack = "abc@M", .comm = "W", .pid = -1, .tid = -1, .time = S + 3},
	    {.stack = "\x1b[2J@\x1b[m",
	     .comm = "\x1b[31m",
	     .pid = 7,
	     .tid = 8,
	     .time = S + 4},
	};
	struct profile *p = made_profile(made, sizeof made / sizeof *made);

	check_terms(p, HUES_THREAD);
	check_terms(p, HUES_PROCESS);
	check_terms(p, HUES_MODULE);
	check_terms(p, HUES_FUNCTION);
	check_terms(p, HUES_KIND);
	check_terms(p, HUES_MODE);
	profile_free(p);
}

/* Which name each sample of a file has, and so whether the term of a hue must keep it. */
static void check_term(const char *term, const struct name_hues *h, int file,
		       const struct profile *p, uint32_t hue, bool drop)
{
	const struct hues_of_file *f = &h->files[file];
	const uint32_t *key = lanes_key(&f->lanes, p);
	struct error err = ERROR_INIT;
	struct filter *filter = filter_new(text_of(term), &err);
	struct bits keep;

	assert_non_null(filter);
	assert_true(bits_build(&keep, p->samples.count, &err));
	bits_fill(&keep);
	assert_true(filter_apply(filter, p, &keep, &err));
	for (uint64_t i = 0; i < p->samples.count; i++) {
		uint32_t lane = f->lanes.of[key[i]];

		if (lane == LANE_NONE) /* a span of no length where no span has any */
			continue;
		if (bits_has(&keep, i) != ((f->row[lane] == hue) != drop))
			fail_msg("%s: sample %u", term, (unsigned)i);
	}
	bits_release(&keep);
	filter_free(filter);
}

static void check_all_terms(const struct name_hues *h, int files,
			    struct profile *const *profiles)
{
	for (uint32_t i = 0; i <= h->count * 2; i++) {
		uint32_t hue = i < h->count * 2 ? i / 2 : NAME_HUES;
		struct error err = ERROR_INIT;
		char *term = name_hues_term(h, hue, i % 2, &err);

		assert_non_null(term);
		for (int f = 0; f < files; f++)
			check_term(term, h, f, profiles[f],
				   hue < NAME_HUES ? hue : LANE_NONE, i % 2);
		mem_free(term);
	}
}

TEST(the_filter_of_what_ran_keeps_just_the_samples_of_its_name)
{
	static const enum hues_by bys[] = {HUES_MODULE, HUES_FUNCTION, HUES_KIND,
					   HUES_MODE};

	for (uint64_t seed = 0; seed < 240; seed++) {
		int files = 1 + (int)(seed / 4 % 2);
		bool spans = seed / 8 % 2;
		struct hues_source sources[HUES_FILES];
		struct profile *p[HUES_FILES];
		struct bits all[HUES_FILES];
		struct error err = ERROR_INIT;
		struct name_hues *h;

		for (int f = 0; f < files; f++) {
			p[f] = (spans ? random_spans
				      : random_profile)(seed + 1000 * (uint64_t)f, 120);
			assert_true(bits_build(&all[f], p[f]->samples.count, &err));
			bits_fill(&all[f]);
			sources[f] =
			    (struct hues_source){p[f], &all[f], &all[f], .spans = spans};
		}
		h = name_hues_new(bys[seed % 4], sources, files, &err);
		assert_non_null(h);
		check_all_terms(h, files, p);
		name_hues_free(h);
		for (int f = 0; f < files; f++) {
			bits_release(&all[f]);
			profile_free(p[f]);
		}
	}
}

TEST(what_no_filter_can_say_is_said)
{
	static const struct made_sample made[] = {
	    {.stack = "", .comm = "", .pid = -1, .tid = -1, .time = S}};
	struct profile *p = made_profile(made, 1);
	struct name_hues *h = hues_of(p, HUES_THREAD);
	struct error err = ERROR_INIT;

	assert_null(name_hues_term(h, 0, false, &err));
	assert_int_equal(err.kind, ERROR_NOTHING);
	name_hues_free(h);
	profile_free(p);
}
