#include "cli/command_line.h"

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "base/utf8.h"
#include "cli/output.h"
#include "cli/parsing/operands.h"
#include "cli/priority.h"
#include "cli/sandbox.h"
#include "cli/subcommand.h"
#include "engine/clickhouse.h"
#include "input/formats.h"
#include "input/unpack/inflate_member.h"
#include "input/unpack/unzstd.h"
#include "sandbox/syscalls.h"
#include "symbols/code/disassembly.h"
#include "symbols/demangle.h"
#include "symbols/elf/elf_image.h"

#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION "(built by hand)"
#endif

enum { STATUS_FINE, STATUS_FAILED, STATUS_USAGE, STATUS_GROWN };

/* In one line, made printable, for file names and patterns may hold anything. `sub` may be NULL. */
static int complain(const struct subcommand *sub, const struct error *err)
{
	const char *topic = sub && sub->main != cmd_help_main ? sub->name : "";

	fflush(stdout);
	fputs("flarescope: ", stderr);
	printable_write(text_of(err->message), stderr);
	if (err->kind == ERROR_USAGE)
		fprintf(stderr, "; try 'flarescope help%s%s'", *topic ? " " : "", topic);
	putc('\n', stderr);
	return err->kind == ERROR_USAGE	  ? STATUS_USAGE
	       : err->kind == ERROR_GROWN ? STATUS_GROWN
					  : STATUS_FAILED;
}

/* Help that was not written is a failure like any other lost output. */
static bool all_written(struct error *err)
{
	return (fflush(stdout) == 0 && !ferror(stdout)) ||
	       error_sys(err, "cannot write to standard output");
}

/* A first word that is neither a command nor a file may be a misspelt command. */
static bool is_meant_well(const char *word, bool alone, struct error *err)
{
	struct text_nearest n = {.given = text_of(word)};

	if (*word == '-' || strpbrk(word, "./") || access(word, F_OK) == 0 ||
	    errno != ENOENT)
		return true;
	for (size_t i = 0; i < subcommand_count(); i++)
		text_nearest_offer(&n, text_of(subcommands[i].name));
	if (n.word.len)
		return error_set(err, ERROR_USAGE,
				 "'%s' is not a command; did you mean %s?", word,
				 n.word.at);
	return alone ||
	       error_set(err, ERROR_USAGE, "'%s' is neither a command nor a file", word);
}

/* What perf record leaves when it is not told another name; perf report looks for it too. */
static bool has_recording(void)
{
	return access("perf.data", F_OK) ==
	       0; /* if it cannot be read, opening it tells why */
}

/* Is standard input a pipe? perf report reads it, too. */
static bool is_piped(void)
{
	struct stat st;

	return fstat(STDIN_FILENO, &st) == 0 && S_ISFIFO(st.st_mode);
}

/* A wrong path for symbols would show only in missing names, so it is refused. */
static bool has_symbol_places(const struct options *o, struct error *err)
{
	const char *symfs = o->settings.reading.symfs;
	const char *kallsyms = o->settings.reading.kallsyms;
	const char *source = o->settings.reading.source;
	struct stat there;

	if (source && stat(source, &there) != 0)
		return error_sys(err, "--source %s", source);
	if (source && !S_ISDIR(there.st_mode))
		return error_set(err, ERROR_USAGE, "--source %s is not a directory",
				 source);

	if (symfs && stat(symfs, &there) != 0)
		return error_sys(err, "--symfs %s", symfs);
	if (symfs && !S_ISDIR(there.st_mode))
		return error_set(err, ERROR_USAGE, "--symfs %s is not a directory",
				 symfs);
	if (kallsyms && stat(kallsyms, &there) != 0)
		return error_sys(err, "--kallsyms %s", kallsyms);
	if (kallsyms && S_ISDIR(there.st_mode))
		return error_set(err, ERROR_USAGE, "--kallsyms %s is a directory",
				 kallsyms);
	return true;
}

static void choose_file(struct options *o, const struct subcommand *sub)
{
	bool looks =
	    !(sub->taker & (TAKER_CONVERT | TAKER_MERGE | TAKER_CACHE | TAKER_CONFIG));

	if (o->file || !looks)
		return;
	if (is_piped())
		o->file = "-";
	else if (has_recording())
		o->file = "perf.data";
}

static void print_library(const struct library *l, FILE *out)
{
	const char *version = l->version ? l->version : "without";

	fprintf(out, "  %-10s  %-8s  %s\n", l->name, *version ? version : "built in",
		l->use);
}

/* `confined`: what confines reading. A line each, then the optional libraries. */
static void print_version(const char *confined, FILE *out)
{
	static const struct library *const libraries[] = {
	    &isal_library,     &zstd_library,	&elfutils_library,
	    &capstone_library, &iberty_library, &protobuf_library,
	    &curl_library,     &csv_library,	&seccomp_library,
	};

	fprintf(out,
		"flarescope " PACKAGE_VERSION "\ngzip is inflated by %s\n"
		"reading is confined by %s\n\nOptional libraries:\n",
		inflate_library(), confined);
	for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
		print_library(libraries[i], out);
}

/* What confines reading depends on the system, so it is tried. */
static bool tell_version(struct options *o, struct error *err)
{
	char words[CONFINEMENT_TEXT];
	struct sandbox sandbox;

	o->file = o->output = NULL;
	if (!sandbox_enter(&sandbox, o, TAKER_INFO, err))
		return false;
	print_version(confinement_text(&sandbox.confinement, words), stdout);
	sandbox_leave(&sandbox);
	return true;
}

static bool run_confined(const struct subcommand *sub, struct options *o,
			 struct error *err)
{
	struct sandbox sandbox;
	bool ok;

	output_choose_locale(o);
	if (o->nice)
		priority_lower();
	sandbox_limit_memory(o->memory); /* the sandbox forbids to set limits */
	ok = sandbox_enter(&sandbox, o, (enum taker)sub->taker, err) && sub->run(o, err);
	sandbox_leave(&sandbox);
	return ok;
}

/* Of commands without options; record looks for itself. */
static bool asks_for_help(const struct subcommand *sub, int argc, char **argv)
{
	return !sub->taker && argc == 2 &&
	       (strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "--help") == 0);
}

static bool run(const struct subcommand *sub, int argc, char **argv, struct error *err)
{
	struct options o;
	bool ok;

	if (asks_for_help(sub, argc, argv)) {
		usage_print(sub, stdout);
		return true;
	}
	if (sub->main)
		return sub->main(argc, argv, err);
	ok = options_parse(&o, (enum taker)sub->taker, argc, argv, err);
	choose_file(&o, sub);
	if (ok && o.help)
		usage_print(sub, stdout);
	else if (ok && o.version)
		ok = tell_version(&o, err);
	else if (ok)
		ok = has_symbol_places(&o, err) && operands_take_started(&o, err) &&
		     run_confined(sub, &o, err);
	options_release(&o);
	return ok;
}

/*
 * A file that we open must not become standard output because that was closed. /dev/null in the
 * wrong direction takes its place: it cannot be read, or written, either.
 */
static void hold_streams(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
			(void)!open("/dev/null",
				    fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

int command_line_run(int argc, char **argv)
{
	const struct subcommand *sub = argc > 1 ? subcommand_find(argv[1]) : NULL;
	struct error err = ERROR_INIT;

	hold_streams();
	/* With `| head`: end as quietly as cat, even if the parent ignores SIGPIPE. */
	signal(SIGPIPE, SIG_DFL);
	/* RLIMIT_FSIZE: an error of write(), which the cache ignores, not the end. */
	signal(SIGXFSZ, SIG_IGN);
	if (argc == 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) {
		usage_print_all(stdout);
		return all_written(&err) ? STATUS_FINE : complain(sub, &err);
	}
	if (argc <= 1 && !has_recording() && !is_piped()) {
		usage_print_all(stderr);
		fputs("\nThere is no perf.data here; to make one: flarescope record\n",
		      stderr);
		return STATUS_USAGE;
	}
	if (sub) {
		argc--;
		argv++;
	} else {
		sub = &subcommands[0];
		if (argc > 1 && !is_meant_well(argv[1], argc == 2, &err))
			return complain(NULL, &err);
	}
	return run(sub, argc, argv, &err) && all_written(&err) ? STATUS_FINE
							       : complain(sub, &err);
}
