#include "lib/unit.h"

#include <string.h>

#include "lib/made_profile.h"
#include "tui/replies.h"

#define DA1   "\033[?62;4;22c"
#define WHITE "\033]11;rgb:ffff/ffff/eeee\033\\"
#define BLACK "\033]11;rgb:00/00/00\a"
#define SYNC  "\033[?2026;2$y"

/* All keys that result when the input comes in these pieces. */
struct listener {
	struct replies replies;
	char keys[4096];
	size_t count;
};

static void hear(struct listener *l, const char *bytes, size_t len)
{
	l->count +=
	    replies_take(&l->replies, (struct text){bytes, len}, l->keys + l->count);
	l->keys[l->count] = '\0';
}

static void wait(struct listener *l)
{
	if (replies_patience(&l->replies, 50) >= 0)
		l->count += replies_give_up(&l->replies, l->keys + l->count);
	l->keys[l->count] = '\0';
}

static struct listener listening(void)
{
	return (struct listener){.replies.asked = true};
}

static void assert_white_terminal(const struct terminal_facts *f)
{
	assert_true(f->answered && f->synchronises && f->has_background);
	assert_int_equal(f->background[0], 255);
	assert_int_equal(f->background[2], 238);
}

TEST(answers_are_understood_and_are_no_keys)
{
	static const char all[] = WHITE SYNC DA1;

	for (size_t cut = 0; cut < sizeof all; cut++) {
		struct listener l = listening();

		hear(&l, all, cut);
		hear(&l, all + cut, sizeof all - 1 - cut);
		assert_white_terminal(&l.replies.facts);
		assert_string_equal(l.keys, "");
		assert_int_equal(replies_patience(&l.replies, 50), -1);
	}
}

/* One byte at a time; an Escape that waits too long becomes a key, and nothing else does. */
TEST(answers_that_come_slowly_are_no_keys_either)
{
	static const char all[] = WHITE SYNC DA1;

	for (size_t cut = 0; cut < sizeof all; cut++) {
		struct listener l = listening();

		hear(&l, all, cut);
		if (replies_patience(&l.replies, 50) <= 50)
			wait(&l);
		hear(&l, all + cut, sizeof all - 1 - cut);
		assert_white_terminal(&l.replies.facts);
		assert_true(l.count == 0 || strcmp(l.keys, "\033") == 0);
		assert_true(l.count == 0 || (cut && all[cut - 1] == '\033'));
	}
}

/* Keys of all kinds before, between and after replies, cut anywhere. */
TEST(keys_between_answers_stay_as_they_are)
{
	static const char *const keys[] = {
	    "q",    "\033[A", "\033OP", "\033[<0;12;7M", "\033\033[B",
	    "]11",  "\033x",  "12l",	"\033[1;3C",	 "é",
	    "\x03", "\r",     "?c",	"\033[15~"};
	static const char *const answers[] = {
	    WHITE, BLACK, SYNC, DA1, "\033[?2026;0$y", "\033]11;rgba:1/2/3/4\a"};
	struct dice d = {11};

	for (int i = 0; i < 20000; i++) {
		struct listener l = listening();
		char all[1024] = "", typed[512] = "";
		size_t len, at = 0;

		for (uint32_t n = 1 + dice_below(&d, 12); n; n--) {
			const char *key = keys[dice_below(&d, 14)];

			if (dice_below(&d, 2)) {
				strcat(all, answers[dice_below(&d, 6)]);
				continue;
			}
			strcat(all, key);
			strcat(typed, key);
		}
		for (len = strlen(all); at < len;) {
			size_t piece = 1 + dice_below(&d, (uint32_t)(len - at));

			hear(&l, all + at, piece);
			at += piece;
		}
		wait(&l);
		assert_string_equal(l.keys, typed);
	}
}

TEST(an_answer_that_is_cut_off_takes_no_keys_with_it)
{
	static const char *const cut[] = {"\033]11;rgb:ff", "\033[?62", "\033]11;",
					  "\033[?2026;2$"};

	for (size_t i = 0; i < sizeof cut / sizeof *cut; i++) {
		struct listener l = listening();

		hear(&l, cut[i], strlen(cut[i]));
		hear(&l, "\033[A", 3);
		assert_string_equal(l.keys, "\033[A");

		l = listening();
		hear(&l, cut[i], strlen(cut[i]));
		assert_true(replies_patience(&l.replies, 50) > 50);
		assert_false(replies_hold_key(&l.replies));
		wait(&l);
		hear(&l, "a1c", 3);
		assert_string_equal(l.keys, "a1c");
	}
}

TEST(one_without_an_end_is_not_kept)
{
	struct listener l = listening();

	hear(&l, "\033]11;", 5);
	for (int i = 0; i < 1000; i++)
		hear(&l, "f", 1);
	assert_true(l.count < 1000);
	hear(&l, WHITE "q", sizeof WHITE);
	assert_true(l.replies.facts.has_background);
	assert_int_equal(l.keys[l.count - 1], 'q');
}

/* Whatever a reply says, however long it is, with 7-bit or 8-bit controls. */
TEST(answers_to_others_are_no_keys_either)
{
	static const char *const heads[] = {"\033]11;",
					    "\033]4;1;",
					    "\033]52;c;",
					    "\x9d"
					    "11;",
					    "\xc2\x9d"
					    "11;",
					    "\033P1$r",
					    "\033P0+r",
					    "\033P>|",
					    "\033P!|",
					    "\033_G"};
	static const char *const ends[] = {"\a",       "\033\\", "\x9c",
					   "\xc2\x9c", "\r",	 "\x1a"};
	static const char *const whole[] = {"\033[>1;4000;3c", "\033[=1u", "\x9b?62;22c",
					    "\xc2\x9b?1;2c", "\033\\"};

	for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
		for (size_t e = 0; e < sizeof ends / sizeof *ends; e++) {
			struct listener l = listening();

			hear(&l, heads[i], strlen(heads[i]));
			for (int n = 0; n < 300 * (int)(e % 2) + 20; n++)
				hear(&l, "q?", 2);
			hear(&l, ends[e], strlen(ends[e]));
			hear(&l, "x", 1);
			assert_string_equal(l.keys, "x");
			assert_false(l.replies.facts.has_background);
		}
	}
	for (size_t i = 0; i < sizeof whole / sizeof *whole; i++) {
		struct listener l = listening();

		hear(&l, whole[i], strlen(whole[i]));
		assert_string_equal(l.keys, "");
	}
}

/* In UTF-8, "\u00dd" and "\u00b5" end with the byte that starts an 8-bit OSC, or start with it. */
TEST(letters_with_such_bytes_stay_letters)
{
	static const char *const typed[] = {"\u00dd11;q", "\u00b5",	"\u671d",
					    "\033\u00dd", "\033\u00b5", "\U0001f79d"};

	for (size_t i = 0; i < sizeof typed / sizeof *typed; i++) {
		struct listener whole = listening(), slow = listening();
		size_t len = strlen(typed[i]);

		hear(&whole, typed[i], len);
		assert_string_equal(whole.keys, typed[i]);
		slow.replies.facts.answered = true;
		for (size_t at = 0; at < len; at++) {
			hear(&slow, typed[i] + at, 1);
			wait(&slow);
		}
		assert_string_equal(slow.keys, typed[i]);
	}
}

TEST(an_escape_is_told_after_its_time)
{
	struct listener l = listening();

	hear(&l, "\033", 1);
	assert_int_equal(replies_patience(&l.replies, 50), 50);
	assert_true(replies_hold_key(&l.replies));
	wait(&l);
	assert_string_equal(l.keys, "\033");
	assert_int_equal(replies_patience(&l.replies, 50), -1);
	/* a second later it was a key, and what follows is a separate one */
	replies_forget(&l.replies);
	hear(&l, "[?", 2);
	assert_string_equal(l.keys, "\033[?");
}

TEST(a_late_answer_is_none_the_less_one)
{
	struct listener l = listening();

	hear(&l, DA1, sizeof DA1 - 1);
	hear(&l, "j", 1);
	hear(&l, BLACK "k", sizeof BLACK);
	assert_true(l.replies.facts.has_background);
	assert_string_equal(l.keys, "jk");
}

TEST(colours_have_one_to_four_digits)
{
	static const struct {
		const char *answer;
		int red, green, blue; /* -1: not understood */
	} cases[] = {
	    {"\033]11;rgb:f/8/0\a", 255, 136, 0},
	    {"\033]11;rgb:ff/80/00\a", 255, 128, 0},
	    {"\033]11;rgb:fff/800/000\a", 255, 127, 0},
	    {"\033]11;rgb:ffff/8000/0000\033\\", 255, 127, 0},
	    {"\033]11;rgba:ffff/8000/0000/ffff\a", 255, 127, 0},
	    {"\033]11;rgb:fffff/8/0\a", -1, 0, 0},
	    {"\033]11;rgb:f/8\a", -1, 0, 0},
	    {"\033]11;rgb:\a", -1, 0, 0},
	    {"\033]11;\a", -1, 0, 0},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct listener l = listening();
		const struct terminal_facts *f = &l.replies.facts;

		hear(&l, cases[i].answer, strlen(cases[i].answer));
		assert_string_equal(l.keys, "");
		assert_int_equal(f->has_background, cases[i].red >= 0);
		if (!f->has_background)
			continue;
		assert_int_equal(f->background[0], cases[i].red);
		assert_int_equal(f->background[1], cases[i].green);
		assert_int_equal(f->background[2], cases[i].blue);
	}
}

TEST(any_bytes_do_no_harm)
{
	static const char bytes[] = "\033\033\033[]?11;rgb:/f$yc\a\\ q\x80\xff\n";
	struct dice d = {3};

	for (int i = 0; i < 200; i++) {
		struct listener l = listening();

		while (l.count < sizeof l.keys - 2 * REPLY_MAX) {
			char byte = bytes[dice_below(&d, sizeof bytes)];

			hear(&l, &byte, 1);
			if (dice_below(&d, 20) == 0)
				wait(&l);
			if (dice_below(&d, 500) == 0)
				break;
		}
	}
}

TEST(light_is_as_said_asked_or_hinted)
{
	const struct terminal_facts none = {0},
				    white = {.has_background = true,
					     .background = {255, 255, 221}},
				    blue = {.has_background = true,
					    .background = {0, 0, 255}};

	assert_false(background_is_light(BACKGROUND_AUTO, NULL, NULL));
	assert_false(background_is_light(BACKGROUND_AUTO, &none, NULL));
	assert_true(background_is_light(BACKGROUND_LIGHT, &blue, "15;0"));
	assert_false(background_is_light(BACKGROUND_DARK, &white, "0;15"));
	assert_true(background_is_light(BACKGROUND_AUTO, &white, "15;0"));
	assert_false(background_is_light(BACKGROUND_AUTO, &blue, "0;15"));
	assert_true(background_is_light(BACKGROUND_AUTO, &none, "0;15"));
	assert_true(background_is_light(BACKGROUND_AUTO, &none, "0;default;7"));
	assert_false(background_is_light(BACKGROUND_AUTO, NULL, "15;0"));
	assert_false(background_is_light(BACKGROUND_AUTO, NULL, "7;8"));
	assert_false(background_is_light(BACKGROUND_AUTO, NULL, "0;default"));
	assert_false(background_is_light(BACKGROUND_AUTO, NULL, "15"));
	assert_false(background_is_light(BACKGROUND_AUTO, NULL, "0;999"));
}
