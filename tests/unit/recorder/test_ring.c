#include "lib/unit.h"

#include <string.h>

#include "recorder/ring.h"

#define SIZE 64

/* A ring as the kernel leaves it, in ordinary memory. */
struct made {
	struct ring_page page;
	char data[SIZE];
	struct ring ring;
};

static void make(struct made *m, uint64_t at)
{
	memset(m, 0, sizeof *m);
	m->page.head = m->page.tail = at;
	m->ring = (struct ring){.page = &m->page, .data = m->data, .size = SIZE};
}

static void put(struct made *m, const void *at, size_t len)
{
	for (size_t i = 0; i < len; i++)
		m->data[m->page.head++ % SIZE] = ((const char *)at)[i]; /* room: % SIZE */
}

static void put_record(struct made *m, uint32_t type, uint16_t size, uint64_t number)
{
	struct record_head head = {type, 0, size};

	put(m, &head, sizeof head);
	for (uint16_t i = 8; i < size; i = (uint16_t)(i + 8), number++)
		put(m, &number, sizeof number);
}

TEST(a_record_over_the_end_is_read_in_two_parts)
{
	struct made m;
	struct ring_record r;

	for (uint64_t at = 0; at <= 3 * SIZE; at += 8) {
		make(&m, at);
		put_record(&m, 9, 40, 17);
		put_record(&m, 3, 16, 99);
		ring_begin(&m.ring);
		assert_true(ring_next(&m.ring, &r));
		assert_int_equal(r.head.type, 9);
		assert_int_equal(r.part[0].len + r.part[1].len, 40);
		for (size_t i = 0; i < 4; i++)
			assert_int_equal(ring_record_u64(&r, 8 + 8 * i), 17 + i);
		assert_int_equal(ring_record_u64(&r, 40), 0);
		assert_int_equal(ring_record_u64(&r, SIZE_MAX - 3), 0);
		assert_true(ring_next(&m.ring, &r));
		assert_int_equal(r.head.type, 3);
		assert_int_equal(ring_record_u64(&r, 8), 99);
		assert_false(ring_next(&m.ring, &r));
		assert_int_equal(m.page.tail, at);
		ring_done(&m.ring);
		assert_int_equal(m.page.tail, at + 56);
	}
}

TEST(what_comes_while_it_is_read_is_of_the_next_pass)
{
	struct made m;
	struct ring_record r;

	make(&m, 48);
	put_record(&m, 9, 24, 1);
	ring_begin(&m.ring);
	put_record(&m, 9, 24, 5);
	assert_true(ring_next(&m.ring, &r));
	assert_false(ring_next(&m.ring, &r));
	ring_done(&m.ring);
	ring_begin(&m.ring);
	assert_true(ring_next(&m.ring, &r));
	assert_int_equal(ring_record_u64(&r, 8), 5);
	assert_false(ring_next(&m.ring, &r));
}

TEST(a_full_ring_is_read)
{
	struct made m;
	struct ring_record r;

	make(&m, 24);
	put_record(&m, 9, SIZE, 1);
	ring_begin(&m.ring);
	assert_true(ring_next(&m.ring, &r));
	assert_int_equal(r.part[0].len, 40);
	assert_int_equal(r.part[1].len, 24);
	assert_int_equal(ring_record_u64(&r, 56), 7);
}

/* Invalid sizes, and sizes beyond the ring: everything in it is discarded. */
TEST(a_damaged_record_ends_the_pass)
{
	static const uint16_t sizes[] = {0, 7, 12, 48, 65535};
	struct made m;
	struct ring_record r;

	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		struct record_head head = {9, 0, sizes[i]};
		uint64_t end;

		make(&m, 56);
		put(&m, &head, sizeof head);
		put_record(&m, 9, 24, 1);
		end = m.page.head;
		ring_begin(&m.ring);
		assert_false(ring_next(&m.ring, &r));
		ring_done(&m.ring);
		assert_int_equal(m.page.tail, end);
	}
}

TEST(a_head_that_is_too_far_on_is_not_believed)
{
	struct made m;
	struct ring_record r;

	make(&m, 0);
	put_record(&m, 9, 24, 1);
	m.page.head = SIZE + 8;
	ring_begin(&m.ring);
	assert_false(ring_next(&m.ring, &r));
	m.page.head = 4;
	m.page.tail = 0;
	ring_begin(&m.ring);
	assert_false(ring_next(&m.ring, &r));
}
