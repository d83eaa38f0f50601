#include "lib/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/made_profile.h"
#include "program.h"

/*
 * A hostile or broken terminal: its responses are far too long, end in the wrong way or not at all,
 * arrive in pieces, and mixed with keys. Two programs get the same keys, one of them also such
 * responses: at the end both show the same, because no byte of a response is a key and no key is
 * lost. ANSWERS=1000 tries that many seeds.
 */

#define COLUMNS 100
#define ROWS	30
#define PIECES	24 /* responses and keys per seed */

/* ---- responses ---- */

struct bytes_sent {
	char at[16384];
	size_t len;
};

static void add(struct bytes_sent *b, const char *bytes)
{
	size_t len = strlen(bytes);

	assert_true(b->len + len < sizeof b->at);
	memcpy(b->at + b->len, bytes, len + 1);
	b->len += len;
}

static void add_many(struct bytes_sent *b, const char *of, struct dice *d, uint32_t count)
{
	size_t n = strlen(of);

	while (count--) {
		char byte[2] = {of[dice_below(d, (uint32_t)n)], '\0'};

		add(b, byte);
	}
}

static const char *one_of(struct dice *d, const char *const *words, uint32_t count)
{
	return words[dice_below(d, count)];
}

#define ONE_OF(d, ...)                                                                   \
	one_of(d, (const char *const[]){__VA_ARGS__},                                    \
	       sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

/* Ends correctly, like 8-bit terminals, or wrongly. */
static const char *an_end(struct dice *d)
{
	return ONE_OF(d, "\a", "\033\\", "\x9c", "\xc2\x9c", "\r", "\n", "\x18", "\x1a",
		      "\a\033\\");
}

static const char any_key[] = "qQrgGjklh0123456789/:;&?aVvuTODBxy[]{}()!<>=+-%#*$ ";

static void add_begun(struct bytes_sent *b, struct dice *d)
{
	add(b, ONE_OF(d, "\033]11;", "\033]11;rgb:", "\033]10;", "\033]4;1;",
		      "\033]52;c;", "\033]1337;",
		      "\x9d"
		      "11;",
		      "\xc2\x9d"
		      "11;",
		      "\033P1$r", "\033P0+r", "\033P>|", "\033P!|", "\x90>|", "\033_G"));
	add_many(b, any_key, d,
		 dice_below(d, 8) ? dice_below(d, 40) : dice_below(d, 5000));
}

static void add_sequence(struct bytes_sent *b, struct dice *d)
{
	add(b, ONE_OF(d, "\033[?", "\033[>", "\033[=", "\x9b?", "\xc2\x9b?"));
	add_many(b, "0123456789;", d,
		 dice_below(d, 8) ? dice_below(d, 20) : dice_below(d, 3000));
	add(b, ONE_OF(d, "c", "$y", "u", "n", "R", "S", "q", "h"));
}

static void add_answer(struct bytes_sent *b, struct dice *d)
{
	switch (dice_below(d, 6)) {
	case 0:
		add(b, ONE_OF(d, "\033]11;rgb:ffff/ffff/dddd\033\\",
			      "\033]11;rgb:00/00/00\a", "\033]11;rgba:1/2/3/4\a",
			      "\033[?2026;2$y", "\033[?2026;0$y", "\033[?62;22c"));
		break;
	case 1:
		add_sequence(b, d);
		break;
	case 2: /* one within another, and another one */
		for (uint32_t n = 1 + dice_below(d, 30); n; n--)
			add(b,
			    ONE_OF(d, "\033]11;", "\033[?6", "\033]11;rgb:", "\033P1$r"));
		add(b, "\033]11;rgb:0/0/0\a");
		break;
	case 3: /* truncated, and another one */
		add_begun(b, d);
		add(b, dice_below(d, 2) ? "\033[?62;22c" : "\033\033[?62;22c");
		break;
	default:
		add_begun(b, d);
		add(b, an_end(d));
	}
}

static const char *a_key(struct dice *d)
{
	return ONE_OF(d, "l", "j", "k", "h", "g", "G", "\033[A", "\033[B", "\033OC",
		      "\033[1;3C", "v", "a", "]", "[", "?", "\t", "T", "i", "D", "3",
		      "12", ":", "/", "s", "\xc3\x9d", "\xc2\xb5", "x\177", "+", "-");
}

/* ---- two terminals ---- */

struct two {
	struct terminal *attacked, *peaceful;
	struct bytes_sent all; /* not sent yet */
};

static struct terminal *start_one(void)
{
	return program_open(COLUMNS, ROWS, program_example("openssl.perf.gz"), NULL);
}

/* On a busy machine any two pieces may be far enough apart for an Escape to be a key. */
static bool may_be_a_key(const char *bytes, size_t n)
{
	for (size_t i = n > 8 ? n - 8 : 0; i < n; i++)
		if (bytes[i] == '\033' || bytes[i] < 0)
			return true;
	return false;
}

/*
 * Send in pieces, with pauses; not after something that may be a key by itself, which it would
 * become.
 */
static void send(struct terminal *t, struct bytes_sent *b, struct dice *d)
{
	for (size_t at = 0, n; at < b->len; at += n) {
		size_t left = b->len - at;
		char after;

		n = dice_below(d, 3) ? left : 1 + dice_below(d, (uint32_t)left);
		while (n < left && may_be_a_key(b->at + at, n))
			n++;
		after = b->at[at + n];
		b->at[at + n] = '\0';
		terminal_type(t, b->at + at);
		b->at[at + n] = after;
		if (dice_below(d, 8) == 0 && !strchr("\033\xc2", b->at[at + n - 1]))
			terminal_settle(t);
	}
	b->len = 0;
}

static bool is_same_row(struct two *two, int y)
{
	char wanted[4 * COLUMNS + 1];

	snprintf(wanted, sizeof wanted, "%s", terminal_row(two->peaceful, y));
	return strcmp(terminal_row(two->attacked, y), wanted) == 0;
}

static void assert_same_screen(struct two *two, uint32_t seed)
{
	terminal_settle(two->peaceful);
	terminal_settle(two->attacked);
	for (int y = 0, waits = 0; y < ROWS;) {
		if (is_same_row(two, y)) {
			y++;
		} else if (waits++ < 50) {
			terminal_settle(two->peaceful); /* either may be the slower one */
			terminal_settle(two->attacked);
			y = 0;
		} else {
			print_message("seed %u\n", seed);
			for (int i = 0; i < ROWS; i++)
				print_message("=%s\n", terminal_row(two->peaceful, i));
			terminal_expect_row(two->attacked, y,
					    terminal_row(two->peaceful, y));
		}
	}
}

static void attack(struct two *two, uint32_t seed)
{
	struct dice d = {seed};
	struct bytes_sent *all = &two->all;

	terminal_type(two->peaceful, "\033");
	terminal_type(two->attacked, "\033");
	terminal_settle(two->peaceful);
	terminal_settle(two->attacked);
	for (int i = 0; i < PIECES; i++) {
		const char *key = a_key(&d);

		add_answer(all, &d);
		if (dice_below(&d, 3) == 0)
			continue;
		add(all, key);
		terminal_type(two->peaceful, key);
		if (all->len > sizeof all->at / 2 || dice_below(&d, 4) == 0)
			send(two->attacked, all, &d);
	}
	add(all, "\033]11;rgb:0/0/0\a\033[?62;22c"); /* otherwise it has other colours */
	send(two->attacked, all, &d);
	assert_same_screen(two, seed);
}

static void assert_leaves(struct terminal *t)
{
	terminal_mark(t);
	terminal_type(t, "\003\003\003");
	assert_int_equal(terminal_wait(t), 0);
	assert_true(terminal_is_cooked(t));
	assert_true(terminal_sent_text(t, "\033[?1049l"));
}

static int start(void **state)
{
	static struct two two;

	two.attacked = start_one();
	two.peaceful = start_one();
	*state = &two;
	return 0;
}

static int stop(void **state)
{
	struct two *two = *state;

	terminal_free(two->attacked);
	terminal_free(two->peaceful);
	return 0;
}

TEST_WITH(no_answer_is_a_key_and_no_key_is_lost, start, stop)
{
	const char *wanted = getenv("ANSWERS");
	uint32_t seeds = wanted ? (uint32_t)atoi(wanted) : 25;

	for (uint32_t seed = 1; seed <= seeds; seed++)
		attack(*state, seed);
	assert_leaves(((struct two *)*state)->attacked);
}

/* Pressing a key that is not a letter makes keys work again. */
TEST_WITH(an_answer_without_an_end_ends_with_the_next_control, start, stop)
{
	struct two *two = *state;

	terminal_type(two->attacked, "\033]11;rgb:");
	for (int i = 0; i < 20000; i++)
		terminal_type(two->attacked, "/?q");
	terminal_type(two->attacked, "\r");
	assert_same_screen(two, 0);
	terminal_type(two->attacked, "?");
	terminal_expect(two->attacked, "Move left: a column earlier");
	terminal_type(two->attacked, "\033P1$r");
	assert_leaves(two->attacked);
}
