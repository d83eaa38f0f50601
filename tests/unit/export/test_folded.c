#include "lib/unit.h"

#include "unit/printed.h"

#include "export/export.h"

static const char *annotated(struct printed *p, bool tidy, enum annotate annotate)
{
	const struct export_job job = {.flame = &p->flame, .style = {tidy, annotate, 0}};
	struct error err = ERROR_INIT;
	FILE *out = printed_stream(p);

	assert_true(folded_notation.write(&job, out, &err));
	fclose(out);
	return p->text;
}

static const char *folded(struct printed *p, enum root_mode root, bool tidy)
{
	printed_flame(p, root, WEIGH_SAMPLES);
	return annotated(p, tidy, ANNOTATE_NONE);
}

/* What `tidy` turns one frame of a process into. */
static void assert_tidied(const char *comm, const char *name, const char *module,
			  enum frame_kind kind, const char *expected)
{
	struct printed p;

	printed_open(&p, comm);
	printed_sample(&p, printed_call(&p, 0, name, module, kind), 1);
	assert_string_equal(folded(&p, ROOT_COMM, true), expected);
	printed_close(&p);
}

TEST(a_line_is_a_stack_from_the_root_with_its_samples)
{
	struct printed p;
	uint32_t main_, work;

	printed_open(&p, "my prog");
	main_ = printed_call(&p, 0, "main", "/bin/x", FRAME_USER);
	work = printed_call(&p, main_, "work", "/bin/x", FRAME_USER);
	printed_sample(&p, work, 1);
	printed_sample(&p, work, 2);
	printed_sample(&p, main_, 3);
	assert_string_equal(folded(&p, ROOT_COMM, false), "my prog;main 1\n"
							  "my prog;main;work 2\n");
	printed_close(&p);
}

TEST(equal_names_from_different_modules_make_one_line)
{
	struct printed p;

	printed_open(&p, "x");
	printed_sample(&p, printed_call(&p, 0, "f", "/a.so", FRAME_USER), 1);
	printed_sample(&p, printed_call(&p, 0, "f", "/b.so", FRAME_USER), 2);
	assert_string_equal(folded(&p, ROOT_COMM, false), "x;f 2\n");
	printed_close(&p);
}

TEST(names_are_whole_but_for_separators_and_control_characters)
{
	struct printed p;

	printed_open(&p, "a;b\nc");
	printed_sample(
	    &p, printed_call(&p, 0, "f(int, \"x\")\x1b[31m\xff", "/a", FRAME_USER), 1);
	assert_string_equal(folded(&p, ROOT_COMM, false),
			    "a:b\xef\xbf\xbd"
			    "c;f(int, \"x\")\xef\xbf\xbd[31m\xef\xbf\xbd 1\n");
	printed_close(&p);
}

TEST(a_sample_without_frames_is_not_dropped)
{
	struct printed p;

	printed_open(&p, "x");
	printed_sample(&p, 0, 1);
	assert_string_equal(folded(&p, ROOT_COMM, false), "x 1\n");
	printed_close(&p);
	printed_open(&p, "x y");
	printed_sample(&p, 0, 1);
	assert_string_equal(folded(&p, ROOT_COMM, true), "x_y 1\n");
	printed_close(&p);
	printed_open(&p, "x");
	printed_sample(&p, 0, 1);
	assert_string_equal(folded(&p, ROOT_NONE, false), "[no stack] 1\n");
	printed_close(&p);
}

TEST(without_groups_a_line_begins_with_its_first_frame)
{
	struct printed p;

	printed_open(&p, "x");
	printed_sample(&p, printed_call(&p, 0, "f", "/a", FRAME_USER), 1);
	assert_string_equal(folded(&p, ROOT_NONE, false), "f 1\n");
	printed_close(&p);
	printed_open(&p, "x");
	printed_sample(&p, printed_call(&p, 0, "f", "/a", FRAME_USER), 1);
	assert_string_equal(folded(&p, ROOT_NONE, true), "f 1\n");
	printed_close(&p);
}

TEST(lines_are_sorted_by_stack_not_by_line)
{
	struct printed p;

	printed_open(&p, "x");
	printed_sample(&p, printed_call(&p, 0, "a!", "", FRAME_USER), 1);
	printed_sample(&p, printed_call(&p, 0, "a", "", FRAME_USER), 2);
	printed_sample(&p, printed_call(&p, 0, "a\x01", "", FRAME_USER), 3);
	assert_string_equal(folded(&p, ROOT_COMM, false),
			    "x;a 1\nx;a! 1\nx;a\xef\xbf\xbd 1\n");
	printed_close(&p);
}

TEST(values_in_a_unit_are_rounded_and_none_is_left_out)
{
	struct export_job job = {.style = {.unit = 20}};
	struct error err = ERROR_INIT;
	struct printed p;
	FILE *out;

	printed_open(&p, "x");
	for (unsigned i = 0; i < 6; i++) /* 10 samples each */
		printed_sample(&p,
			       printed_call(&p, 0,
					    i < 1   ? "a"
					    : i < 3 ? "b"
						    : "c",
					    "", FRAME_USER),
			       i);
	printed_flame(&p, ROOT_COMM, WEIGH_PERIOD);
	out = printed_stream(&p);
	job.flame = &p.flame;
	assert_true(folded_notation.write(&job, out, &err));
	fclose(out);
	assert_string_equal(p.text, "x;a 1\nx;b 1\nx;c 2\n");
	out = printed_stream(&p);
	job.style.unit = 21;
	assert_true(folded_notation.write(&job, out, &err));
	fclose(out);
	assert_string_equal(p.text, "x;a 0\nx;b 1\nx;c 1\n");
	printed_close(&p);
}

TEST(tidy_cuts_arguments_but_not_the_anonymous_namespace)
{
	assert_tidied("x y", "f(int)", "/a", FRAME_USER, "x_y;f 1\n");
	assert_tidied("x", "ns::(anonymous namespace)::f(char)", "/a", FRAME_USER,
		      "x;ns::(anonymous namespace)::f 1\n");
	assert_tidied("x", "net/http.(*Client).Do", "/a", FRAME_USER,
		      "x;net/http.(*Client).Do 1\n");
	assert_tidied("x", "RegExp:[&<>\"']", "/tmp/perf-1.map", FRAME_JIT,
		      "x;RegExp:[&<>] 1\n");
	assert_tidied("x", "a;b", "/a", FRAME_USER, "x;a:b 1\n");
}

TEST(tidy_leaves_out_names_that_begin_with_a_parenthesis)
{
	assert_tidied("x", "(anonymous namespace)::f", "/a", FRAME_USER, "x 1\n");
}

TEST(tidy_strips_the_L_of_java_signatures_only)
{
	assert_tidied("java", "Lorg/a/B;::c", "/tmp/perf-1.map", FRAME_JIT,
		      "java;org/a/B:::c 1\n");
	assert_tidied("java", "LockSupport", "/tmp/perf-1.map", FRAME_JIT,
		      "java;LockSupport 1\n");
	assert_tidied("node", "Lorg/a/B;::c", "/tmp/perf-1.map", FRAME_JIT,
		      "node;Lorg/a/B:::c 1\n");
}

TEST(tidy_names_unknown_functions_by_their_module)
{
	assert_tidied("x", "[libc.so.6]", "/lib/libc.so.6", FRAME_NAMELESS,
		      "x;[libc.so.6] 1\n");
	assert_tidied("x", "[kernel.kallsyms]", "[kernel.kallsyms]", FRAME_NAMELESS,
		      "x;[[kernel.kallsyms]] 1\n");
	assert_tidied("x", "[unknown]", "[unknown]", FRAME_NAMELESS, "x;[unknown] 1\n");
	assert_tidied("x", "[libc.so.6 <7f12>]", "/lib/libc.so.6", FRAME_NAMELESS,
		      "x;[libc.so.6 <7f12>] 1\n");
	assert_tidied("x", "[vdso <7ffd12>]", "[vdso]", FRAME_NAMELESS,
		      "x;[[vdso] <7ffd12>] 1\n");
	assert_tidied("x", "[unknown <12>]", "", FRAME_NAMELESS, "x;[unknown <12>] 1\n");
}

TEST(tidy_marks_pieces_inlined_into_another)
{
	struct printed p;
	uint32_t a, b;

	assert_tidied("x", "operator->", "/a", FRAME_USER, "x;operator 1\n");
	assert_tidied("x", "a->b", "/a", FRAME_USER, "x;a;b_[i] 1\n");
	assert_tidied("x", "perf_says", "inlined", FRAME_INLINED, "x;perf_says 1\n");
	printed_open(&p, "x");
	a = printed_call(&p, 0, "a", "/j", FRAME_JIT);
	b = printed_call(&p, a, "b", "/j", FRAME_INLINED);
	printed_sample(&p, printed_call(&p, b, "c_[i]", "/j", FRAME_INLINED), 1);
	assert_string_equal(folded(&p, ROOT_COMM, true), "x;a;b_[i];c_[i] 1\n");
	printed_close(&p);
}

TEST(kinds_are_marked_as_far_as_asked)
{
	struct printed p;
	uint32_t at = 0;

	printed_open(&p, "x_[k]");
	at = printed_call(&p, at, "u", "/bin/x", FRAME_USER);
	at = printed_call(&p, at, "k", "[kernel]", FRAME_KERNEL);
	at = printed_call(&p, at, "k_[k]", "[kernel]", FRAME_KERNEL);
	at = printed_call(&p, at, "j", "/tmp/perf-1.map", FRAME_JIT);
	at = printed_call(&p, at, "i", "/bin/x", FRAME_INLINED);
	printed_sample(&p, at, 1);
	assert_string_equal(folded(&p, ROOT_COMM, false), "x_[k];u;k;k_[k];j;i 1\n");
	assert_string_equal(annotated(&p, false, ANNOTATE_KERNEL),
			    "x_[k];u;k_[k];k_[k];j;i_[i] 1\n");
	assert_string_equal(annotated(&p, false, ANNOTATE_JIT),
			    "x_[k];u;k;k_[k];j_[j];i_[i] 1\n");
	assert_string_equal(annotated(&p, false, ANNOTATE_ALL),
			    "x_[k];u;k_[k];k_[k];j_[j];i_[i] 1\n");
	printed_close(&p);
}

/* What `tidy` and `annotate` turn one frame into. */
static void assert_marked(const char *name, const char *module, enum frame_kind kind,
			  enum annotate annotate, const char *expected)
{
	struct printed p;

	printed_open(&p, "x");
	printed_sample(&p, printed_call(&p, 0, name, module, kind), 1);
	folded(&p, ROOT_NONE, true);
	assert_string_equal(annotated(&p, true, annotate), expected);
	printed_close(&p);
}

TEST(tidy_marks_by_the_name_of_the_module)
{
	const enum annotate all = ANNOTATE_ALL;

	assert_marked("f", "[kernel.kallsyms]", FRAME_KERNEL, all, "f_[k] 1\n");
	assert_marked("f", "[vdso]", FRAME_USER, all, "f_[k] 1\n");
	assert_marked("f", "/boot/vmlinux", FRAME_USER, all, "f_[k] 1\n");
	assert_marked("f", "/boot/vmlinux-6", FRAME_KERNEL, all, "f 1\n");
	assert_marked("f", "[unknown]", FRAME_KERNEL, all, "f 1\n");
	assert_marked("", "[vdso]", FRAME_NAMELESS, all, "[[vdso]]_[k] 1\n");
	assert_marked("", "[unknown]", FRAME_NAMELESS, all, "[unknown] 1\n");
	assert_marked("f", "/tmp/perf-12.map", FRAME_JIT, all, "f_[j] 1\n");
	assert_marked("f_[j]x", "/tmp/perf-12.map", FRAME_JIT, all, "f_[j]x 1\n");
	assert_marked("f", "/tmp/perf-/tmp/perf-1.map", FRAME_USER, all, "f_[j] 1\n");
	assert_marked("f", "/tmp/perf-.map", FRAME_JIT, all, "f 1\n");
	assert_marked("f", "/tmp/perf-12.mop", FRAME_JIT, all, "f 1\n");
	assert_marked("f", "[vdso]", FRAME_USER, ANNOTATE_JIT, "f 1\n");
	assert_marked("f", "/tmp/perf-1.map", FRAME_JIT, ANNOTATE_KERNEL, "f 1\n");
}

TEST(tidy_marks_by_kind_where_no_module_is_known)
{
	assert_marked("f", "", FRAME_KERNEL, ANNOTATE_ALL, "f_[k] 1\n");
	assert_marked("f", "", FRAME_JIT, ANNOTATE_ALL, "f_[j] 1\n");
	assert_marked("f", "", FRAME_USER, ANNOTATE_ALL, "f 1\n");
	assert_marked("f", "", FRAME_KERNEL, ANNOTATE_NONE, "f 1\n");
}

TEST(an_inlined_piece_gets_no_other_mark)
{
	assert_marked("a->b->c_[i]", "/tmp/perf-1.map", FRAME_JIT, ANNOTATE_ALL,
		      "a_[j];b_[i];c_[i] 1\n");
	assert_marked("a->b", "[kernel]", FRAME_KERNEL, ANNOTATE_NONE, "a;b_[i] 1\n");
}

/* ---- reference implementation: texts joined and sorted one by one ---- */

struct slow_line {
	char *text; /* owned */
	uint64_t value;
};

static int compare_slow(const void *a, const void *b)
{
	const struct slow_line *x = a, *y = b;

	return strcmp(x->text, y->text);
}

/* The path of a node, root first. */
static char *slow_text(const struct tree *t, uint32_t node, bool tidy)
{
	struct text_buffer text = {0};
	struct tidy state = {0};
	struct error err = ERROR_INIT;
	uint32_t path[32], n = 0, written = 0;

	for (; node; node = t->parent[node])
		path[n++] = node;
	while (n-- > 0) {
		uint32_t frame = t->frame[path[n]];
		struct text label = tree_label(t, path[n]);

		if (tidy && frame) {
			assert_true(tidy_frame(&state, &text, t->profile, frame, &err));
			continue;
		}
		state.java = text_starts(label, TEXT("java"));
		if (!tidy && written++)
			assert_true(text_buffer_add(&text, TEXT(";"), &err));
		assert_true(tidy ? tidy_group(&text, label, &err)
				 : text_buffer_add(&text, label, &err));
	}
	assert_true(text_buffer_add(&text, (struct text){"", 1}, &err));
	if (tidy && t->root == ROOT_NONE && text.len > 1)
		memmove(text.at, text.at + 1, --text.len);
	if (text.len > 1)
		return text.at;
	free(text.at);
	return strdup("[no stack]");
}

static char *slow_folded(const struct printed *p, bool tidy)
{
	uint32_t count = 0;
	struct slow_line *lines = calloc(p->tree->count, sizeof *lines);
	char *all = NULL;
	size_t len;
	FILE *out = open_memstream(&all, &len);

	assert_non_null(lines);
	assert_non_null(out);
	for (uint32_t n = 0; n < p->tree->count; n++)
		if (p->flame.self[n])
			lines[count++] = (struct slow_line){slow_text(p->tree, n, tidy),
							    p->flame.self[n]};
	qsort(lines, count, sizeof *lines, compare_slow);
	for (uint32_t i = 0; i < count; i++) {
		if (i + 1 < count && strcmp(lines[i].text, lines[i + 1].text) == 0)
			lines[i + 1].value += lines[i].value;
		else
			fprintf(out, "%s %lu\n", lines[i].text,
				(unsigned long)lines[i].value);
		free(lines[i].text);
	}
	free(lines);
	fclose(out);
	return all;
}

static uint32_t throw(uint32_t * state, uint32_t limit)
{
	*state = *state * 1103515245u + 12345u;
	return (*state >> 16) % limit;
}

static void throw_samples(struct printed *p, uint32_t *dice)
{
	static const char *const names[] = {"f",
					    "f!",
					    "ff",
					    "",
					    "f:",
					    "a->b",
					    "a",
					    "->",
					    "(x)",
					    "b_[i]",
					    "[no stack]",
					    "Lx/y",
					    "f(g)",
					    "f<",
					    "long_name_with_tail",
					    "long_name_with_tails"};
	static const char *const modules[] = {"", "/lib/m", "/tmp/perf-1.map"};
	static const enum frame_kind kinds[] = {FRAME_USER, FRAME_INLINED,
						FRAME_NAMELESS};

	for (int i = 0; i < 60; i++) {
		uint32_t stack = 0, depth = throw(dice, 6);

		while (depth--)
			stack =
			    printed_call(p, stack, names[throw(dice, 16)],
					 modules[throw(dice, 3)], kinds[throw(dice, 3)]);
		printed_sample(p, stack, 1 + throw(dice, 9));
	}
}

TEST(lines_are_those_of_texts_sorted_and_added_up)
{
	static const char *const comms[] = {"x", "java x", "", "a;b"};
	uint32_t dice = 5;

	for (int round = 0; round < 200; round++) {
		bool tidy = round % 2;
		struct printed p;
		const char *is;
		char *expected;

		printed_open(&p, comms[tidy ? throw(&dice, 4) : throw(&dice, 3)]);
		throw_samples(&p, &dice);
		is = folded(&p, round % 3 ? ROOT_COMM : ROOT_NONE, tidy);
		expected = slow_folded(&p, tidy);
		assert_string_equal(is, expected);
		free(expected);
		printed_close(&p);
	}
}
