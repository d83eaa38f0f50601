#include "lib/unit.h"

#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "lib/slow_file.h"
#include "session/loader/loader.h"

#define TIMEOUT_S 30 /* for slow machines; a longer wait is a hang */

/* The signals that a thread of this process blocks; signal 1 is the lowest bit. */
static uint64_t blocked_by(const char *thread)
{
	char path[300], line[200];
	uint64_t blocked = 0;
	FILE *f;

	snprintf(path, sizeof path, "/proc/self/task/%s/status", thread);
	f = fopen(path, "r");
	while (f && fgets(line, sizeof line, f))
		sscanf(line, "SigBlk: %" SCNx64, &blocked);
	if (f)
		fclose(f);
	return blocked;
}

static bool blocks(uint64_t set, int signal)
{
	return set >> (signal - 1) & 1;
}

/* Whether some thread leaves the shell's signals to others, but not its own crashes. */
static bool a_thread_is_so(void)
{
	DIR *threads = opendir("/proc/self/task");
	struct dirent *e;
	bool found = false;

	while (threads && (e = readdir(threads))) {
		uint64_t set = blocked_by(e->d_name);

		found |= blocks(set, SIGTERM) && blocks(set, SIGWINCH) &&
			 !blocks(set, SIGSEGV) && !blocks(set, SIGBUS) &&
			 !blocks(set, SIGFPE) && !blocks(set, SIGILL) &&
			 !blocks(set, SIGABRT);
	}
	if (threads)
		closedir(threads);
	return found;
}

TEST(a_crash_of_the_thread_reaches_its_handler)
{
	const struct settings defaults = {.file = NULL};
	char dir[] = "/tmp/flarescope-loader-XXXXXX", path[64];
	struct error err = ERROR_INIT;
	struct pollfd news = {.events = POLLIN};
	struct session *session;
	struct load_progress g;
	time_t begin = time(NULL);
	struct loader *l;
	bool so;

	assert_non_null(mkdtemp(dir));
	snprintf(path, sizeof path, "%s/pipe", dir);
	assert_int_equal(mkfifo(path, 0600), 0);
	l = loader_new(path, &defaults, &err); /* waits for a writer */
	assert_non_null(l);
	while (!(so = a_thread_is_so()) && time(NULL) - begin < TIMEOUT_S)
		sched_yield();
	assert_true(so);
	close(open(path, O_WRONLY));
	news.fd = loader_fd(l);
	assert_int_equal(poll(&news, 1, TIMEOUT_S * 1000), 1);
	assert_int_equal(loader_take(l, &session, &g, &err), LOADER_FAILED);
	assert_non_null(strstr(err.message, "empty file"));
	loader_free(l);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(rmdir(dir), 0);
}

#define A_MOMENT_MS 100 /* how long to wait for what must not come */

static void wait_for_news(const struct loader *l)
{
	struct pollfd news = {.fd = loader_fd(l), .events = POLLIN};

	assert_int_equal(poll(&news, 1, TIMEOUT_S * 1000), 1);
}

/* Keeps only the latest of the parts, in `s`; the whole is put back, to be taken later. */
static void take_until_the_whole(struct loader *l, struct session **part,
				 struct load_progress *of_part)
{
	struct error err = ERROR_INIT;
	struct session *s = NULL;
	struct load_progress g = {0};

	for (;;) {
		enum loader_event news;

		wait_for_news(l);
		news = loader_take(l, &s, &g, &err);
		if (news == LOADER_WHOLE)
			break;
		assert_int_equal(news, LOADER_PART);
		session_free(*part);
		*part = s;
		*of_part = g;
	}
	loader_follow(l, &s->choice);
	loader_again(l, s, LOADER_WHOLE, &g);
	wait_for_news(l);
}

TEST(a_part_that_is_given_back_late_does_not_replace_the_whole)
{
	const struct settings defaults = {.file = NULL};
	struct session *part = NULL, *whole = NULL;
	struct load_progress g = {0};
	struct error err = ERROR_INIT;
	struct pollfd news = {.events = POLLIN};
	struct slow_file file;
	struct loader *l;

	slow_file_make(&file);
	l = loader_new(file.pipe, &defaults, &err);
	assert_non_null(l);
	news.fd = loader_fd(l);
	do
		slow_file_feed(&file);
	while (poll(&news, 1, 10) == 0);
	/* before the end: the whole may replace a part that was not taken */
	assert_int_equal(loader_take(l, &part, &g, &err), LOADER_PART);
	slow_file_end(&file);
	take_until_the_whole(l, &part, &g);
	loader_again(l, part, LOADER_PART, &g);
	assert_int_equal(loader_take(l, &whole, &g, &err), LOADER_WHOLE);
	assert_int_equal(whole->profile->samples.count, file.samples);
	assert_int_equal(poll(&news, 1, A_MOMENT_MS), 0);
	session_free(whole);
	loader_free(l);
	slow_file_remove(&file);
}

/* The final event; earlier parts are skipped. */
static enum loader_event wait_for(struct loader *l, struct session **session,
				  struct error *err)
{
	struct pollfd news = {.fd = loader_fd(l), .events = POLLIN};
	enum loader_event what = LOADER_PART;
	struct load_progress g;

	*session = NULL;
	while (what <= LOADER_PART) {
		session_free(*session);
		*session = NULL;
		assert_int_equal(poll(&news, 1, TIMEOUT_S * 1000), 1);
		what = loader_take(l, session, &g, err);
	}
	return what;
}

static struct loader *load(const char *path)
{
	const struct settings defaults = {.file = NULL};
	struct error err = ERROR_INIT;
	struct loader *l = loader_new(path, &defaults, &err);

	assert_non_null(l);
	return l;
}

TEST(a_file_is_loaded_in_the_background)
{
	char path[4096];
	const char *dir = getenv("srcdir");
	struct session *s;
	struct load_progress g;
	struct error err = ERROR_INIT;
	struct loader *l;

	snprintf(path, sizeof path, "%s/data/examples/openssl.perf.gz", dir ? dir : ".");
	l = load(path);
	snprintf(path, sizeof path, "x"); /* it was copied */
	assert_int_equal(wait_for(l, &s, &err), LOADER_WHOLE);
	assert_true(s->profile->samples.count > 1000);
	g = loader_progress(l);
	assert_int_equal(g.samples, s->profile->samples.count);
	assert_int_equal(g.done, g.total);
	loader_free(l);
	session_free(s);
}

TEST(a_missing_file_is_named)
{
	struct session *s;
	struct error err = ERROR_INIT;
	struct loader *l = load("/nowhere/at all");

	assert_int_equal(wait_for(l, &s, &err), LOADER_FAILED);
	assert_non_null(strstr(err.message, "/nowhere/at all"));
	loader_free(l);
	loader_free(NULL);
}

TEST(a_profile_that_nobody_takes_is_released)
{
	char path[4096];
	const char *dir = getenv("srcdir");
	struct pollfd news = {.events = POLLIN};
	struct loader *l;

	snprintf(path, sizeof path, "%s/data/examples/openssl.perf.gz", dir ? dir : ".");
	l = load(path);
	news.fd = loader_fd(l);
	assert_int_equal(poll(&news, 1, TIMEOUT_S * 1000), 1);
	loader_free(l); /* the sanitizer would find a leak */
}

TEST(a_silent_pipe_is_let_go_of)
{
	char dir[] = "/tmp/flarescope-loader-XXXXXX", path[sizeof dir + 8];
	struct session *s;
	struct load_progress g;
	struct error err = ERROR_INIT;
	struct loader *l;

	assert_non_null(mkdtemp(dir));
	snprintf(path, sizeof path, "%s/pipe", dir);
	assert_int_equal(mkfifo(path, 0600), 0);
	l = load(path);
	assert_int_equal(loader_take(l, &s, &g, &err), LOADER_NOTHING);
	loader_free(l); /* returns although nothing will ever be written */
	unlink(path);
	rmdir(dir);
}

static const char *missing(void)
{
	return access("/proc/self/task", R_OK) == 0 ? NULL
						    : "no /proc to count threads in";
}

TEST_NEEDS(missing);
