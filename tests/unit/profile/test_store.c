#include "lib/unit.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "lib/made_profile.h"
#include "lib/stored.h"
#include "profile/builder.h"
#include "lib/check_profile.h"
#include "profile/store.h"
#include "profile/store_layout.h"

/* A profile with rows in every table. */
static struct profile *full_profile(void)
{
	struct error err = ERROR_INIT;
	struct builder *b = builder_new(&err);
	uint32_t f = builder_frame(b, builder_string(b, TEXT("main")),
				   builder_string(b, TEXT("/bin/app")), FRAME_USER);
	struct sample s = {.time = 7, .weight = 3, .cpu = 2, .timed = true};
	struct profile *p;

	builder_note(b, TEXT("hostname"), TEXT("host\x1b[31m"));
	s.stack = builder_stack(b, builder_stack(b, 0, f), f);
	s.thread = builder_thread(b, TEXT("app"), 1, -1);
	s.event = builder_event(b, TEXT("cpu-clock"), TEXT("ns"));
	builder_add_sample(b, &s);
	s.time = 5;
	s.stack = 0;
	builder_add_sample(b, &s);
	builder_loss(b, &(struct loss){.reason = builder_string(b, TEXT("lines lost")),
				       .kind = LOST_CALLERS,
				       .count = 4,
				       .first_line = 9});
	builder_loss(b, &(struct loss){.reason = builder_string(b, TEXT("left out")),
				       .count = 1,
				       .kind = LOST_ASIDE});
	p = builder_finish(b, &err);
	assert_non_null(p);
	builder_free(b);
	return p;
}

static void assert_same(const struct profile *p, const struct profile *q)
{
	char *expected = stored_dump(p), *found = stored_dump(q);

	assert_string_equal(found, expected);
	assert_int_equal(q->stack_count, p->stack_count);
	assert_int_equal(q->frame_count, p->frame_count);
	for (uint32_t i = 0; i < p->loss_count; i++)
		assert_int_equal(q->losses[i].kind, p->losses[i].kind);
	assert_int_equal(q->has_times, p->has_times);
	assert_int_equal(q->has_weights, p->has_weights);
	assert_int_equal(q->weights_are_counts, p->weights_are_counts);
	free(expected);
	free(found);
}

static void assert_round_trip(struct profile *p)
{
	struct error err = ERROR_INIT;
	size_t len;
	unsigned char *bytes = stored_bytes(p, &len);
	struct profile *q = stored_open(bytes, len, &err);

	assert_non_null(q);
	assert_true(store_check(q, &err) && check_profile(q, &err));
	assert_same(p, q);
	profile_free(q);
	free(bytes);
	profile_free(p);
}

TEST(what_is_stored_comes_back)
{
	struct error err = ERROR_INIT;
	struct builder *b = builder_new(&err);
	struct profile *p;

	assert_round_trip(full_profile());
	for (uint64_t seed = 0; seed < 50; seed++)
		assert_round_trip(seed % 3 ? random_profile(seed, 200)
					   : random_spans(seed, 200));
	builder_thread(b, TEXT("app"), 1, 1);
	builder_event(b, TEXT("samples"), TEXT(""));
	builder_weights_are_counts(b);
	builder_add_sample(b, &(struct sample){.weight = 17});
	p = builder_finish(b, &err);
	builder_free(b);
	assert_non_null(p);
	assert_round_trip(p);
}

/* An unnamed file with these bytes and this mode. */
static int file_of(const void *bytes, size_t len, mode_t mode)
{
	char path[] = "/tmp/flarescope-store-XXXXXX";
	int fd = mkstemp(path);

	assert_true(fd >= 0);
	unlink(path);
	assert_int_equal(write(fd, bytes, len), len);
	assert_int_equal(fchmod(fd, mode), 0);
	return fd;
}

/* Whether the profile changes with its file, as only a mapping does. */
static bool follows(mode_t mode)
{
	struct error err = ERROR_INIT;
	struct profile *p = full_profile(), *q;
	size_t len;
	unsigned char *bytes = stored_bytes(p, &len);
	int fd = file_of(bytes, len, mode);
	const unsigned char *name;
	bool changed;

	q = store_open(fd, &err);
	assert_non_null(q);
	assert_same(p, q);
	assert_true(store_check(q, &err));
	name = (const unsigned char *)profile_frame_name(q, 1).at;
	assert_int_equal(name[0], 'm');
	for (size_t i = 0; i < len; i++)
		bytes[i] = (unsigned char)~bytes[i];
	assert_int_equal(pwrite(fd, bytes, len, 0), len);
	changed = name[0] != 'm';
	close(fd);
	profile_free(q);
	profile_free(p);
	free(bytes);
	return changed;
}

TEST(a_file_is_used_where_it_lies_unless_others_may_change_it)
{
	assert_true(follows(0600));
	assert_true(follows(0644));
	assert_false(follows(0664));
	assert_false(follows(0602));
}

TEST(the_origin_is_kept)
{
	struct error err = ERROR_INIT;
	struct profile *p = full_profile(), *q;
	size_t len;
	unsigned char *bytes = stored_bytes(p, &len);

	q = stored_open(bytes, len, &err);
	assert_non_null(q);
	assert_true(text_equal(store_origin(q), TEXT("origin")));
	assert_true(text_equal(store_origin(p), TEXT("")));
	assert_true(len >= store_size(p) && len <= store_size(p) + 256);
	profile_free(q);
	profile_free(p);
	free(bytes);
}

TEST(the_same_profile_makes_the_same_bytes)
{
	struct profile *p = full_profile(), *q = full_profile(), *again;
	struct error err = ERROR_INIT;
	size_t len, other_len, third_len;
	unsigned char *bytes = stored_bytes(p, &len);
	unsigned char *other = stored_bytes(q, &other_len), *third;

	assert_int_equal(len, other_len);
	assert_memory_equal(bytes, other, len);
	again = stored_open(bytes, len, &err);
	assert_non_null(again);
	third = stored_bytes(again, &third_len);
	assert_int_equal(len, third_len);
	assert_memory_equal(bytes, third, len);
	profile_free(p);
	profile_free(q);
	profile_free(again);
	free(bytes);
	free(other);
	free(third);
}

TEST(a_file_cut_anywhere_is_refused)
{
	struct profile *p = full_profile();
	size_t len;
	unsigned char *bytes = stored_bytes(p, &len);

	for (size_t cut = 0; cut < len; cut++) {
		struct error err = ERROR_INIT;
		int fd;

		assert_null(stored_open(bytes, cut, &err));
		assert_int_not_equal(err.kind, ERROR_NONE);
		err = (struct error)ERROR_INIT;
		fd = file_of(bytes, cut, 0600);
		assert_null(store_open(fd, &err));
		assert_int_not_equal(err.kind, ERROR_NONE);
		close(fd);
	}
	profile_free(p);
	free(bytes);
}

TEST(a_file_with_something_behind_it_is_refused)
{
	struct error err = ERROR_INIT;
	struct profile *p = full_profile();
	size_t len;
	unsigned char *bytes = stored_bytes(p, &len);

	bytes = realloc(bytes, len + 1);
	assert_non_null(bytes);
	bytes[len] = 0;
	assert_null(stored_open(bytes, len + 1, &err));
	assert_non_null(strstr(err.message, "bytes of"));
	profile_free(p);
	free(bytes);
}

/* Whether this byte lies between two sections, where it has no meaning. */
static bool is_padding(const unsigned char *bytes, size_t at)
{
	struct store_section table[STORE_SECTIONS];

	memcpy(table, bytes + sizeof(struct store_header), sizeof table);
	if (at < sizeof(struct store_header) + sizeof table)
		return false;
	for (size_t i = 0; i < STORE_SECTIONS; i++)
		if (at >= table[i].offset &&
		    at - table[i].offset < table[i].rows * table[i].row)
			return false;
	return true;
}

TEST(a_byte_changed_anywhere_is_noticed)
{
	static const unsigned char masks[] = {1, 0x80, 0xff};
	struct profile *p = full_profile();
	size_t len;
	unsigned char *bytes = stored_bytes(p, &len);

	for (size_t i = 0; i < 3 * len; i++) {
		struct error err = ERROR_INIT;
		struct profile *q;
		bool fine;

		bytes[i / 3] ^= masks[i % 3];
		q = stored_open(bytes, len, &err);
		fine = q && store_check(q, &err);
		bytes[i / 3] ^= masks[i % 3];
		profile_free(q);
		if (fine != is_padding(bytes, i / 3))
			fail_msg("byte %zu", i / 3);
		assert_int_equal(fine, err.kind == ERROR_NONE);
	}
	profile_free(p);
	free(bytes);
}

/* Changes 8 bytes of the file, corrects the checksums, and opens it. */
static bool believes(size_t at, uint64_t value)
{
	struct error err = ERROR_INIT;
	struct profile *p = full_profile(), *q;
	size_t len;
	unsigned char *bytes = stored_bytes(p, &len);
	bool fine;

	assert_true(at + sizeof value <= len);
	memcpy(bytes + at, &value, sizeof value);
	stored_mend(bytes, len);
	q = stored_open(bytes, len, &err);
	fine = q && store_check(q, &err);
	assert_int_equal(fine, err.kind == ERROR_NONE);
	profile_free(q);
	profile_free(p);
	free(bytes);
	return fine;
}

static size_t in_table(enum store_kind kind, size_t member)
{
	return sizeof(struct store_header) + (kind - 1) * sizeof(struct store_section) +
	       member;
}

TEST(lies_about_sections_are_refused)
{
	static const uint64_t lies[] = {1,
					63,
					64,
					4096,
					UINT32_MAX,
					UINT64_C(1) << 32,
					UINT64_MAX / 8,
					UINT64_MAX - 63,
					UINT64_MAX};

	for (int kind = 1; kind < STORE_KINDS; kind++) {
		size_t offset = in_table(kind, offsetof(struct store_section, offset));
		size_t rows = in_table(kind, offsetof(struct store_section, rows));

		for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
			assert_false(believes(offset, lies[i]));
			/* a smaller file may have a single note or a single origin */
			if (kind != STORE_NOTES && kind != STORE_ORIGIN)
				assert_false(believes(rows, lies[i]) && i);
		}
		assert_false(believes(in_table(kind, 0), 0));
		assert_false(believes(in_table(kind, 0), UINT64_MAX));
	}
	assert_false(believes(offsetof(struct store_header, version), 1));
	assert_false(believes(offsetof(struct store_header, sections), 0));
	assert_false(believes(offsetof(struct store_header, size), 0));
	assert_false(believes(offsetof(struct store_header, flags), UINT64_MAX));
}

/* The version is followed by the number of sections. */
TEST(a_file_of_another_version_is_none_of_ours)
{
	size_t at = offsetof(struct store_header, version);
	uint64_t sections = (uint64_t)STORE_SECTIONS << 32;

	assert_true(believes(at, sections | STORE_VERSION));
	assert_false(believes(at, sections | (STORE_VERSION - 1)));
	assert_false(believes(at, sections | (STORE_VERSION + 1)));
}

TEST(tallies_add_up_to_the_samples)
{
	struct error err = ERROR_INIT;

	for (uint64_t seed = 0; seed < 20; seed++) {
		struct profile *p =
		    seed % 2 ? random_profile(seed, 300) : random_spans(seed, 300);
		uint64_t count, samples = 0, weight = 0, expected = 0, duration = 0;
		struct tally *t = profile_tally(p, &count, &err);

		assert_non_null(t);
		for (uint64_t i = 0; i < count; i++) {
			samples += t[i].count;
			weight += t[i].weight;
			duration += t[i].duration;
			for (uint64_t j = 0; j < i; j++)
				assert_false(t[i].context == t[j].context &&
					     t[i].stack == t[j].stack);
		}
		for (uint64_t i = 0; i < p->samples.count; i++) {
			expected += p->samples.weight[i];
			duration -= profile_row_end(p, i) - p->samples.time[i];
		}
		assert_int_equal(samples, p->samples.count);
		assert_int_equal(duration, 0);
		assert_int_equal(weight, expected);
		mem_free(t);
		profile_free(p);
	}
}

TEST(a_full_disk_is_an_error)
{
	struct error err = ERROR_INIT;
	struct profile *p = full_profile();
	FILE *full = fopen("/dev/full", "w");

	assert_non_null(full);
	assert_false(store_write(p, TEXT(""), full, &err));
	assert_int_equal(err.kind, ERROR_SYSTEM);
	fclose(full);
	profile_free(p);
}
