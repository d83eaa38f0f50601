#include "lib/unit.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/utf8.h"
#include "lib/made_profile.h"
#include "lib/seat.h"
#include "lib/work_dir.h"
#include "choice/shell_line.h"

static char dir[WORK_DIR];
static bool bash; /* supports $'...' */

static const char *in_dir(const char *name, char buf[300])
{
	snprintf(buf, 300, "%s/%s", dir, name);
	return buf;
}

/* A shell script in which `flarescope` is replaced by a function that prints its arguments. */
static FILE *script_open(const char *shell, const char *name)
{
	char buf[300];
	FILE *f = fopen(in_dir(name, buf), "w");

	assert_non_null(f);
	fputs(strcmp(shell, "fish") == 0
		  ? "function flarescope; printf '%s\\0' (count $argv) $argv; end\n"
		  : "flarescope() { printf '%s\\0' $# \"$@\"; }\n",
	      f);
	return f;
}

static bool has_shell(const char *shell)
{
	char command[100];

	snprintf(command, sizeof command, "command -v %.*s > /dev/null",
		 (int)strcspn(shell, " "), shell);
	return system(command) == 0;
}

/* Runs it; its output is the file `wanted`, byte for byte. */
static void expect_run(const char *shell, const char *script, const char *wanted)
{
	char command[1000];

	snprintf(command, sizeof command, "cd %s && %s ./%s > %s.out && cmp %s.out %s",
		 dir, shell, script, script, script, wanted);
	assert_int_equal(system(command), 0);
}

/* What shells, terminals and our own line breaking may mishandle. */
static const char *const pieces[] = {
    "'",
    "''",
    "\\",
    "\"",
    " ",
    "  ",
    " --",
    "$'",
    "$",
    "$(id)",
    "`id`",
    "!x",
    "\n",
    "\r",
    "\t",
    "\033[31m",
    "\033]52;c;ZQ==\a",
    "\025",
    "\x7f",
    "\xc2\x9b"
    "31m",
    "\xff",
    "a",
    "bc",
    "long_name_of_a_function",
    "*",
    "?",
    "~",
    "#",
    "\xc3\xa9",
    "\xe4\xb8\xad",
    "e\xcc\x81",
    "\xe2\x80\xae",
    "\xef\xb8\x8f",
    "\xcc\x81",
    "--x",
    "-",
    ";",
    "&",
    "|",
    "\\012",
    "\\",
    "{a,b}",
    "=",
    "\xef\xbf\xbd",
    "\xf0\x9f\x98\x80",
    "' --filter '",
    "\\\n",
    "%s",
};

static void throw_word(struct dice *d, char *word, size_t room, bool tame)
{
	uint32_t n = dice_below(d, dice_below(d, 8) ? 8 : 60);
	size_t len = 0;

	for (uint32_t i = 0; i < n; i++) {
		const char *piece = pieces[dice_below(d, sizeof pieces / sizeof *pieces)];
		size_t more = strlen(piece);

		for (size_t k = 0; tame && k < more; k++)
			if (piece[k] < ' ' || piece[k] > '~')
				more = 0;
		for (size_t k = 0; len + 1 < room && k < more; k++)
			word[len++] = piece[k];
	}
	word[len] = '\0';
}

/* Breaks the line as a page does, with each part on a line of its own. */
static void break_line(const char *line, int columns, FILE *out)
{
	struct shell_line l = {.rest = text_of(line)};
	struct shell_part part;
	int parts = 0;

	while (shell_line_next(&l, columns, &part)) {
		int used = utf8_columns(part.text) + (int)strlen(part.before) +
			   (int)strlen(part.behind);

		assert_true(part.text.len > 0);
		assert_in_range(used, 1, columns);
		for (size_t i = 0; i < part.text.len; i++)
			assert_in_range((unsigned char)part.text.at[i], ' ', 0xff);
		assert_null(memchr(part.text.at, 0x7f, part.text.len));
		fprintf(out, "%s%.*s%s\n", part.before, (int)part.text.len, part.text.at,
			part.behind);
		assert_in_range(++parts, 1, 10000);
	}
}

/* Lines of random words, as a script and as what they mean. */
static void write_lines(bool tame, bool ascii, FILE *script, FILE *wanted)
{
	struct dice d = {tame ? 7 : 8};

	for (int i = 0; i < 400; i++) {
		char word[3][1500], *line = NULL;
		size_t len = 0;
		FILE *out = open_memstream(&line, &len);

		assert_non_null(out);
		fprintf(wanted, "%d%c", 5, 0);
		fputs("flarescope", out);
		for (int k = 0; k < 3; k++) {
			static const char *const option[] = {" --filter ", " --search ",
							     " "};

			throw_word(&d, word[k], sizeof word[k], tame);
			fputs(option[k], out);
			shell_line_word(text_of(word[k]), ascii, out);
			if (k < 2)
				fprintf(wanted, "%s%c", k ? "--search" : "--filter", 0);
			fprintf(wanted, "%s%c", word[k], 0);
		}
		fclose(out);
		break_line(line, 10 + (int)dice_below(&d, 90), script);
		if (ascii)
			for (size_t at = 0; at < len; at++)
				assert_in_range(line[at], ' ', '~');
		free(line);
	}
}

static void expect_lines(const char *shell, bool tame, bool ascii)
{
	char buf[300];
	FILE *script = script_open(shell, "lines"),
	     *wanted = fopen(in_dir("lines.wanted", buf), "w");

	assert_non_null(wanted);
	write_lines(tame, ascii, script, wanted);
	fclose(script);
	fclose(wanted);
	expect_run(shell, "lines", "lines.wanted");
}

TEST(a_broken_line_means_the_same_to_a_shell)
{
	expect_lines("sh", true, false);
	if (!bash)
		skip();
	expect_lines("bash", false, false);
}

/*
 * Including cases where zsh treats two quotes within quotes as one, and ~ after = as a home
 * directory.
 */
TEST(it_means_the_same_to_zsh_dash_and_fish)
{
	static const char *const shells[] = {"dash", "fish",
					     "zsh -f -o rcquotes -o magicequalsubst"};
	unsigned tried = 0;

	for (size_t i = 0; i < sizeof shells / sizeof *shells; i++) {
		if (!has_shell(shells[i]))
			continue;
		expect_lines(shells[i], true, false);
		tried++;
	}
	if (!tried)
		skip();
}

/* They do not support $'...': then no part of a name is run as a command, nor is its neighbour. */
TEST(what_y_copies_runs_nothing_but_flarescope_in_any_shell)
{
	static const char *const shells[] = {"sh", "dash", "bash", "zsh", "fish"};
	static const char *const words[] = {"e\\",   "\\\\", "'",      "\\'",	"e\033\\",
					    "\033'", "$'",   "=touch", "%self", "\n\\"};
	char buf[300], command[1500];

	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		FILE *out = fopen(in_dir("pasted", buf), "w");

		assert_non_null(out);
		fputs("flarescope --event ", out);
		shell_line_word(text_of(words[i]), false, out);
		fputc(' ', out);
		shell_line_word(TEXT("p;touch pwned;#.txt"), false, out);
		fputc('\n', out);
		fclose(out);
		for (size_t k = 0; k < sizeof shells / sizeof *shells; k++) {
			if (!has_shell(shells[k]))
				continue;
			snprintf(command, sizeof command,
				 "cd %s && { %s ./pasted > said 2>&1; ! [ -e pwned ]; }",
				 dir, shells[k]);
			assert_int_equal(system(command), 0);
		}
	}
}

TEST(a_line_for_a_plain_terminal_is_ascii)
{
	if (!bash)
		skip();
	expect_lines("bash", false, true);
}

/* Not at a blank within quotes, nor within a \'. */
TEST(a_line_is_broken_at_blanks_between_words)
{
	struct shell_line l = {.rest = TEXT("flarescope --filter 'it'\\''s --x' file")};
	struct shell_part part;

	assert_true(shell_line_next(&l, 75, &part));
	assert_int_equal(part.text.len, strlen("flarescope"));
	assert_true(shell_line_next(&l, 75, &part));
	assert_int_equal(part.text.len, strlen(" --filter 'it'\\''s --x' file"));
	assert_false(shell_line_next(&l, 75, &part));
}

/* ---- on the screen ---- */

/* The text of a page, without its frame. */
static void read_page(struct seat *s, int height, FILE *out)
{
	for (int y = 0; y < height; y++) {
		char *line = strdup(seat_line(s, y)), *from, *to;

		assert_non_null(line);
		from = strstr(line, "│ ");
		to = from ? strstr(from + 4, "│") : NULL;
		if (to) {
			while (to > from && to[-1] == ' ')
				to--;
			fprintf(out, "%.*s\n", (int)(to - from - 4), from + 4);
		}
		free(line);
	}
}

static void expect_page(struct seat *s, const char *search, const char *path, int width)
{
	char buf[300];
	FILE *script = script_open("bash", "page"),
	     *wanted = fopen(in_dir("page.wanted", buf), "w");

	assert_non_null(wanted);
	seat_size(s, width, 60);
	seat_do(s, COMMAND_SHARE);
	assert_true(sheet_is_harmless(&s->sheet));
	assert_true(seat_says(s, "The command line of this view"));
	read_page(s, 60, script);
	seat_do(s, COMMAND_CANCEL);
	fprintf(wanted, "3%c--search%c%s%c%s%c", 0, 0, search, 0, path, 0);
	fclose(script);
	fclose(wanted);
	expect_run("bash", "page", "page.wanted");
}

TEST(what_y_shows_can_be_copied_from_the_screen)
{
	static const char search[] =
	    "it's --one 'thing' \\\\ or \x15 \x1b[3]m\n\xc3\xa9 e\xcc\x81 \xe4\xb8\xad "
	    "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
	    "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx";
	struct settings settings = {.choice.search = text_of(search)};
	struct seat s = {0};
	char path[300];
	FILE *f;

	if (!bash)
		skip();
	f = fopen(in_dir("-a 'name'\nwith \033[31m\033]0;x\a --all.folded", path), "w");
	assert_non_null(f);
	fputs("a;b 1\n", f);
	fclose(f);
	seat_open(&s, path, &settings, 80, 60);
	for (int width = 80; width <= 160; width += 10)
		expect_page(&s, search, path, width);
	seat_close(&s);
}

/* Otherwise "info" would be a command, and "-x" an option. */
TEST(a_file_called_like_a_command_is_a_file)
{
	static const struct settings settings;
	static const char *const names[] = {"info", "-x", "a.folded"};
	static const char *const shown[] = {"./info", "./-x", "a.folded"};

	assert_int_equal(chdir(dir), 0);
	for (size_t i = 0; i < 3; i++) {
		struct seat s = {0};
		FILE *f = fopen(names[i], "w");
		const char *line;

		assert_non_null(f);
		fputs("a;b 1\n", f);
		fclose(f);
		seat_open(&s, names[i], &settings, 80, 24);
		seat_do(&s, COMMAND_SHARE);
		line = workspace_copied(s.w);
		assert_string_equal(line + strlen("flarescope "), shown[i]);
		seat_close(&s);
	}
}

static int start(void **state)
{
	(void)state;
	setlocale(LC_CTYPE, "C.UTF-8");
	bash = system("bash -c 'test \"$BASH_VERSION\"' 2>/dev/null") == 0;
	work_dir_make(dir, "shell_line");
	return 0;
}

static int stop(void **state)
{
	(void)state;
	work_dir_remove(dir);
	return 0;
}

TEST_GROUP(start, stop);
