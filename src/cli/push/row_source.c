#include "cli/push/row_source.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/append.h"
#include "base/mem.h"

#define READ_AT_ONCE 65536

static bool start(struct row_source *s, const char *const *argv, int to,
		  struct error *err)
{
	posix_spawn_file_actions_t files;

	posix_spawn_file_actions_init(&files);
	posix_spawn_file_actions_adddup2(&files, to, STDOUT_FILENO);
	posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	errno = posix_spawn(&s->pid, "/proc/self/exe", &files, NULL, (char *const *)argv,
			    environ);
	posix_spawn_file_actions_destroy(&files);
	if (!errno)
		return true;
	s->pid = -1;
	return error_sys(err, "flarescope cannot run itself");
}

bool row_source_open(struct row_source *s, const char *file, const char *const *passed,
		     size_t count, struct error *err)
{
	static const char *const own[] = {
	    "flarescope", "export",  "--format", "clickhouse", "--idle",
	    "show",	  "--event", "all",	 "--large",    NULL};
	const char **argv = NULL;
	size_t n = 0, room = 0;
	int ends[2] = {-1, -1};
	bool ok = true;

	*s = (struct row_source){.pid = -1, .from = -1};
	for (size_t i = 0; ok && own[i]; i++)
		ok = APPEND(argv, n, room, "words", err, own[i]);
	for (size_t i = 0; ok && i < count; i++)
		ok = APPEND(argv, n, room, "words", err, passed[i]);
	ok = ok && APPEND(argv, n, room, "words", err, "--") &&
	     APPEND(argv, n, room, "words", err, file) &&
	     APPEND(argv, n, room, "words", err, NULL) &&
	     (pipe2(ends, O_CLOEXEC) == 0 || error_sys(err, "a pipe")) &&
	     start(s, argv, ends[1], err);
	s->from = ends[0];
	if (ends[1] >= 0)
		close(ends[1]);
	mem_free(argv);
	return ok;
}

/* More of it, behind what there is. */
static bool fill(struct row_source *s, struct error *err)
{
	ssize_t n;

	if (s->at) {
		memmove(s->room.at, s->room.at + s->at, s->room.len - s->at);
		s->room.len -= s->at;
		s->at = 0;
	}
	if (!mem_reserve(&s->room.at, &s->room.room, s->room.len + READ_AT_ONCE, 1,
			 "rows", err))
		return false;
	do
		n = read(s->from, s->room.at + s->room.len,
			 READ_AT_ONCE); /* room: above */
	while (n < 0 && errno == EINTR);
	if (n < 0)
		return error_sys(err, "a pipe");
	s->ended = n == 0;
	s->room.len += (size_t)n;
	return true;
}

bool row_source_next(struct row_source *s, struct text *line, struct error *err)
{
	size_t looked = 0;

	for (;;) {
		size_t left = s->room.len - s->at;
		char *from = s->room.at + s->at;
		char *end =
		    left > looked ? memchr(from + looked, '\n', left - looked) : NULL;

		if (end) {
			*line = (struct text){from, (size_t)(end - from)};
			s->at += line->len + 1;
			return true;
		}
		if (s->ended)
			return false; /* half a line is none: who wrote it has failed */
		looked = left;
		if (!fill(s, err))
			return false;
	}
}

bool row_source_close(struct row_source *s)
{
	int status = -1;

	if (s->from >= 0)
		close(s->from);
	if (s->pid > 0 && !s->ended) /* nobody wants the rest, nor to hear that */
		kill(s->pid, SIGKILL);
	mem_free(s->room.at);
	s->room.at = NULL;
	s->from = -1;
	while (s->pid > 0 && waitpid(s->pid, &status, 0) < 0 && errno == EINTR)
		;
	s->pid = -1;
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}
