#include "cli/completion.h"

#include <string.h>

#include "cli/subcommand.h"
#include "input/formats.h"

static void print_commands(FILE *out)
{
	fputs("\tlocal commands='", out);
	for (size_t i = 0; i < subcommand_count(); i++)
		fprintf(out, "%s%s", i ? " " : "", subcommands[i].name);
	fputs("'\n", out);
}

/* The options of each command. */
static void print_options(FILE *out)
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

static void print_spellings(const struct option_info *o, const char *command, FILE *out)
{
	fprintf(out, "\t%s:--%s", command, o->name);
	if (o->letter)
		fprintf(out, "|%s:-%c", command, o->letter);
}

/* The words among "N|auto": those in capitals stand for something else. */
static void print_choice(const char *argument, FILE *out)
{
	const char *before = "";

	while (strchr(argument, '|') || *before) {
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

/* Those of ours; the user's own are looked for when they are asked for. */
static void print_formats(FILE *out)
{
	fputs(") words='", out);
	for (size_t i = 0; i < formats_count(); i++)
		fprintf(out, "%s%s", i ? " " : "", formats[i]->name);
	fputs("' argument=yes own=yes ;;\n", out);
}

/* The words an option's argument can be. */
static void print_words(FILE *out)
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
			print_spellings(o, subcommands[i].name, out);
			if (id == OPTION_OUTPUT || id == OPTION_OUTPUT_FLARE) {
				fputs(") files=yes ;;\n", out);
				continue;
			}
			if (id == OPTION_INPUT_FORMAT) {
				print_formats(out);
				continue;
			}
			fputs(") words='", out);
			print_choice(option_argument((enum option_id)id, words), out);
			fputs("' argument=yes ;;\n", out);
		}
	}
	fputs("\tesac\n", out);
}

void completion_print_bash(FILE *out)
{
	fputs(
	    "# flarescope.bash - completion for bash. Made by: flarescope help --bash\n\n"
	    "_flarescope()\n{\n"
	    "\tlocal word=${COMP_WORDS[COMP_CWORD]}\n"
	    "\tlocal previous=${COMP_WORDS[COMP_CWORD - 1]}\n"
	    "\tlocal command=open options= words= argument= files= own= w\n",
	    out);
	print_commands(out);
	fputs("\tfor w in $commands; do\n"
	      "\t\t[ \"$COMP_CWORD\" -gt 1 ] && [ \"${COMP_WORDS[1]}\" = \"$w\" ] && "
	      "command=$w\n"
	      "\tdone\n",
	      out);
	print_options(out);
	print_words(out);
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
