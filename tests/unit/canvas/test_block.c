#include "lib/unit.h"

#include <string.h>

#include "canvas/block.h"

/* A cell in units of 8 columns and 16 rows. */
struct units {
	char row[BLOCK_HEIGHT][BLOCK_WIDTH + 1];
};

static struct units units_of(char32_t rune)
{
	struct units u;
	struct block b;

	memset(&u, 0, sizeof u);
	for (int y = 0; y < BLOCK_HEIGHT; y++)
		memset(u.row[y], '.', BLOCK_WIDTH);
	if (!block_of(rune, &b))
		return u;
	for (int i = 0; i < b.count; i++) {
		const struct rect *r = &b.parts[i];

		assert_in_range(r->x, 0, BLOCK_WIDTH - 1);
		assert_in_range(r->y, 0, BLOCK_HEIGHT - 1);
		assert_in_range(r->w, 1, BLOCK_WIDTH - r->x);
		assert_in_range(r->h, 1, BLOCK_HEIGHT - r->y);
		for (int y = r->y; y < r->y + r->h; y++)
			memset(&u.row[y][r->x], '#', (size_t)r->w);
	}
	return u;
}

static int filled(char32_t rune)
{
	struct units u = units_of(rune);
	int n = 0;

	for (int y = 0; y < BLOCK_HEIGHT; y++)
		for (int x = 0; x < BLOCK_WIDTH; x++)
			n += u.row[y][x] == '#';
	return n;
}

TEST(eighths_are_eighths)
{
	for (char32_t r = U'▁'; r <= U'█'; r++)
		assert_int_equal(filled(r), 16 * (int)(r - U'▁' + 1));
	for (char32_t r = U'█'; r <= U'▏'; r++)
		assert_int_equal(filled(r), 16 * (int)(U'▏' - r + 1));
	assert_int_equal(filled(U'▔'), 16);
	assert_int_equal(filled(U'▕'), 16);
	assert_string_equal(units_of(U'▁').row[13], "........");
	assert_string_equal(units_of(U'▁').row[14], "########");
	assert_string_equal(units_of(U'▏').row[5], "#.......");
	assert_string_equal(units_of(U'▐').row[5], "....####");
}

TEST(two_halves_are_a_whole)
{
	assert_string_equal(units_of(U'▀').row[7], "########");
	assert_string_equal(units_of(U'▀').row[8], "........");
	assert_string_equal(units_of(U'▄').row[7], "........");
	assert_string_equal(units_of(U'▄').row[8], "########");
}

TEST(quadrants_are_where_their_names_say)
{
	struct units u = units_of(U'▚'); /* upper left and lower right */

	assert_string_equal(u.row[0], "####....");
	assert_string_equal(u.row[15], "....####");
	assert_int_equal(filled(U'▙'), 96);
	assert_int_equal(filled(U'▝'), 32);
}

TEST(shades_cover_all_of_it_a_little)
{
	struct block b;

	assert_int_equal(filled(U'░'), 128);
	assert_true(block_of(U'░', &b));
	assert_int_equal(b.percent, 25);
	assert_true(block_of(U'▓', &b));
	assert_int_equal(b.percent, 75);
}

/* Does a line leave the cell there, and is all of it connected? */
static void assert_arms(char32_t rune, const char *arms)
{
	struct units u = units_of(rune);

	assert_int_equal(u.row[8][0] == '#', strchr(arms, 'l') != NULL);
	assert_int_equal(u.row[8][7] == '#', strchr(arms, 'r') != NULL);
	assert_int_equal(u.row[0][4] == '#', strchr(arms, 'u') != NULL);
	assert_int_equal(u.row[15][4] == '#', strchr(arms, 'd') != NULL);
	assert_int_equal(u.row[8][4], '#');
}

TEST(lines_leave_their_cell_where_the_next_one_takes_them_up)
{
	assert_arms(U'─', "lr");
	assert_arms(U'━', "lr");
	assert_arms(U'│', "ud");
	assert_arms(U'┌', "rd");
	assert_arms(U'┐', "ld");
	assert_arms(U'└', "ru");
	assert_arms(U'┘', "lu");
	assert_arms(U'┤', "lud");
	assert_arms(U'├', "rud");
	assert_arms(U'┼', "lrud");
	assert_arms(U'╋', "lrud");
	assert_arms(U'╿', "ud");
	assert_int_equal(filled(U'─'), 8);
	assert_int_equal(filled(U'━'), 24);
	assert_string_equal(units_of(U'┏').row[7],
			    "...#####"); /* no notch in the corner */
	assert_string_equal(units_of(U'┲').row[7], "...#####");
	assert_string_equal(units_of(U'┲').row[8], "########");
}

TEST(dashes_have_gaps)
{
	assert_string_equal(units_of(U'┄').row[8], "##.#.##.");
	assert_string_equal(units_of(U'┈').row[8], "#.#.#.#.");
	assert_string_equal(units_of(U'╌').row[8], "###.###.");
	assert_int_equal(filled(U'┆'), 13);
	assert_int_equal(filled(U'╏'), 42);
}

TEST(all_else_is_a_fonts)
{
	struct block b;
	int ours = 0;

	for (char32_t r = 0; r < 0x3000; r++)
		ours += block_of(r, &b);
	/* of 128 lines all but the double, round and diagonal ones */
	assert_int_equal(ours, 128 - 29 - 4 - 3 + 32);
	assert_false(block_of(U'a', &b));
	assert_false(block_of(U'═', &b));
	assert_false(block_of(U'╭', &b));
	assert_false(block_of(U'■', &b));
}
