#include "lib/unit.h"

#include <stdlib.h>

#include "base/bisect.h"

#define ROWS_MOST 40

struct row {
	uint64_t at;
	char rest;
};

static size_t count_upto(const struct row *rows, size_t n, uint64_t most)
{
	size_t count = 0;

	for (size_t i = 0; i < n; i++)
		count += rows[i].at <= most;
	return count;
}

TEST(finds_what_looking_at_each_row_finds)
{
	unsigned seed = 11;
	struct row rows[ROWS_MOST];

	for (int round = 0; round < 2000; round++) {
		size_t n = (size_t)rand_r(&seed) % (ROWS_MOST + 1);
		uint64_t at = 0;

		for (size_t i = 0; i < n; i++)
			rows[i].at = at += (uint64_t)rand_r(&seed) % 3;
		if (n && round % 5 == 0)
			rows[n - 1].at = UINT64_MAX;
		for (uint64_t most = 0; most <= at + 1; most++)
			assert_int_equal(bisect_upto(rows, sizeof *rows, n, most),
					 count_upto(rows, n, most));
		assert_int_equal(bisect_upto(rows, sizeof *rows, n, UINT64_MAX), n);
	}
	assert_int_equal(bisect_upto(NULL, sizeof *rows, 0, 7), 0);
}
