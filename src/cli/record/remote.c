#include "cli/record/remote.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/append.h"
#include "base/memory_stream.h"
#include "base/text.h"
#include "base/utf8.h"
#include "profile/store.h"
#include "session/shell_line.h"

#define CONNECTION_STAYS "60" /* seconds, for who has given a password */

struct target {
	char *name; /* owned: as ssh takes it */
	char *path; /* owned: of the file that its stream goes to */
	pid_t pid;
	bool is_there; /* somebody answers there */
	bool has_failed;
};

struct remote {
	const struct perf_command *command; /* borrowed */
	struct target *list;		    /* owned */
	size_t count, room;
	char place[64]; /* directory of the connections' sockets */
	char *socket;	/* owned: "-oControlPath=..." */
	char *line;	/* owned: what runs there, for a shell */
};

/* ---- which hosts ---- */

/* "root@web1:22" is "root_web1_22": no path leads out of the directory. */
static char *file_of(const struct remote *r, const char *name, struct error *err)
{
	char *path = mem_format(err, "%s/%s.data", r->command->output, name);
	char *at = path ? path + strlen(r->command->output) + 1 : NULL;

	for (; at && *at; at++)
		if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ01234567"
			    "89-_.",
			    *at))
			*at = '_';
	return path;
}

static bool add_host(struct remote *r, struct text name, struct error *err)
{
	struct target h = {.pid = -1};

	name = text_trim(name);
	if (!name.len || name.at[0] == '-')
		return error_set(err, ERROR_USAGE,
				 "--host needs names of hosts, as ssh takes them: "
				 "web1,root@web2");
	h.name = mem_text(name.at, name.len, err);
	h.path = h.name ? file_of(r, h.name, err) : NULL;
	if (h.path && APPEND(r->list, r->count, r->room, "hosts", err, h))
		return true;
	mem_free(h.name);
	mem_free(h.path);
	return false;
}

static bool add_hosts(struct remote *r, struct error *err)
{
	struct text rest = text_of(r->command->hosts);

	while (rest.len) {
		const char *comma = memchr(rest.at, ',', rest.len);
		size_t len = comma ? (size_t)(comma - rest.at) : rest.len;

		if (!add_host(r, text_upto(rest, len), err))
			return false;
		rest = text_from(rest, len + (comma != NULL));
	}
	return r->count > 0 ||
	       error_set(err, ERROR_USAGE, "--host needs names of hosts: web1,root@web2");
}

/* ---- what runs there ---- */

/* Where flarescope is, names are found where the programs are. */
static bool make_line(struct remote *r, struct error *err)
{
	struct memory_stream m;

	if (!memory_stream_open(&m, err))
		return false;
	fputs("if command -v flarescope >/dev/null 2>&1; then ", m.out);
	perf_command_write(r->command, m.out);
	fputs(" | flarescope convert - -o -; else exec ", m.out);
	perf_command_write(r->command, m.out);
	fputs("; fi", m.out);
	r->line = memory_stream_take(&m, NULL, err);
	return r->line != NULL;
}

/* ---- ssh ---- */

/* `more` are words behind its options; what it prints goes to `out`, -1: where ours does. */
static pid_t start_ssh(const struct remote *r, const char *const *more, int out)
{
	const char *argv[16] = {"sh",
				"-c",
				"exec ${FLARESCOPE_SSH:-ssh} \"$@\"",
				"ssh",
				"-oControlMaster=auto",
				"-oControlPersist=" CONNECTION_STAYS,
				r->socket};
	size_t n = 7;
	posix_spawn_file_actions_t files;
	pid_t pid = -1;

	while (*more && n + 1 < sizeof argv / sizeof *argv)
		argv[n++] = *more++; /* room: this loop's condition */
	posix_spawn_file_actions_init(&files);
	if (out >= 0) {
		posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
		posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null",
						 O_RDONLY, 0);
	}
	errno = posix_spawn(&pid, "/bin/sh", &files, NULL, (char *const *)argv, environ);
	posix_spawn_file_actions_destroy(&files);
	return errno ? -1 : pid;
}

static bool has_ended_well(pid_t pid)
{
	int status = -1;

	while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return pid > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void tell_failure(const struct target *h, const char *what)
{
	fputs("flarescope: ", stderr);
	printable_write(text_of(h->name), stderr);
	fprintf(stderr, ": %s\n", what);
}

/* Passwords and questions come here, one after the other. */
static size_t connect_all(struct remote *r)
{
	size_t n = 0;

	for (size_t i = 0; i < r->count; i++) {
		const char *const words[] = {r->list[i].name, "true", NULL};

		r->list[i].is_there = has_ended_well(start_ssh(r, words, -1));
		n += r->list[i].is_there;
		if (!r->list[i].is_there)
			tell_failure(&r->list[i], "cannot be reached by ssh");
	}
	return n;
}

static void disconnect_all(const struct remote *r)
{
	int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);

	for (size_t i = 0; i < r->count; i++) {
		const char *const words[] = {"-q", "-O", "exit", r->list[i].name, NULL};

		if (r->list[i].is_there)
			has_ended_well(start_ssh(r, words, nowhere));
	}
	if (nowhere >= 0)
		close(nowhere);
}

static bool start_all(struct remote *r, struct error *err)
{
	for (size_t i = 0; i < r->count; i++) {
		struct target *h = &r->list[i];
		const char *const words[] = {"-oBatchMode=yes", h->name, r->line, NULL};
		int out;

		if (!h->is_there)
			continue;
		out = open(h->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
		if (out < 0)
			return error_sys(err, "%s", h->path);
		h->pid = start_ssh(r, words, out);
		close(out);
	}
	return true;
}

/* ---- what came ---- */

static bool is_parsed(const char *path)
{
	char head[16];
	int file = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = file < 0 ? 0 : read(file, head, sizeof head);

	if (file >= 0)
		close(file);
	return n > 0 && store_recognise((struct text){head, (size_t)n});
}

/* By what it is. */
static bool name_file(struct target *h, struct error *err)
{
	char *path;
	bool ok;

	if (!is_parsed(h->path))
		return true;
	path = mem_format(err, "%.*s.flare", (int)strlen(h->path) - 5, h->path);
	ok = path && (rename(h->path, path) == 0 || error_sys(err, "%s", path));
	if (ok) {
		mem_free(h->path);
		h->path = path;
	} else {
		mem_free(path);
	}
	return ok;
}

/* A stream that was cut is one all the same: reading it says what is missing. */
static bool gather(struct remote *r, struct error *err)
{
	size_t here = 0;
	struct stat st;

	for (size_t i = 0; i < r->count; i++) {
		struct target *h = &r->list[i];
		bool well = h->is_there && has_ended_well(h->pid);

		if (!h->is_there)
			continue;
		if (stat(h->path, &st) != 0 || st.st_size == 0) {
			unlink(h->path);
			tell_failure(h, "nothing was recorded");
			continue;
		}
		if (!well)
			tell_failure(h, "ended early; what came is kept");
		if (!name_file(h, err))
			return false;
		here++;
	}
	return here > 0 ||
	       error_set(err, ERROR_SYSTEM, "nothing was recorded on any of these hosts");
}

/* ---- all of it ---- */

static bool make_place(struct remote *r, struct error *err)
{
	const char *tmp = getenv("TMPDIR");

	if (!tmp || strlen(tmp) > 30) /* names of sockets are short */
		tmp = "/tmp";
	snprintf(r->place, sizeof r->place, "%s/flarescope-ssh.XXXXXX", tmp);
	if (!mkdtemp(r->place)) {
		r->place[0] = '\0';
		return error_sys(err, "%s", r->place);
	}
	r->socket = mem_format(err, "-oControlPath=%s/%%C", r->place);
	return r->socket && (mkdir(r->command->output, 0755) == 0 || errno == EEXIST ||
			     error_sys(err, "%s", r->command->output));
}

static void release(struct remote *r)
{
	for (size_t i = 0; i < r->count; i++) {
		mem_free(r->list[i].name);
		mem_free(r->list[i].path);
	}
	if (r->place[0])
		rmdir(r->place);
	mem_free(r->list);
	mem_free(r->socket);
	mem_free(r->line);
}

/* Ctrl-C ends perf there and ssh here: what has come until then is gathered. */
static bool record(struct remote *r, size_t hosts, struct error *err)
{
	struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
	bool ok;

	fputs("flarescope: ", stderr);
	perf_command_write(r->command, stderr);
	fprintf(stderr, " on %zu host%s\n", hosts, hosts == 1 ? "" : "s");
	ok = start_all(r, err);
	sigaction(SIGINT, &ignore, &before);
	ok = gather(r, err) && ok;
	sigaction(SIGINT, &before, NULL);
	return ok;
}

bool remote_record(const struct perf_command *c, struct error *err)
{
	struct remote r = {.command = c};
	bool ok = add_hosts(&r, err) && make_place(&r, err) && make_line(&r, err);
	size_t hosts = ok ? connect_all(&r) : 0;

	if (ok)
		ok = hosts ? record(&r, hosts, err)
			   : error_set(err, ERROR_SYSTEM,
				       "none of these hosts can be reached");
	if (r.socket)
		disconnect_all(&r);
	release(&r);
	return ok;
}
