#include "lib/unit.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/placement.h"
#include "lib/work_dir.h"

/* ---- a temporary directory and its contents ---- */

struct scene {
	char dir[WORK_DIR];
	char path[WORK_DIR + 20];
};

static int enter(void **state)
{
	static struct scene s;

	work_dir_make(s.dir, "placement");
	snprintf(s.path, sizeof s.path, "%s/perf.data", s.dir);
	*state = &s;
	return 0;
}

static int leave(void **state)
{
	const struct scene *s = *state;

	work_dir_remove(s->dir);
	return 0;
}

static void put(int directory, const char *name, const char *text)
{
	int fd = openat(directory, name, O_WRONLY | O_CREAT | O_TRUNC, 0600);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	close(fd);
}

static void assert_holds(const struct scene *s, const char *name, const char *text)
{
	char path[WORK_DIR + 40], found[64] = "";
	FILE *f;

	snprintf(path, sizeof path, "%s/%s", s->dir, name);
	f = fopen(path, "r");
	assert_non_null(f);
	assert_true(fread(found, 1, sizeof found - 1, f) > 0);
	fclose(f);
	assert_string_equal(found, text);
}

static void assert_refused(const struct scene *s, const char *words)
{
	struct error err = ERROR_INIT;
	struct placement_room r;

	assert_false(placement_room_begin(&r, s->path, &err));
	assert_non_null(strstr(err.message, words));
}

/* What another program writes there is in its place, and nothing else remains. */
static void record(const struct scene *s, const char *text, const char *beside)
{
	struct error err = ERROR_INIT;
	struct placement_room r;

	assert_true(placement_room_begin(&r, s->path, &err));
	put(r.inside, "perf.data", text);
	if (beside)
		put(r.inside, beside, text);
	assert_true(placement_room_commit(&r, s->path, &err));
	placement_room_abandon(&r);
}

/* ---- recordings ---- */

TEST_WITH(a_recording_that_was_there_is_kept_as_perf_keeps_it, enter, leave)
{
	const struct scene *s = *state;

	record(s, "first", NULL);
	assert_holds(s, "perf.data", "first");
	record(s, "second", "perf.data.2026");
	assert_holds(s, "perf.data", "second");
	assert_holds(s, "perf.data.2026", "second");
	assert_holds(s, "perf.data.old", "first");
	record(s, "third", NULL);
	assert_holds(s, "perf.data.old", "second");
}

TEST_WITH(so_is_one_that_is_a_directory, enter, leave)
{
	const struct scene *s = *state;
	struct error err = ERROR_INIT;
	struct placement_room r;

	for (int i = 0; i < 3; i++) {
		int inside;

		assert_true(placement_room_begin(&r, s->path, &err));
		assert_int_equal(mkdirat(r.inside, "perf.data", 0700), 0);
		inside = openat(r.inside, "perf.data", O_RDONLY | O_DIRECTORY);
		put(inside, "data", i == 0 ? "0" : i == 1 ? "1" : "2");
		put(inside, "data.0", "x");
		close(inside);
		assert_true(placement_room_commit(&r, s->path, &err));
	}
	assert_holds(s, "perf.data/data", "2");
	assert_holds(s, "perf.data.old/data", "1");
	record(s, "a file", NULL);
	assert_holds(s, "perf.data", "a file");
	assert_holds(s, "perf.data.old/data", "2");
}

TEST_WITH(a_directory_called_old_that_has_more_than_a_recording_stays, enter, leave)
{
	const struct scene *s = *state;
	struct error err = ERROR_INIT;
	struct placement_room r;
	char old[WORK_DIR + 40];
	int inside;

	snprintf(old, sizeof old, "%s.old", s->path);
	assert_int_equal(mkdir(old, 0700), 0);
	inside = open(old, O_RDONLY | O_DIRECTORY);
	put(inside, "data", "mine");
	put(inside, "notes", "mine, too");
	close(inside);
	record(s, "first", NULL);
	assert_true(placement_room_begin(&r, s->path, &err));
	put(r.inside, "perf.data", "second");
	assert_false(placement_room_commit(&r, s->path, &err));
	assert_non_null(strstr(err.message, "the recording is beside it"));
	assert_holds(s, "perf.data.old/notes", "mine, too");
	assert_holds(s, "perf.data.old/data", "mine");
	assert_holds(s, "perf.data", "first");
}

TEST_WITH(what_is_no_recording_is_neither_replaced_nor_followed, enter, leave)
{
	const struct scene *s = *state;
	struct stat st;

	assert_int_equal(mkdir(s->path, 0700), 0);
	assert_refused(s, "is a directory");
	assert_int_equal(rmdir(s->path), 0);
	assert_int_equal(mkfifo(s->path, 0600), 0);
	assert_refused(s, "is not a regular file");
	assert_int_equal(unlink(s->path), 0);
	assert_int_equal(symlink("elsewhere", s->path), 0);
	assert_refused(s, "is a symbolic link");
	assert_int_equal(lstat(s->path, &st), 0);
	assert_true(S_ISLNK(st.st_mode));
}

TEST_WITH(where_nothing_was_recorded_all_is_as_it_was, enter, leave)
{
	const struct scene *s = *state;
	struct error err = ERROR_INIT;
	struct placement_room r;

	record(s, "kept", NULL);
	assert_true(placement_room_begin(&r, s->path, &err));
	put(r.inside, "perf.data", "half");
	placement_room_abandon(&r);
	assert_holds(s, "perf.data", "kept");
	assert_int_equal(unlink(s->path), 0);
	assert_int_equal(rmdir(s->dir), 0); /* nothing else is there */
	assert_int_equal(mkdir(s->dir, 0700), 0);
}

TEST_WITH(a_link_that_comes_meanwhile_leads_nobody_anywhere, enter, leave)
{
	const struct scene *s = *state;
	struct error err = ERROR_INIT;
	struct placement_room r;
	char victim[WORK_DIR + 20], moved[WORK_DIR + 20];

	snprintf(victim, sizeof victim, "%s/victim", s->dir);
	snprintf(moved, sizeof moved, "%s/moved", s->dir);
	put(AT_FDCWD, victim, "precious");
	assert_true(placement_room_begin(&r, s->path, &err));
	assert_int_equal(symlink("victim", s->path), 0);
	put(r.inside, "perf.data", "recorded");
	assert_true(placement_room_commit(&r, s->path, &err));
	assert_holds(s, "perf.data", "recorded");
	assert_holds(s, "victim", "precious");
}

/* ---- names, and several writers ---- */

TEST_WITH(several_may_write_one_file_at_once, enter, leave)
{
	const struct scene *s = *state;
	struct error err = ERROR_INIT;
	struct placement a, b;
	int x = placement_begin(&a, s->path, PLACEMENT_REPLACE | PLACEMENT_PRIVATE, &err);
	int y = placement_begin(&b, s->path, PLACEMENT_REPLACE, &err);
	struct stat st;

	assert_true(x >= 0 && y >= 0);
	assert_int_equal(fstat(x, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
	assert_int_equal(placement_writer(a.temporary), getpid());
	assert_int_equal(write(x, "x", 1), 1);
	assert_int_equal(write(y, "y", 1), 1);
	close(x);
	close(y);
	assert_true(placement_commit(&a, s->path, &err));
	assert_holds(s, "perf.data", "x");
	assert_true(placement_commit(&b, s->path, &err));
	assert_holds(s, "perf.data", "y");
}

TEST(who_writes_a_file_stands_in_its_name)
{
	assert_int_equal(placement_writer(".a.b.flare.17.0.part"), 17);
	assert_int_equal(placement_writer(".x.4194304.12.part"), 4194304);
	assert_int_equal(placement_writer(".part"), 0);
	assert_int_equal(placement_writer(".half.part"), 0);
	assert_int_equal(placement_writer(".x.-3.0.part"), 0);
	assert_int_equal(placement_writer("x.17.0.flare"), 0);
}

/* ---- directories ---- */

TEST_WITH(a_path_is_walked_to_its_directory, enter, leave)
{
	const struct scene *s = *state;
	struct error err = ERROR_INIT;
	char path[WORK_DIR + 40];
	struct placement p;
	int fd;

	snprintf(path, sizeof path, "%s/a", s->dir);
	assert_int_equal(mkdir(path, 0700), 0);
	snprintf(path, sizeof path, "%s/link", s->dir);
	assert_int_equal(symlink("a", path), 0);
	snprintf(path, sizeof path, "%s/.//link/../link//x", s->dir);
	fd = placement_begin(&p, path, PLACEMENT_NEW, &err);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, "x", 1), 1);
	close(fd);
	assert_true(placement_commit(&p, path, &err));
	assert_holds(s, "a/x", "x");
	snprintf(path, sizeof path, "%s/nowhere/x", s->dir);
	assert_int_equal(placement_begin(&p, path, PLACEMENT_NEW, &err), -1);
	assert_non_null(strstr(err.message, "No such file"));
}
