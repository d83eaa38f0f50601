#include "lib/unit.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/append.h"
#include "base/bytes.h"
#include "base/fill.h"

/* ---- bytes ---- */

TEST(what_was_filled_in_is_read_again)
{
	char room[13];
	struct fill f = fill_of(room, sizeof room);
	struct bytes b;

	fill_char(&f, 'x');
	fill_u64(&f, UINT64_C(0x0123456789abcdef));
	fill_text(&f, TEXT("four"));
	assert_false(f.short_room);
	assert_int_equal(fill_left(&f), 0);
	b = bytes_of(fill_written(&f));
	assert_int_equal(bytes_take(&b, 1).at[0], 'x');
	assert_true(bytes_u64(&b) == UINT64_C(0x0123456789abcdef));
	assert_true(text_equal(bytes_take(&b, 4), TEXT("four")));
	assert_false(b.short_read);
}

TEST(what_has_no_room_is_not_written_in_part)
{
	char room[12] = "...........";
	struct fill f = fill_of(room, 8);

	fill_text(&f, TEXT("abc"));
	fill_u64(&f, UINT64_MAX);
	assert_true(f.short_room);
	assert_true(text_equal(fill_written(&f), TEXT("abc")));
	assert_string_equal(room, "abc........");
}

TEST(after_what_has_no_room_nothing_is_written)
{
	char room[8] = ".......";
	struct fill f = fill_of(room, 4);

	fill_text(&f, TEXT("abcde"));
	assert_int_equal(fill_left(&f), 0);
	fill_char(&f, 'x');
	fill_text(&f, TEXT(""));
	assert_null(fill_take(&f, 1));
	assert_int_equal(fill_written(&f).len, 0);
	assert_string_equal(room, ".......");
}

TEST(no_length_is_too_long_to_be_refused)
{
	char room[4] = "...";
	struct fill f = fill_of(room, 2);

	fill_char(&f, 'x');
	assert_null(fill_take(&f, SIZE_MAX));
	assert_true(f.short_room);
	assert_string_equal(room, "x..");
}

TEST(a_number_is_written_in_digits_or_not_at_all)
{
	char room[24], expected[24];

	for (uint64_t n = UINT64_MAX, i = 0; i < 70; n = n * 3 / 7, i++) {
		struct fill f = fill_of(room, sizeof room), tight;

		fill_number(&f, n);
		snprintf(expected, sizeof expected, "%" PRIu64, n);
		assert_true(text_equal(fill_written(&f), text_of(expected)));
		tight = fill_of(room, strlen(expected) - 1);
		fill_number(&tight, n);
		assert_true(tight.short_room);
		assert_int_equal(fill_written(&tight).len, 0);
	}
}

TEST(no_room_may_be_nowhere)
{
	struct fill f = fill_of(NULL, 0);

	fill_text(&f, TEXT(""));
	assert_false(f.short_room);
	fill_char(&f, 'x');
	assert_true(f.short_room);
	assert_int_equal(fill_written(&f).len, 0);
}

/* ---- arrays ---- */

TEST(an_array_grows_as_it_is_appended_to)
{
	struct error err = ERROR_INIT;
	uint16_t *array = NULL;
	size_t room = 0;
	uint32_t n = 0;

	for (uint32_t i = 0; i < 1000; i++)
		assert_true(APPEND(array, n, room, "numbers", &err, (uint16_t)(n * 3)));
	assert_int_equal(n, 1000);
	assert_true(room >= 1000);
	for (uint32_t i = 0; i < n; i++)
		assert_int_equal(array[i], i * 3);
	mem_free(array);
}

TEST(an_array_that_cannot_grow_stays_as_it_is)
{
	struct error err = ERROR_INIT;
	uint64_t *array = NULL;
	/* so that the compiler cannot know it */
	volatile size_t full = SIZE_MAX / sizeof *array;
	size_t n = full, room = full;
	bool looked_at = false;

	assert_false(APPEND(array, n, room, "numbers", &err, looked_at = true));
	assert_false(looked_at);
	assert_int_equal(err.kind, ERROR_MEMORY);
	assert_true(n == full && room == full);
	assert_null(array);
}

/* A count near the 32-bit limit does not wrap to a request for nothing. */
TEST(the_last_number_of_a_count_wants_room_too)
{
	struct error err = ERROR_INIT;
	uint8_t count = UINT8_MAX, *array = NULL;
	size_t room = 0;

	assert_true(APPEND(array, count, room, "bytes", &err, 7));
	assert_true(room > UINT8_MAX);
	assert_int_equal(array[UINT8_MAX], 7);
	mem_free(array);
}

TEST(an_array_of_a_size_is_never_filled_beyond_it)
{
	uint32_t array[5] = {0}, *some = array;
	size_t n = 0;

	while (APPEND_WITHIN(some, n, 3, 9))
		;
	assert_int_equal(n, 3);
	assert_int_equal(array[3], 0);
	while (APPEND_FIXED(array, n, 8))
		;
	assert_int_equal(n, 5);
	assert_int_equal(array[2], 9);
	assert_int_equal(array[4], 8);
	n = 70;
	assert_false(APPEND_FIXED(array, n, 8));
}

/* ---- texts ---- */

/*
 * What clang's UBSan finds: not even 0 may be added to NULL, and memcmp() must not be given NULL.
 */
TEST(a_text_of_nothing_may_be_nowhere)
{
	struct text none = {0}, some = TEXT("x");

	assert_null(text_from(none, 0).at);
	assert_int_equal(text_from(none, 5).len, 0);
	assert_int_equal(text_upto(none, 5).len, 0);
	assert_int_equal(text_from(some, 5).len, 0);
	assert_true(text_from(some, 5).at == some.at + 1);
	assert_true(text_starts(none, none) && text_ends(none, none));
	assert_true(text_starts(some, none) && text_ends(some, none));
	assert_false(text_starts(none, some) || text_ends(none, some));
	assert_int_equal(text_trim(none).len, 0);
	assert_int_equal(bytes_left(&(struct bytes){0}), 0);
}
