#include "input/plugin/plugin_process.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fill.h"
#include "base/mem.h"
#include "base/number.h"
#include "input/plugin/plugin_readers.h"
#include "input/plugin/plugin_watch.h"
#include "sandbox/helper.h"

#define SECONDS_USUAL UINT64_C(600)
#define SECONDS_MOST  UINT64_C(1000000000)
#define MEMORY_USUAL  (UINT64_C(2) << 30)

#define LOOK_EACH 100 /* ms between checks of the cancel flag while no output comes */

/* Room for the messages as one line: a line end becomes two characters. */
#define WORDS (2 * (PLUGIN_FIRST + PLUGIN_LAST) + 16)

/* The lengths in an error message: of all messages, or of their first and last line. */
#define WORDS_SHORT 100
#define WORDS_FIRST 40
#define WORDS_FINAL 70

struct plugin_process {
	struct plugin_reader reader;	 /* owned */
	const struct progress *progress; /* borrowed */
	uint64_t seconds, memory;
	int out;       /* the read end of its output pipe; -1: none yet */
	int watch;     /* the socket that receives the report; -1: none yet */
	pid_t watcher; /* 0: none, or a child of the helper */
	bool reported; /* `report` has arrived, and the program writes no more output */
	bool ended;    /* and the program succeeded */
	struct plugin_report report;
};

/* ---- starting ---- */

static bool take_limit(const char *name, const char *unit, uint64_t most, uint64_t *value,
		       struct error *err)
{
	const char *told = getenv(name);

	if (!told || !*told)
		return true;
	return (number_u64(text_of(told), value) && *value > 0 && *value <= most) ||
	       error_set(err, ERROR_USAGE, "%s=%.40s: expected a whole number of %s",
			 name, told, unit);
}

/* Check in advance what the program would report less clearly. */
static bool examine_input(const char *path, struct error *err)
{
	struct stat st;

	if (strcmp(path, "-") == 0)
		return !isatty(STDIN_FILENO) ||
		       error_set(err, ERROR_USAGE, "is a terminal; name a file");
	if (stat(path, &st) != 0 || faccessat(AT_FDCWD, path, R_OK, AT_EACCESS) != 0)
		return error_sys(err, "cannot be opened");
	return !S_ISDIR(st.st_mode) ||
	       error_set(err, ERROR_FORMAT, "is a directory; name a file in it");
}

static void close_pair(int *pair)
{
	for (int i = 0; i < 2; i++)
		if (pair[i] >= 0)
			close(pair[i]);
	pair[0] = pair[1] = -1;
}

static bool run_reader_program(struct plugin_process *p, char *const argv[],
			       bool keeps_input, struct error *err)
{
	/* our end first, or for `out` and `messages` the read end */
	int out[2] = {-1, -1}, messages[2] = {-1, -1}, watch[2] = {-1, -1};
	pid_t pid;

	if (pipe2(out, O_CLOEXEC) != 0 || pipe2(messages, O_CLOEXEC) != 0 ||
	    socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, watch) != 0 ||
	    !helper_lift(&out[0]) || !helper_lift(&out[1]) ||
	    !helper_lift(&messages[0]) || !helper_lift(&messages[1]) ||
	    !helper_lift(&watch[0]) || !helper_lift(&watch[1])) {
		close_pair(out);
		close_pair(messages);
		close_pair(watch);
		return error_sys(err, "cannot create a pipe for %s",
				 plugin_process_name(p));
	}
	pid = plugin_watch_start(&(struct plugin_job){
	    .argv = argv,
	    .keeps_input = keeps_input,
	    .out = out[1],
	    .messages = {messages[0], messages[1]},
	    .owner = watch[1],
	    .seconds = p->seconds,
	    .memory = p->memory,
	});
	if (pid < 0)
		error_sys(err, "cannot create a process for %s", plugin_process_name(p));
	else
		p->watcher = pid;
	p->out = out[0];
	p->watch = watch[0];
	close(out[1]);
	close(watch[1]);
	close_pair(messages);
	return pid > 0;
}

/* Start the reader; in a confined process, which cannot run it, by the helper. */
static bool start_plugin(struct plugin_process *p, const char *path,
			 struct helper *helper, struct error *err)
{
	bool is_input = strcmp(path, "-") == 0, ok;
	int files[2];
	char *file;

	if (helper_is_there(helper)) {
		if (!helper_read(helper, path, files, err))
			return false;
		p->out = files[0];
		p->watch = files[1];
		return true;
	}
	/* a file name must not look like an option: "-x" becomes "./-x" */
	file = mem_format(err, "%s%s", path[0] == '-' && !is_input ? "./" : "", path);
	if (!file)
		return false;
	ok = run_reader_program(p, (char *[]){p->reader.path, file, NULL}, is_input, err);
	mem_free(file);
	return ok;
}

struct plugin_process *plugin_process_start(const char *name, const char *path,
					    struct helper *helper,
					    const struct progress *progress,
					    struct error *err)
{
	struct plugin_process *p = mem_array(1, sizeof *p, "a reader of one's own", err);

	if (!p)
		return NULL;
	p->out = p->watch = -1;
	p->progress = progress;
	p->seconds = SECONDS_USUAL;
	p->memory = MEMORY_USUAL;
	if (take_limit("FLARESCOPE_READER_SECONDS", "seconds", SECONDS_MOST, &p->seconds,
		       err) &&
	    take_limit("FLARESCOPE_READER_MEMORY", "bytes", INT64_MAX, &p->memory, err) &&
	    plugin_readers_find(name, &p->reader, err) && examine_input(path, err) &&
	    start_plugin(p, path, helper, err))
		return p;
	plugin_process_free(p);
	return NULL;
}

/* Is it the file of the command line, or below the directory that the command line names? */
static bool is_named(const char *file, const char *path)
{
	size_t len = strlen(file);

	if (strcmp(file, path) == 0)
		return true;
	while (len && file[len - 1] == '/')
		len--;
	return strncmp(file, path, len) == 0 && path[len] == '/' &&
	       !strstr(path + len, "/../") &&
	       !text_ends(text_of(path + len), TEXT("/.."));
}

bool plugin_process_serve(void *named, const char *path, int files[2], struct error *err)
{
	const struct plugin_named *n = named;
	struct plugin_process *p;

	if (!(n->files[0] && is_named(n->files[0], path)) &&
	    !(n->files[1] && is_named(n->files[1], path)))
		return error_set(err, ERROR_USAGE,
				 "is not the file that the reader was started for");
	p = plugin_process_start(n->format, path, NULL, NULL, err);
	if (!p)
		return false;
	files[0] = p->out;
	files[1] = p->watch;
	plugin_reader_release(&p->reader);
	mem_free(p);
	return true;
}

/* When our end of the socket closes, the watching process ends the reader, and then itself. */
void plugin_process_free(struct plugin_process *p)
{
	char bytes[256];
	ssize_t n = 1;

	if (!p)
		return;
	if (p->out >= 0)
		close(p->out);
	if (p->watch >= 0 && shutdown(p->watch, SHUT_WR) == 0)
		while (n > 0 || (n < 0 && errno == EINTR))
			n = read(p->watch, bytes, sizeof bytes);
	if (p->watch >= 0)
		close(p->watch);
	while (p->watcher && waitpid(p->watcher, NULL, 0) < 0 && errno == EINTR)
		;
	plugin_reader_release(&p->reader);
	mem_free(p);
}

const char *plugin_process_name(const struct plugin_process *p)
{
	return plugin_reader_name(&p->reader) - (sizeof PLUGIN_PREFIX - 1);
}

/* ---- its messages ---- */

/*
 * Append text, with its lines joined into one; the code that shows it replaces other control
 * characters.
 */
static void add_words(struct fill *words, struct text t)
{
	for (size_t i = 0; i < t.len; i++) {
		size_t n = fill_written(words).len;
		char c = t.at[i];

		if (c == '\n' || c == '\r') {
			if (n && words->at[-1] != ' ')
				fill_text(words, TEXT("; "));
		} else if (n || (c != ' ' && c != '\t')) {
			fill_char(words, c == '\t' || c == '\0' ? ' ' : c);
		}
	}
}

/* The messages: all of them, or their beginning and end. */
static struct text words_of(const struct plugin_report *r, char words[WORDS])
{
	struct text first = {r->first,
			     r->bytes < PLUGIN_FIRST ? (size_t)r->bytes : PLUGIN_FIRST};
	struct text last = {r->last,
			    r->last_length < PLUGIN_LAST ? r->last_length : PLUGIN_LAST};
	struct fill f = fill_of(words, WORDS);
	struct text all;

	add_words(&f, first);
	if (r->bytes > PLUGIN_FIRST + r->last_length)
		add_words(&f, TEXT(" ... "));
	add_words(&f, last);
	all = fill_written(&f);
	while (all.len && (all.at[all.len - 1] == ' ' || all.at[all.len - 1] == ';'))
		all.len--;
	return all;
}

/* For an error: all messages, or their first and last line, which are the most useful. */
static void put_short(const struct plugin_report *r, char *to, size_t room)
{
	char words[WORDS];
	struct text all = words_of(r, words), first, last = all;
	const char *end = memmem(all.at, all.len, "; ", 2);

	if (all.len <= WORDS_SHORT || !end) {
		snprintf(to, room, "%s%.*s", all.len ? ": " : "",
			 (int)(all.len < room ? all.len : room), all.at);
		return;
	}
	first = text_upto(text_upto(all, (size_t)(end - all.at)), WORDS_FIRST);
	for (; end; end = memmem(last.at, last.len, "; ", 2))
		last = text_from(last, (size_t)(end - last.at) + 2);
	last = text_upto(last, WORDS_FINAL);
	snprintf(to, room, ": %.*s ... %.*s", (int)first.len, first.at, (int)last.len,
		 last.at);
}

/*
 * The kernel does not report that memory was refused, but a program without memory says so, or
 * crashes.
 */
static const char *memory_hint(const struct plugin_report *r)
{
	char words[WORDS];
	struct text t = words_of(r, words);
	int sig = WIFSIGNALED(r->status) ? WTERMSIG(r->status) : 0;

	if (sig == SIGABRT || sig == SIGSEGV || sig == SIGBUS || sig == SIGKILL ||
	    text_has(t, TEXT("emory")) || text_has(t, TEXT("bad_alloc")))
		return "; FLARESCOPE_READER_MEMORY limits its memory";
	return "";
}

/* Did it succeed? If not, set an error that says why. */
static bool judge_plugin(const struct plugin_process *p, struct error *err)
{
	const struct plugin_report *r = &p->report;
	const char *name = plugin_process_name(p);
	char words[160];

	put_short(r, words, sizeof words);
	if (r->end == PLUGIN_NOT_RUN) {
		errno = r->status;
		return error_sys(err, "cannot run %s", name);
	}
	if (r->end == PLUGIN_LATE)
		return error_set(err, ERROR_LIMIT,
				 "%s was stopped after %" PRIu64
				 " s (FLARESCOPE_READER_SECONDS)%s",
				 name, p->seconds, words);
	if (WIFSIGNALED(r->status))
		return error_set(err, ERROR_FORMAT, "%s was killed by signal %d%s%s",
				 name, WTERMSIG(r->status), memory_hint(r), words);
	return WEXITSTATUS(r->status) == 0 ||
	       error_set(err, ERROR_FORMAT, "%s failed with status %d%s%s", name,
			 WEXITSTATUS(r->status), memory_hint(r), words);
}

void plugin_process_tell(const struct plugin_process *p, struct losses *losses,
			 struct builder *b)
{
	char words[WORDS];

	builder_note(b, TEXT("read by"), text_of(p->reader.path));
	if (p->report.bytes == 0)
		return;
	losses_add(losses, LOSS_PLUGIN, p->report.lines, 0);
	builder_note(b, TEXT("reader says"), words_of(&p->report, words));
}

/* ---- its output ---- */

static bool take_report(struct plugin_process *p, struct error *err)
{
	char *to = (char *)&p->report;
	size_t got = 0;

	while (got < sizeof p->report) {
		ssize_t n = read(p->watch, to + got, sizeof p->report - got);

		if (n == 0 || (n < 0 && errno != EINTR))
			return error_set(err, ERROR_SYSTEM,
					 "the process that watches %s was killed",
					 plugin_process_name(p));
		got += n > 0 ? (size_t)n : 0;
	}
	p->reported = true;
	return true;
}

/* The next event: output, the report, or neither within LOOK_EACH. */
enum news { NEWS_NONE, NEWS_OUTPUT, NEWS_REPORT };

static enum news wait_for_news(const struct plugin_process *p)
{
	struct pollfd of[] = {{.fd = p->out, .events = POLLIN},
			      {.fd = p->reported ? -1 : p->watch, .events = POLLIN}};

	if (poll(of, 2, p->reported ? 0 : LOOK_EACH) <= 0)
		return NEWS_NONE;
	return of[0].revents ? NEWS_OUTPUT : NEWS_REPORT;
}

/* Its output has ended; the program may run on for a while. */
static bool end_plugin(struct plugin_process *p, struct error *err)
{
	if (p->out >= 0)
		close(p->out);
	p->out = -1;
	while (!p->reported) {
		if (!reading_is_wanted(p->progress, err) ||
		    (wait_for_news(p) == NEWS_REPORT && !take_report(p, err)))
			return false;
	}
	p->ended = judge_plugin(p, err);
	return p->ended;
}

bool plugin_process_read(void *process, char *buf, size_t max, size_t *got,
			 struct error *err)
{
	struct plugin_process *p = process;

	*got = 0;
	while (!p->ended) {
		enum news news;
		ssize_t n;

		if (!reading_is_wanted(p->progress, err))
			return false;
		news = wait_for_news(p);
		if (news == NEWS_REPORT && !take_report(p, err))
			return false;
		/* any process that still holds the pipe has left the group */
		if (news == NEWS_NONE && p->reported)
			return end_plugin(p, err);
		if (news != NEWS_OUTPUT)
			continue;
		n = read(p->out, buf, max);
		if (n == 0)
			return end_plugin(p, err);
		if (n < 0 && errno != EINTR)
			return error_sys(err, "its output cannot be read");
		if (n > 0) {
			*got = (size_t)n;
			return true;
		}
	}
	return true;
}
