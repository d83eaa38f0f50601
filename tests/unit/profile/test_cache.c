#include "lib/unit.h"

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/made_profile.h"
#include "lib/stored.h"
#include "lib/work_dir.h"
#include "profile/cache.h"
#include "profile/store.h"

/* A cache in a temporary directory. */
static int enter_directory(void **state)
{
	char *dir = malloc(WORK_DIR);

	assert_non_null(dir);
	work_dir_make(dir, "cache");
	assert_int_equal(chdir(dir), 0);
	*state = dir;
	return 0;
}

static int leave_directory(void **state)
{
	assert_int_equal(chdir("/"), 0);
	work_dir_remove(*state);
	free(*state);
	return 0;
}

static struct cache cache_here(void **state)
{
	struct cache c = {.max = CACHE_SIZE_MAX};

	snprintf(c.dir, sizeof c.dir, "%s/home/.cache/flarescope", (const char *)*state);
	return c;
}

static void assert_kept(const struct cache *c, const char *key, const struct profile *p)
{
	struct profile *found = cache_get(c, key, false);
	char *expected, *text;

	assert_non_null(found);
	expected = stored_dump(p);
	text = stored_dump(found);
	assert_string_equal(text, expected);
	free(text);
	free(expected);
	profile_free(found);
}

static void put(const struct cache *c, const char *key, const struct profile *p)
{
	struct error err = ERROR_INIT;

	if (!cache_put(c, key, key, p, &err))
		fail_msg("%s", err.message);
}

static size_t count(const struct cache *c)
{
	struct error err = ERROR_INIT;
	struct cache_entry *entries;
	size_t n;

	assert_true(cache_list(c, &entries, &n, &err));
	cache_entries_free(entries, n);
	return n;
}

TEST_WITH(what_is_kept_is_found_by_its_key_alone, enter_directory, leave_directory)
{
	struct cache c = cache_here(state);
	struct profile *p = random_profile(3, 500), *q = random_profile(4, 500);

	assert_null(cache_get(&c, "one", false));
	put(&c, "one", p);
	assert_kept(&c, "one", p);
	assert_null(cache_get(&c, "two", false));
	assert_null(cache_get(&c, "on", false));
	put(&c, "two", q);
	assert_kept(&c, "one", p);
	assert_kept(&c, "two", q);
	put(&c, "one", q);
	assert_kept(&c, "one", q);
	assert_int_equal(count(&c), 2);
	profile_free(p);
	profile_free(q);
}

/* The only file in it; its name fits in 64 bytes. */
static void find_file(const struct cache *c, char *path, size_t room)
{
	DIR *d = opendir(c->dir);
	struct dirent *e;

	assert_non_null(d);
	path[0] = '\0';
	while ((e = readdir(d)))
		if (strstr(e->d_name, ".flare"))
			snprintf(path, room, "%s/%s", c->dir, e->d_name);
	closedir(d);
	assert_true(path[0]);
}

TEST_WITH(a_file_under_another_keys_name_is_not_believed, enter_directory,
	  leave_directory)
{
	struct cache c = cache_here(state);
	struct profile *p = random_profile(3, 500);
	char one[2048], two[2048];
	struct error err = ERROR_INIT;
	uint64_t files, bytes;

	put(&c, "two", p);
	find_file(&c, two, sizeof two);
	assert_true(cache_clear(&c, &files, &bytes, &err));
	assert_int_equal(files, 1);
	put(&c, "one", p);
	find_file(&c, one, sizeof one);
	assert_int_equal(rename(one, two), 0);
	assert_null(cache_get(&c, "two", false));
	profile_free(p);
}

TEST_WITH(a_damaged_file_is_dropped, enter_directory, leave_directory)
{
	struct cache c = cache_here(state);
	struct profile *p = random_profile(3, 500);
	char path[2048];
	struct stat st;
	int fd;

	put(&c, "key", p);
	find_file(&c, path, sizeof path);
	fd = open(path, O_WRONLY);
	assert_true(fd >= 0);
	assert_int_equal(fstat(fd, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
	assert_int_equal(pwrite(fd, "????", 4, st.st_size - 4), 4);
	close(fd);
	profile_free(cache_get(&c, "key", true)); /* the samples have not been checked */
	assert_int_equal(access(path, F_OK), 0);
	assert_null(cache_get(&c, "key", false));
	assert_int_not_equal(access(path, F_OK), 0);
	profile_free(p);
}

static void set_age(const struct cache *c, const char *key, time_t seconds)
{
	struct timespec times[2] = {{.tv_sec = time(NULL) - seconds}};
	struct error err = ERROR_INIT;
	struct cache_entry *entries;
	char path[2048] = "";
	size_t n;

	assert_true(cache_list(c, &entries, &n, &err));
	for (size_t i = 0; i < n; i++)
		if (strcmp(entries[i].name, key) == 0)
			snprintf(path, sizeof path, "%s/%s", c->dir, entries[i].file);
	cache_entries_free(entries, n);
	times[1] = times[0];
	assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

TEST_WITH(what_was_used_longest_ago_makes_room, enter_directory, leave_directory)
{
	struct cache c = cache_here(state);
	struct profile *p = random_profile(3, 500);
	size_t len;

	free(stored_bytes(p, &len));
	c.max = 3 * (len + 100);
	put(&c, "a", p);
	put(&c, "b", p);
	put(&c, "c", p);
	set_age(&c, "a", 3000);
	set_age(&c, "b", 2000);
	set_age(&c, "c", 1000);
	assert_kept(&c, "a", p); /* and becomes recently used again */
	put(&c, "d", p);
	assert_int_equal(count(&c), 3);
	assert_null(cache_get(&c, "b", false));
	assert_kept(&c, "a", p);
	assert_kept(&c, "c", p);
	assert_kept(&c, "d", p);
	c.max = 1000;
	assert_false(cache_put(&c, "e", "e", p, &(struct error)ERROR_INIT));
	assert_int_equal(count(&c), 3);
	profile_free(p);
}

/* Temporary files that were abandoned; complete files are kept. */
static size_t count_halves(const struct cache *c)
{
	DIR *d = opendir(c->dir);
	struct dirent *e;
	size_t n = 0;

	assert_non_null(d);
	while ((e = readdir(d)))
		n += strstr(e->d_name, ".part") != NULL;
	closedir(d);
	return n;
}

/*
 * Writes in a child that is killed when the file reaches `limit` bytes; by default SIGXFSZ does
 * that.
 */
static void write_and_die(const struct cache *c, const struct profile *p, rlim_t limit)
{
	struct rlimit r = {limit, limit};
	struct error err = ERROR_INIT;
	pid_t child = fork();
	int status;

	assert_true(child >= 0);
	if (child == 0) {
		setrlimit(RLIMIT_CORE, &(struct rlimit){0});
		setrlimit(RLIMIT_FSIZE, &r);
		cache_put(c, "key", "key", p, &err);
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFSIGNALED(status));
}

/* If files without a name are not supported, killed writers leave such files. */
static void leave_a_half(const struct cache *c)
{
	pid_t child = fork();
	char path[sizeof c->dir + 64];
	FILE *half;

	assert_true(child >= 0);
	if (child == 0)
		_exit(0);
	assert_int_equal(waitpid(child, NULL, 0), child);
	snprintf(path, sizeof path, "%s/.0123456789abcdef.%ld.0.part", c->dir,
		 (long)child);
	half = fopen(path, "w");
	assert_non_null(half);
	fclose(half);
}

TEST_WITH(who_is_killed_while_writing_leaves_no_profile, enter_directory, leave_directory)
{
	struct cache c = cache_here(state);
	struct profile *p = random_profile(3, 500);
	size_t len;

	free(stored_bytes(p, &len));
	for (rlim_t limit = 0; limit < len; limit += len / 13) {
		write_and_die(&c, p, limit);
		assert_null(cache_get(&c, "key", true));
		assert_int_equal(count(&c), 0);
	}
	leave_a_half(&c);
	assert_true(count_halves(&c) > 0);
	put(&c, "key", p); /* a writer cleans up after them */
	assert_kept(&c, "key", p);
	assert_int_equal(count_halves(&c), 0);
	profile_free(p);
}

TEST_WITH(who_cannot_write_leaves_nothing, enter_directory, leave_directory)
{
	struct cache c = cache_here(state);
	struct profile *p = random_profile(3, 500);
	struct rlimit old, small;
	struct error err = ERROR_INIT;

	put(&c, "key", p);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
	small = (struct rlimit){1000, old.rlim_max};
	signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
	assert_false(cache_put(&c, "key", "key", p, &err));
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
	signal(SIGXFSZ, SIG_DFL);
	assert_int_equal(err.kind, ERROR_SYSTEM);
	assert_int_equal(count_halves(&c), 0);
	assert_kept(&c, "key", p);
	profile_free(p);
}

/* Kills a child that writes the same file again and again, after it has done so `n` times. */
static void kill_writer(const struct cache *c, const struct profile *p, int n)
{
	int pipes[2];
	pid_t child;
	char done;

	assert_int_equal(pipe(pipes), 0);
	child = fork();
	assert_true(child >= 0);
	while (child == 0) {
		cache_put(c, "key", "key", p, &(struct error)ERROR_INIT);
		if (write(pipes[1], "", 1) != 1)
			_exit(1);
	}
	for (int i = 0; i < n; i++)
		assert_int_equal(read(pipes[0], &done, 1), 1);
	kill(child, SIGKILL);
	assert_int_equal(waitpid(child, NULL, 0), child);
	close(pipes[0]);
	close(pipes[1]);
}

TEST_WITH(a_file_that_is_being_replaced_is_always_whole, enter_directory, leave_directory)
{
	struct cache c = cache_here(state);
	struct profile *p = random_profile(3, 500);

	put(&c, "key", p);
	for (int n = 0; n < 10; n++) {
		kill_writer(&c, p, n);
		assert_kept(&c, "key", p);
	}
	profile_free(p);
}

struct writer {
	const struct cache *cache;
	const struct profile *profile;
	bool ok;
};

static void *write_often(void *arg)
{
	struct writer *w = arg;

	w->ok = true;
	for (int i = 0; i < 50; i++)
		w->ok &= cache_put(w->cache, "key", "key", w->profile,
				   &(struct error)ERROR_INIT);
	return NULL;
}

TEST_WITH(several_at_once_do_not_meet, enter_directory, leave_directory)
{
	struct cache c = cache_here(state);
	struct profile *p = random_profile(3, 500);
	struct writer writers[3];
	pthread_t threads[3];

	put(&c, "key", p);
	for (int i = 0; i < 3; i++) {
		writers[i] = (struct writer){&c, p, false};
		assert_int_equal(
		    pthread_create(&threads[i], NULL, write_often, &writers[i]), 0);
	}
	for (int i = 0; i < 50; i++)
		assert_kept(&c, "key", p);
	for (int i = 0; i < 3; i++) {
		pthread_join(threads[i], NULL);
		assert_true(writers[i].ok);
	}
	assert_int_equal(count_halves(&c), 0);
	assert_int_equal(count(&c), 1);
	profile_free(p);
}

TEST_WITH(what_is_not_the_caches_is_left_alone, enter_directory, leave_directory)
{
	struct cache c = cache_here(state);
	struct profile *p = random_profile(3, 500);
	struct error err = ERROR_INIT;
	uint64_t files, bytes;
	char path[2048];
	int fd;

	put(&c, "key", p);
	snprintf(path, sizeof path, "%s/my-recording.flare", c.dir);
	fd = open(path, O_WRONLY | O_CREAT, 0600);
	assert_true(fd >= 0);
	close(fd);
	assert_int_equal(count(&c), 1);
	c.max = 1;
	cache_put(&c, "key", "key", p, &err);
	err = (struct error)ERROR_INIT;
	assert_true(cache_clear(&c, &files, &bytes, &err));
	assert_int_equal(access(path, F_OK), 0);
	profile_free(p);
}

/* Its file is larger than its tables by its key and its sums. */
TEST_WITH(what_is_said_to_be_kept_is_kept, enter_directory, leave_directory)
{
	struct cache c = cache_here(state);
	struct profile *p = random_profile(3, 500);
	uint64_t tables = store_size(p);
	size_t kept = 0, tried = 0;

	for (c.max = tables - 100; c.max < tables + 20000; c.max += 100, tried++) {
		struct error err = ERROR_INIT;

		if (cache_put(&c, "key", "name", p, &err)) {
			assert_kept(&c, "key", p);
			kept++;
		} else {
			assert_int_equal(err.kind, ERROR_LIMIT);
			assert_int_equal(count(&c), 0);
		}
	}
	assert_true(kept > 0 && kept < tried - 2);
	profile_free(p);
}

TEST(a_second_profile_outlives_the_first)
{
	struct error err = ERROR_INIT;
	struct profile *p = random_profile(3, 500), *q = profile_share(&p, &err);
	char *expected = stored_dump(p), *found;

	assert_non_null(q);
	profile_free(p);
	found = stored_dump(q);
	assert_string_equal(found, expected);
	profile_free(q);
	free(found);
	free(expected);
}
