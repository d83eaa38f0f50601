#include "lib/unit.h"

#include <stdio.h>
#include <stdlib.h>

#include "input/formats.h"
#include "lib/hunger.h"
#include "lib/opened.h"
#include "lib/packed.h"
#include "lib/replaced/tiny.h"

#define NS "note time unit nanoseconds\n"

static const struct reading_options in_ns = {.format = "spans",
					     .time_unit = TIME_UNIT_NS};

/* The same in pieces of a few bytes, which end anywhere. */
static void assert_spans(struct text table, const char *dump)
{
	const struct format *found = formats_detect(table);

	assert_non_null(found);
	assert_string_equal(found->name, "spans");
	for (tiny.csv_block = 1; tiny.csv_block < 5; tiny.csv_block++)
		opened_is(table, &in_ns, dump);
	tiny.csv_block = 1 << 16;
	opened_is(table, &in_ns, dump);
}

/* One span in a dump: its frames, from the leaf. */
#define STRETCH(from, lasted, track)                                                     \
	from " spans " lasted " for " lasted " - " track " -/-\n"
#define FRAME(name) "  user " name " ()\n"

TEST(what_runs_at_a_time_is_a_stack_and_what_ends_last_is_its_root)
{
	assert_spans(TEXT("name,start,end,track\n"
			  "parse,0,10,dag\n"
			  "A,10,20,dag\n"
			  "B,10,24,dag\n"
			  "sum,24,32,dag\n"
			  "answer,32,34,dag\n"),
		     NS STRETCH("0", "10", "dag") FRAME("parse")
			 STRETCH("0.00000001", "10", "dag") FRAME("A") FRAME("B")
			     STRETCH("0.00000002", "4", "dag") FRAME("B")
				 STRETCH("0.000000024", "8", "dag") FRAME("sum")
				     STRETCH("0.000000032", "2", "dag") FRAME("answer"));
}

TEST(who_starts_first_of_two_that_end_together_is_nearer_the_root)
{
	assert_spans(TEXT("start,end,name\n2,9,inner\n1,9,outer\n2,9,second\n"),
		     NS STRETCH("0.000000001", "1", "spans") FRAME("outer")
			 STRETCH("0.000000002", "7", "spans") FRAME("second")
			     FRAME("inner") FRAME("outer"));
}

TEST(tracks_do_not_meet)
{
	assert_spans(TEXT("op,begin,stop,worker\na,0,4,one\nb,2,6,two\nc,2,3,\n"),
		     NS STRETCH("0", "4", "one") FRAME("a")
			 STRETCH("0.000000002", "4", "two") FRAME("b")
			     STRETCH("0.000000002", "1", "spans") FRAME("c"));
}

TEST(nothing_runs_between_two_spans)
{
	assert_spans(TEXT("name,start,end\na,1,2\na,5,6\n"),
		     NS STRETCH("0.000000001", "1", "spans") FRAME("a")
			 STRETCH("0.000000005", "1", "spans") FRAME("a"));
}

TEST(a_span_that_takes_no_time_is_there_and_weighs_nothing)
{
	assert_spans(TEXT("name,start,end\na,1,3\nmark,2,2\nnote,2,2\nalone,7,7\n"),
		     NS STRETCH("0.000000001", "1", "spans") FRAME("a")
			 STRETCH("0.000000002", "0", "spans") FRAME("mark") FRAME("a")
			     STRETCH("0.000000002", "0", "spans") FRAME("note") FRAME("a")
				 STRETCH("0.000000002", "1", "spans") FRAME("a")
				     STRETCH("0.000000007", "0", "spans") FRAME("alone"));
}

/* ---- parents ---- */

TEST(children_are_above_their_parent_with_all_that_is_theirs)
{
	/* by their ends alone the order would be all, d, b, c */
	assert_spans(TEXT("name,start,end,parent\n"
			  "all,0,9,\nb,0,6,all\nd,0,7,b\nc,0,5,all\n"),
		     NS "aside 1 4 spans with an end after that of the parent\n" STRETCH(
			 "0", "5", "spans") FRAME("c") FRAME("d") FRAME("b") FRAME("all")
			 STRETCH("0.000000005", "1", "spans") FRAME("d") FRAME("b")
			     FRAME("all") STRETCH("0.000000006", "1", "spans") FRAME("d")
				 FRAME("all") STRETCH("0.000000007", "2", "spans")
				     FRAME("all"));
}

TEST(a_parent_is_who_runs_under_that_name_in_the_track_then)
{
	assert_spans(
	    TEXT("name,start,end,track,parent\n"
		 "p,0,2,t,\np,4,6,t,\nc,5,6,t,p\nlong,4,9,t,\nalien,0,9,u,p\n"),
	    NS "loss 1 6 spans whose parent is not running at their start\n" STRETCH(
		"0", "2", "t") FRAME("p") STRETCH("0", "9", "u") FRAME("alien")
		STRETCH("0.000000004", "1", "t") FRAME("p") FRAME("long")
		    STRETCH("0.000000005", "1", "t") FRAME("c") FRAME("p") FRAME("long")
			STRETCH("0.000000006", "3", "t") FRAME("long"));
}

TEST(of_several_parents_none_is_guessed)
{
	assert_spans(
	    TEXT("name,start,end,parent\nf,0,9,\nf,1,8,f\nf,2,7,f\n"),
	    NS "loss 1 4 spans with several possible parents\n" STRETCH("0", "1", "spans")
		FRAME("f") STRETCH("0.000000001", "1", "spans") FRAME("f") FRAME("f")
		    STRETCH("0.000000002", "5", "spans") FRAME("f") FRAME("f") FRAME("f")
			STRETCH("0.000000007", "1", "spans") FRAME("f") FRAME("f")
			    STRETCH("0.000000008", "1", "spans") FRAME("f"));
}

TEST(a_circle_of_parents_is_broken)
{
	assert_spans(TEXT("name,start,end,parent\na,0,3,c\nb,0,3,a\nc,0,3,b\nd,0,3,d\n"),
		     NS
		     "loss 1 5 spans whose parent is not running at their start\n"
		     "loss 1 2 spans in a circle of parents\n" STRETCH("0", "3", "spans")
			 FRAME("d") FRAME("c") FRAME("b") FRAME("a"));
}

TEST(a_parent_may_end_with_or_be_listed_behind_its_child)
{
	assert_spans(TEXT("name,start,end,parent\nchild,0,3,parent\nparent,0,3,\n"),
		     NS STRETCH("0", "3", "spans") FRAME("child") FRAME("parent"));
}

/* ---- the table ---- */

TEST(quotes_hold_what_would_end_a_field_or_a_row)
{
	assert_spans(TEXT("\xef\xbb\xbf\"Name\",Start,\"End\"\r\n"
			  "\"a, \"\"b\"\"\r\nc\",1,\"3\"\r\n\r\n  d e ,\t3 , 4"),
		     NS STRETCH("0.000000001", "2", "spans") FRAME("a, \"b\"\\x0d\\x0ac")
			 STRETCH("0.000000003", "1", "spans") FRAME("d e"));
}

TEST(tabs_and_semicolons_part_columns_as_well)
{
	static const char dump[] = NS STRETCH("0.000000001", "2", "spans") FRAME("a,b");

	assert_spans(TEXT("x\tname\tstart\tend\n\ta,b\t1\t3\n"), dump);
	assert_spans(TEXT("name;start;end\na,b;1;3\n"), dump);
}

TEST(headings_may_tell_the_unit_and_a_duration)
{
	static const char dump[] =
	    "note time unit microseconds\n" STRETCH("0.000001", "2500", "spans")
		FRAME("a");

	assert_spans(TEXT("Operator,start_us,End\na,1,3.5\n"), dump);
	assert_spans(TEXT("label,Start (us),duration\na,1,2.5\n"), dump);
	assert_spans(TEXT("task,Begin Time [\xc2\xb5s],dur_ns\na,1.0,2500\n"), dump);
	assert_spans(TEXT("step,start,elapsed_microseconds\na,1,25e-1\n"), dump);
	assert_spans(TEXT("name,start_us,end_ms\na,1,0.003500999999\n"), dump);
}

TEST(an_unknown_unit_is_guessed_or_told)
{
	const struct text table = TEXT("name,start,end\na,1700000000000,1700000000002\n");
	const struct reading_options told = {.time_unit = TIME_UNIT_US};

	opened_is(table, NULL,
		  "note time unit milliseconds, guessed; --time-unit sets it\n" STRETCH(
		      "1700000000", "2000000", "spans") FRAME("a"));
	opened_is(table, &told,
		  "note time unit microseconds\n" STRETCH("1700000", "2000", "spans")
		      FRAME("a"));
	/* hardly three per second: too few for a recording, but certainly not microseconds */
	opened_is(TEXT("name,start,end\na,1700000000000,1700000000900\n"), NULL,
		  "note time unit milliseconds, guessed; --time-unit sets it\n" STRETCH(
		      "1700000000", "900000000", "spans") FRAME("a"));
}

TEST(every_nanosecond_of_a_large_time_counts)
{
	const struct reading_options seconds = {.time_unit = TIME_UNIT_S};

	assert_spans(TEXT("name,start,end\na,1700000000123456789,1700000000123456790\n"),
		     NS STRETCH("1700000000.123456789", "1", "spans") FRAME("a"));
	opened_is(TEXT("name,start,end\na,1700000000.123456789,1700000000.12345679\n"),
		  &seconds,
		  "note time unit seconds\n" STRETCH("1700000000.123456789", "1", "spans")
		      FRAME("a"));
}

TEST(a_table_without_headings_is_read_by_who_is_told_what_it_is)
{
	const struct text table = TEXT("a,1,3,dag,\nb,2,3,dag,a\n");

	assert_null(formats_detect(table));
	opened_is(table, &in_ns,
		  NS STRETCH("0.000000001", "1", "dag") FRAME("a")
		      STRETCH("0.000000002", "1", "dag") FRAME("b") FRAME("a"));
	opened_is_refused(TEXT("a,b,c\n1,2,3\n"), &in_ns, "columns name, start and end");
	opened_is_refused(TEXT("a,1\n"), &in_ns, "columns name, start and end");
	opened_is_refused(TEXT(""), &in_ns, "no samples");
	opened_is_refused(TEXT("name,start,end\n"), &in_ns, "no samples");
}

TEST(rows_that_say_nothing_are_counted_with_their_line)
{
	assert_spans(TEXT("name,start,end\n\na,1,2\n\"b\n\",x,2\nc,3\nd,-1,2\ne,3,2\n"
			  "f,99999999999999999999,1\n,4,5\n"),
		     NS "loss 4 4 records not understood\n"
			"loss 1 8 spans whose end is before their start\n" STRETCH(
			    "0.000000001", "1", "spans") FRAME("a")
			    STRETCH("0.000000004", "1", "spans") FRAME("(anonymous)"));
}

TEST(times_that_do_not_fit_are_counted)
{
	const struct reading_options seconds = {.time_unit = TIME_UNIT_S};

	opened_is(TEXT("name,start,end\na,1,2\nb,1,18446744074\n"), &seconds,
		  "note time unit seconds\n"
		  "loss 1 3 samples with a number out of range\n" STRETCH(
		      "1", "1000000000", "spans") FRAME("a"));
	assert_spans(TEXT("name,start,duration\na,1,2\nb,18446744073709551615,1\n"),
		     NS "loss 1 3 samples with a number out of range\n" STRETCH(
			 "0.000000001", "2", "spans") FRAME("a"));
}

TEST(a_field_without_end_costs_its_line_and_no_memory)
{
	tiny.csv_longest = 16;
	assert_spans(
	    TEXT("name,start,end\n\"012345678\n9012345678,1,2\na,1,2\n"
		 "0123456789012345678901234567890,1,2\nb,2,3\n"),
	    NS "loss 2 2 lines longer than 1 MiB\n" STRETCH("0.000000001", "1", "spans")
		FRAME("a") STRETCH("0.000000002", "1", "spans") FRAME("b"));
	tiny.csv_longest = 1 << 20;
}

TEST(the_last_row_of_a_damaged_file_may_lack_digits)
{
	struct text gz = packed_of(TEXT("name,start,end\na,1,2\nb,2,300"), 100);

	gz.len -= 8; /* the checksum and the length at its end */
	opened_is(
	    gz, &in_ns,
	    NS
	    "loss 1 3 samples cut off by the end of the file\n"
	    "loss 1 0 gzip streams damaged, cut off or followed by other data\n" STRETCH(
		"0.000000001", "1", "spans") FRAME("a"));
	free((void *)gz.at);
}

/* ---- large tables ---- */

/* `count` spans, each of which ends later than the previous one: all frames keep changing. */
static char *growing(unsigned count, size_t *len)
{
	char *text = NULL;
	FILE *out = open_memstream(&text, len);

	assert_non_null(out);
	fputs("name,start,end\n", out);
	for (unsigned i = 0; i < count; i++)
		fprintf(out, "n%u,%u,%u\n", i, i, 1000000 + i);
	fclose(out);
	return text;
}

TEST(of_too_many_spans_at_a_time_the_last_to_end_are_kept)
{
	size_t len;
	char *text = growing(1400, &len);
	struct profile *p = opened((struct text){text, len}, &in_ns);
	uint64_t sum = 0;

	assert_int_equal(p->loss_count, 1);
	assert_int_equal(p->losses[0].count, 400);
	for (uint64_t i = 0; i < p->samples.count; i++)
		sum += p->samples.duration[i];
	assert_int_equal(sum, 1000000 + 1399); /* no time is lost */
	profile_free(p);
	free(text);
}

TEST(memory_may_run_out_anywhere)
{
	const struct text table =
	    TEXT("name,start,end,track,parent\na,1,9,t,\nb,2,3,t,a\nc,2,4,u,a\n");
	bool ok = false;

	for (unsigned n = 1; !ok; n++) {
		struct error err = ERROR_INIT;
		struct source *s = source_of_bytes(table.at, table.len, &err);
		struct profile *p;

		assert_non_null(s);
		hunger_due = n;
		p = reading_run_source(s, "it", &in_ns, NULL, &err);
		ok = hunger_due > 0;
		hunger_due = 0;
		assert_true(!ok || p);
		assert_int_equal(p != NULL, err.kind == ERROR_NONE);
		profile_free(p);
		source_close(s);
	}
}
