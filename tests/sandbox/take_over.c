/*
 * flarescope whose reader of folded stacks has been taken over: it tries all that a file could
 * make it try, and prints a line for each attempt: its errno, that of an ordinary process, its
 * name. Linked with --wrap=folded_format; the rest is the program as it is shipped. The
 * environment says where (SCENE: a directory) and at what (ATTEMPTS: files, marks, calls, helper,
 * keep, status).
 */

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "attempts.h"
#include "input/formats.h"
#include "sandbox/helper.h"

extern const struct format __wrap_folded_format, __real_folded_format;

static void try_all(const struct attempt *table, const struct scene *s)
{
	for (const struct attempt *a = table; a->name; a++)
		printf("%d %d %s\n", a->try(s), a->usual, a->name);
}

/* A file as this process sees it, or as another one would. */
static void try_open(struct helper *h, const char *path, const char *as)
{
	char whole[2 * PATH_MAX];
	struct stat st;
	int fd;

	snprintf(whole, sizeof whole, "/proc/%ld/root%s", (long)getpid(), path);
	fd = helper_open(h, whole, 0, &st);
	printf("open %s: %s\n", as, fd < 0 ? strerror(errno) : "done");
	if (fd >= 0)
		close(fd);
}

/* A file of the flight recorder, which there may not be. */
static void try_moment(struct helper *h, const char *name, const char *as)
{
	struct error err = ERROR_INIT;
	int fd = helper_moment_begin(h, NULL, name, &err);
	bool ok = fd >= 0 && helper_moment_commit(h, NULL, &err);

	printf("moment %s: %s\n", as, ok ? "done" : err.message);
	if (fd >= 0)
		close(fd);
}

/* What the helper could be talked into, in words. */
static void try_helper(struct helper *h, const struct scene *s)
{
	struct error err = ERROR_INIT;
	int fds[2];

	printf("save: %s\n",
	       helper_save(h, s->fresh, false, &err) < 0 ? err.message : "done");
	err = (struct error)ERROR_INIT;
	printf("save again: %s\n",
	       helper_save(h, s->victim, true, &err) < 0 ? err.message : "done");
	err = (struct error)ERROR_INIT;
	printf("commit: %s\n",
	       helper_commit(h, HELPER_SAVED, &err) ? "done" : err.message);
	err = (struct error)ERROR_INIT;
	printf("read: %s\n", helper_read(h, s->victim, fds, &err) ? "done" : err.message);
	try_moment(h, "authorized_keys", "of another name");
	try_moment(h, "../20261128-083012-busy.flare", "elsewhere");
	try_moment(h, "20261128-083012-busy.flare", "in its place");
	try_open(h, s->kept, "a file");
	try_open(h, "/proc/self/mem", "memory");
	try_open(h, "/proc/kcore", "kernel");
}

/* What it could be talked into keeping, where there is a screen. */
static void try_keep(struct helper *h)
{
	static const char *const lines[] = {"no-sandbox",
					    "memory 64G",
					    "filter x",
					    "scale dark\nnice",
					    "scale dark # \x1b]0;x",
					    "rows 7\n!no-sandbox",
					    "scale mauve",
					    "input-format mine",
					    "scale dark"};

	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		struct error err = ERROR_INIT;

		printf("keep %zu: %s\r\n", i,
		       helper_keep(h, lines[i], &err) ? "done" : err.message);
	}
}

/* What the kernel says of this process: rights, filters. */
static void print_status(void)
{
	FILE *f = fopen("/proc/self/status", "r");
	char line[256];

	while (f && fgets(line, sizeof line, f))
		if (strncmp(line, "Cap", 3) == 0 ||
		    strncmp(line, "NoNewPrivs", 10) == 0 ||
		    strncmp(line, "Seccomp:", 8) == 0)
			fputs(line, stdout);
	if (f)
		fclose(f);
}

static bool read_taken_over(struct reading *r, struct error *err)
{
	const char *what = getenv("ATTEMPTS"), *dir = getenv("SCENE");
	struct scene s = {.dir = dir ? dir : "/nowhere"};

	snprintf(s.victim, sizeof s.victim, "%s/victim", s.dir);
	snprintf(s.kept, sizeof s.kept, "%s/kept", s.dir);
	snprintf(s.fresh, sizeof s.fresh, "%s/fresh", s.dir);
	if (!what)
		what = "";
	if (strcmp(what, "files") == 0)
		try_all(attempts_on_files, &s);
	if (strcmp(what, "marks") == 0)
		try_all(attempts_on_marks, &s);
	if (strcmp(what, "calls") == 0)
		try_all(attempts_at_calls, &s);
	if (strcmp(what, "status") == 0)
		print_status();
	if (strcmp(what, "helper") == 0)
		try_helper(r->options->helper, &s);
	if (strcmp(what, "keep") == 0)
		try_keep(r->options->helper);
	fflush(stdout);
	return __real_folded_format.read(r, err);
}

static unsigned probe(struct text head)
{
	return __real_folded_format.probe(head);
}

const struct format __wrap_folded_format = {
    .name = "folded",
    .help = "folded stacks",
    .probe = probe,
    .read = read_taken_over,
};
