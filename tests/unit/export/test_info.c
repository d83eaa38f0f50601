#include "lib/unit.h"

#include <jansson.h>
#include <time.h>

#include "unit/printed.h"

#include "export/info.h"

static double cpu_seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* What info_json() writes for `p`, whose builder has everything but its samples. */
static json_t *info_of(struct printed *p)
{
	struct event_summary event = {0};
	struct summary_unnamed unnamed = {0};
	struct summary summary = {.events = &event};
	struct time_kinds kinds = {0};
	struct info info = {.path = "a",
			    .format = "made",
			    .summary = &summary,
			    .unnamed = &unnamed,
			    .kinds = &kinds};
	struct error err = ERROR_INIT;
	json_error_t why;
	json_t *root;
	FILE *out;

	p->profile = builder_finish(p->builder, &err);
	assert_non_null(p->profile);
	info.profile = p->profile;
	out = printed_stream(p);
	assert_true(info_json(&info, out, &err));
	fclose(out);
	root = json_loadb(p->text, p->len, JSON_REJECT_DUPLICATES, &why);
	assert_non_null(root);
	return root;
}

TEST(a_note_that_occurs_more_than_once_is_a_list_in_its_order)
{
	struct printed p;
	json_t *root, *header;
	char *text;

	printed_open(&p, "x");
	builder_note(p.builder, TEXT("event"), TEXT("b"));
	builder_note(p.builder, TEXT("arch"), TEXT("x86"));
	builder_note(p.builder, TEXT("event"), TEXT("a"));
	builder_note(p.builder, TEXT("event"), TEXT("c"));
	builder_note(p.builder, TEXT("x86"), TEXT("event"));
	root = info_of(&p);
	header = json_object_get(root, "header");
	text = json_dumps(header, JSON_COMPACT);
	assert_string_equal(
	    text, "{\"event\":[\"b\",\"a\",\"c\"],\"arch\":\"x86\",\"x86\":\"event\"}");
	free(text);
	json_decref(root);
	printed_close(&p);
}

/* Searching all notes for each key used to take 20 s. */
TEST(many_notes_with_a_key_each_take_no_time)
{
	struct printed p;
	double before;
	char key[16];

	printed_open(&p, "x");
	for (int i = 0; i < 400000; i++) {
		snprintf(key, sizeof key, "%x", (unsigned)i);
		builder_note(p.builder, text_of(key), TEXT("1"));
	}
	before = cpu_seconds();
	json_decref(info_of(&p));
	assert_true(cpu_seconds() - before < 10);
	printed_close(&p);
}
