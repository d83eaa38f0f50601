#include "cli/usage.h"

#include <string.h>

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
	      "graph of the time that you select. Without FILE it reads perf.data, if "
	      "that\n"
	      "is here.\n\n"
	      "Commands:\n",
	      out);
	for (size_t i = 0; i < subcommand_count(); i++)
		fprintf(out, "  %-8s  %s\n", subcommands[i].name, subcommands[i].help);
	fputs(
	    "\nflarescope help COMMAND lists the options of a command; help keys, help\n"
	    "ranges and help filters explain those. The whole story is in "
	    "flarescope(1).\n",
	    out);
}

/* "  -r, --range A,B", and the column it ends in. */
static int print_spelling(const struct option_info *o, FILE *out)
{
	int n;

	if (o->letter)
		n = fprintf(out, "  -%c, --%s", o->letter, o->name);
	else
		n = fprintf(out, "      --%s", o->name);
	if (*o->argument)
		n += fprintf(out, " %s", o->argument);
	return n;
}

#define HELP_COLUMN 26

void usage_print(const struct subcommand *sub, FILE *out)
{
	fprintf(out, "Usage: flarescope %s %s\n\n", sub->name, sub->synopsis);
	if (*sub->more)
		usage_paragraph(sub->more, 0, 0, out);
	else
		fprintf(out, "%s\n", sub->help);
	if (!sub->taker)
		return;
	putc('\n', out);
	for (int id = 0; id < OPTION_COUNT; id++) {
		const struct option_info *o = &option_table[id];
		int column;

		if (!(o->takers & sub->taker))
			continue;
		column = print_spelling(o, out);
		if (column + 2 > HELP_COLUMN) {
			putc('\n', out);
			column = 0;
		}
		fprintf(out, "%*s", HELP_COLUMN - column, "");
		usage_paragraph(o->help, HELP_COLUMN, HELP_COLUMN, out);
	}
}
