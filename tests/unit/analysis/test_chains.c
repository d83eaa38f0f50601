/*
 * Functions that always occur together: fixed cases, and random profiles checked sample by sample.
 */

#include "lib/unit.h"

#include <stdlib.h>

#include "analysis/compare/difference_rows.h"
#include "base/number.h"
#include "lib/made_profile.h"

struct fixture {
	struct profile *profile;
	struct tree *tree;
	struct bits which;
	struct flame subject, all;
	struct comparison comparison;
	struct sample_keys keys;
	struct key_counts counts;
	struct chains chains;
};

static void open_rows(struct fixture *f, struct profile *p, struct range range)
{
	struct error err = ERROR_INIT;

	*f = (struct fixture){.profile = p, .tree = tree_new(p, ROOT_COMM, &err)};
	assert_non_null(f->tree);
	assert_true(bits_build(&f->which, p->samples.count, &err));
	bits_fill(&f->which);
	assert_true(
	    flame_build(&f->subject, f->tree, &f->which, NULL, WEIGH_SAMPLES, &err));
	assert_true(flame_build(&f->all, f->tree, &f->which, NULL, WEIGH_SAMPLES, &err));
	flame_show(&f->subject, range);
	flame_show(&f->all, RANGE_ALL);
	assert_true(
	    comparison_with_rest(&f->comparison, &f->subject, range, &f->all, &err));
	assert_true(sample_keys_build(&f->keys, &f->comparison, KEYS_FUNCTION, &err));
	assert_true(key_counts_build(&f->counts, &f->keys, &f->comparison, NULL, &err));
	assert_true(chains_build(&f->chains, &f->keys, &f->counts, &f->comparison, &err));
}

static void close_rows(struct fixture *f)
{
	chains_release(&f->chains);
	key_counts_release(&f->counts);
	sample_keys_release(&f->keys);
	comparison_release(&f->comparison);
	flame_release(&f->subject);
	flame_release(&f->all);
	bits_release(&f->which);
	tree_free(f->tree);
	profile_free(f->profile);
}

static uint32_t key_named(const struct fixture *f, const char *name)
{
	uint32_t key = 0;

	while (!text_equal(intern_get(f->keys.names, key), text_of(name)))
		key++;
	return key;
}

static void goes_by(const struct fixture *f, const char *name, const char *chain,
		    uint32_t with)
{
	uint32_t key = key_named(f, name);

	assert_int_equal(f->chains.name[key], key_named(f, chain));
	assert_int_equal(f->chains.with[key], with);
}

#define ENTRY "_start@/bin/app;__libc_start_main@/usr/lib/x86_64-linux-gnu/libc.so.6;"

TEST(a_chain_goes_by_its_innermost_function_of_the_program)
{
	static const struct made_sample samples[] = {
	    {.stack = ENTRY "main@/bin/app;run@/bin/app;a@/bin/app", .time = 1000000000},
	    {.stack = ENTRY "main@/bin/app;run@/bin/app;b@/bin/app", .time = 1100000000},
	    {.stack = ENTRY "main@/bin/app;run@/bin/app;b@/bin/app;"
			    "memcpy@/lib/libc.so.6;page_fault@[kernel]",
	     .time = 1200000000},
	    {.stack = "start_thread@/lib/libpthread-2.31.so;clean@/bin/app",
	     .time = 1300000000},
	    {.stack = "entry@[kernel];do_syscall@[kernel]", .time = 1400000000},
	};
	struct fixture f;

	open_rows(&f, made_profile(samples, 5), (struct range){0, 150000000});
	goes_by(&f, "_start", "run", 4);
	goes_by(&f, "main", "run", 4);
	goes_by(&f, "run", "run", 4);
	goes_by(&f, "a", "a", 1);
	goes_by(&f, "b", "b", 1);
	goes_by(&f, "memcpy", "page_fault", 2);
	goes_by(&f, "start_thread", "clean", 2);
	goes_by(&f, "entry", "do_syscall", 2);
	close_rows(&f);
}

/*
 * f is called by g and by h, g calls other functions; r is recursive. Equal counts are not enough.
 */
TEST(only_those_that_are_never_apart_are_one)
{
	static const struct made_sample samples[] = {
	    {.stack = "g;f", .time = 1000000000},
	    {.stack = "h;f", .time = 1100000000},
	    {.stack = "g;x", .time = 1200000000},
	    {.stack = "top;r;r;r", .time = 1300000000},
	    {.stack = "top;r", .time = 1400000000},
	    {.stack = "p;q;p", .time = 1500000000},
	};
	struct fixture f;

	open_rows(&f, made_profile(samples, 6), (struct range){0, 250000000});
	goes_by(&f, "f", "f", 1);
	goes_by(&f, "g", "g", 1);
	goes_by(&f, "h", "h", 1);
	goes_by(&f, "x", "x", 1);
	goes_by(&f, "top", "r", 2);
	goes_by(&f, "p", "q", 2);
	close_rows(&f);
}

static bool has(const struct fixture *f, uint64_t row, uint32_t key)
{
	uint32_t node = f->tree->leaf[row];

	while (node && f->keys.of_node[node] != key)
		node = f->tree->parent[node];
	return node != 0;
}

/* The functions of a chain occur in exactly the same samples. */
TEST(those_of_a_chain_are_in_the_same_samples)
{
	uint32_t linked = 0;

	for (uint64_t seed = 1; seed < 200; seed++) {
		struct fixture f;

		open_rows(&f, random_profile(seed, 30),
			  (struct range){0, 2 * NS_PER_SECOND});
		for (uint32_t key = 0; key < f.keys.count; key++) {
			uint32_t name = f.chains.name[key];

			linked += name != key;
			assert_int_equal(f.chains.name[name], name);
			for (uint64_t i = 0; i < f.profile->samples.count; i++)
				assert_int_equal(has(&f, i, key), has(&f, i, name));
		}
		close_rows(&f);
	}
	assert_true(linked > 100);
}

static bool is_row(const struct difference_rows *d, const char *name, const char *by,
		   uint32_t with)
{
	for (uint32_t i = 0; i < d->count; i++) {
		const struct difference_row *r = &d->rows[i];

		if (text_equal(difference_row_name(d, r), text_of(name)) &&
		    text_equal(text_of(difference_row_by(r)), text_of(by)))
			return r->with == with;
	}
	return false;
}

TEST(why_has_a_row_a_chain_and_self_where_it_differs)
{
	static const struct made_sample samples[] = {
	    {.stack = "main@/bin/app;run@/bin/app", .time = 1000000000, .cpu = 1},
	    {.stack = "main@/bin/app;run@/bin/app;leaf@/bin/app", .time = 1100000000},
	    {.stack = "main@/bin/app;run@/bin/app;leaf@/bin/app", .time = 1200000000},
	};
	struct error err = ERROR_INIT;
	struct difference_rows d;
	struct fixture f;

	open_rows(&f, made_profile(samples, 3), (struct range){0, 150000000});
	assert_true(difference_rows_explain(&d, &f.comparison, false, NULL, &err));
	assert_true(is_row(&d, "run", "function", 2));
	assert_true(is_row(&d, "leaf", "function", 1));
	assert_true(is_row(&d, "run", "self", 1));
	assert_true(is_row(&d, "app-100/100", "thread", 1));
	assert_true(is_row(&d, "app", "process", 1));
	assert_true(is_row(&d, "CPU 1", "cpu", 1));
	assert_true(is_row(&d, "/bin/app", "module", 1));
	assert_true(is_row(&d, "user", "kind", 1));
	assert_false(is_row(&d, "main", "function", 2));
	assert_false(is_row(&d, "leaf", "self", 1));
	difference_rows_release(&d);
	close_rows(&f);
}
