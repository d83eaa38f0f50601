#include "lib/unit.h"

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "export/outfile.h"

static int enter_directory(void **state)
{
	char *dir = strdup("/tmp/outfile-XXXXXX");

	assert_non_null(mkdtemp(dir));
	assert_int_equal(chdir(dir), 0);
	*state = dir;
	return 0;
}

static int leave_directory(void **state)
{
	unlink("file");
	unlink("other");
	unlink("victim");
	assert_int_equal(chdir("/"), 0);
	assert_int_equal(rmdir(*state), 0); /* nothing was left over */
	free(*state);
	return 0;
}

static void put_into(const char *name, const char *text)
{
	FILE *f = fopen(name, "w");

	assert_non_null(f);
	fputs(text, f);
	fclose(f);
}

static void put(const char *text)
{
	put_into("file", text);
}

static void assert_content_of(const char *name, const char *expected)
{
	char buf[64] = "";
	FILE *f = fopen(name, "r");

	assert_non_null(f);
	assert_true(fread(buf, 1, sizeof buf - 1, f) > 0);
	fclose(f);
	assert_string_equal(buf, expected);
}

static void assert_content(const char *expected)
{
	assert_content_of("file", expected);
}

TEST_WITH(a_file_appears_when_it_is_complete, enter_directory, leave_directory)
{
	struct error err = ERROR_INIT;
	struct outfile *o = outfile_open("file", false, &err);

	assert_non_null(o);
	fputs("new", outfile_stream(o));
	assert_int_not_equal(access("file", F_OK), 0);
	assert_true(outfile_commit(o, &err));
	assert_content("new");
}

TEST_WITH(an_existing_file_is_never_overwritten_unasked, enter_directory, leave_directory)
{
	struct error err = ERROR_INIT;

	put("old");
	assert_null(outfile_open("file", false, &err));
	assert_non_null(strstr(err.message, "already exists"));
	assert_content("old");
}

TEST_WITH(a_file_that_appeared_meanwhile_is_kept, enter_directory, leave_directory)
{
	struct error err = ERROR_INIT;
	struct outfile *o = outfile_open("file", false, &err);

	assert_non_null(o);
	put("theirs");
	assert_false(outfile_commit(o, &err));
	assert_content("theirs");
}

TEST_WITH(a_file_is_replaced_when_asked_for, enter_directory, leave_directory)
{
	struct error err = ERROR_INIT;
	struct outfile *o;

	put("old");
	o = outfile_open("file", true, &err);
	assert_non_null(o);
	fputs("new", outfile_stream(o));
	assert_content("old");
	assert_true(outfile_commit(o, &err));
	assert_content("new");
}

TEST_WITH(an_abandoned_file_leaves_the_old_one, enter_directory, leave_directory)
{
	struct error err = ERROR_INIT;
	struct outfile *o;

	put("old");
	o = outfile_open("file", true, &err);
	assert_non_null(o);
	fputs("half", outfile_stream(o));
	outfile_abandon(o);
	assert_content("old");
}

TEST_WITH(a_directory_is_refused_in_words, enter_directory, leave_directory)
{
	struct error err = ERROR_INIT;

	assert_null(outfile_open(".", true, &err));
	assert_non_null(strstr(err.message, "directory"));
}

TEST_WITH(a_full_disk_is_reported_at_the_end, enter_directory, leave_directory)
{
	struct error err = ERROR_INIT;
	struct outfile *o = outfile_open("/dev/full", false, &err);

	if (!o)
		skip();
	fputs("x", outfile_stream(o));
	assert_false(outfile_commit(o, &err));
	assert_non_null(strstr(err.message, "/dev/full"));
}

static bool write_to(const char *path, bool overwrite, struct error *err)
{
	struct outfile *o = outfile_open(path, overwrite, err);

	if (!o)
		return false;
	fputs("ours", outfile_stream(o));
	return outfile_commit(o, err);
}

TEST_WITH(a_link_is_never_followed, enter_directory, leave_directory)
{
	static const char *const to[] = {"victim", "/dev/null", "nothing"};
	struct stat st;

	put_into("victim", "theirs");
	for (size_t i = 0; i < sizeof to / sizeof *to; i++) {
		struct error err = ERROR_INIT;

		assert_int_equal(symlink(to[i], "file"), 0);
		assert_false(write_to("file", false, &err));
		assert_non_null(strstr(err.message, "already exists (as a link)"));
		assert_int_equal(lstat("file", &st), 0);
		assert_true(S_ISLNK(st.st_mode));
		err = (struct error)ERROR_INIT;
		assert_true(write_to("file", true, &err)); /* --force replaces the link */
		assert_int_equal(lstat("file", &st), 0);
		assert_true(S_ISREG(st.st_mode));
		assert_content("ours");
		unlink("file");
	}
	assert_content_of("victim", "theirs");
	assert_int_not_equal(access("nothing", F_OK), 0);
}

TEST_WITH(a_link_that_comes_meanwhile_is_kept, enter_directory, leave_directory)
{
	struct error err = ERROR_INIT;
	struct outfile *o = outfile_open("file", false, &err);

	assert_non_null(o);
	put_into("victim", "theirs");
	assert_int_equal(symlink("victim", "file"), 0);
	fputs("ours", outfile_stream(o));
	assert_false(outfile_commit(o, &err));
	assert_content_of("victim", "theirs");
}

TEST_WITH(a_fifo_and_descriptors_that_were_given_are_written, enter_directory,
	  leave_directory)
{
	struct error err = ERROR_INIT;
	char name[32], got[16] = "";
	int fd, ends[2];

	assert_int_equal(mkfifo("file", 0600), 0);
	fd = open("file", O_RDWR | O_NONBLOCK);
	assert_true(fd >= 0);
	assert_true(write_to("file", false, &err));
	assert_int_equal(read(fd, got, sizeof got), 4);
	close(fd);
	assert_int_equal(pipe(ends), 0);
	snprintf(name, sizeof name, "/dev/fd/%d", ends[1]);
	assert_true(write_to(name, false, &err));
	snprintf(name, sizeof name, "/proc/self/fd/%d", ends[1]);
	assert_true(write_to(name, true, &err));
	assert_int_equal(read(ends[0], got, sizeof got), 8);
	assert_memory_equal(got, "oursours", 8);
	close(ends[0]);
	close(ends[1]);
	assert_false(write_to(name, false, &err)); /* it is closed */
}

#ifdef SYS_renameat2
static void *swap_names(void *stop)
{
	while (!atomic_load((atomic_bool *)stop))
		syscall(SYS_renameat2, AT_FDCWD, "file", AT_FDCWD, "other",
			2U); /* both */
	return NULL;
}

/* Another user who may write in the directory puts a link in place of a FIFO that was checked. */
TEST_WITH(a_name_that_is_swapped_leads_to_nobody_else, enter_directory, leave_directory)
{
	atomic_bool stop = false;
	char sink[4096];
	pthread_t thread;
	int fifo;

	put_into("victim", "theirs");
	assert_int_equal(mkfifo("file", 0600), 0);
	assert_int_equal(symlink("victim", "other"), 0);
	fifo = open("file", O_RDWR | O_NONBLOCK);
	assert_true(fifo >= 0);
	assert_int_equal(pthread_create(&thread, NULL, swap_names, &stop), 0);
	for (int i = 0; i < 20000; i++) {
		struct error err = ERROR_INIT;

		(void)write_to("file", false, &err); /* either one */
		while (read(fifo, sink, sizeof sink) > 0)
			;
	}
	atomic_store(&stop, true);
	pthread_join(thread, NULL);
	close(fifo);
	assert_content_of("victim", "theirs");
}
#endif
