#include "lib/unit.h"

#include <math.h>
#include <stdlib.h>

#include "input/formats.h"
#include "lib/opened.h"
#include "lib/made_message.h"

/* ---- writing profiles ---- */

static void add_node(struct made_message *m, unsigned key, struct made_message *node)
{
	struct made_message entry = {0};

	made_message_number(&entry, 1, key);
	made_message_part(&entry, 2, node);
	made_message_part(m, 5, &entry);
}

static struct made_message node(const char *name, const char *libtype)
{
	struct made_message n = {0};

	made_message_bytes(&n, 1, text_of(name));
	made_message_bytes(&n, 4, text_of(libtype));
	return n;
}

static void add_child_node(struct made_message *m, unsigned key, const char *name,
			   struct text children)
{
	struct made_message n = node(name, "");

	for (size_t i = 0; i < children.len; i++)
		made_message_number(&n, 3, (unsigned char)children.at[i]);
	add_node(m, key, &n);
}

static void add_param(struct made_message *m, const char *key, const char *value)
{
	struct made_message p = {0};

	made_message_bytes(&p, 1, text_of(key));
	made_message_bytes(&p, 2, text_of(value));
	made_message_part(m, 8, &p);
}

static struct made_message begun(double start)
{
	struct made_message m = {0};

	made_message_double(&m, 1, start);
	made_message_double(&m, 2, start + 10);
	return m;
}

static void add_sample(struct made_message *m, unsigned key, double delta)
{
	made_message_number(m, 3, key);
	made_message_double(m, 4, delta);
}

/* ---- reading; releases the message ---- */

static struct profile *profile_of(struct made_message *m)
{
	struct profile *p = opened((struct text){m->at, m->len}, NULL);

	made_message_free(m);
	return p;
}

static void assert_dump(struct made_message *m, const char *expected)
{
	opened_is((struct text){m->at, m->len}, NULL, expected);
	made_message_free(m);
}

/* ---- the three ways to write a stack ---- */

TEST(the_oldest_form_lists_whom_a_node_calls)
{
	struct made_message m = begun(5);

	add_child_node(&m, 0, "root", TEXT("\1"));
	add_child_node(&m, 1, "app", TEXT("\2\3"));
	add_child_node(&m, 2, "main", TEXT(""));
	add_child_node(&m, 3, "run", TEXT(""));
	add_sample(&m, 2, 0.5);
	add_sample(&m, 3, 0.25);
	assert_dump(&m, "5.5 samples 1 - app -/-\n"
			"  user main ()\n"
			"5.75 samples 1 - app -/-\n"
			"  user run ()\n");
}

TEST(a_sample_in_the_root_itself_is_one_of_it)
{
	struct made_message m = begun(5);

	add_child_node(&m, 0, "root", TEXT(""));
	add_sample(&m, 0, 0);
	assert_dump(&m, "5 samples 1 - root -/-\n");
}

TEST(nodes_may_name_their_callers)
{
	struct made_message m = begun(5), n = node("app", "");

	add_sample(&m, 2, 0);
	made_message_number(&n, 5, 0);
	add_node(&m, 1, &n);
	n = node("read", "kernel");
	made_message_number(&n, 5, 1);
	add_node(&m, 2, &n);
	add_param(&m, "has_parent", "true");
	assert_dump(&m, "5 samples 1 - app -/-\n"
			"  kernel read ()\n");
}

TEST(nodes_may_have_their_whole_stack)
{
	struct made_message m = begun(5), n = node("node", ""), frame = {0}, file = {0};

	add_sample(&m, 7, 0);
	made_message_bytes(&frame, 1, TEXT("start"));
	made_message_bytes(&frame, 2, TEXT("user"));
	made_message_part(&n, 10, &frame);
	made_message_bytes(&frame, 1, TEXT("handler"));
	made_message_bytes(&frame, 2, TEXT("jit"));
	made_message_bytes(&file, 1, TEXT("a.js"));
	made_message_part(&frame, 3, &file);
	made_message_part(&n, 10, &frame);
	made_message_number(&n, 6, 12);
	add_node(&m, 7, &n);
	add_param(&m, "has_parent", "false");
	add_param(&m, "has_node_stack", "true");
	assert_dump(&m, "5 samples 1 - node 12/-\n"
			"  jit handler (a.js)\n"
			"  user start ()\n");
}

TEST(nodes_that_call_themselves_are_found_out)
{
	struct made_message m = begun(5), n = node("a", "");
	struct profile *p;

	add_sample(&m, 1, 0);
	made_message_number(&n, 5, 2);
	add_node(&m, 1, &n);
	n = node("b", "");
	made_message_number(&n, 5, 1);
	add_node(&m, 2, &n);
	add_param(&m, "has_parent", "true");
	p = profile_of(&m);
	assert_int_equal(p->samples.count, 1);
	assert_int_equal(profile_lost(p, LOSSES_ALL), 1);
	profile_free(p);
}

/* ---- columns ---- */

TEST(packed_columns_are_the_same_as_others)
{
	struct made_message m = begun(5);
	const double deltas[] = {0.5, 0.25};

	made_message_bytes(&m, 3, TEXT("\1\1"));
	made_message_bytes(&m, 4, (struct text){(const char *)deltas, sizeof deltas});
	made_message_bytes(&m, 9, TEXT("\0\3"));
	made_message_bytes(&m, 10, TEXT("\7\10"));
	made_message_bytes(&m, 11, TEXT("\7\11"));
	made_message_number(&m, 12, 2);
	made_message_number(&m, 12, 30);
	add_child_node(&m, 1, "app", TEXT(""));
	assert_dump(&m, "5.5 samples 2 0 app 7/7\n"
			"5.75 samples 30 3 app 8/9\n");
}

TEST(many_small_steps_end_where_their_sum_does)
{
	struct made_message m = begun(1e6);
	struct profile *p;

	add_child_node(&m, 1, "app", TEXT(""));
	for (int i = 0; i < 30000; i++)
		add_sample(&m, 1, 1 / 3e4);
	p = profile_of(&m);
	assert_true(p->samples.time[29999] == UINT64_C(1000001000000000));
	profile_free(p);
}

TEST(times_and_nodes_that_are_none_are_counted)
{
	struct made_message m = begun(5);

	add_child_node(&m, 1, "app", TEXT(""));
	add_sample(&m, 1, (double)NAN);
	add_sample(&m, 1, 1e300);
	add_sample(&m, 1, -6);
	add_sample(&m, 9, 6);
	add_sample(&m, 1, 1);
	assert_dump(&m, "loss 3 0 samples with a number out of range\n"
			"loss 1 0 records not understood\n"
			"6 samples 1 - app -/-\n");
}
