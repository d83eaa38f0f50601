#include "cli/record/remote.h"

#include <dirent.h>
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
#include "base/placement.h"
#include "base/text.h"
#include "base/utf8.h"
#include "cli/ssh_messages.h"
#include "profile/store.h"
#include "choice/shell_line.h"

#define CONNECTION_STAYS "60" /* seconds, so that a password is entered only once */

struct target {
	char *name; /* owned: the argument for ssh */
	char *path; /* owned: the file for its stream, "perf.hosts/web1.data" */
	struct placement file; /* that file until it is complete */
	int out;	       /* owned: descriptor of the file; -1: closed */
	pid_t pid;	       /* of its ssh while recording; otherwise -1 */
	bool is_there;	       /* the connection is open */
	bool is_well;	       /* ssh and perf have ended successfully */
};

struct remote {
	const struct perf_command *command; /* borrowed */
	struct target *list;		    /* owned */
	size_t count, room;
	int directory; /* owned: descriptor of the directory with the files */
	struct ssh_messages messages;
	char place[64]; /* directory for the sockets of the connections */
	char *socket;	/* owned: "-oControlPath=..." */
	char *line;	/* owned: the command for the remote shell */
	/* standard input of all ssh processes, to which nothing is written; -1: none */
	int held;
	int stop; /* its write end: closing it ends perf on the hosts; -1: closed */
	sigset_t waited, before; /* signals to wait for, and the previous mask */
};

/* ---- the hosts ---- */

/* Add a host and its file: "root_web1_22" for "root@web1:22", so that it stays in the directory. */
static bool add_host(struct remote *r, struct text name, struct error *err)
{
	struct target h = {.pid = -1, .out = -1, .file = {.directory = -1}};
	size_t other = 0;

	name = text_trim(name);
	if (!name.len || name.at[0] == '-')
		return error_set(err, ERROR_USAGE,
				 "--host needs names of hosts, as ssh takes them: "
				 "web1,root@web2");
	h.name = mem_text(name.at, name.len, err);
	h.path =
	    h.name ? mem_format(err, "%s/%s.data", r->command->output, h.name) : NULL;
	if (!h.path) {
		mem_free(h.name);
		return false;
	}
	for (char *at = h.path + strlen(r->command->output) + 1; *at; at++)
		if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ01234567"
			    "89-_.",
			    *at))
			*at = '_';
	while (other < r->count && strcmp(r->list[other].path, h.path) != 0)
		other++;
	if (other < r->count)
		error_set(err, ERROR_USAGE,
			  "--host: %.60s and %.60s would both write %.200s",
			  r->list[other].name, h.name, h.path);
	else if (APPEND(r->list, r->count, r->room, "hosts", err, h))
		return true;
	mem_free(h.name);
	mem_free(h.path);
	return false;
}

/* ---- the remote command ---- */

/*
 * If flarescope is installed on the host, it resolves names there. Its own recorder has no
 * switches, so recordings of waits use perf. The command runs in its own sh, as the login shell may
 * be any. `r` runs perf until perf ends, or until its standard input is closed by us or with the
 * connection. The shell makes background commands ignore SIGINT, but perf resets that.
 */
static bool make_line(struct remote *r, struct error *err)
{
	struct memory_stream m;
	char *script;

	if (!memory_stream_open(&m, err))
		return false;
	fputs("r() { ", m.out);
	perf_command_write(r->command, m.out);
	fputs(" 3<&- & p=$!; { read x; kill -INT $p; } <&3 >/dev/null 2>&1 & w=$!; "
	      "{ wait $p; } 2>/dev/null; s=$?; kill $w 2>/dev/null; return $s; }; ",
	      m.out);
	if (!r->command->waiting)
		fputs("if command -v flarescope >/dev/null 2>&1; then "
		      "r 3<&0 </dev/null | flarescope convert - -o -; else ",
		      m.out);
	fputs("r 3<&0 </dev/null", m.out);
	if (!r->command->waiting)
		fputs("; fi", m.out);
	script = memory_stream_take(&m, NULL, err);
	if (!script || !memory_stream_open(&m, err)) {
		mem_free(script);
		return false;
	}
	fputs("exec sh -c ", m.out);
	shell_line_word(text_of(script), false, m.out);
	mem_free(script);
	r->line = memory_stream_take(&m, NULL, err);
	return r->line != NULL;
}

/* ---- ssh ---- */

/*
 * Run ssh; `more`: arguments after its options. Its output goes to `out`, its messages to
 * `messages`. Standard input is `in`, which stays empty, and Ctrl-C is ignored; -1: it inherits
 * ours.
 */
static pid_t start_ssh(const struct remote *r, const char *const *more, int in, int out)
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
	posix_spawnattr_t how;
	pid_t pid = -1;

	while (*more && n + 1 < sizeof argv / sizeof *argv)
		argv[n++] = *more++; /* room: condition of this loop */
	posix_spawn_file_actions_init(&files);
	posix_spawnattr_init(&how);
	posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
	posix_spawn_file_actions_adddup2(&files, r->messages.into, STDERR_FILENO);
	if (in >= 0) {
		posix_spawn_file_actions_adddup2(&files, in, STDIN_FILENO);
		posix_spawnattr_setflags(&how,
					 POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
		posix_spawnattr_setsigmask(&how, &r->before);
	}
	errno = posix_spawn(&pid, "/bin/sh", &files, &how, (char *const *)argv, environ);
	posix_spawnattr_destroy(&how);
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

/* In one write, as another process prints the messages of ssh at the same time. */
static void tell_failure(const struct target *h, const char *what)
{
	char name[1024] = "";
	FILE *f = fmemopen(name, sizeof name - 1, "w");

	if (f) {
		printable_write(text_of(h->name), f);
		fclose(f);
	}
	fprintf(stderr, "flarescope: %s: %s\n", name, what);
}

static bool start_all(struct remote *r, struct error *err)
{
	for (size_t i = 0; i < r->count; i++) {
		struct target *h = &r->list[i];
		const char *const words[] = {"-oBatchMode=yes", h->name, r->line, NULL};

		if (!h->is_there)
			continue;
		h->out = placement_begin_in(&h->file, r->directory,
					    text_basename(text_of(h->path)).at,
					    PLACEMENT_NEW, err);
		if (h->out < 0)
			return false;
		h->pid = start_ssh(r, words, r->held, h->out);
	}
	return true;
}

/* ---- the results ---- */

/*
 * Give each file its name, with the ending that fits its contents. Truncated streams are kept too:
 * reading them reports what is missing.
 */
static bool gather_streams(struct remote *r, struct error *err)
{
	size_t here = 0;
	struct stat st;

	for (size_t i = 0; i < r->count; i++) {
		struct target *h = &r->list[i];
		char head[16];
		ssize_t n;

		if (!h->is_there)
			continue;
		if (h->out < 0 || fstat(h->out, &st) != 0 || st.st_size == 0) {
			placement_abandon(&h->file);
			tell_failure(h, "nothing was recorded");
			continue;
		}
		if (!h->is_well)
			tell_failure(h, "ended early; what has arrived is saved");
		n = pread(h->out, head, sizeof head, 0);
		if (n > 0 && store_recognise((struct text){head, (size_t)n})) {
			char *path = mem_format(err, "%.*s.flare",
						(int)strlen(h->path) - 5, h->path);

			if (!path)
				return false;
			mem_free(h->path);
			h->path = path;
		}
		if (!placement_commit_as(&h->file, text_basename(text_of(h->path)).at,
					 err))
			return false;
		here++;
	}
	return here > 0 ||
	       error_set(err, ERROR_SYSTEM, "nothing was recorded on any of these hosts");
}

/* ---- all together ---- */

static bool is_empty(int directory, const char *path, struct error *err)
{
	int again = openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *d = again >= 0 ? fdopendir(again) : NULL;
	const struct dirent *e;
	bool empty = d != NULL;

	if (!d && again >= 0)
		close(again);
	if (!d)
		return error_sys(err, "%s", path);
	while (empty && (e = readdir(d)))
		empty = e->d_name[0] == '.';
	closedir(d);
	return empty || error_set(err, ERROR_USAGE,
				  "there are files in %s already; -o names another "
				  "directory",
				  path);
}

/*
 * Make the directories for sockets and for files. All files in the latter will be opened together,
 * so it must contain no other recording and belong to this user.
 */
static bool make_place(struct remote *r, struct error *err)
{
	const char *tmp = getenv("TMPDIR");

	if (!tmp || strlen(tmp) > 30) /* paths of sockets are limited in length */
		tmp = "/tmp";
	snprintf(r->place, sizeof r->place, "%s/flarescope-ssh.XXXXXX", tmp);
	if (!mkdtemp(r->place)) {
		r->place[0] = '\0'; /* there is nothing to remove */
		return error_sys(err, "cannot make a directory in %s", tmp);
	}
	r->socket = mem_format(err, "-oControlPath=%s/%%C", r->place);
	if (!r->socket)
		return false;
	r->directory = placement_directory(r->command->output, err);
	return r->directory >= 0 && is_empty(r->directory, r->command->output, err);
}

/*
 * Remove the directory. A master that was told to exit answers first and removes its socket
 * afterwards, so the socket may still exist.
 */
static void remove_place(const char *path)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	DIR *d = NULL;
	struct stat st;

	/* it may have been replaced by a link, or by a directory of another user */
	if (fd >= 0 && fstat(fd, &st) == 0 && st.st_uid == geteuid() &&
	    (st.st_mode & 07777) == 0700)
		d = fdopendir(fd);
	if (!d && fd >= 0)
		close(fd);
	for (struct dirent *e; d && (e = readdir(d));)
		if (e->d_name[0] != '.')
			unlinkat(dirfd(d), e->d_name, 0);
	if (d)
		closedir(d);
	rmdir(path);
}

static void close_end(int *end)
{
	if (*end >= 0)
		close(*end);
	*end = -1;
}

/* Is any ssh still running? */
static bool reap(struct remote *r)
{
	bool any = false;

	for (size_t i = 0; i < r->count; i++) {
		struct target *h = &r->list[i];
		int status = -1;
		pid_t ended = h->pid > 0 ? waitpid(h->pid, &status, WNOHANG) : 0;

		if (ended == h->pid && h->pid > 0) {
			h->is_well = WIFEXITED(status) && WEXITSTATUS(status) == 0;
			h->pid = -1;
		}
		any |= h->pid > 0;
	}
	return any;
}

/* Ctrl-C ends perf on the hosts, and the rest of their data is received; the second one ends us. */
static void wait_all(struct remote *r)
{
	while (reap(r)) {
		if (sigwaitinfo(&r->waited, NULL) != SIGINT)
			continue;
		if (r->stop < 0) {
			sigprocmask(SIG_SETMASK, &r->before, NULL);
			raise(SIGINT);
		}
		close_end(&r->stop);
	}
}

static bool record_hosts(struct remote *r, size_t hosts, struct error *err)
{
	struct error later = ERROR_INIT;
	int ends[2];
	bool ok;

	fputs("flarescope: ", stderr);
	perf_command_write(r->command, stderr);
	fprintf(stderr, " on %zu host%s\n", hosts, hosts == 1 ? "" : "s");
	if (pipe2(ends, O_CLOEXEC) != 0)
		return error_sys(err, "cannot record on other hosts");
	r->held = ends[0];
	r->stop = ends[1];
	sigemptyset(&r->waited);
	sigaddset(&r->waited, SIGINT);
	sigaddset(&r->waited, SIGCHLD);
	sigprocmask(SIG_BLOCK, &r->waited, &r->before);
	ok = start_all(r, err);
	if (!ok)
		close_end(&r->stop);
	wait_all(r);
	close_end(&r->stop);
	close_end(&r->held);
	sigprocmask(SIG_SETMASK, &r->before, NULL);
	return gather_streams(r, ok ? err : &later) && ok;
}

static void release_remote(struct remote *r)
{
	int nowhere = r->messages.pid ? open("/dev/null", O_RDWR | O_CLOEXEC) : -1;

	for (size_t i = 0; i < r->count; i++) {
		struct target *h = &r->list[i];
		const char *const words[] = {"-q", "-O", "exit", h->name, NULL};

		if (h->is_there)
			has_ended_well(start_ssh(r, words, nowhere, nowhere));
	}
	close_end(&nowhere);
	ssh_messages_end(&r->messages);
	for (size_t i = 0; i < r->count; i++) {
		mem_free(r->list[i].name);
		mem_free(r->list[i].path);
		placement_abandon(&r->list[i].file);
		close_end(&r->list[i].out);
	}
	close_end(&r->directory);
	if (r->place[0])
		remove_place(r->place);
	mem_free(r->list);
	mem_free(r->socket);
	mem_free(r->line);
}

bool remote_record(const struct perf_command *c, struct error *err)
{
	struct remote r = {.command = c, .directory = -1, .held = -1, .stop = -1};
	struct text rest = text_of(c->hosts);
	size_t hosts = 0;
	bool ok = true;

	while (ok && rest.len) {
		const char *comma = memchr(rest.at, ',', rest.len);
		size_t len = comma ? (size_t)(comma - rest.at) : rest.len;

		ok = add_host(&r, text_upto(rest, len), err);
		rest = text_from(rest, len + (comma != NULL));
	}
	if (ok && !r.count)
		ok = error_set(err, ERROR_USAGE,
			       "--host needs names of hosts: web1,root@web2");
	ok = ok && make_place(&r, err) && make_line(&r, err) &&
	     ssh_messages_begin(&r.messages, err);
	/* connect to the hosts one by one, so that passwords can be entered */
	for (size_t i = 0; ok && i < r.count; i++) {
		struct target *h = &r.list[i];
		const char *const words[] = {h->name, "true", NULL};

		h->is_there = has_ended_well(start_ssh(&r, words, -1, r.messages.into));
		hosts += h->is_there;
		if (!h->is_there)
			tell_failure(h, "cannot be reached by ssh");
	}
	if (ok)
		ok = hosts ? record_hosts(&r, hosts, err)
			   : error_set(err, ERROR_SYSTEM,
				       "none of these hosts can be reached");
	release_remote(&r);
	return ok;
}
