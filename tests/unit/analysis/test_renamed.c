/* Two builds of one program under different names, and programs that are unrelated. */

#include "lib/unit.h"

#include <stdio.h>
#include <string.h>

#include "analysis/compare/joint_tree.h"
#include "lib/made_profile.h"

#define ROWS_MOST 8

/* A file as summed samples: "comm: stack", each `times`. */
struct row {
	const char *comm, *stack;
	int times;
};

static struct profile *profile_of(const struct row *rows)
{
	static struct made_sample made[2000];
	size_t n = 0;

	for (size_t r = 0; r < ROWS_MOST && rows[r].comm; r++)
		for (int i = 0; i < rows[r].times; i++) {
			made[n] = (struct made_sample){.stack = rows[r].stack,
						       .comm = rows[r].comm,
						       .time = n * 1000000 + 1};
			n++;
		}
	return made_profile(made, n);
}

/* What is reported about them. */
static const char *told(const struct row *first, const struct row *second,
			const char *wishes)
{
	static char buf[RENAMED_TEXT_MAX + sizeof((struct error){0}.message)];
	struct profile *p = profile_of(first), *q = profile_of(second);
	struct error err = ERROR_INIT;
	struct renamed r;

	if (renamed_find(&r, p, q, text_of(wishes), &err))
		renamed_text(&r, buf);
	else
		snprintf(buf, sizeof buf, "%s", err.message);
	renamed_release(&r);
	profile_free(p);
	profile_free(q);
	return buf;
}

static const struct row ver_a[ROWS_MOST] = {
    {"ver_a", "main@/opt/ver_a;serve@/opt/ver_a;parse@/opt/ver_a", 30},
    {"ver_a", "main@/opt/ver_a;serve@/opt/ver_a;find@/opt/ver_a;memcmp@/lib/libc.so", 30},
    {"ver_a", "main@/opt/ver_a;serve@/opt/ver_a;render@/opt/ver_a", 40},
    {"cron", "main@/bin/cron;tick@/bin/cron", 5},
};

/* find is slower, and most of the difference is a new function */
static const struct row ver_b[ROWS_MOST] = {
    {"ver_b", "main@/opt/ver_b;serve@/opt/ver_b;parse@/opt/ver_b", 10},
    {"ver_b", "main@/opt/ver_b;serve@/opt/ver_b;find@/opt/ver_b;memcmp@/lib/libc.so", 20},
    {"ver_b", "main@/opt/ver_b;serve@/opt/ver_b;find@/opt/ver_b;check@/opt/ver_b", 60},
    {"ver_b", "main@/opt/ver_b;serve@/opt/ver_b;render@/opt/ver_b", 10},
    {"cron", "main@/bin/cron;tick@/bin/cron", 5},
};

TEST(two_builds_with_functions_in_common_are_one_program)
{
	assert_string_equal(told(ver_b, ver_a, ""), "ver_a is compared as ver_b");
	assert_string_equal(told(ver_a, ver_b, ""), "ver_b is compared as ver_a");
	assert_string_equal(told(ver_a, ver_a, ""), "");
	assert_string_equal(told(ver_b, ver_a, "none"), "");
}

TEST(programs_that_have_other_functions_are_two)
{
	static const struct row other[ROWS_MOST] = {
	    {"sort", "main@/bin/sort;read@/bin/sort;memcmp@/lib/libc.so", 50},
	    {"sort", "main@/bin/sort;merge@/bin/sort;parse@/bin/sort", 50},
	};
	static const struct row kernel[ROWS_MOST] = {
	    {"cat", "main@/bin/cat;write@/lib/libc.so;vfs_write@[kernel]", 50},
	};
	static const struct row kernel_too[ROWS_MOST] = {
	    {"dd", "main@/bin/dd;write@/lib/libc.so;vfs_write@[kernel]", 50},
	};

	static const struct row libc[ROWS_MOST] = {
	    {"cat", "main@/bin/cat;a@/lib/libc-2.27.so;b@/lib/libc-2.27.so", 50},
	    {"cat", "main@/bin/cat;a@/lib/libc-2.27.so;c@/lib/libc-2.27.so", 50},
	};
	static const struct row libc_too[ROWS_MOST] = {
	    {"dd", "main@/bin/dd;a@/lib/libc-2.31.so;b@/lib/libc-2.31.so", 50},
	    {"dd", "main@/bin/dd;a@/lib/libc-2.31.so;c@/lib/libc-2.31.so", 50},
	};

	assert_string_equal(told(ver_b, other, ""), "");
	assert_string_equal(told(kernel, kernel_too, ""), "");
	assert_string_equal(told(libc, libc_too, ""),
			    "libc-2.31.so is compared as libc-2.27.so");
}

TEST(what_has_no_modules_is_compared_by_its_functions)
{
	static const struct row before[ROWS_MOST] = {{"ver_a", "main;serve;parse", 50},
						     {"ver_a", "main;serve;render", 50}};
	static const struct row after[ROWS_MOST] = {{"ver_b", "main;serve;parse", 50},
						    {"ver_b", "main;serve;render", 90}};
	static const struct row other[ROWS_MOST] = {{"sort", "main;serve;merge", 50},
						    {"sort", "main;read", 90}};

	assert_string_equal(told(after, before, ""), "ver_a is compared as ver_b");
	assert_string_equal(told(after, other, ""), "");
}

TEST(versions_in_names_are_no_other_programs)
{
	static const struct row before[ROWS_MOST] = {
	    {"svc-1.2.0", "main@/svc-1.2.0;work@/svc-1.2.0", 50},
	    {"kworker/0:1", "tick@[kernel]", 50},
	    {"sh", "main@/sh", 900}};
	static const struct row after[ROWS_MOST] = {
	    {"svc-1.3.1", "main@/svc-1.3.1;work@/svc-1.3.1", 50},
	    {"kworker/1:0", "tick@[kernel]", 50},
	    {"sh", "main@/sh", 900}};
	static const struct row bare[ROWS_MOST] = {{"svc-10.0", "@/svc-10.0", 50},
						   {"sh", "main@/sh", 900}};
	static const struct row both[ROWS_MOST] = {{"svc-1.3.1", "work@/svc-1.3.1", 50},
						   {"svc-1.4", "work@/svc-1.4", 50},
						   {"sh", "main@/sh", 900}};
	static const struct row other[ROWS_MOST] = {
	    {"svc-7", "draw@/svc-7;pixel@/svc-7", 50}, {"sh", "main@/sh", 900}};
	static const struct row rare[ROWS_MOST] = {{"svc-1.3.1", "work@/svc-1.3.1", 5},
						   {"sh", "main@/sh", 900}};

	assert_string_equal(told(after, before, ""),
			    "svc-1.2.0 is compared as svc-1.3.1");
	assert_string_equal(told(bare, before, ""), "svc-1.2.0 is compared as svc-10.0");
	assert_string_equal(told(both, before, ""), "");
	assert_string_equal(told(other, before, ""), "");
	assert_string_equal(told(rare, before, ""), "");
}

TEST(a_name_that_both_files_have_stays_what_it_is)
{
	static const struct row both[ROWS_MOST] = {
	    {"ver_a", "main@/opt/ver_a;serve@/opt/ver_a;parse@/opt/ver_a", 30},
	    {"ver_b", "main@/opt/ver_b;serve@/opt/ver_b;parse@/opt/ver_b", 30},
	    {"ver_b", "main@/opt/ver_b;serve@/opt/ver_b;render@/opt/ver_b", 30},
	};

	assert_string_equal(told(both, ver_a, ""), "");
	assert_string_equal(told(ver_b, both, ""), "");
	assert_string_equal(told(both, ver_a, "ver_a=ver_b"),
			    "--compare-as: both files have ver_a");
	assert_string_equal(told(ver_b, both, "ver_a=ver_b"),
			    "--compare-as: both files have ver_b");
}

TEST(somebody_may_say_which_is_which)
{
	static const struct row other[ROWS_MOST] = {
	    {"a-long-name-of-", "run@/x/a-long-name-of-1", 9}};

	assert_string_equal(
	    told(ver_b, other, "a-long-name-of-1=ver_b"),
	    "a-long-name-of- is compared as ver_b, a-long-name-of-1 as ver_b");
	assert_string_equal(told(ver_b, ver_a, "ver_a=ver_b\nnone"),
			    "ver_a is compared as ver_b");
	assert_string_equal(
	    told(ver_b, ver_a, "ver_x=ver_b"),
	    "--compare-as: the second file has no program and no module called ver_x");
	assert_string_equal(
	    told(ver_b, ver_a, "ver_a=ver_x"),
	    "--compare-as: the first file has no program and no module called ver_x");
}

TEST(a_module_in_another_directory_is_the_same_and_no_news)
{
	static const struct row here[ROWS_MOST] = {
	    {"svc", "main@/opt/1/svc;old@/opt/1/svc", 50}};
	static const struct row there[ROWS_MOST] = {
	    {"svc", "main@/opt/2/svc;new@/opt/2/svc", 50}};
	struct profile *p = profile_of(here), *q = profile_of(there);
	struct error err = ERROR_INIT;
	struct renamed r;

	assert_true(renamed_find(&r, p, q, TEXT(""), &err));
	assert_true(text_equal(renamed_is(&r, RENAMED_MODULE, TEXT("/opt/2/svc")),
			       TEXT("/opt/1/svc")));
	assert_true(text_equal(renamed_is(&r, RENAMED_PROGRAM, TEXT("/opt/2/svc")),
			       TEXT("/opt/2/svc")));
	renamed_release(&r);
	profile_free(p);
	profile_free(q);
	assert_string_equal(told(here, there, ""), "");
}

/* The path of a node, as "ver_b;main;serve". */
static void path_of_node(const struct tree *t, uint32_t node, char *path, size_t room)
{
	char above[200] = "";

	if (t->parent[node])
		path_of_node(t, t->parent[node], above, sizeof above);
	snprintf(path, room, "%s%s%.*s", above, *above ? ";" : "",
		 (int)tree_label(t, node).len, tree_label(t, node).at);
}

static bool has_path(const struct tree *t, const char *wanted)
{
	char path[300];

	for (uint32_t i = 1; i < t->count; i++) {
		path_of_node(t, i, path, sizeof path);
		if (strcmp(path, wanted) == 0)
			return true;
	}
	return false;
}

TEST(their_call_paths_are_the_same)
{
	static const struct row before[ROWS_MOST] = {
	    {"ver_a", "main@/opt/ver_a;serve@/opt/ver_a;parse@/opt/ver_a", 30},
	    {"ver_a", "main@/opt/ver_a;serve@/opt/ver_a;[ver_a]@/opt/ver_a", 30},
	    {"ver_a", "main@/opt/ver_a;serve@/opt/ver_a;gone@/opt/ver_a", 30},
	    {"zsh", "main@/bin/zsh", 3},
	};
	static const struct row after[ROWS_MOST] = {
	    {"app", "main@/bin/app", 3},
	    {"ver_b", "main@/opt/ver_b;serve@/opt/ver_b;parse@/opt/ver_b", 30},
	    {"ver_b", "main@/opt/ver_b;serve@/opt/ver_b;[ver_b]@/opt/ver_b", 30},
	    {"ver_b", "main@/opt/ver_b;serve@/opt/ver_b;gone@/opt/ver_b", 30},
	    {"zsh", "main@/bin/zsh", 3},
	};
	struct profile *p = profile_of(after), *q = profile_of(before);
	struct error err = ERROR_INIT;
	struct tree *t = tree_new(p, ROOT_COMM, &err), *u = tree_new(q, ROOT_COMM, &err);
	struct joint_tree *j;
	struct renamed r;

	assert_true(renamed_find(&r, p, q, TEXT(""), &err));
	j = joint_tree_new(t, u, &r, &err);
	renamed_release(&r);
	assert_non_null(j);
	assert_int_equal(j->tree->count, t->count);
	assert_true(has_path(j->tree, "ver_b;main;serve;[ver_b]"));
	assert_true(has_path(j->tree, "zsh;main"));
	assert_false(has_path(j->tree, "ver_a"));
	for (uint32_t i = 1; i < j->profile.frame_count; i++)
		assert_false(
		    text_ends(profile_frame_module(&j->profile, i), TEXT("ver_a")));
	joint_tree_free(j);
	tree_free(t);
	tree_free(u);
	profile_free(p);
	profile_free(q);
}

#define DEEP 300 /* calls: 5,000 samples of them exceed the step limit */

/* For deep stacks not all samples are looked at; those that are come from the whole file. */
TEST(deep_stacks_at_the_begin_hide_nothing_behind_them)
{
	static struct made_sample made[10000];
	static char deep[DEEP * 16];
	const size_t count = sizeof made / sizeof *made;
	const struct row *const sides[2] = {ver_b, ver_a};
	struct profile *p[2];
	struct error err = ERROR_INIT;
	struct renamed r;
	char words[RENAMED_TEXT_MAX];

	for (int i = 0; i < DEEP; i++)
		snprintf(deep + strlen(deep), 16, "%scall_%d", i ? ";" : "", i);
	for (int side = 0; side < 2; side++) {
		for (size_t i = 0; i < count; i++)
			made[i] = (struct made_sample){
			    .stack = i < count / 2 ? deep : sides[side][i % 3].stack,
			    .comm = i < count / 2 ? "deep" : sides[side][0].comm,
			    .time = i + 1};
		p[side] = made_profile(made, count);
	}
	assert_true(renamed_find(&r, p[0], p[1], TEXT(""), &err));
	assert_string_equal(renamed_text(&r, words), "ver_a is compared as ver_b");
	renamed_release(&r);
	profile_free(p[0]);
	profile_free(p[1]);
}
