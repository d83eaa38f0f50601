#include "cli/usage.h"

#include <string.h>

#include "view/command.h"

#define MARGIN 79

void usage_paragraph(const char *words, int column, int indent, FILE *out)
{
	bool first = true;

	while (*words) {
		int len = (int)strcspn(words, " ");

		if (!first && column + 1 + len > MARGIN) {
			fprintf(out, "\n%*s", indent, "");
			column = indent;
		} else if (!first) {
			putc(' ', out);
			column++;
		}
		fprintf(out, "%.*s", len, words);
		column += len;
		words += len + (words[len] == ' ');
		first = false;
	}
	putc('\n', out);
}

void usage_print_all(FILE *out)
{
	fputs("Usage: flarescope [open] [OPTIONS] FILE|DIR|-\n"
	      "       flarescope COMMAND [OPTIONS] FILE\n"
	      "       flarescope record [PERF RECORD OPTIONS] [-- COMMAND ...]\n\n"
	      "flarescope shows when the samples of a profile were taken, and the flame\n"
	      "graph of the time that you select. Without FILE it reads perf.data, if\n"
	      "there is one in this directory.\n\n"
	      "Commands:\n",
	      out);
	for (size_t i = 0; i < subcommand_count(); i++)
		fprintf(out, "  %-8s  %s\n", subcommands[i].name, subcommands[i].help);
	fputs("\n'flarescope COMMAND -h' lists the options of a command; 'flarescope "
	      "help keys',\n"
	      "'help ranges' and 'help filters' explain those. The manual is "
	      "flarescope(1).\n",
	      out);
}

/* "  -r, --range A,B", and the column it ends in. */
static int print_spelling(enum option_id id, FILE *out)
{
	const struct option_info *o = &option_table[id];
	char words[OPTION_WORDS_MAX];
	int n;

	if (o->letter)
		n = fprintf(out, "  -%c, --%s", o->letter, o->name);
	else
		n = fprintf(out, "      --%s", o->name);
	if (*o->argument)
		n += fprintf(out, " %s", option_argument(id, words));
	return n;
}

#define HELP_COLUMN 26

static void print_option(enum option_id id, FILE *out)
{
	int column = print_spelling(id, out);
	char help[OPTION_HELP_MAX];

	if (column + 2 > HELP_COLUMN) {
		putc('\n', out);
		column = 0;
	}
	fprintf(out, "%*s", HELP_COLUMN - column, "");
	command_words(option_table[id].help, help, sizeof help);
	usage_paragraph(help, HELP_COLUMN, HELP_COLUMN, out);
}

/* By task: a group that has nothing for this command has no heading. */
static void print_options(unsigned taker, FILE *out)
{
	const char *group = "";

	for (int id = 0; id < OPTION_COUNT; id++) {
		const char *title = option_group((enum option_id)id);

		if (!option_is_told((enum option_id)id, taker))
			continue;
		if (strcmp(title, group) != 0)
			fprintf(out, "\n%s:\n", title);
		group = title;
		print_option((enum option_id)id, out);
	}
}

void usage_print(const struct subcommand *sub, FILE *out)
{
	fprintf(out, "Usage: flarescope %s%s%s\n\n", sub->name, *sub->synopsis ? " " : "",
		sub->synopsis);
	usage_paragraph(*sub->more ? sub->more : sub->help, 0, 0, out);
	if (sub->taker)
		print_options(sub->taker, out);
}
