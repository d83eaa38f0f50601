#include "program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *program_name(void)
{
	const char *name = getenv("FLARESCOPE");

	return name ? name : "./flarescope";
}

const char *program_example(const char *name)
{
	static char path[4096];
	const char *dir = getenv("srcdir");

	snprintf(path, sizeof path, "%s/data/examples/%s", dir ? dir : ".", name);
	return path;
}

struct terminal *program_open(int columns, int rows, const char *file,
			      const char *const env[])
{
	return program_open_two(columns, rows, file, NULL, env);
}

struct terminal *program_open_two(int columns, int rows, const char *file,
				  const char *baseline, const char *const env[])
{
	const char *argv[] = {program_name(), file, baseline, NULL};
	struct terminal *t = terminal_start_with(columns, rows, argv, env);

	terminal_expect(t, "quit");
	terminal_expect(t, " samples");
	terminal_expect_gone(t, "loading "); /* of a part, on a slow machine */
	terminal_settle(t);
	return t;
}

int program_stop(void **state)
{
	if (*state)
		terminal_free(*state);
	return 0;
}

char *program_printed(const char *command)
{
	char *all = calloc(1, 1), buf[4096];
	FILE *from;
	size_t len = 0, n;

	setenv("LC_ALL", "C.UTF-8", 1);
	from = popen(command, "r");
	assert_non_null(from);
	while ((n = fread(buf, 1, sizeof buf, from)) > 0) {
		all = realloc(all, len + n + 1);
		assert_non_null(all);
		memcpy(all + len, buf, n);
		len += n;
		all[len] = '\0';
	}
	if (pclose(from) != 0)
		fail_msg("it fails: %s\n%s", command, all);
	return all;
}

uint64_t program_folded_total(const char *folded)
{
	uint64_t total = 0;
	const char *end;

	for (; (end = strchr(folded, '\n')); folded = end + 1) {
		const char *blank = end;

		while (blank > folded && *blank != ' ')
			blank--;
		total += strtoull(blank + 1, NULL, 10);
	}
	return total;
}

const char *program_row_with(struct terminal *t, const char *text, int *row)
{
	for (*row = 0; *row < terminal_rows(t); ++*row) {
		const char *line = terminal_row(t, *row);

		if (strstr(line, text))
			return line;
	}
	fail_msg("no row has \"%s\"", text);
	return "";
}

uint64_t program_number_before(struct terminal *t, const char *after)
{
	int row;
	const char *line = program_row_with(t, after, &row), *at = strstr(line, after);
	uint64_t number = 0, unit = 1;

	for (; at > line && (isdigit((unsigned char)at[-1]) || at[-1] == ','); at--) {
		if (at[-1] == ',')
			continue;
		number += unit * (uint64_t)(at[-1] - '0');
		unit *= 10;
	}
	return number;
}

void program_map(struct terminal *t, int *x, int *y)
{
	for (*y = 0; *y < terminal_rows(t); ++*y) {
		for (*x = 0; *x < 12; ++*x) {
			if (terminal_cell(t, *x, *y).rune == 0x2514 /* └ */ &&
			    terminal_cell(t, *x - 1, *y - 1).rune == '0') {
				++*x;
				--*y;
				return;
			}
		}
	}
	fail_msg("there is no map");
}
