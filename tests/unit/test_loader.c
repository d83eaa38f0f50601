#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

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

#undef fail		    /* of cmocka */
#include "session/loader.c" /* what its threads are at, no caller can see */

#define PATIENCE_S 30 /* a slow machine; a test that waits longer is stuck */

/* The signals that a thread of this process blocks, a bit each from 1 on. */
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

/* Is there a thread that leaves the shell's signals alone, but not its own crashes? */
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

static void a_crash_of_the_thread_reaches_its_handler(void **state)
{
	const struct settings defaults = {.file = NULL};
	char dir[] = "/tmp/flarescope-loader-XXXXXX", path[64];
	struct error err = ERROR_INIT;
	struct pollfd news = {.events = POLLIN};
	struct session session;
	struct growth g;
	time_t begin = time(NULL);
	struct loader *l;
	bool so;

	(void)state;
	assert_non_null(mkdtemp(dir));
	snprintf(path, sizeof path, "%s/pipe", dir);
	assert_int_equal(mkfifo(path, 0600), 0);
	l = loader_new(path, &defaults, &err); /* waits for someone to write */
	assert_non_null(l);
	while (!(so = a_thread_is_so()) && time(NULL) - begin < PATIENCE_S)
		sched_yield();
	assert_true(so);
	close(open(path, O_WRONLY));
	news.fd = loader_fd(l);
	assert_int_equal(poll(&news, 1, PATIENCE_S * 1000), 1);
	assert_int_equal(loader_take(l, &session, &g, &err), LOADER_FAILED);
	assert_non_null(strstr(err.message, "empty file"));
	loader_free(l);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(rmdir(dir), 0);
}

static void write_profile(const char *path)
{
	FILE *out = fopen(path, "w");

	assert_non_null(out);
	fputs("a 1 1.0: 1 cycles:\n\t1 f (/a)\n\na 1 2.0: 1 cycles:\n\t1 g (/a)\n", out);
	assert_int_equal(fclose(out), 0);
}

static void await_news(struct loader *l)
{
	struct pollfd news = {.fd = loader_fd(l), .events = POLLIN};

	assert_int_equal(poll(&news, 1, PATIENCE_S * 1000), 1);
}

/* Is all done that there was to do? */
static bool rests(struct loader *l)
{
	bool rests;

	pthread_mutex_lock(&l->lock);
	rests = !l->next.kind && !l->busy;
	pthread_mutex_unlock(&l->lock);
	return rests;
}

static void await_rest(struct loader *l)
{
	time_t begin = time(NULL);

	while (!rests(l) && time(NULL) - begin < PATIENCE_S)
		sched_yield();
	assert_true(rests(l));
}

/* Of the file at `path`, whose whole is then ready; `*part` is one that was taken before. */
static struct loader *loader_with_whole(const char *path, struct session *part)
{
	const struct settings defaults = {.file = NULL};
	struct error err = ERROR_INIT;
	struct profile *p = reading_run(path, NULL, NULL, &err);
	struct loader *l = loader_new(path, &defaults, &err);

	assert_non_null(p);
	assert_non_null(l);
	assert_true(session_open(part, p, &defaults, &err));
	await_news(l);
	await_rest(l);
	return l;
}

static void the_whole_outlives_a_part_that_is_given_back(void **state)
{
	char path[] = "/tmp/flarescope-loader-XXXXXX";
	struct growth g = {0};
	struct error err = ERROR_INIT;
	struct session part, s;
	struct loader *l;
	int fd = mkstemp(path);

	(void)state;
	assert_true(fd >= 0);
	close(fd);
	write_profile(path);
	l = loader_with_whole(path, &part);
	loader_again(l, &part, LOADER_PART, &g);
	await_rest(l);
	assert_int_equal(loader_take(l, &s, &g, &err), LOADER_WHOLE);
	session_close(&s);
	loader_free(l);
	assert_int_equal(unlink(path), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_crash_of_the_thread_reaches_its_handler),
	    cmocka_unit_test(the_whole_outlives_a_part_that_is_given_back),
	};

	if (access("/proc/self/task", R_OK) != 0)
		return 77;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
