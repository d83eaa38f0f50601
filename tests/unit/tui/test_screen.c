#include "lib/unit.h"

#include <string.h>

#include "tui/screen.h"

static void assert_sequence(const char *text, const char *expected)
{
	static char out[SCREEN_CLIPBOARD];

	assert_true(screen_clipboard(text, out));
	assert_string_equal(out, expected);
}

TEST(a_text_is_sent_as_base64)
{
	assert_sequence("", "\033]52;c;\a");
	assert_sequence("f", "\033]52;c;Zg==\a");
	assert_sequence("fo", "\033]52;c;Zm8=\a");
	assert_sequence("foo", "\033]52;c;Zm9v\a");
	assert_sequence("foob", "\033]52;c;Zm9vYg==\a");
	assert_sequence("\xff\xfe\xfd", "\033]52;c;//79\a");
}

TEST(no_byte_of_the_text_reaches_the_terminal_as_it_is)
{
	assert_sequence("\033[2J\a", "\033]52;c;G1sySgc=\a");
}

TEST(the_longest_text_fits_and_a_longer_one_is_refused)
{
	static char text[SCREEN_CLIPBOARD_MAX + 2], out[SCREEN_CLIPBOARD];

	memset(text, 'x', sizeof text);
	text[SCREEN_CLIPBOARD_MAX] = '\0';
	assert_true(screen_clipboard(text, out));
	assert_true(strlen(out) < SCREEN_CLIPBOARD);
	text[SCREEN_CLIPBOARD_MAX] = 'x';
	text[SCREEN_CLIPBOARD_MAX + 1] = '\0';
	assert_false(screen_clipboard(text, out));
}
