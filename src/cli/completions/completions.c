#include "cli/completions/completions.h"

#include <string.h>

#include "cli/subcommand.h"
#include "input/formats.h"
#include "view/command.h"

/* In single quotes, where `escaped` has what needs a backslash before it. */
static void quoted(const char *text, size_t len, const char *escaped, FILE *out)
{
	for (size_t i = 0; i < len; i++) {
		if (text[i] == '\'')
			fputs("'\\'", out);
		else if (strchr(escaped, text[i]))
			putc('\\', out);
		putc(text[i], out);
	}
}

/* What an option does: its help up to the first full stop. */
static void short_help(enum option_id id, const char *escaped, FILE *out)
{
	char help[OPTION_HELP_MAX];
	const char *end;

	command_words(option_table[id].help, help, sizeof help);
	end = strstr(help, ". ");
	quoted(help, end ? (size_t)(end - help) : strlen(help), escaped, out);
}

static bool is_file(enum option_id id)
{
	return id == OPTION_OUTPUT || id == OPTION_OUTPUT_FLARE;
}

/* The words among "N|auto", with blanks between them: those in capitals stand for something else. */
static void argument_words(enum option_id id, FILE *out)
{
	char words[OPTION_WORDS_MAX];
	const char *at = option_argument(id, words), *before = "";

	for (size_t i = 0; id == OPTION_INPUT_FORMAT && i < formats_count(); i++) {
		fprintf(out, "%s%s", before, formats[i]->name);
		before = " ";
	}
	for (; id != OPTION_INPUT_FORMAT && *at; at += *at == '|') {
		size_t len = strcspn(at, "|");

		if (*at < 'A' || *at > 'Z') {
			fprintf(out, "%s%.*s", before, (int)len, at);
			before = " ";
		}
		at += len;
	}
}

/* ---- zsh ---- */

static void zsh_spelling(enum option_id id, const char *spelling, FILE *out)
{
	const char *argument = option_table[id].argument;

	fprintf(out, "\t\t\t'*%s[", spelling);
	short_help(id, "[]:\\", out);
	putc(']', out);
	if (*argument) {
		putc(':', out);
		quoted(argument, strlen(argument), ":", out);
		putc(':', out);
	}
	if (is_file(id)) {
		fputs("_files", out);
	} else if (*argument) {
		putc('(', out);
		argument_words(id, out);
		putc(')', out);
	}
	fputs("'\n", out);
}

static void zsh_option(enum option_id id, FILE *out)
{
	const struct option_info *o = &option_table[id];
	char spelling[64];

	snprintf(spelling, sizeof spelling, "--%s%s", o->name, *o->argument ? "=" : "");
	zsh_spelling(id, spelling, out);
	if (!o->letter)
		return;
	snprintf(spelling, sizeof spelling, "-%c%s", o->letter, *o->argument ? "+" : "");
	zsh_spelling(id, spelling, out);
}

void completions_zsh(FILE *out)
{
	fputs("#compdef flarescope\n"
	      "# _flarescope - completion for zsh. Made by: flarescope help --zsh\n\n"
	      "_flarescope() {\n"
	      "\tlocal command=open\n"
	      "\tlocal -a commands options\n"
	      "\tcommands=(\n",
	      out);
	for (size_t i = 0; i < subcommand_count(); i++) {
		fprintf(out, "\t\t'%s:", subcommands[i].name);
		quoted(subcommands[i].help, strlen(subcommands[i].help), ":", out);
		fputs("'\n", out);
	}
	fputs("\t)\n"
	      "\tif (( CURRENT > 2 )) && [[ -n ${commands[(r)$words[2]:*]} ]]; then\n"
	      "\t\tcommand=$words[2]\n"
	      "\t\tshift words\n"
	      "\t\t(( CURRENT-- ))\n"
	      "\telif (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then\n"
	      "\t\t_describe -t commands command commands\n"
	      "\t\t_files\n"
	      "\t\treturn\n"
	      "\tfi\n"
	      "\tcase $command in\n",
	      out);
	for (size_t i = 0; i < subcommand_count(); i++) {
		fprintf(out, "\t%s)\n\t\toptions=(\n", subcommands[i].name);
		for (int id = 0; id < OPTION_COUNT; id++)
			if (option_is_told((enum option_id)id, subcommands[i].taker))
				zsh_option((enum option_id)id, out);
		fputs("\t\t)\n\t\t;;\n", out);
	}
	fputs("\tesac\n"
	      "\tif [[ $command == help ]]; then\n"
	      "\t\t_describe -t commands command commands\n"
	      "\telse\n"
	      "\t\t_arguments -s : $options '*:file:_files'\n"
	      "\tfi\n"
	      "}\n\n"
	      "_flarescope \"$@\"\n",
	      out);
}

/* ---- fish ---- */

static void fish_option(enum option_id id, FILE *out)
{
	const struct option_info *o = &option_table[id];
	const char *before = "complete -c flarescope -n '__flarescope_command";

	for (size_t i = 0; i < subcommand_count(); i++) {
		if (!option_is_told(id, subcommands[i].taker))
			continue;
		fprintf(out, "%s %s", before, subcommands[i].name);
		before = "";
	}
	if (*before)
		return;
	fprintf(out, "' -l %s", o->name);
	if (o->letter)
		fprintf(out, " -s %c", o->letter);
	if (is_file(id)) {
		fputs(" -r -F", out);
	} else if (*o->argument) {
		fputs(" -x -a '", out);
		argument_words(id, out);
		putc('\'', out);
	}
	fputs(" -d '", out);
	short_help(id, "\\", out);
	fputs("'\n", out);
}

void completions_fish(FILE *out)
{
	fputs(
	    "# flarescope.fish - completion for fish. Made by: flarescope help --fish\n\n"
	    "# Is the command one of these? Without a command it is open.\n"
	    "function __flarescope_command\n"
	    "\tset -l typed (commandline -opc)[2]\n"
	    "\tset -l commands",
	    out);
	for (size_t i = 0; i < subcommand_count(); i++)
		fprintf(out, " %s", subcommands[i].name);
	fputs("\n"
	      "\tcontains -- \"$typed\" $commands; or set typed open\n"
	      "\tcontains -- $typed $argv\n"
	      "end\n\n"
	      "function __flarescope_first\n"
	      "\ttest (count (commandline -opc)) -eq 1; or __flarescope_command help\n"
	      "end\n\n",
	      out);
	for (size_t i = 0; i < subcommand_count(); i++) {
		fprintf(out, "complete -c flarescope -n __flarescope_first -a %s -d '",
			subcommands[i].name);
		quoted(subcommands[i].help, strlen(subcommands[i].help), "\\", out);
		fputs("'\n", out);
	}
	for (int id = 0; id < OPTION_COUNT; id++)
		fish_option((enum option_id)id, out);
}
