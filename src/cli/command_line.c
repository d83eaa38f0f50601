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

/*
 * Print the error in one line, made printable because it may quote file names and patterns.
 * `sub` may be NULL.
 */
static int report_error(const struct subcommand *sub, const struct error *err)
{
	const char *topic = sub && sub->main != cmd_help_main ? sub->name : "";
	bool asks = text_ends(text_of(err->message), TEXT("?"));

	fflush(stdout);
	fputs("flarescope: ", stderr);
	printable_write(text_of(err->message), stderr);
	if (err->kind == ERROR_USAGE)
		fprintf(stderr, "%s try 'flarescope help%s%s'", asks ? "" : ";",
			*topic ? " " : "", topic);
	putc('\n', stderr);
	return err->kind == ERROR_USAGE	  ? STATUS_USAGE
	       : err->kind == ERROR_GROWN ? STATUS_GROWN
					  : STATUS_FAILED;
}

/* Help that could not be written is a failure, like any other lost output. */
static bool all_written(struct error *err)
{
	return (fflush(stdout) == 0 && !ferror(stdout)) ||
	       error_sys(err, "cannot write to standard output");
}

/* Set an error if the first word is neither a command nor a file: it may be a misspelt command. */
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

/* Is there a perf.data, the default name of perf record and perf report? */
static bool has_recording(void)
{
	return access("perf.data", F_OK) ==
	       0; /* if it is unreadable, opening it reports why */
}

/* Is standard input a pipe? perf report reads pipes too. */
static bool is_piped(void)
{
	struct stat st;

	return fstat(STDIN_FILENO, &st) == 0 && S_ISFIFO(st.st_mode);
}

/* Refuse wrong paths for symbols, as the only other sign of them would be missing names. */
static bool has_symbol_places(const struct reading_options *r, struct error *err)
{
	const struct {
		const char *option, *path;
		bool directory;
	} places[] = {{"source", r->source, true},
		      {"symfs", r->symfs, true},
		      {"kallsyms", r->kallsyms, false}};
	struct stat there;

	for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
		if (!places[i].path)
			continue;
		if (stat(places[i].path, &there) != 0)
			return error_sys(err, "--%s %s", places[i].option,
					 places[i].path);
		if (S_ISDIR(there.st_mode) != places[i].directory)
			return error_set(err, ERROR_USAGE, "--%s %s is %s directory",
					 places[i].option, places[i].path,
					 places[i].directory ? "not a" : "a");
	}
	return true;
}

/*
 * Print a line for the version and for the confinement of reading, then the optional libraries. The
 * confinement depends on the system, so it is tried.
 */
static bool tell_version(struct options *o, struct error *err)
{
	static const struct library *const libraries[] = {
	    &isal_library,   &zstd_library, &elfutils_library, &capstone_library,
	    &iberty_library, &curl_library, &csv_library,      &seccomp_library,
	};
	char words[CONFINEMENT_TEXT];
	struct sandbox sandbox;

	o->file = o->output = NULL;
	if (!sandbox_enter(&sandbox, o, TAKER_INFO, err))
		return false;
	printf("flarescope " PACKAGE_VERSION "\ngzip is unpacked by %s\nreading is "
	       "sandboxed by %s\n\nOptional libraries:\n",
	       inflate_library(), confinement_text(&sandbox.confinement, words));
	for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
		const struct library *l = libraries[i];
		const char *version = l->version ? l->version : "without";

		printf("  %-10s  %-8s  %s\n", l->name, *version ? version : "built in",
		       l->use);
	}
	sandbox_leave(&sandbox);
	return true;
}

static bool run_subcommand(const struct subcommand *sub, int argc, char **argv,
			   struct error *err)
{
	bool reads =
	    !(sub->taker & (TAKER_CONVERT | TAKER_MERGE | TAKER_CACHE | TAKER_CONFIG));
	struct sandbox sandbox;
	struct options o;
	bool ok;

	/* for commands without options; record handles --help itself */
	if (!sub->taker && argc == 2 &&
	    (strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "--help") == 0)) {
		usage_print(sub, stdout);
		return true;
	}
	if (sub->main)
		return sub->main(argc, argv, err);
	ok = options_parse(&o, (enum taker)sub->taker, argc, argv, err);
	if (reads && !o.file)
		o.file = is_piped() ? "-" : has_recording() ? "perf.data" : NULL;
	if (ok && o.help)
		usage_print(sub, stdout);
	else if (ok && o.version)
		ok = tell_version(&o, err);
	else if (ok && (ok = has_symbol_places(&o.settings.reading, err) &&
			     operands_take_started(&o, err))) {
		output_choose_locale(&o);
		if (o.nice)
			priority_lower();
		sandbox_limit_memory(o.memory); /* the sandbox forbids setting limits */
		ok = sandbox_enter(&sandbox, &o, (enum taker)sub->taker, err) &&
		     sub->run(&o, err);
		sandbox_leave(&sandbox);
	}
	options_release(&o);
	return ok;
}

int command_line_run(int argc, char **argv)
{
	const struct subcommand *sub = argc > 1 ? subcommand_find(argv[1]) : NULL;
	struct error err = ERROR_INIT;

	/*
	 * If a standard stream is closed, the next opened file would take its place. Open /dev/null
	 * in the wrong direction instead, so that reads and writes still fail.
	 */
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
			(void)!open("/dev/null",
				    fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
	/* with `| head`: end as quietly as cat, even if the parent ignores SIGPIPE */
	signal(SIGPIPE, SIG_DFL);
	/* with RLIMIT_FSIZE: let write() fail, which the cache ignores */
	signal(SIGXFSZ, SIG_IGN);
	if (argc == 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) {
		usage_print_all(stdout);
		return all_written(&err) ? STATUS_FINE : report_error(sub, &err);
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
			return report_error(NULL, &err);
	}
	return run_subcommand(sub, argc, argv, &err) && all_written(&err)
		   ? STATUS_FINE
		   : report_error(sub, &err);
}
