#include "lib/unit.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "recorder/output_queue.h"

#define MANY ((size_t)300000)

static char number_at(size_t i)
{
	return (char)(i * 7 + i / 251);
}

static void put_many(struct output_queue *o)
{
	struct error err = ERROR_INIT;

	for (size_t i = 0; i < MANY; i++) {
		char c = number_at(i);

		assert_true(output_queue_put(o, (struct text){&c, 1}, &err));
	}
}

TEST(a_reader_that_does_not_read_holds_up_nobody)
{
	struct error err = ERROR_INIT;
	struct output_queue o;
	char some[1000];
	size_t got = 0;
	int ends[2];

	assert_int_equal(pipe(ends), 0);
	output_queue_open(&o, ends[1]);
	assert_false(o.is_file);
	put_many(&o);
	assert_true(output_queue_drain(&o, &err));
	assert_true(output_queue_waiting(&o) > 0 && output_queue_waiting(&o) < MANY);
	while (got < MANY) {
		ssize_t n = read(ends[0], some, sizeof some);

		assert_true(n > 0);
		for (ssize_t i = 0; i < n; i++)
			assert_int_equal(some[i], number_at(got + (size_t)i));
		got += (size_t)n;
		assert_true(output_queue_drain(&o, &err));
	}
	assert_int_equal(output_queue_waiting(&o), 0);
	assert_int_equal(o.written, MANY);
	output_queue_release(&o);
	close(ends[0]);
	close(ends[1]);
}

TEST(a_reader_that_has_gone_is_no_error)
{
	struct error err = ERROR_INIT;
	struct output_queue o;
	int ends[2];

	signal(SIGPIPE, SIG_IGN);
	assert_int_equal(pipe(ends), 0);
	output_queue_open(&o, ends[1]);
	close(ends[0]);
	assert_true(output_queue_put(&o, TEXT("words"), &err));
	assert_true(output_queue_drain(&o, &err));
	assert_true(o.is_gone);
	assert_int_equal(output_queue_waiting(&o), 0);
	assert_true(output_queue_put(&o, TEXT("words"), &err));
	assert_int_equal(output_queue_waiting(&o), 0);
	output_queue_release(&o);
	close(ends[1]);
}

TEST(a_file_takes_all_at_once)
{
	struct error err = ERROR_INIT;
	FILE *f = tmpfile();
	struct output_queue o;

	assert_non_null(f);
	output_queue_open(&o, fileno(f));
	assert_true(o.is_file);
	put_many(&o);
	assert_true(output_queue_drain(&o, &err));
	assert_int_equal(output_queue_waiting(&o), 0);
	assert_int_equal(lseek(fileno(f), 0, SEEK_END), MANY);
	output_queue_release(&o);
	fclose(f);
}

TEST(a_full_disk_is_an_error)
{
	struct error err = ERROR_INIT;
	int fd = open("/dev/full", O_WRONLY);
	struct output_queue o;

	if (fd < 0)
		skip();
	output_queue_open(&o, fd);
	assert_true(output_queue_put(&o, TEXT("words"), &err));
	assert_false(output_queue_drain(&o, &err));
	assert_int_equal(err.kind, ERROR_SYSTEM);
	output_queue_release(&o);
	close(fd);
}
