#include "lib/unit.h"

#include <stdio.h>
#include <stdlib.h>

#include "input/perf_records/perf_sample.h"
#include "input/reading.h"
#include "lib/made_recording.h"
#include "lib/check_profile.h"
#include "lib/dump.h"
#include "profile/process_names.h"

#define KERNEL ((uint64_t)-128)
#define USER   ((uint64_t)-512)

static struct profile *read_bytes(struct text data, struct error *err)
{
	const struct reading_options o = {.addresses = true};
	struct source *s = source_of_bytes(data.at, data.len, err);
	struct profile *p;

	assert_non_null(s);
	p = reading_run_source(s, "it", &o, NULL, err);
	source_close(s);
	return p;
}

static struct text bytes_of_made(const struct made_recording *m)
{
	return (struct text){m->bytes, m->len};
}

/* Compares the dump without its notes, which are the same each time; frees the recording. */
static void assert_read(struct made_recording *m, const char *expected)
{
	struct error err = ERROR_INIT;
	struct profile *p = read_bytes(bytes_of_made(m), &err);
	char *text = NULL;
	const char *from;
	size_t len;
	FILE *out = open_memstream(&text, &len);

	if (!p || !check_profile(p, &err))
		fail_msg("%s", err.message);
	assert_non_null(out);
	dump_profile(p, out);
	fclose(out);
	for (from = text; strncmp(from, "note ", 5) == 0; from = strchr(from, '\n') + 1)
		;
	assert_string_equal(from, expected);
	free(text);
	profile_free(p);
	free(m->bytes);
}

static void assert_refused(struct text data, const char *why)
{
	struct error err = ERROR_INIT;

	assert_null(read_bytes(data, &err));
	assert_int_equal(err.kind, ERROR_FORMAT);
	if (!text_has(text_of(err.message), text_of(why)))
		fail_msg("\"%s\" does not say \"%s\"", err.message, why);
}

static void begin(struct made_recording *m)
{
	made_head(m);
	made_attr(m, 1, 0, MADE_TYPE, 0, 112, 0);
}

/* ---- contents of a recording ---- */

TEST(addresses_are_told_by_what_was_mapped_there)
{
	static const uint64_t chain[] = {KERNEL, 0xffffffff81000010, USER, 0x5010, 0x99};
	struct made_recording m = {0};

	begin(&m);
	made_map(&m, 0, UINT32_MAX, 0xffffffff81000000, 0x1000, 0xffffffff81000000,
		 "[kernel.kallsyms]_text");
	made_comm(&m, 0, 7, 7, "app");
	made_map(&m, 0, 7, 0x5000, 0x1000, 0x2000, "/bin/app");
	made_sample(&m, 1000, 7, 7, chain, 5);
	assert_read(&m, "aside 3 0 records other than samples (first at byte 136)\n"
			"0.000001 cpu-clock 1 - app 7/7\n"
			"  nameless-kernel [kernel.kallsyms <ffffffff81000010>] "
			"([kernel.kallsyms])\n"
			"  nameless-user [app <2010>] (/bin/app)\n"
			"  nameless-user [unknown <99>] ()\n");
}

TEST(records_out_of_order_mean_what_they_meant_at_their_time)
{
	static const uint64_t chain[] = {USER, 0x5010};
	struct made_recording m = {0};

	begin(&m);
	made_sample(&m, 40, 7, 7, chain, 2);
	made_comm(&m, 30, 7, 7, "new");
	made_map(&m, 30, 7, 0x5000, 0x1000, 0, "/new");
	made_sample(&m, 20, 7, 7, chain, 2);
	made_comm(&m, 10, 7, 7, "old");
	made_map(&m, 10, 7, 0x5000, 0x1000, 0, "/old");
	assert_read(&m, "aside 4 0 records other than samples (first at byte 192)\n"
			"0.00000002 cpu-clock 1 - old 7/7\n"
			"  nameless-user [old <10>] (/old)\n"
			"0.00000004 cpu-clock 1 - new 7/7\n"
			"  nameless-user [new <10>] (/new)\n");
}

TEST(a_child_has_the_name_and_maps_of_its_parent_when_it_was_born)
{
	static const uint64_t chain[] = {USER, 0x5010};
	struct made_recording m = {0};

	begin(&m);
	made_comm(&m, 0, 7, 7, "parent");
	made_map(&m, 0, 7, 0x5000, 0x1000, 0, "/one");
	made_fork(&m, 10, 8, 7, 8, 7);
	made_map(&m, 20, 7, 0x5000, 0x1000, 0, "/two");
	made_sample(&m, 30, 8, 8, chain, 2);
	made_sample(&m, 31, 7, 7, chain, 2);
	made_sample(&m, 32, 9, 9, chain, 2);
	assert_read(&m, "aside 4 0 records other than samples (first at byte 136)\n"
			"0.00000003 cpu-clock 1 - parent 8/8\n"
			"  nameless-user [one <10>] (/one)\n"
			"0.000000031 cpu-clock 1 - parent 7/7\n"
			"  nameless-user [two <10>] (/two)\n"
			"0.000000032 cpu-clock 1 - :9 9/9\n"
			"  nameless-user [unknown <5010>] ()\n");
}

/* The leader waits for its threads, and is renamed meanwhile. */
TEST(a_process_is_called_as_its_leader_who_has_no_sample)
{
	static const uint64_t chain[] = {USER, 0x5010};
	struct made_recording m = {0};
	struct error err = ERROR_INIT;
	struct process_names names;
	struct profile *p;

	begin(&m);
	made_comm(&m, 0, 7, 7, "sh");
	made_fork(&m, 10, 7, 7, 8, 7);
	made_comm(&m, 20, 7, 8, "server");
	made_sample(&m, 30, 7, 8, chain, 2);
	made_comm(&m, 40, 7, 7, "burst");
	made_sample(&m, 50, 7, 8, chain, 2);
	made_sample(&m, 60, 7, 8, chain, 2);
	p = read_bytes(bytes_of_made(&m), &err);
	assert_non_null(p);
	assert_int_equal(p->thread_count, 2);
	for (uint32_t i = 0; i < 2; i++)
		assert_true(
		    text_equal(profile_string(p, p->threads[i].comm), TEXT("server")));
	assert_true(text_equal(profile_string(p, p->threads[0].process), TEXT("sh")));
	assert_true(process_names_build(&names, p, &err));
	for (uint32_t i = 0; i < 2; i++)
		assert_true(text_equal(process_name_of(&names, p, i), TEXT("burst")));
	process_names_release(&names);
	profile_free(p);
	free(m.bytes);
}

TEST(a_map_over_others_leaves_what_it_does_not_cover)
{
	static const uint64_t chain[] = {USER, 0x1010, 0x2010, 0x3010};
	struct made_recording m = {0};

	begin(&m);
	made_map(&m, 0, 7, 0x1000, 0x3000, 0, "/a");
	made_map(&m, 0, 7, 0x2000, 0x1000, 0, "/b");
	made_sample(&m, 5, 7, 7, chain, 4);
	assert_read(&m, "aside 2 0 records other than samples (first at byte 136)\n"
			"0.000000005 cpu-clock 1 - :7 7/7\n"
			"  nameless-user [a <10>] (/a)\n"
			"  nameless-user [b <10>] (/b)\n"
			"  nameless-user [a <2010>] (/a)\n");
}

TEST(functions_that_the_kernel_names_have_their_names)
{
	static const uint64_t chain[] = {KERNEL, 0xffffffffc0001010};
	struct made_recording m = {0};

	begin(&m);
	for (uint16_t gone = 0; gone < 2; gone++) {
		made_begin(&m, 17, 0); /* KSYMBOL */
		made_u64(&m, 0xffffffffc0001000);
		made_u32(&m, 0x100);
		made_u16(&m, 1);
		made_u16(&m, gone);
		made_name(&m, "bpf_prog_12_count");
		made_u64(&m, 0);
		made_u64(&m, 10 + 10 * (uint64_t)gone);
		made_end(&m);
	}
	made_sample(&m, 15, 7, 7, chain, 2);
	made_sample(&m, 25, 7, 7, chain, 2);
	assert_read(&m, "aside 2 0 records other than samples (first at byte 136)\n"
			"0.000000015 cpu-clock 1 - :7 7/7\n"
			"  kernel bpf_prog_12_count (bpf_prog_12_count)\n"
			"0.000000025 cpu-clock 1 - :7 7/7\n"
			"  nameless-kernel [unknown <ffffffffc0001010>] ()\n");
}

TEST(events_are_told_apart_by_the_ids_of_their_counters)
{
	struct made_recording m = {0};

	made_head(&m);
	made_attr(&m, 1, 0, 0x10007, 0, 136, 5);
	made_attr(&m, 1, 2, 0x10007, 0, 64, 6);
	for (uint64_t id = 5; id < 7; id++) {
		made_begin(&m, 9, 2);
		made_u64(&m, id);
		made_u64(&m, 0x10);
		made_u32(&m, 7);
		made_u32(&m, 7);
		made_u64(&m, 100 + id);
		made_end(&m);
	}
	assert_read(&m, "0.000000105 cpu-clock 1 - :7 7/7\n"
			"  nameless-user [unknown <10>] ()\n"
			"0.000000106 page-faults 1 - :7 7/7\n"
			"  nameless-user [unknown <10>] ()\n");
}

TEST(a_group_is_a_sample_of_each_counter_that_went_on)
{
	static const uint64_t values[2][2] = {{10, 3}, {25, 3}};
	struct made_recording m = {0};

	made_head(&m);
	made_attr(&m, 1, 0, 0x17, 4 | 8 | 16, 128, 5); /* ID, GROUP, LOST */
	made_attr(&m, 1, 2, 0x17, 4 | 8 | 16, 128, 6);
	for (uint64_t i = 0; i < 2; i++) {
		made_begin(&m, 9, 2);
		made_u64(&m, 0x10);
		made_u32(&m, 7);
		made_u32(&m, 7);
		made_u64(&m, 1 + i);
		made_u64(&m, 2);
		for (uint64_t c = 0; c < 2; c++) {
			made_u64(&m, values[i][c]);
			made_u64(&m, 5 + c);
			made_u64(&m, 0);
		}
		made_end(&m);
	}
	assert_read(&m, "0.000000001 cpu-clock 10 - :7 7/7\n"
			"  nameless-user [unknown <10>] ()\n"
			"0.000000001 page-faults 3 - :7 7/7\n"
			"  nameless-user [unknown <10>] ()\n"
			"0.000000002 cpu-clock 15 - :7 7/7\n"
			"  nameless-user [unknown <10>] ()\n");
}

TEST(lost_samples_are_counted_with_the_place_of_the_first)
{
	static const uint64_t chain[] = {USER, 0x5010};
	struct made_recording m = {0};

	begin(&m);
	made_begin(&m, 2, 0); /* LOST */
	made_u64(&m, 1);
	made_u64(&m, 30);
	made_end(&m);
	for (uint64_t time = 0; time < 2; time++) {
		made_begin(&m, 13, 0); /* LOST_SAMPLES; without a time: the sum */
		made_u64(&m, time ? 12 : 30);
		made_u64(&m, 0);
		made_u64(&m, time);
		made_end(&m);
	}
	made_sample(&m, 5, 7, 7, chain, 2);
	assert_read(&m, "loss 42 0 samples lost while recording (first at byte 136)\n"
			"aside 3 0 records other than samples (first at byte 136)\n"
			"0.000000005 cpu-clock 1 - :7 7/7\n"
			"  nameless-user [unknown <5010>] ()\n");
}

TEST(a_user_stack_that_comes_later_is_that_of_all_who_wait_for_it)
{
	static const uint64_t chain[] = {KERNEL, 0xffffffff81000010, (uint64_t)-640, 77};
	static const uint64_t other[] = {KERNEL, 0xffffffff81000010, (uint64_t)-640, 78};
	struct made_recording m = {0};

	begin(&m);
	made_sample(&m, 5, 7, 7, chain, 4);
	made_sample(&m, 6, 7, 7, other, 4);
	made_sample(&m, 7, 7, 7, chain, 4);
	made_begin(&m, 22, 2);
	made_u64(&m, 77);
	made_u64(&m, 2);
	made_u64(&m, 0x10);
	made_u64(&m, 0x20);
	made_u64(&m, 0);
	made_u64(&m, 8);
	made_end(&m);
	assert_read(&m, "loss 1 0 samples whose user stack is missing\n"
			"aside 1 0 records other than samples (first at byte 352)\n"
			"0.000000005 cpu-clock 1 - :7 7/7\n"
			"  nameless-kernel [unknown <ffffffff81000010>] ()\n"
			"  nameless-user [unknown <10>] ()\n"
			"  nameless-user [unknown <20>] ()\n"
			"0.000000006 cpu-clock 1 - :7 7/7\n"
			"  nameless-kernel [unknown <ffffffff81000010>] ()\n"
			"0.000000007 cpu-clock 1 - :7 7/7\n"
			"  nameless-kernel [unknown <ffffffff81000010>] ()\n"
			"  nameless-user [unknown <10>] ()\n"
			"  nameless-user [unknown <20>] ()\n");
}

/* ---- invalid and malicious recordings ---- */

TEST(calls_that_the_processor_kept_are_the_stack_of_the_user)
{
	static const uint64_t chain[] = {KERNEL, 0xffffffff81000010, USER, 0x9999};
	static const uint64_t calls[] = {2, 0x5020, 0x5010, 0, 0x5040, 0x5021, 0};
	struct made_recording m = {0};

	made_head(&m);
	made_attr_of_branches(&m, 1, 0, MADE_TYPE | 0x800, 0x809);
	made_begin(&m, 9, 1);
	made_u64(&m, 0xffffffff81000010);
	made_u32(&m, 7);
	made_u32(&m, 7);
	made_u64(&m, 1000);
	made_u64(&m, 4);
	for (size_t i = 0; i < 4; i++)
		made_u64(&m, chain[i]);
	for (size_t i = 0; i < 7; i++)
		made_u64(&m, calls[i]);
	made_end(&m);
	assert_read(&m, "0.000001 cpu-clock 1 - :7 7/7\n"
			"  nameless-kernel [unknown <ffffffff81000010>] ()\n"
			"  nameless-user [unknown <5010>] ()\n"
			"  nameless-user [unknown <5020>] ()\n"
			"  nameless-user [unknown <5040>] ()\n");
}

TEST(a_recording_of_another_byte_order_is_refused_in_one_sentence)
{
	assert_refused(TEXT("2ELIFREP\0\0\0\0\0\0\0\x68"), "the other byte order");
}

TEST(a_head_alone_is_refused)
{
	assert_refused(TEXT("PERFILE2"), "cut off after 8 bytes");
	assert_refused(TEXT("PERFILE2\x68\0\0\0\0\0\0\0\x90\0\0\0"),
		       "cut off after 20 bytes");
	assert_refused(TEXT("PERFILE2\x10\0\0\0\0\0\0\0"), "no samples");
}

TEST(lengths_that_lie_lose_the_record_and_no_more)
{
	static const uint64_t chain[] = {USER, 0x5010};
	struct made_recording m = {0};

	begin(&m);
	made_begin(&m, 9, 2);
	for (int i = 0; i < 3; i++)
		made_u64(&m, 1);
	made_u64(&m, UINT64_MAX / 8); /* addresses in the chain */
	made_end(&m);
	made_begin(&m, 1, 2); /* MMAP of 4 bytes */
	made_u32(&m, 1);
	made_end(&m);
	made_sample(&m, 5, 7, 7, chain, 2);
	assert_read(&m, "loss 2 0 records not understood (first at byte 136)\n"
			"0.000000005 cpu-clock 1 - :7 7/7\n"
			"  nameless-user [unknown <5010>] ()\n");
}

TEST(a_record_without_a_size_ends_the_recording)
{
	static const uint64_t chain[] = {USER, 0x5010};
	struct made_recording m = {0};

	begin(&m);
	made_sample(&m, 5, 7, 7, chain, 2);
	made_begin(&m, 9, 2); /* its size remains 0 */
	assert_read(
	    &m, "loss 1 0 missing or damaged ends of the recording (first at byte 192)\n"
		"0.000000005 cpu-clock 1 - :7 7/7\n"
		"  nameless-user [unknown <5010>] ()\n");
}

TEST(a_recording_cut_anywhere_opens_or_is_refused)
{
	static const uint64_t chain[] = {KERNEL, 0xffffffff81000010, USER, 0x5010};
	struct made_recording m = {0};

	begin(&m);
	made_comm(&m, 0, 7, 7, "app");
	made_map(&m, 0, 7, 0x5000, 0x1000, 0x2000, "/bin/app");
	for (uint64_t i = 0; i < 4; i++)
		made_sample(&m, 1000 + i, 7, 7, chain, 4);
	for (size_t len = 0; len < m.len; len++) {
		struct error err = ERROR_INIT;
		struct profile *p = read_bytes(text_upto(bytes_of_made(&m), len), &err);

		if (p ? !check_profile(p, &err) : err.message[0] == '\0')
			fail_msg("cut at %zu: %s", len, err.message);
		profile_free(p);
	}
	free(m.bytes);
}

/* ---- call graphs ---- */

/* The notes about them; frees the recording. */
static void assert_call_graphs(struct made_recording *m, const char *expected)
{
	struct error err = ERROR_INIT;
	struct profile *p = read_bytes(bytes_of_made(m), &err);
	struct text note;

	if (!p)
		fail_msg("%s", err.message);
	note = profile_note(p, "call graphs");
	if (!text_equal(note, text_of(expected)))
		fail_msg("\"%.*s\"", (int)note.len, note.at);
	profile_free(p);
	free(m->bytes);
}

TEST(without_call_graphs_a_recording_says_how_to_have_them)
{
	static const uint64_t chain[] = {USER, 0x5010};
	struct made_recording flat = {0}, deep = {0};

	made_head(&flat);
	made_attr(&flat, 1, 0, PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME, 0,
		  112, 0);
	made_begin(&flat, 9, 2);
	made_u64(&flat, 0x5010);
	made_u32(&flat, 7);
	made_u32(&flat, 7);
	made_u64(&flat, 1000);
	made_end(&flat);
	assert_call_graphs(&flat, "none in this recording; record with: perf record -g");
	begin(&deep);
	made_sample(&deep, 1000, 7, 7, chain, 2);
	assert_call_graphs(&deep, "");
}

/* perf record -b records branches, which are not callers. */
TEST(unwound_stacks_and_last_branches_are_call_graphs_too)
{
	const uint64_t branches = PERF_SAMPLE_IP | PERF_SAMPLE_BRANCH_STACK;
	const struct perf_attr dwarf = {.sample_type = PERF_SAMPLE_STACK_USER},
			       flat = {.sample_type = PERF_SAMPLE_IP},
			       any = {.sample_type = branches, .branch_sample_type = 8},
			       lbr = {.sample_type = branches,
				      .branch_sample_type = PERF_BRANCH_CALL_STACK};

	assert_true(perf_attr_has_callers(&dwarf));
	assert_true(perf_attr_has_callers(&lbr));
	assert_false(perf_attr_has_callers(&any));
	assert_false(perf_attr_has_callers(&flat));
}
