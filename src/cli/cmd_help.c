#include "cli/subcommand.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "analysis/transform/transform.h"
#include "base/text.h"
#include "export/export.h"
#include "input/formats.h"
#include "view/command.h"

/* ---- the manual, in mdoc(7) ---- */

/* Write literal text, with roff characters escaped. */
static void write_literal_text(const char *text, FILE *out)
{
	for (const char *at = text; *at; at++) {
		if (*at == '\\')
			fputs("\\e", out);
		else if (*at == '-')
			fputs("\\-", out);
		else if ((*at == '.' || *at == '\'') && at == text)
			fprintf(out, "\\&%c", *at);
		else if (*at == '"')
			fputs("\\(dq", out);
		else
			putc(*at, out);
	}
}

/*
 * Write each sentence on its own line, as mdoc requires, with a full stop at the end. A full stop
 * before a sign, as in a list of signs, does not end one.
 */
static void sentences(const char *text, FILE *out)
{
	char sentence[OPTION_HELP_MAX];

	while (*text) {
		const char *end = strstr(text, ". ");
		size_t len;

		while (end && end[2] && strchr("+#@", end[2]))
			end = strstr(end + 2, ". ");
		len = end ? (size_t)(end - text) : strlen(text);
		snprintf(sentence, sizeof sentence, "%.*s", (int)len, text);
		write_literal_text(sentence, out);
		fputs(len > 0 && sentence[strlen(sentence) - 1] == '.' ? "\n" : ".\n",
		      out);
		text = end ? end + 2 : text + len;
	}
}

/* List the commands that accept the option, unless all that read a profile do. */
static void print_option(enum option_id id, FILE *out)
{
	const struct option_info *o = &option_table[id];
	char words[OPTION_WORDS_MAX], help[OPTION_HELP_MAX];
	const char *before = "(";
	bool common = true;

	fputs(".It ", out);
	if (o->letter)
		fprintf(out, "Fl %c , ", o->letter);
	fprintf(out, "Fl \\-%s", o->name);
	if (*o->argument)
		fprintf(out, " Ar %s", option_told_argument(id, words));
	putc('\n', out);
	sentences(command_words(o->help, help, sizeof help), out);
	for (size_t i = 0; common && i < subcommand_count(); i++) {
		unsigned taker = subcommands[i].taker &
				 ~(unsigned)(TAKER_CACHE | TAKER_CONFIG | TAKER_RECORD |
					     TAKER_PUSH | TAKER_LIVE);

		common = !taker || option_is_told(id, taker);
	}
	if (common)
		return;
	for (size_t i = 0; i < subcommand_count(); i++) {
		if (!option_is_told(id, subcommands[i].taker))
			continue;
		fprintf(out, "%s%s", before, subcommands[i].name);
		before = ", ";
	}
	fputs(")\n", out);
}

/* A subsection for each group. */
static void print_options(FILE *out)
{
	for (enum option_group group = 0; group < GROUP_COUNT; group++) {
		bool first = true;

		for (enum option_id id = 0; id < OPTION_COUNT; id++) {
			if (option_group(id) != group || !option_is_told(id, ~0U))
				continue;
			if (first)
				fprintf(out, ".Ss %s\n.Bl -tag -width Ds\n",
					option_groups[group]);
			first = false;
			print_option(id, out);
		}
		if (!first)
			fputs(".El\n", out);
	}
}

/* Print "C-r" as "Ctrl-r", "S-Tab" as "Shift-Tab", other keys unchanged. */
static void print_key(struct text key, FILE *out)
{
	char name[32];

	if (text_starts(key, TEXT("C-"))) {
		fputs("Ctrl\\-", out);
		key = text_from(key, 2);
	} else if (text_starts(key, TEXT("S-"))) {
		fputs("Shift\\-", out);
		key = text_from(key, 2);
	}
	snprintf(name, sizeof name, "%.*s", (int)key.len, key.at);
	if (strcmp(name, ":") == 0 || strcmp(name, "?") == 0)
		fputs("\\&", out); /* mdoc would treat it as punctuation */
	write_literal_text(name, out);
}

/* List the keys of prompts, or all others. */
static void print_key_list(bool prompt, FILE *out)
{
	fputs(".Bl -tag -width Ds -compact\n", out);
	for (int i = 1; i < COMMAND_COUNT; i++) {
		const struct command_info *c = &commands[i];

		if (!*c->keys || (c->where == PLACE_PROMPT) != prompt)
			continue;
		for (const char *keys = c->keys; *keys;) {
			size_t len = strcspn(keys, " ");

			fputs(keys == c->keys ? ".It \\&" : " , \\&", out);
			print_key((struct text){keys, len}, out);
			keys += len + (keys[len] == ' ');
		}
		putc('\n', out);
		sentences(c->help, out);
	}
	fputs(".El\n", out);
}

static void print_key_fragment(FILE *out)
{
	print_key_list(false, out);
	fputs(".Pp\nWhile typing into a prompt:\n.Pp\n", out);
	print_key_list(true, out);
	fputs(".Pp\nThe mouse:\n.Pp\n", out);
	fputs(".Bl -bullet -compact\n", out);
	for (int i = 1; i < COMMAND_COUNT; i++) {
		if (commands[i].kind != KIND_MOUSE)
			continue;
		fputs(".It\n", out);
		sentences(commands[i].help, out);
	}
	fputs(".El\n", out);
}

static void print_formats(FILE *out)
{
	fputs("Read:\n.Bl -tag -width Ds\n", out);
	for (size_t i = 0; i < formats_count(); i++) {
		fprintf(out, ".It Cm ");
		write_literal_text(formats[i]->name, out);
		putc('\n', out);
		sentences(formats[i]->help, out);
	}
	fputs(".El\n.Pp\nWritten by\n.Cm export :\n.Bl -tag -width Ds\n", out);
	for (size_t i = 0; i < export_notation_count(); i++) {
		fprintf(out, ".It Cm ");
		write_literal_text(export_notations[i]->name, out);
		putc('\n', out);
		sentences(export_notations[i]->help, out);
	}
	fputs(".El\n", out);
}

/*
 * Write a generated part of the manual in mdoc(7): "keys", "options" or "formats". Returns false
 * for other names.
 */
static bool generated_mdoc(const char *part, FILE *out)
{
	if (strcmp(part, "keys") == 0)
		print_key_fragment(out);
	else if (strcmp(part, "options") == 0)
		print_options(out);
	else if (strcmp(part, "formats") == 0)
		print_formats(out);
	else
		return false;
	return true;
}

/* ---- completion ---- */

static bool is_file(enum option_id id)
{
	return id == OPTION_OUTPUT || id == OPTION_OUTPUT_FLARE;
}

/*
 * Write the literal words of an argument such as "N|auto", separated by blanks; words in
 * capitals are placeholders.
 */
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

/* ---- bash ---- */

/* Write the words that the argument of each option can be. The script itself looks for plugins. */
static void bash_words(FILE *out)
{
	fputs("\tcase $command:$previous in\n", out);
	for (enum option_id id = 0; id < OPTION_COUNT; id++) {
		const struct option_info *o = &option_table[id];

		if (!*o->argument)
			continue;
		for (size_t i = 0; i < subcommand_count(); i++) {
			const char *command = subcommands[i].name;

			if (!option_is_told(id, subcommands[i].taker))
				continue;
			fprintf(out, "\t%s:--%s", command, o->name);
			if (o->letter)
				fprintf(out, "|%s:-%c", command, o->letter);
			if (is_file(id)) {
				fputs(") files=yes ;;\n", out);
				continue;
			}
			fputs(") words='", out);
			argument_words(id, out);
			fprintf(out, "' argument=yes%s ;;\n",
				id == OPTION_INPUT_FORMAT ? " own=yes" : "");
		}
	}
	fputs("\tesac\n", out);
}

/* Write the completion of commands, options and their words for bash. */
static void generated_bash(FILE *out)
{
	fputs(
	    "# flarescope.bash - completion for bash. Made by: flarescope help --bash\n\n"
	    "_flarescope()\n{\n"
	    "\tlocal word=${COMP_WORDS[COMP_CWORD]}\n"
	    "\tlocal previous=${COMP_WORDS[COMP_CWORD - 1]}\n"
	    "\tlocal command=open options= words= argument= files= own= w\n"
	    "\tlocal commands='",
	    out);
	for (size_t i = 0; i < subcommand_count(); i++)
		fprintf(out, "%s%s", i ? " " : "", subcommands[i].name);
	fputs("'\n"
	      "\tfor w in $commands; do\n"
	      "\t\t[ \"$COMP_CWORD\" -gt 1 ] && [ \"${COMP_WORDS[1]}\" = \"$w\" ] && "
	      "command=$w\n"
	      "\tdone\n"
	      "\tcase $command in\n",
	      out);
	for (size_t i = 0; i < subcommand_count(); i++) {
		if (!subcommands[i].taker)
			continue;
		fprintf(out, "\t%s) options='", subcommands[i].name);
		for (int id = 0; id < OPTION_COUNT; id++)
			if (option_is_told((enum option_id)id, subcommands[i].taker))
				fprintf(out, "--%s ", option_table[id].name);
		fputs("' ;;\n", out);
	}
	fputs("\tesac\n", out);
	bash_words(out);
	fputs("\tif [ -n \"$own\" ]; then\n"
	      "\t\tw=${XDG_CONFIG_HOME:-$HOME/.config}/flarescope/readers\n"
	      "\t\twords=\"$words $( (compgen -c flarescope-read-; "
	      "compgen -f \"$w/flarescope-read-\") |\n"
	      "\t\t\tsed -n 's,.*flarescope-read-\\([a-z0-9-]*\\)$,\\1,p')\"\n"
	      "\tfi\n"
	      "\tif [ -n \"$argument\" ]; then\n"
	      "\t\tmapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
	      "\telif [ -z \"$files\" ] && [ \"${word#-}\" != \"$word\" ]; then\n"
	      "\t\tmapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$word\")\n"
	      "\telif [ \"$COMP_CWORD\" -eq 1 ] || [ \"$command\" = help ]; then\n"
	      "\t\tmapfile -t COMPREPLY < <(compgen -W \"$commands\" -- \"$word\"; "
	      "compgen -f -- "
	      "\"$word\")\n"
	      "\telse\n"
	      "\t\tmapfile -t COMPREPLY < <(compgen -f -- \"$word\")\n"
	      "\tfi\n"
	      "}\n\n"
	      "complete -o filenames -F _flarescope flarescope\n",
	      out);
}

/* Write a text for single quotes, with a backslash before each character in `escaped`. */
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

/* Write the help of an option up to its first full stop. */
static void short_help(enum option_id id, const char *escaped, FILE *out)
{
	char help[OPTION_HELP_MAX];
	const char *end;

	command_words(option_table[id].help, help, sizeof help);
	end = strstr(help, ". ");
	quoted(help, end ? (size_t)(end - help) : strlen(help), escaped, out);
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

/* Write the whole file data/completions for zsh. */
static void completions_zsh(FILE *out)
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

static void completions_fish(FILE *out)
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

static void print_keys(void)
{
	for (int i = 1; i < COMMAND_COUNT; i++) {
		if (!*commands[i].keys)
			continue;
		printf("  %-17s ", commands[i].keys);
		usage_paragraph(commands[i].help, 20, 20, stdout);
	}
}

static void print_ranges(void)
{
	fputs(
	    "A range, --range A,B, extends from second A up to, but not including,\n"
	    "second B; A+LENGTH gives the length instead. A and B are decimal seconds,\n"
	    "counted from the whole second of the first sample, where the heat map\n"
	    "begins: if the first sample was taken at 705.690 s, then 0 is 705.000 s.\n"
	    "In a profile of spans that is shorter than a second, 0 is the whole tenth\n"
	    "of a second before the first span, or the whole hundredth, and so on.\n"
	    "\n"
	    "  --range 11.2,11.36        160 ms\n"
	    "  --range 11.2+160ms        the same; units are ns, us, ms, s, m and h\n"
	    "  --range 200,360ms         A without a unit takes the unit of B\n"
	    "  --range 60,               from 60 s to the end\n"
	    "  --range -5                the last 5 seconds\n"
	    "  --range -5,-2             the same without the last 2 seconds\n"
	    "  --range 10:44:23+2        in time of day, if known (--started)\n"
	    "  --range 23:59:50,0:00:10  across midnight\n"
	    "  --range 2026-11-21T03:07:40+2  from a date; with a Z at its end, in UTC\n"
	    "\n"
	    "Clock times are those of the map's axis: in UTC, or in the zone that\n"
	    "--clock selects. In a profile longer than a day, A is the first moment\n"
	    "with this time of day, and B the first such moment after A.\n"
	    "\n"
	    "To combine several ranges, give --range more than once, or join them with\n"
	    "\"/\" in one word. Each sample counts once; ranges that overlap or touch "
	    "are\n"
	    "joined.\n"
	    "\n"
	    "  --range 10,12 --range 20,21.5\n"
	    "  --range 10,12/20,21.5     the same\n"
	    "\n"
	    "A range in which nothing was recorded is an error; one that extends beyond\n"
	    "the end is accepted.\n"
	    "\n"
	    "On the screen, v starts and ends a selection, : lets you type a range, and\n"
	    "y shows the command line for what is on the screen.\n",
	    stdout);
}

static void print_filters(void)
{
	fputs(
	    "A filter keeps the samples that match all of its terms. Join terms with\n"
	    "\" & \", including the blanks, or give several --filter options. \"!\" in\n"
	    "front of a term negates it.\n"
	    "\n"
	    "  REGEX          a frame of the stack, or the thread's name, matches\n"
	    "  comm=NAME      the thread's name is NAME; comm~REGEX: it matches REGEX\n"
	    "  process=NAME   the name of its process, which is that of its first\n"
	    "                 thread, is NAME; process~REGEX: that name matches\n"
	    "  pid=N, tid=N   this process, this thread\n"
	    "  cpu=N          this CPU; pid, tid and cpu also take several numbers:\n"
	    "                 cpu=0-3,8\n"
	    "  host=NAME      this host; host~REGEX: its name matches\n"
	    "  service=NAME   this service, for samples in ClickHouse; service~REGEX\n"
	    "  module=NAME    a frame is in this file; module~REGEX: in one whose\n"
	    "                 path matches\n"
	    "  self=NAME      the function that ran, the innermost of the stack, is "
	    "NAME;\n"
	    "                 self~REGEX: its name matches\n"
	    "  self-module=NAME  that function is in this file; self-module~REGEX: in "
	    "one\n"
	    "                 whose path matches\n"
	    "  self-kind=KIND its code is of this kind: user, kernel, jit, inlined,\n"
	    "                 runtime, idle or no name\n"
	    "  mode=MODE      the sample was taken in user or kernel mode, even if the\n"
	    "                 function has no name; unknown if the mode was not "
	    "recorded\n"
	    "\n"
	    "The self and mode terms select the groups that lanes and --colour-by show\n"
	    "for function, module, kind and mode, and use the names shown there,\n"
	    "including [no stack] and [no name].\n"
	    "\n"
	    "Case matters only if the pattern has a capital letter. Characters between\n"
	    "\\Q and \\E are literal, even \"&\".\n"
	    "\n"
	    "  --filter 'comm=nginx & !epoll_wait'\n"
	    "  --filter module~libssl --filter cpu=3\n",
	    stdout);
}

static void print_transformations(void)
{
	fputs(
	    "A transformation, --transform KIND=NAME, changes all call paths before the\n"
	    "graph and the table are computed. Several are applied one after the other.\n"
	    "The heat map still shows all samples.\n\n",
	    stdout);
	for (int i = 0; i < TRANSFORM_KINDS; i++) {
		printf("  %-19s ", transform_words[i].name);
		usage_paragraph(transform_words[i].does, 22, 22, stdout);
	}
	fputs(
	    "\nNAME is the whole name of a function, or the name without its scope and\n"
	    "parameters (push_back), or a part that no other function has. For\n"
	    "collapse-module, it is the file of a module, with or without its path; for\n"
	    "focus-subtree, a list of names from the root, separated by \";\". An\n"
	    "unknown or ambiguous name is an error, and the message lists the nearest\n"
	    "name or the candidates. If a path contains a function several times,\n"
	    "focus and cut begin at the outermost call, so that recursion is\n"
	    "preserved; merge merges every call.\n\n"
	    "  --transform focus=main --transform merge=malloc\n"
	    "  --transform collapse-module=libc.so.6\n",
	    stdout);
}

static void print_json(void)
{
	fputs(
	    "--format json makes a command print one JSON document. Every document "
	    "begins\n"
	    "with\n"
	    "\n"
	    "  \"schema\": \"flarescope/1\"  the version of the format\n"
	    "  \"command\": \"top\"          the command that printed it\n"
	    "\n"
	    "and, if they apply,\n"
	    "\n"
	    "  \"file\", \"baseline_file\"  as given on the command line\n"
	    "  \"selection\"              the range, event, filter and search, and the\n"
	    "                           number and value of the samples that they "
	    "select\n"
	    "\n"
	    "The same names mean the same in all documents:\n"
	    "\n"
	    "  name, by        a name, and what has it: function, thread, process ...\n"
	    "  rows            the result, in order\n"
	    "  rows_total      the number of rows before --limit was applied\n"
	    "  *_share         a fraction of 1; 0.25 is 25 %\n"
	    "  *_s             seconds; from_s and to_s count from the origin, as "
	    "--range\n"
	    "                  does, and to_s does not belong to the range\n"
	    "  *_date          an ISO 8601 date, which ends in Z if its zone is known\n"
	    "  *_count, *_total, samples, self, total\n"
	    "                  numbers; values have the unit in \"selection\"\n"
	    "\n"
	    "A value that is unknown, or does not apply to a row, is null. Members that "
	    "do\n"
	    "not apply to a whole document are absent. Graphs of flame and tree are "
	    "nested,\n"
	    "too deeply for some readers (jq 1.6 gives up at 85 frames): --flat lists "
	    "them.\n"
	    "\n"
	    "Stable: as long as \"schema\" is \"flarescope/1\", no member is removed or\n"
	    "renamed, and none changes its type, its unit or its meaning. New members "
	    "and\n"
	    "new words for existing members (such as a new kind of odd moment) may be\n"
	    "added, so ignore those that you do not know. Not stable: the order of "
	    "members,\n"
	    "white space, and messages made for people, which are the members\n"
	    "\"nothing\", \"no_difference\", \"reason\" and \"description\". Statistical "
	    "results\n"
	    "may improve: the same file may yield other odd moments in a later version.\n"
	    "\n"
	    "  flarescope help schema COMMAND   prints the JSON Schema of a command\n"
	    "\n"
	    "The schemas are also installed, in flarescope/schemas below the data "
	    "directory\n"
	    "(/usr/share). 'flarescope help schema' lists the commands that have JSON.\n"
	    "\n"
	    "Errors are text on standard error. The exit status is 0 if the document is\n"
	    "complete, also if \"rows\" is empty; see EXIT STATUS in flarescope(1).\n",
	    stdout);
}

/* Print the schema of a command, or list the commands that have one. */
static bool print_schema(const char *command, struct error *err)
{
	const struct subcommand *sub = command ? subcommand_find(command) : NULL;

	if (sub && sub->document)
		return document_schema_write(sub->document, stdout, err);
	if (command)
		return error_set(err, ERROR_USAGE,
				 "there is no schema of '%s'%s; 'help schema' lists the "
				 "commands that have one",
				 command,
				 strcmp(command, "export") == 0
				     ? ", which writes formats of other programs"
				     : "");
	for (size_t i = 0; i < subcommand_count(); i++)
		if (subcommands[i].document)
			puts(subcommands[i].name);
	return true;
}

static bool refuse_topic(const char *topic, struct error *err)
{
	static const char *const others[] = {
	    "keys", "ranges", "filters", "transformations", "json", "schema"};
	struct text_nearest n = {.given = text_of(topic)};

	for (size_t i = 0; i < subcommand_count(); i++)
		text_nearest_offer(&n, text_of(subcommands[i].name));
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		text_nearest_offer(&n, text_of(others[i]));
	if (n.word.len)
		return error_set(err, ERROR_USAGE, "no help on '%s'; did you mean %s?",
				 topic, n.word.at);
	return error_set(err, ERROR_USAGE,
			 "no help on '%s'; topics are the commands, keys, ranges, "
			 "filters, transformations, formats and json",
			 topic);
}

static bool help_topic(const char *topic, struct error *err)
{
	const struct subcommand *sub = subcommand_find(topic);

	if (strcmp(topic, "keys") == 0)
		print_keys();
	else if (strcmp(topic, "ranges") == 0)
		print_ranges();
	else if (strcmp(topic, "filters") == 0)
		print_filters();
	else if (strcmp(topic, "transformations") == 0)
		print_transformations();
	else if (strcmp(topic, "json") == 0)
		print_json();
	else if (strcmp(topic, "formats") == 0)
		return formats_print(TABLE_TEXT, err);
	else if (sub)
		usage_print(sub, stdout);
	else
		return refuse_topic(topic, err);
	return true;
}

/* The build uses the hidden options to make the manual and the completions. */
bool cmd_help_main(int argc, char **argv, struct error *err)
{
	if (argc == 1)
		usage_print_all(stdout);
	else if (strcmp(argv[1], "--bash") == 0)
		generated_bash(stdout);
	else if (strcmp(argv[1], "--zsh") == 0)
		completions_zsh(stdout);
	else if (strcmp(argv[1], "--fish") == 0)
		completions_fish(stdout);
	else if (strcmp(argv[1], "schema") == 0 && argc <= 3)
		return print_schema(argv[2], err);
	else if (strcmp(argv[1], "--mdoc") != 0)
		return help_topic(argv[1], err);
	else if (argc != 3 || !generated_mdoc(argv[2], stdout))
		return error_set(err, ERROR_USAGE,
				 "--mdoc: expected keys, options or formats");
	return true;
}
