/* subcommand.h - the table of commands, and their usage. */

#ifndef CLI_SUBCOMMAND_H
#define CLI_SUBCOMMAND_H

#include <stdio.h>

#include "cli/options.h"
#include "export/document.h"

struct subcommand {
	const char *name;
	unsigned taker;	      /* an enum taker; 0: no options */
	const char *synopsis; /* arguments, for the usage line */
	const char *help;     /* one line: its output or action */
	const char *more;     /* a paragraph of detail */
	/* its JSON, for schemas; NULL: none */
	const struct document_kind *document;

	/* Exactly one of these is set. `main` parses its arguments itself; argv[0] is the name. */
	bool (*run)(const struct options *o, struct error *err);
	bool (*main)(int argc, char **argv, struct error *err);
};

/* The first command is the default. */
extern const struct subcommand subcommands[];
size_t subcommand_count(void);

const struct subcommand *subcommand_find(const char *name); /* NULL: unknown name */

/* Print the usage of flarescope, and a list of its commands. */
void usage_print_all(FILE *out);

/* Print the usage of one command, with its options. */
void usage_print(const struct subcommand *sub, FILE *out);

/*
 * Print a paragraph in lines of at most 79 columns. The first line begins at `column`; others are
 * indented by `indent`.
 */
void usage_paragraph(const char *words, int column, int indent, FILE *out);

extern const struct document_kind cache_document, config_document, formats_document;

/* Print the formats, as text or JSON. */
bool formats_print(enum table_format format, struct error *err);

bool cmd_open_run(const struct options *o, struct error *err);
bool cmd_heatmap_run(const struct options *o, struct error *err);
bool cmd_flame_run(const struct options *o, struct error *err);
bool cmd_chart_run(const struct options *o, struct error *err);
bool cmd_tree_run(const struct options *o, struct error *err);
bool cmd_top_run(const struct options *o, struct error *err);
bool cmd_annotate_run(const struct options *o, struct error *err);
bool cmd_periods_run(const struct options *o, struct error *err);
bool cmd_waits_run(const struct options *o, struct error *err);
bool cmd_find_run(const struct options *o, struct error *err);
bool cmd_export_run(const struct options *o, struct error *err);
bool cmd_config_run(const struct options *o, struct error *err);
bool cmd_cache_run(const struct options *o, struct error *err);
bool cmd_convert_run(const struct options *o, struct error *err);
bool cmd_diff_run(const struct options *o, struct error *err);
bool cmd_report_run(const struct options *o, struct error *err);
bool cmd_info_run(const struct options *o, struct error *err);
bool cmd_push_main(int argc, char **argv, struct error *err);
bool cmd_live_main(int argc, char **argv, struct error *err);
bool cmd_record_main(int argc, char **argv, struct error *err);
bool cmd_formats_main(int argc, char **argv, struct error *err);
bool cmd_guide_main(int argc, char **argv, struct error *err);
bool cmd_help_main(int argc, char **argv, struct error *err);

#endif
