#include "lib/unit.h"

#include "base/bits.h"
#include "base/number.h"
#include "base/text.h"
#include "lib/made_profile.h"

TEST(numbers_are_read_whole_or_not_at_all)
{
	uint64_t v = 7;
	int32_t i = 7;

	assert_true(number_u64(TEXT("18446744073709551615"), &v));
	assert_int_equal(v, UINT64_MAX);
	v = 7;
	assert_false(number_u64(TEXT("18446744073709551616"), &v));
	assert_false(number_u64(TEXT(""), &v));
	assert_false(number_u64(TEXT(" 1"), &v));
	assert_false(number_u64(TEXT("1x"), &v));
	assert_false(number_hex(TEXT("0x1"), &v));
	assert_false(number_hex(TEXT("10000000000000000"), &v));
	assert_int_equal(v, 7);
	assert_true(number_hex(TEXT("FfffffffFfffffff"), &v));
	assert_int_equal(v, UINT64_MAX);
	assert_true(number_i32(TEXT("-2147483647"), &i));
	assert_int_equal(i, -2147483647);
	assert_false(number_i32(TEXT("-"), &i));
	assert_false(number_i32(TEXT("2147483648"), &i));
}

TEST(sizes_are_bytes_or_powers_of_1024)
{
	uint64_t v = 7;

	assert_false(number_size(TEXT(""), &v));
	assert_false(number_size(TEXT("M"), &v));
	assert_false(number_size(TEXT("1X"), &v));
	assert_false(number_size(TEXT("1Mb"), &v));
	assert_false(number_size(TEXT("1 M"), &v));
	assert_false(number_size(TEXT("-1"), &v));
	assert_false(number_size(TEXT("16777216T"), &v)); /* 2^64 */
	assert_int_equal(v, 7);
	assert_true(number_size(TEXT("4096"), &v) && v == 4096);
	assert_true(number_size(TEXT("3k"), &v) && v == 3072);
	assert_true(number_size(TEXT("512M"), &v) && v == UINT64_C(512) << 20);
	assert_true(number_size(TEXT("4GiB"), &v) && v == UINT64_C(4) << 30);
	assert_true(number_size(TEXT("16777215TB"), &v) && v >> 40 == 16777215);
}

TEST(a_decimal_number_is_whole_ones_and_billionths)
{
	uint64_t whole = 7;
	uint32_t part = 7;

	assert_false(number_parts(TEXT("1.x"), &whole, &part));
	assert_false(number_parts(TEXT("18446744073709551616"), &whole, &part));
	assert_true(whole == 7 && part == 7);
	assert_true(number_parts(TEXT("18446744073709551615.0123456789"), &whole, &part));
	assert_true(whole == UINT64_MAX && part == 12345678);
	assert_true(number_parts(TEXT(".5"), &whole, &part));
	assert_true(whole == 0 && part == 500000000);
}

TEST(seconds_keep_every_nanosecond)
{
	char buf[NUMBER_SECONDS_MAX];
	uint64_t ns;

	assert_true(number_seconds(TEXT("12.5"), &ns));
	assert_int_equal(ns, 12500000000);
	assert_true(number_seconds(TEXT(".000000001"), &ns));
	assert_int_equal(ns, 1);
	assert_true(number_seconds(TEXT("1.9999999999"), &ns));
	assert_int_equal(ns, 1999999999);
	assert_true(number_seconds(TEXT("18446744073.709551615"), &ns));
	assert_int_equal(ns, UINT64_MAX);
	assert_string_equal(number_plain_seconds(ns, buf), "18446744073.709551615");
	assert_false(number_seconds(TEXT("18446744073.709551616"), &ns));
	assert_false(number_seconds(TEXT("."), &ns));
	assert_false(number_seconds(TEXT("1.2.3"), &ns));
	assert_string_equal(number_plain_seconds(0, buf), "0");
	assert_string_equal(number_plain_seconds(10 * NS_PER_SECOND, buf), "10");
	assert_string_equal(number_plain_seconds(12340100000, buf), "12.3401");
	assert_string_equal(number_exact_seconds(12340100000, buf), "12.340100000");
	assert_string_equal(number_exact_seconds(1, buf), "0.000000001");
}

TEST(decimals_are_kept_exactly)
{
	static const struct {
		const char *text;
		int32_t shift;
		int64_t value;
	} good[] = {
	    {"0", 9, 0},
	    {"-0", 0, 0},
	    {"12", 3, 12000},
	    {"-12.5", 0, -13},
	    {"12.49", 0, 12},
	    {"0.4999999999999999", 0, 0},
	    {"0.1", 9, 100000000},
	    {"1.25e3", 0, 1250},
	    {"125E-2", 3, 1250},
	    {"1460221352723.438", 6, 1460221352723438000},
	    {"1234567890123456789012", -12, 1234567890},
	    {"0.00000000000000000000000000001", 0, 0},
	    {"9223372036854775807", -3, 9223372036854776},
	    {"1e-999999999", 18, 0},
	};
	static const char *const bad[] = {"",	"-",   ".",	"1e",	"1e+",
					  "x",	"1x",  "1.2.3", "0x10", " 1",
					  "1 ", "--1", "1e1.5"};
	struct decimal d = {7, 7};
	int64_t value = 7;

	for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
		assert_true(number_decimal(text_of(good[i].text), &d));
		if (!number_scaled(d, good[i].shift, &value) || value != good[i].value)
			fail_msg("%s is %lld", good[i].text, (long long)value);
	}
	d = (struct decimal){7, 7};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		assert_false(number_decimal(text_of(bad[i]), &d));
	assert_int_equal(d.digits, 7);
	value = 7;
	assert_true(number_decimal(TEXT("1e30"), &d));
	assert_false(number_scaled(d, 0, &value));
	assert_true(number_decimal(TEXT("9223372036.9"), &d));
	assert_false(number_scaled(d, 10, &value));
	assert_int_equal(value, 7);
}

TEST(large_numbers_are_grouped)
{
	char buf[NUMBER_GROUPED_MAX];

	assert_string_equal(number_grouped(0, buf), "0");
	assert_string_equal(number_grouped(999, buf), "999");
	assert_string_equal(number_grouped(1000, buf), "1,000");
	assert_string_equal(number_grouped(UINT64_MAX, buf),
			    "18,446,744,073,709,551,615");
}

TEST(a_share_is_exact_where_the_product_does_not_fit)
{
	struct dice d = {1};

	assert_int_equal(number_share(UINT64_MAX, UINT64_MAX, UINT32_MAX), UINT32_MAX);
	assert_int_equal(number_share(UINT64_MAX - 1, UINT64_MAX, 1000), 999);
	assert_int_equal(number_share(UINT64_C(1) << 63, UINT64_MAX, 2), 1);
	assert_int_equal(number_share((UINT64_C(1) << 63) - 1, UINT64_MAX, 2), 0);
	for (int i = 0; i < 2000; i++) {
		uint32_t n = dice_below(&d, 40000), q = n ? dice_below(&d, n) : 0;
		uint64_t whole = UINT64_MAX / 3 + dice_below(&d, UINT32_MAX);
		uint64_t share = number_share(whole / 7 * 3, whole, n);

		/* shares of complements add up to the whole, or to one less */
		share += number_share(whole - whole / 7 * 3, whole, n);
		assert_in_range(share, n ? n - 1 : 0, n);
		/* and they match the plain product where that fits */
		assert_int_equal(number_share(q, n + 1, n), (uint64_t)q * n / (n + 1));
	}
}

TEST(a_set_holds_what_was_put_in)
{
	struct error err = ERROR_INIT;
	struct bits b;

	assert_true(bits_build(&b, 130, &err));
	for (uint64_t i = 0; i < 130; i += 3)
		bits_add(&b, i);
	assert_int_equal(bits_population(&b), 44);
	bits_remove(&b, 129);
	bits_remove(&b, 1);
	assert_int_equal(bits_population(&b), 43);
	for (uint64_t i = 0; i < 130; i++)
		assert_int_equal(bits_has(&b, i), i % 3 == 0 && i != 129);
	bits_fill(&b);
	assert_int_equal(bits_population(&b), 130);
	bits_release(&b);
}

TEST(sets_are_the_same_with_the_same_numbers)
{
	struct error err = ERROR_INIT;
	struct bits a, b, longer, none = {0}, no_other = {0};

	assert_true(bits_build(&a, 130, &err));
	assert_true(bits_build(&b, 130, &err));
	assert_true(bits_build(&longer, 131, &err));
	assert_true(bits_equal(&a, &b));
	assert_true(bits_equal(&none, &no_other));
	assert_false(bits_equal(&a, &none));
	assert_false(bits_equal(&none, &a));
	assert_false(bits_equal(&a, &longer));
	bits_add(&a, 129);
	assert_false(bits_equal(&a, &b));
	bits_add(&b, 129);
	assert_true(bits_equal(&a, &b));
	bits_release(&a);
	bits_release(&b);
	bits_release(&longer);
}

TEST(texts_compare_as_bytes)
{
	assert_int_equal(text_compare(TEXT("a"), TEXT("ab")), -1);
	assert_int_equal(text_compare(TEXT("b"), TEXT("ab")), 1);
	assert_int_equal(text_compare(TEXT("\xff"), TEXT("a")), 1);
	assert_int_equal(text_compare(TEXT(""), TEXT("")), 0);
	assert_true(text_has(TEXT("abc"), TEXT("bc")));
	assert_true(text_has(TEXT(""), TEXT("")));
	assert_false(text_has(TEXT("b"), TEXT("bc")));
	assert_true(text_equal(text_trim(TEXT(" \ta b\t ")), TEXT("a b")));
	assert_true(text_equal(text_basename(TEXT("/usr/lib/x.so")), TEXT("x.so")));
	assert_true(text_equal(text_basename(TEXT("x.so")), TEXT("x.so")));
	assert_int_equal(text_from(TEXT("ab"), 9).len, 0);
	assert_true(text_ends(TEXT("main.c"), TEXT(".c")));
}

TEST(what_no_number_holds_is_the_nearest_that_it_does)
{
	assert_int_equal(number_rounded(2.5, 100), 3);
	assert_int_equal(number_rounded(2.4, 100), 2);
	assert_int_equal(number_rounded(99.7, 99), 99);
	assert_int_equal(number_rounded(-3, 100), 0);
	assert_int_equal(number_rounded(0.0 / 0.0, 100), 0);
	assert_int_equal(number_rounded(1e300, 100), 100);
	assert_int_equal(number_rounded(1e300, UINT64_MAX), UINT64_MAX);
	assert_int_equal(number_rounded(0x1p64, UINT64_MAX), UINT64_MAX);
	assert_int_equal(number_rounded(0x1p63, UINT64_MAX), UINT64_C(1) << 63);
}

static size_t found(const char *text, size_t from, const char *words)
{
	return text_search(text_of(text), from, text_of(words));
}

TEST(small_letters_are_found_in_either_case_and_capitals_as_they_are)
{
	assert_int_equal(found("Parse then parse", 0, "parse"), 0);
	assert_int_equal(found("Parse then parse", 1, "parse"), 11);
	assert_int_equal(found("Parse then parse", 12, "parse"), 16);
	assert_int_equal(found("parse then Parse", 0, "Parse"), 11);
	assert_int_equal(found("parse", 0, "PARSE"), 5);
	assert_int_equal(found("end", 0, "ended"), 3);
	assert_int_equal(found("end", 9, "e"), 3); /* after its end */
	assert_int_equal(found("anything", 0, ""), 8);
	assert_int_equal(found("", 0, "x"), 0);
	assert_int_equal(found("caf\xc3\x89", 0, "\xc3\x89"),
			 3); /* only ASCII has two cases */
	assert_int_equal(text_search((struct text){0}, 0, TEXT("x")), 0);
}

/* An exponent without digits is read digit by digit. */
TEST(plain_decimals_are_what_they_are_with_an_exponent)
{
	struct dice dice = {.state = 5};

	for (int n = 0; n < 20000; n++) {
		char text[40];
		struct decimal plain = {0, 0}, written = {0, 0};
		size_t len = dice_below(&dice, 21);
		bool ok;

		for (size_t i = 0; i < len; i++)
			text[i] = "0012345678999.-+ex"[dice_below(&dice, i ? 14 : 18)];
		memcpy(text + len, "e0", 3);
		ok = number_decimal((struct text){text, len}, &plain);
		assert_int_equal(ok, number_decimal(text_of(text), &written));
		assert_int_equal(plain.digits, written.digits);
		assert_int_equal(plain.places, written.places);
	}
}
