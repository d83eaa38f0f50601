#include "cli/generated.h"

#include <string.h>

#include "cli/subcommand.h"
#include "export/export.h"
#include "input/formats.h"
#include "view/command.h"

/* ---- the manual, in mdoc(7) ---- */

/* Literal text: characters that mean something to roff are escaped. */
static void plain(const char *text, FILE *out)
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

/* A sentence a line, as mdoc wants its text, ending in a full stop. */
static void sentences(const char *text, FILE *out)
{
	char sentence[400];

	while (*text) {
		const char *end = strstr(text, ". ");
		size_t len = end ? (size_t)(end - text) : strlen(text);

		snprintf(sentence, sizeof sentence, "%.*s", (int)len, text);
		plain(sentence, out);
		fputs(len > 0 && sentence[strlen(sentence) - 1] == '.' ? "\n" : ".\n",
		      out);
		text = end ? end + 2 : text + len;
	}
}

static void print_takers(enum option_id id, FILE *out)
{
	const char *before = "(";

	for (size_t i = 0; i < subcommand_count(); i++) {
		if (!option_is_told(id, subcommands[i].taker))
			continue;
		fprintf(out, "%s%s", before, subcommands[i].name);
		before = ", ";
	}
	fputs(")\n", out);
}

/* Does every command that reads a profile take it? Then they need not be listed. */
static bool is_common(enum option_id id)
{
	for (size_t i = 0; i < subcommand_count(); i++) {
		unsigned taker =
		    subcommands[i].taker &
		    ~(unsigned)(TAKER_CACHE | TAKER_RECORD | TAKER_PUSH | TAKER_LIVE);

		if (taker && !option_is_told(id, taker))
			return false;
	}
	return true;
}

static void print_option(enum option_id id, FILE *out)
{
	const struct option_info *o = &option_table[id];
	char words[OPTION_WORDS_MAX], help[OPTION_HELP_MAX];

	fputs(".It ", out);
	if (o->letter)
		fprintf(out, "Fl %c , ", o->letter);
	fprintf(out, "Fl \\-%s", o->name);
	if (*o->argument)
		fprintf(out, " Ar %s", option_told_argument(id, words));
	putc('\n', out);
	sentences(command_words(o->help, help, sizeof help), out);
	if (!is_common(id))
		print_takers(id, out);
}

/* A subsection for each group. */
static void print_options(FILE *out)
{
	for (enum option_group group = 0; group < GROUP_COUNT; group++) {
		bool first = true;

		for (enum option_id id = 0; id < OPTION_COUNT; id++) {
			if (option_group(id) != group || !option_is_told(id, ~0U >> 16))
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

/* "C-r" as "Ctrl-r", "S-Tab" as "Shift-Tab"; the rest as it is. */
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
		fputs("\\&", out); /* mdoc would take it for punctuation */
	plain(name, out);
}

static void print_keys_of(const char *keys, FILE *out)
{
	const char *before = ".It \\&";

	while (*keys) {
		size_t len = strcspn(keys, " ");

		fputs(before, out);
		print_key((struct text){keys, len}, out);
		before = " , \\&";
		keys += len + (keys[len] == ' ');
	}
	putc('\n', out);
}

/* The keys of prompts, or all others. */
static void print_key_list(bool prompt, FILE *out)
{
	fputs(".Bl -tag -width Ds -compact\n", out);
	for (int i = 1; i < COMMAND_COUNT; i++) {
		const struct command_info *c = &commands[i];

		if (!*c->keys || (c->where == PLACE_PROMPT) != prompt)
			continue;
		print_keys_of(c->keys, out);
		sentences(c->help, out);
	}
	fputs(".El\n", out);
}

static void print_mouse(FILE *out)
{
	fputs(".Bl -bullet -compact\n", out);
	for (int i = 1; i < COMMAND_COUNT; i++) {
		if (commands[i].kind != KIND_MOUSE)
			continue;
		fputs(".It\n", out);
		sentences(commands[i].help, out);
	}
	fputs(".El\n", out);
}

static void print_keys(FILE *out)
{
	print_key_list(false, out);
	fputs(".Pp\nWhile typing into a prompt:\n.Pp\n", out);
	print_key_list(true, out);
	fputs(".Pp\nThe mouse:\n.Pp\n", out);
	print_mouse(out);
}

static void print_formats(FILE *out)
{
	fputs("Read:\n.Bl -tag -width Ds\n", out);
	for (size_t i = 0; i < formats_count(); i++) {
		fprintf(out, ".It Cm ");
		plain(formats[i]->name, out);
		putc('\n', out);
		sentences(formats[i]->help, out);
	}
	fputs(".El\n.Pp\nWritten by\n.Cm export :\n.Bl -tag -width Ds\n", out);
	for (size_t i = 0; i < export_notation_count(); i++) {
		fprintf(out, ".It Cm ");
		plain(export_notations[i]->name, out);
		putc('\n', out);
		sentences(export_notations[i]->help, out);
	}
	fputs(".El\n", out);
}

bool generated_mdoc(const char *part, FILE *out)
{
	if (strcmp(part, "keys") == 0)
		print_keys(out);
	else if (strcmp(part, "options") == 0)
		print_options(out);
	else if (strcmp(part, "formats") == 0)
		print_formats(out);
	else
		return false;
	return true;
}

/* ---- completion for bash ---- */

static void bash_commands(FILE *out)
{
	fputs("\tlocal commands='", out);
	for (size_t i = 0; i < subcommand_count(); i++)
		fprintf(out, "%s%s", i ? " " : "", subcommands[i].name);
	fputs("'\n", out);
}

/* The options of each command. */
static void bash_options(FILE *out)
{
	fputs("\tcase $command in\n", out);
	for (size_t i = 0; i < subcommand_count(); i++) {
		if (!subcommands[i].taker)
			continue;
		fprintf(out, "\t%s) options='", subcommands[i].name);
		for (int id = 0; id < OPTION_COUNT; id++) {
			if (option_is_told((enum option_id)id, subcommands[i].taker))
				fprintf(out, "--%s ", option_table[id].name);
		}
		fputs("' ;;\n", out);
	}
	fputs("\tesac\n", out);
}

static void bash_spellings(const struct option_info *o, const char *command, FILE *out)
{
	fprintf(out, "\t%s:--%s", command, o->name);
	if (o->letter)
		fprintf(out, "|%s:-%c", command, o->letter);
}

/* The words among "N|auto": those in capitals stand for something else. */
static void bash_choice(const char *argument, FILE *out)
{
	const char *before = "";

	for (;;) {
		size_t len = strcspn(argument, "|");

		if (*argument < 'A' || *argument > 'Z') {
			fprintf(out, "%s%.*s", before, (int)len, argument);
			before = " ";
		}
		if (!argument[len])
			break;
		argument += len + 1;
	}
}

/* The built-in ones; plugins are looked for at completion. */
static void bash_formats(FILE *out)
{
	fputs(") words='", out);
	for (size_t i = 0; i < formats_count(); i++)
		fprintf(out, "%s%s", i ? " " : "", formats[i]->name);
	fputs("' argument=yes own=yes ;;\n", out);
}

/* The words an option's argument can be. */
static void bash_words(FILE *out)
{
	fputs("\tcase $command:$previous in\n", out);
	for (int id = 0; id < OPTION_COUNT; id++) {
		const struct option_info *o = &option_table[id];
		char words[OPTION_WORDS_MAX];

		if (!*o->argument)
			continue;
		for (size_t i = 0; i < subcommand_count(); i++) {
			if (!option_is_told((enum option_id)id, subcommands[i].taker))
				continue;
			bash_spellings(o, subcommands[i].name, out);
			if (id == OPTION_OUTPUT || id == OPTION_OUTPUT_FLARE) {
				fputs(") files=yes ;;\n", out);
				continue;
			}
			if (id == OPTION_INPUT_FORMAT) {
				bash_formats(out);
				continue;
			}
			fputs(") words='", out);
			bash_choice(option_argument((enum option_id)id, words), out);
			fputs("' argument=yes ;;\n", out);
		}
	}
	fputs("\tesac\n", out);
}

void generated_bash(FILE *out)
{
	fputs(
	    "# flarescope.bash - completion for bash. Made by: flarescope help --bash\n\n"
	    "_flarescope()\n{\n"
	    "\tlocal word=${COMP_WORDS[COMP_CWORD]}\n"
	    "\tlocal previous=${COMP_WORDS[COMP_CWORD - 1]}\n"
	    "\tlocal command=open options= words= argument= files= own= w\n",
	    out);
	bash_commands(out);
	fputs("\tfor w in $commands; do\n"
	      "\t\t[ \"$COMP_CWORD\" -gt 1 ] && [ \"${COMP_WORDS[1]}\" = \"$w\" ] && "
	      "command=$w\n"
	      "\tdone\n",
	      out);
	bash_options(out);
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
