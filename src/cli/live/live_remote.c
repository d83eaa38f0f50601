#include "cli/live/live_remote.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/memory_stream.h"
#include "base/number.h"
#include "recorder/recorder.h"
#include "choice/shell_line.h"

/* ---- what runs there ---- */

static void put_words(const struct live_words *w, const char *cgroup, FILE *out)
{
	fprintf(out, " -F %u",
		(unsigned)(w->frequency ? w->frequency : RECORDER_FREQUENCY));
	for (uint32_t i = 0; i < w->pid_count; i++)
		fprintf(out, "%s%d", i ? "," : " -p ", (int)w->pids[i]);
	if (w->cpus) {
		fputs(" -C ", out);
		shell_line_word(text_of(w->cpus), true, out);
	}
	if (w->cgroup) {
		fprintf(out, " %s ", cgroup);
		shell_line_word(text_of(w->cgroup), true, out);
	}
}

static void put_flarescope(const struct live_words *w, FILE *out)
{
	char seconds[NUMBER_SECONDS_MAX];

	fputs("flarescope live --headless -o -", out);
	put_words(w, "--cgroup", out);
	if (w->duration)
		fprintf(out, " --duration %s",
			number_plain_seconds(w->duration, seconds));
}

/* A control group is of events that are named before it. */
static void put_perf(const struct live_words *w, FILE *out)
{
	char seconds[NUMBER_SECONDS_MAX];

	fputs("perf record -q -g -k CLOCK_MONOTONIC -o - --control fifo:\"$d/c\"", out);
	if (w->cgroup)
		fputs(" -e cpu-clock", out);
	if (!w->pid_count)
		fputs(" -a", out);
	put_words(w, "-G", out);
	if (w->duration)
		fprintf(out, " -- sleep %s", number_plain_seconds(w->duration, seconds));
}

/*
 * A shell's background reads nothing and ignores SIGINT, so `w` reads our side and tells the
 * recorder when to end. SIGPIPE is ignored: perf, killed by a lost connection, would leave its
 * sleep running. perf shows a record when a buffer is half full, which takes 10 s, or when it is
 * asked anything.
 */
static bool make_script(const struct live_words *w, char **script, struct error *err)
{
	struct memory_stream m;

	if (!memory_stream_open(&m, err))
		return false;
	fputs("trap \"\" PIPE; w() { { dd bs=1 count=1 <&3; kill -INT $p; } >/dev/null "
	      "2>&1 & w=$!; "
	      "}; e() { { wait $p; } 2>/dev/null; s=$?; kill $w 2>/dev/null; }; "
	      "exec 3<&0; if command -v flarescope >/dev/null 2>&1; then ",
	      m.out);
	put_flarescope(w, m.out);
	fputs(" 3<&- </dev/null & p=$!; w; e; else "
	      "d=$(mktemp -d) && mkfifo \"$d/c\" || exit 1; ",
	      m.out);
	put_perf(w, m.out);
	fputs(" 3<&- </dev/null & p=$!; w; "
	      "{ exec 4<>\"$d/c\"; while kill -0 $p; do echo ping >&4; sleep 0.1 || "
	      "sleep 1; done; } >/dev/null 2>&1 3<&- & "
	      "e; rm -rf \"$d\"; fi; exit $s",
	      m.out);
	*script = memory_stream_take(&m, NULL, err);
	return *script != NULL;
}

/* For whatever shell is there. */
static char *make_line(const struct live_words *w, struct error *err)
{
	struct memory_stream m;
	char *script;

	if (!make_script(w, &script, err))
		return NULL;
	if (!memory_stream_open(&m, err)) {
		mem_free(script);
		return NULL;
	}
	fputs("exec sh -c '", m.out);
	for (const char *c = script; *c; c++)
		if (*c == '\'')
			fputs("'\\''", m.out);
		else
			putc(*c, m.out);
	putc('\'', m.out);
	mem_free(script);
	return memory_stream_take(&m, NULL, err);
}

/* ---- ssh ---- */

/* It reads from `in`, what it prints goes to `out`, and what it says to `messages`. */
static pid_t start_ssh(const char *host, const char *line, int in, int out, int messages)
{
	const char *argv[] = {"sh",  "-c", "exec ${FLARESCOPE_SSH:-ssh} \"$@\"",
			      "ssh", "-T", host,
			      line,  NULL};
	posix_spawn_file_actions_t files;
	pid_t pid = -1;

	posix_spawn_file_actions_init(&files);
	posix_spawn_file_actions_adddup2(&files, in, STDIN_FILENO);
	posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
	posix_spawn_file_actions_adddup2(&files, messages, STDERR_FILENO);
	if (posix_spawn(&pid, "/bin/sh", &files, NULL, (char *const *)argv, environ) != 0)
		pid = -1;
	posix_spawn_file_actions_destroy(&files);
	return pid;
}

/* Nothing is drawn before it has begun there: until then ssh may ask for a password. */
static bool wait_for_it(const char *host, int out, pid_t pid, struct error *err)
{
	struct pollfd p = {.fd = out, .events = POLLIN};
	int status = 0;

	while (poll(&p, 1, -1) < 0 && errno == EINTR)
		;
	if (p.revents & POLLIN)
		return true;
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (WIFEXITED(status) && WEXITSTATUS(status) == 255)
		return error_set(err, ERROR_SYSTEM, "%.100s: ssh could not get there",
				 host);
	return error_set(
	    err, ERROR_SYSTEM,
	    "%.100s: nothing was recorded there: flarescope or perf has to be "
	    "there, and allowed to",
	    host);
}

static bool connect_it(struct live_process *p, const char *host, const char *line,
		       int in[2], int out[2], struct error *err)
{
	p->pid = start_ssh(host, line, in[0], out[1], p->messages.into);
	close(in[0]);
	close(out[1]);
	p->lifeline = in[1] + 1;
	if (p->pid < 0)
		error_set(err, ERROR_SYSTEM, "ssh cannot be started");
	else if (wait_for_it(host, out[0], p->pid, err) && dup2(out[0], STDIN_FILENO) < 0)
		error_sys(err, "standard input cannot be replaced");
	close(out[0]);
	if (err->kind)
		live_process_end(p);
	return !err->kind;
}

bool live_remote_start(struct live_process *p, const struct live_words *w,
		       struct error *err)
{
	int in[2], out[2];
	char *line;
	bool ok;

	if (!w->host[0] || w->host[0] == '-' || strchr(w->host, ','))
		return error_set(err, ERROR_USAGE,
				 "--host needs the name of one host, as ssh takes it");
	line = make_line(w, err);
	if (!line)
		return false;
	if (!ssh_messages_begin(&p->messages, err)) {
		mem_free(line);
		return false;
	}
	if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0) {
		mem_free(line);
		return error_sys(err, "cannot make a pipe");
	}
	ok = connect_it(p, w->host, line, in, out, err);
	mem_free(line);
	return ok;
}
