#include "lib/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "symbols/symbol_names.h"
#include "symbols/symbol_table.h"

static int setup(void **state)
{
	struct error err = ERROR_INIT;

	*state = symbol_table_new(true, &err);
	return *state ? 0 : -1;
}

static int teardown(void **state)
{
	symbol_table_free(*state);
	return 0;
}

/* A global function, unless the row says otherwise. */
static void put(struct symbol_table *t, const char *name, struct symbol_row row)
{
	struct error err = ERROR_INIT;

	assert_true(symbol_table_bytes(t, text_of(name), &row.name, &err));
	assert_true(symbol_table_add(t, &row, &err));
}

static void settle(struct symbol_table *t, bool paged)
{
	struct error err = ERROR_INIT;

	assert_true(symbol_table_settle(t, paged, &err));
}

#define FUNCTION(at, bytes)                                                              \
	((struct symbol_row){.start = (at),                                              \
			     .size = (bytes),                                            \
			     .binding = SYMBOL_GLOBAL,                                   \
			     .type = SYMBOL_FUNCTION})

static void assert_name(struct symbol_table *t, uint64_t address, const char *expected)
{
	struct symbol s;

	if (!symbol_table_find(t, address, &s))
		s.name = TEXT("none");
	if (!text_equal(s.name, text_of(expected)))
		fail_msg("at %#lx: %.*s, not %s", (unsigned long)address, (int)s.name.len,
			 s.name.at, expected);
}

TEST_WITH(a_symbol_holds_its_first_address_and_not_its_end, setup, teardown)
{
	put(*state, "main", FUNCTION(0x1000, 0x10));
	settle(*state, false);
	assert_name(*state, 0xfff, "none");
	assert_name(*state, 0x1000, "main");
	assert_name(*state, 0x100f, "main");
	assert_name(*state, 0x1010, "none");
}

TEST_WITH(an_empty_table_knows_no_address, setup, teardown)
{
	settle(*state, false);
	assert_name(*state, 0, "none");
}

TEST_WITH(a_symbol_without_a_size_ends_where_the_next_begins, setup, teardown)
{
	put(*state, "_start", FUNCTION(0x1000, 0));
	put(*state, "main", FUNCTION(0x1030, 8));
	put(*state, "last", FUNCTION(0x1040, 0));
	settle(*state, false);
	assert_name(*state, 0x102f, "_start");
	assert_name(*state, 0x1038, "none");
	assert_name(*state, 0x2fff, "last");
	assert_name(*state, 0x3000, "none");
}

TEST_WITH(kernel_and_modules_are_apart, setup, teardown)
{
	struct symbol_row row = {.start = 0x2040, .binding = SYMBOL_LOCAL};
	struct error err = ERROR_INIT;
	struct symbol s;

	put(*state, "last_of_kernel", FUNCTION(0x1010, 0));
	assert_true(symbol_table_bytes(*state, TEXT("[ext4]"), &row.owner, &err));
	row.start = UINT64_C(0xffffffffc0001000);
	put(*state, "ext4_sync", row);
	settle(*state, true);
	assert_name(*state, 0x2fff, "last_of_kernel");
	assert_name(*state, 0x3000, "none");
	assert_true(symbol_table_find(*state, row.start + 4, &s));
	assert_true(text_equal(s.owner, TEXT("[ext4]")));
}

static void put_two(struct symbol_table *t, const char *a, struct symbol_row x,
		    const char *b, struct symbol_row y)
{
	put(t, a, x);
	put(t, b, y);
	settle(t, false);
}

TEST_WITH(one_with_a_size_is_preferred, setup, teardown)
{
	put_two(*state, "longer_name", FUNCTION(0x1000, 0), "sized", FUNCTION(0x1000, 4));
	assert_name(*state, 0x1000, "sized");
}

TEST_WITH(a_function_is_preferred_to_a_label, setup, teardown)
{
	struct symbol_row label = FUNCTION(0x1000, 4);

	label.type = SYMBOL_LABEL;
	put_two(*state, "a_long_label", label, "f", FUNCTION(0x1000, 4));
	assert_name(*state, 0x1000, "f");
}

TEST_WITH(what_is_not_weak_is_preferred, setup, teardown)
{
	struct symbol_row weak = FUNCTION(0x1000, 4), local = weak;

	weak.binding = SYMBOL_WEAK;
	local.binding = SYMBOL_LOCAL;
	put_two(*state, "weak_one", weak, "_local", local);
	assert_name(*state, 0x1000, "_local");
}

TEST_WITH(what_is_global_is_preferred, setup, teardown)
{
	struct symbol_row local = FUNCTION(0x1000, 4);

	local.binding = SYMBOL_LOCAL;
	put_two(*state, "local_one", local, "__g", FUNCTION(0x1000, 4));
	assert_name(*state, 0x1000, "__g");
}

TEST_WITH(fewer_underscores_are_preferred_then_the_longer_name, setup, teardown)
{
	put_two(*state, "__libc_longer", FUNCTION(0x1000, 4), "read",
		FUNCTION(0x1000, 4));
	put_two(*state, "open", FUNCTION(0x2000, 4), "open64", FUNCTION(0x2000, 4));
	put_two(*state, "same", FUNCTION(0x3000, 4), "twin", FUNCTION(0x3000, 4));
	assert_name(*state, 0x1000, "read");
	assert_name(*state, 0x2000, "open64");
	assert_name(*state, 0x3000, "same");
}

TEST_WITH(behind_a_symbol_in_a_symbol_the_outer_one_goes_on, setup, teardown)
{
	put_two(*state, "outer", FUNCTION(0x1000, 0x100), "inner", FUNCTION(0x1040, 8));
	assert_name(*state, 0x1047, "inner");
	assert_name(*state, 0x1048, "outer");
}

TEST_WITH(a_label_in_a_function_is_not_a_function, setup, teardown)
{
	struct symbol_row label = FUNCTION(0x1040, 0), alone = FUNCTION(0x2000, 0);

	label.type = SYMBOL_LABEL;
	alone.type = SYMBOL_LABEL;
	put(*state, "function", FUNCTION(0x1000, 0x100));
	put(*state, "label_in_it", label);
	put(*state, "label_alone", alone);
	settle(*state, false);
	assert_name(*state, 0x1050, "function");
	assert_name(*state, 0x1100, "label_in_it");
	assert_name(*state, 0x2010, "label_alone");
}

TEST_WITH(what_comes_later_loses_against_what_was_settled, setup, teardown)
{
	put(*state, "first", FUNCTION(0x1000, 0));
	put(*state, "behind", FUNCTION(0x1020, 4));
	settle(*state, false);
	put(*state, "other", FUNCTION(0x1000, 0x20));
	put(*state, "between", FUNCTION(0x1010, 4));
	settle(*state, false);
	assert_name(*state, 0x1000, "first");
	assert_name(*state, 0x1011, "between");
	assert_name(*state, 0x1018, "first");
}

TEST_WITH(sizes_that_lie_do_not_wrap_around, setup, teardown)
{
	put(*state, "huge", FUNCTION(UINT64_MAX - 4, UINT64_MAX));
	put(*state, "zero", FUNCTION(UINT64_MAX - 2, 0));
	settle(*state, false);
	assert_name(*state, 3, "none");
	assert_name(*state, UINT64_MAX - 3, "huge");
}

TEST_WITH(a_call_through_the_linkage_table_says_so, setup, teardown)
{
	struct symbol_row row = FUNCTION(0x1000, 16);

	row.plt = true;
	put(*state, "puts", row);
	settle(*state, false);
	assert_name(*state, 0x1004, "puts@plt");
}

/* ---- names that remain in a file ---- */

struct included {
	FILE *file;
	uint8_t source;
};

/* A file with this content after `skip` other bytes, in which the names remain. */
static struct included leave(struct symbol_table *t, const char *bytes, size_t len,
			     int skip)
{
	struct included k = {.file = tmpfile()};

	assert_non_null(k.file);
	fprintf(k.file, "%*s", skip, "");
	assert_int_equal(fwrite(bytes, 1, len, k.file), len);
	fflush(k.file);
	assert_true(symbol_table_leave(t, fileno(k.file), (uint64_t)skip, (uint32_t)len,
				       &k.source));
	return k;
}

static void put_kept(struct symbol_table *t, const struct included *k, uint32_t name,
		     struct symbol_row row)
{
	struct error err = ERROR_INIT;

	row.name = name;
	row.source = k->source;
	assert_true(symbol_table_add(t, &row, &err));
}

TEST_WITH(names_left_in_a_file_are_read_when_they_are_asked_for, setup, teardown)
{
	struct included k = leave(*state, "\0first\0_Z4workv\0last", 21, 7);

	put_kept(*state, &k, 1, FUNCTION(0x1000, 4));
	put_kept(*state, &k, 7, FUNCTION(0x2000, 4));
	put_kept(*state, &k, 16, FUNCTION(0x3000, 4));
	put_kept(*state, &k, 18, FUNCTION(0x4000, 4));
	put_kept(*state, &k, 21, FUNCTION(0x5000, 4));
	settle(*state, false);
	fclose(k.file);
	for (int i = 0; i < 2; i++) {
		assert_name(*state, 0x1000, "first");
		assert_name(*state, 0x3000, "last");
		assert_name(*state, 0x4000, "st");
		assert_name(*state, 0x5000, "");
	}
}

TEST_WITH(a_long_name_in_a_file_is_whole, setup, teardown)
{
	static char names[SYMBOL_NAME_MOST + 1];
	struct included k;

	memset(names, 'x', sizeof names - 2);
	k = leave(*state, names, sizeof names, 0);
	put_kept(*state, &k, 0, FUNCTION(0x1000, 4));
	put_kept(*state, &k, 100, FUNCTION(0x1000, 4));
	settle(*state, false);
	assert_name(*state, 0x1000, names);
	fclose(k.file);
}

TEST_WITH(a_name_without_an_end_is_cut, setup, teardown)
{
	static char names[4 * SYMBOL_NAME_MOST];
	struct symbol s = {.start = 0};
	struct included k;

	memset(names, 'x', sizeof names - 1);
	k = leave(*state, names, sizeof names, 0);
	put_kept(*state, &k, 5, FUNCTION(0x1000, 4));
	put(*state, names, FUNCTION(0x2000, 4));
	settle(*state, false);
	for (uint64_t at = 0x1000; at <= 0x2000; at += 0x1000) {
		assert_true(symbol_table_find(*state, at, &s));
		assert_int_equal(s.name.len, SYMBOL_NAME_MOST);
		assert_memory_equal(s.name.at, names, SYMBOL_NAME_MOST);
	}
	fclose(k.file);
}

TEST_WITH(names_in_files_and_in_memory_are_compared, setup, teardown)
{
	struct included k = leave(*state, "\0__libc_read\0open64\0", 20, 0);

	put_kept(*state, &k, 1, FUNCTION(0x1000, 4));
	put(*state, "read", FUNCTION(0x1000, 4));
	put(*state, "open", FUNCTION(0x2000, 4));
	put_kept(*state, &k, 13, FUNCTION(0x2000, 4));
	settle(*state, false);
	assert_name(*state, 0x1000, "read");
	assert_name(*state, 0x2000, "open64");
	fclose(k.file);
}

TEST_WITH(a_file_that_was_cut_has_no_names, setup, teardown)
{
	struct included k = leave(*state, "\0first\0second", 13, 0);

	put_kept(*state, &k, 1, FUNCTION(0x1000, 4));
	put_kept(*state, &k, 7, FUNCTION(0x2000, 4));
	settle(*state, false);
	assert_int_equal(ftruncate(fileno(k.file), 4), 0);
	assert_name(*state, 0x1000, "fir");
	assert_name(*state, 0x2000, "");
	fclose(k.file);
}

/* ---- large tables ---- */

TEST_WITH(a_name_of_the_table_may_be_put_in_again, setup, teardown)
{
	struct error err = ERROR_INIT;
	struct symbol s = {.start = 0};

	put(*state, "a_name", FUNCTION(0x1000, 4));
	settle(*state, false);
	/* The table's own memory moves when it is full. */
	for (uint32_t i = 0; i < 10000; i++) {
		struct symbol_row row = FUNCTION(0x2000 + 4 * i, 4);

		assert_true(symbol_table_find(*state, 0x1000, &s));
		assert_true(symbol_table_bytes(*state, s.name, &row.name, &err));
		assert_true(symbol_table_add(*state, &row, &err));
	}
	settle(*state, false);
	for (uint32_t i = 0; i < 10000; i++)
		assert_name(*state, 0x2000 + 4 * i, "a_name");
}

#define MANY 4000

/* Of the symbols that contain the address, the one that starts last. */
static const struct symbol_row *holder(const struct symbol_row *rows, uint64_t address)
{
	const struct symbol_row *best = NULL;

	for (size_t i = 0; i < MANY; i++)
		if (rows[i].start <= address && address - rows[i].start < rows[i].size &&
		    (!best || rows[i].start > best->start))
			best = &rows[i];
	return best;
}

/* Most are close together, as in a file; others are far apart, as in a kernel. */
static uint64_t any_start(uint32_t *seed, size_t i)
{
	uint64_t at = (*seed = *seed * 1664525 + 1013904223) >> 8;

	if (i % 50 == 0)
		return at;
	if (i % 50 == 1)
		return UINT64_MAX - 64 - at;
	return UINT64_C(0xffffffff81000000) + (at & 0xfffff);
}

TEST_WITH(many_symbols_are_found_as_one_looking_at_all_finds_them, setup, teardown)
{
	static struct symbol_row rows[MANY];
	uint32_t seed = 1;

	for (size_t i = 0; i < MANY; i++) {
		char name[32];

		/* each start occurs once: its low bits are the number */
		rows[i] = FUNCTION((any_start(&seed, i) & ~UINT64_C(4095)) + i,
				   1 + (seed >> 8) % (i % 7 ? 300 : 9000));
		snprintf(name, sizeof name, "f%zu", i);
		put(*state, name, rows[i]);
		if (i == MANY / 2)
			settle(*state, false);
	}
	settle(*state, false);
	for (size_t i = 0; i < 4 * MANY; i++) {
		const struct symbol_row *r = &rows[i / 4];
		uint64_t address = r->start + (i % 4 == 1 ? r->size - 1 : 0) +
				   (i % 4 == 2 ? r->size : 0) - (i % 4 == 3);
		char name[32] = "none";

		r = holder(rows, address);
		if (r)
			snprintf(name, sizeof name, "f%zu", (size_t)(r - rows));
		assert_name(*state, address, name);
	}
}

/* Ends of functions, labels and names that share a start lie anywhere. */
static struct symbol_row any_symbol(uint32_t *seed)
{
	struct symbol_row row = {.binding = SYMBOL_GLOBAL};

	*seed = *seed * 1664525 + 1013904223;
	row.start = 0x100 + (*seed >> 20);
	row.size = *seed >> 8 & (*seed & 0x300000 ? 0x1f : 0x1ff);
	row.type = *seed >> 17 & 3 ? SYMBOL_FUNCTION : SYMBOL_LABEL;
	return row;
}

static bool is_same(const struct symbol *a, const struct symbol *b)
{
	return a->start == b->start && a->from == b->from && a->to == b->to &&
	       text_equal(a->name, b->name);
}

TEST_WITH(all_addresses_of_a_stretch_have_one_answer, setup, teardown)
{
	uint64_t from = 0;
	size_t gaps = 0, known = 0;

	for (uint32_t i = 0, seed = 7; i < 140; i++) {
		char name[32];

		snprintf(name, sizeof name, "f%u", (unsigned)i);
		put(*state, name, any_symbol(&seed));
	}
	settle(*state, false);
	while (from < 0x1400) {
		struct symbol first, other;
		bool any = symbol_table_find(*state, from, &first);

		assert_true(first.from <= from && first.to > from);
		gaps += !any;
		known += any;
		for (uint64_t at = first.from; at < first.to && at < 0x1400; at++) {
			assert_int_equal(symbol_table_find(*state, at, &other), any);
			assert_true(!any || is_same(&first, &other));
		}
		from = first.to;
	}
	assert_in_range(gaps, 4, 1000);
	assert_in_range(known, 100, 1000);
}
