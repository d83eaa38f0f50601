#include "lib/unit.h"

#include <jansson.h>

#include "unit/printed.h"

#include "export/json_writer.h"
#include "export/export.h"
#include "export/heatmap_json.h"
#include "export/table/top_table.h"

static json_t *parsed(const struct printed *p)
{
	json_error_t why;
	json_t *root = json_loadb(p->text, p->len, JSON_REJECT_DUPLICATES, &why);

	if (!root)
		fail_msg("%s in %s", why.text, p->text);
	return root;
}

static void emit_one(struct printed *p, struct text t)
{
	struct json_writer e = {.out = printed_stream(p)};
	struct error err = ERROR_INIT;

	emit_text(&e, t);
	assert_true(emit_end(&e, &err));
	fclose(e.out);
}

TEST(a_name_with_control_characters_is_exact_and_harmless)
{
	struct printed p = {0};

	emit_one(&p, TEXT("a\x1b[31m\x7f\xc2\x9b\xe2\x80\xae\"\\"));
	assert_string_equal(p.text, "\"a\\u001B[31m\\u007F\\u009B\\u202E\\\"\\\\\"\n");
	emit_one(&p, TEXT("h\xc3\xa9"));
	assert_string_equal(p.text, "\"h\xc3\xa9\"\n");
	free(p.text);
}

TEST(a_name_that_is_not_utf8_becomes_valid)
{
	struct printed p = {0};

	emit_one(&p, TEXT("a\xff\xc3"));
	assert_string_equal(p.text, "\"a\\uFFFD\\uFFFD\"\n");
	free(p.text);
}

TEST(a_heat_map_is_one_array_a_column_first_slice_first)
{
	uint64_t counts[] = {1, 2, 0, 3};
	struct heatmap map = {.period = 500000000,
			      .columns = 2,
			      .rows = 2,
			      .peak = 3,
			      .samples = 6,
			      .counts = counts};
	struct heatmap_facts facts = {.origin = UINT64_C(5000000000), .idle = 7};
	struct error err = ERROR_INIT;
	struct printed p = {0};
	const struct document d = {.command = "heatmap", .file = "x"};
	FILE *out = printed_stream(&p);

	assert_true(heatmap_json_write(&map, &facts, &d, out, &err));
	fclose(out);
	assert_string_equal(p.text,
			    "{\"schema\":\"flarescope/1\",\"command\":\"heatmap\","
			    "\"file\":\"x\",\"origin_s\":5,\"column_s\":0.5,"
			    "\"column_count\":2,\"row_count\":2,\"max\":3,\"samples\":6,"
			    "\"idle_samples\":7,"
			    "\"counts\":[[1,2],[0,3]]}\n");
	free(p.text);
}

TEST(a_full_disk_is_an_error)
{
	uint64_t counts[] = {1};
	struct heatmap map = {.period = 1, .columns = 1, .rows = 1, .counts = counts};
	const struct document d = {.command = "heatmap"};
	struct heatmap_facts facts = {0};
	struct error err = ERROR_INIT;
	FILE *out = fopen("/dev/full", "w");

	if (!out)
		skip();
	setvbuf(out, NULL, _IONBF, 0);
	assert_false(heatmap_json_write(&map, &facts, &d, out, &err));
	assert_int_equal(err.kind, ERROR_SYSTEM);
	fclose(out);
}

static void two_functions(struct printed *p, enum weigh weigh)
{
	uint32_t a, b;

	printed_open(p, "x");
	a = printed_call(p, 0, "a", "/bin/x", FRAME_USER);
	b = printed_call(p, 0, "b", "[kernel.kallsyms]", FRAME_KERNEL);
	printed_sample(p, a, 1000);
	printed_sample(p, b, 1001);
	printed_sample(p, b, 1002);
	printed_flame(p, ROOT_COMM, weigh);
}

static json_t *flame_of(struct printed *p, enum sibling_order order)
{
	const struct export_job job = {
	    .flame = &p->flame, .order = order, .range = {0, 250000000}, .timed = true};
	struct error err = ERROR_INIT;
	FILE *out = printed_stream(p);

	assert_true(flame_json_notation.write(&job, out, &err));
	fclose(out);
	return parsed(p);
}

/* The name of the first frame below the only group. */
static const char *first_frame(json_t *root)
{
	json_t *group = json_array_get(json_object_get(root, "children"), 0);
	json_t *frame = json_array_get(json_object_get(group, "children"), 0);

	return json_string_value(json_object_get(frame, "name"));
}

TEST(a_flame_graph_is_nested_with_self_and_total)
{
	struct printed p;
	json_t *root;

	two_functions(&p, WEIGH_PERIOD);
	root = flame_of(&p, ORDER_NAME);
	assert_int_equal(json_integer_value(json_object_get(root, "value")), 30);
	assert_int_equal(json_integer_value(json_object_get(root, "samples")), 3);
	assert_string_equal(json_string_value(json_object_get(root, "weight")), "period");
	assert_string_equal(first_frame(root), "a");
	json_decref(root);
	root = flame_of(&p, ORDER_VALUE);
	assert_string_equal(first_frame(root), "b");
	json_decref(root);
	root = flame_of(&p, ORDER_START);
	assert_string_equal(first_frame(root), "a");
	json_decref(root);
	printed_close(&p);
}

TEST(frames_without_samples_in_the_range_are_left_out)
{
	struct printed p;
	json_t *root;

	two_functions(&p, WEIGH_SAMPLES);
	flame_move(&p.flame, 1, 3);
	root = flame_of(&p, ORDER_NAME);
	assert_string_equal(first_frame(root), "b");
	json_decref(root);
	printed_close(&p);
}

#define DEEP 60000

TEST(the_deepest_stack_is_written_without_recursion)
{
	struct export_job job = {.timed = false};
	struct error err = ERROR_INIT;
	struct printed p;
	uint32_t stack = 0;
	size_t names = 0;
	FILE *out;

	printed_open(&p, "x");
	for (int i = 0; i < DEEP; i++)
		stack = printed_call(&p, stack, "f", "", FRAME_USER);
	printed_sample(&p, stack, 1);
	printed_flame(&p, ROOT_COMM, WEIGH_SAMPLES);
	out = printed_stream(&p);
	job.flame = &p.flame;
	assert_true(flame_json_notation.write(&job, out, &err));
	fclose(out);
	/* not strstr(), which under a sanitizer measures the whole text each time */
	for (const char *at = p.text; (at = strchr(at, '"')); at++)
		names += strncmp(at, "\"name\":\"f\"", 10) == 0;
	assert_int_equal(names, DEEP);
	printed_close(&p);
}

TEST(a_csv_field_with_commas_and_quotes_is_quoted)
{
	struct top_choice choice = {.limit = UINT64_MAX};
	struct error err = ERROR_INIT;
	struct printed p;
	struct top top;
	FILE *out;

	printed_open(&p, "x");
	printed_sample(&p, printed_call(&p, 0, "f(a, \"b\")", "/m", FRAME_USER), 1);
	printed_flame(&p, ROOT_COMM, WEIGH_SAMPLES);
	assert_true(top_build(&top, &p.flame, &err));
	out = printed_stream(&p);
	assert_true(top_table_write(&top, p.profile, &choice, TABLE_CSV, out, &err));
	fclose(out);
	assert_string_equal(p.text,
			    "self,self_share,total,total_share,name,by,module\n"
			    "1,1.000000,1,1.000000,\"f(a, \"\"b\"\")\",function,/m\n");
	top_release(&top);
	printed_close(&p);
}

TEST(a_limited_table_says_how_much_it_left_out)
{
	struct top_choice choice = {.limit = 1};
	struct error err = ERROR_INIT;
	struct printed p;
	struct top top;
	FILE *out;

	two_functions(&p, WEIGH_SAMPLES);
	assert_true(top_build(&top, &p.flame, &err));
	out = printed_stream(&p);
	assert_true(top_table_write(&top, p.profile, &choice, TABLE_TEXT, out, &err));
	fclose(out);
	assert_string_equal(p.text,
			    " self  self %  total  total %  function  module\n"
			    "    2   66.67      2    66.67  b  [kernel.kallsyms]\n"
			    "1 more function (--limit)\n");
	top_release(&top);
	printed_close(&p);
}
