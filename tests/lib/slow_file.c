#include "lib/slow_file.h"

#include <assert.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static FILE *must(FILE *f)
{
	if (!f)
		abort();
	return f;
}

void slow_file_make(struct slow_file *f)
{
	*f = (struct slow_file){.dir = "/tmp/flarescope-slow-XXXXXX"};
	if (!mkdtemp(f->dir))
		abort();
	snprintf(f->pipe, sizeof f->pipe, "%s/pipe", f->dir);
	snprintf(f->copy, sizeof f->copy, "%s/copy.txt", f->dir);
	if (mkfifo(f->pipe, 0600) < 0)
		abort();
}

/* Delayed, because a child started before that could keep the pipe open. */
static void open_both(struct slow_file *f)
{
	/* for reading too, otherwise it would wait for a reader here */
	f->to_pipe = must(fdopen(open(f->pipe, O_RDWR | O_CLOEXEC), "w"));
	f->to_copy = must(fopen(f->copy, "we"));
}

void slow_file_remove(struct slow_file *f)
{
	slow_file_end(f);
	unlink(f->pipe);
	unlink(f->copy);
	rmdir(f->dir);
}

void slow_file_say(struct slow_file *f, const char *text)
{
	assert(!f->ended);
	if (!f->to_pipe)
		open_both(f);
	fputs(text, f->to_copy);
	fputs(text, f->to_pipe);
	if (fflush(f->to_pipe) != 0 || fflush(f->to_copy) != 0)
		abort();
}

static void sample(const struct slow_file *f, FILE *out)
{
	static const char *const leaves[] = {"work", "rest"};

	fprintf(out,
		"app 100/101 [001] %ld.%03ld000: 1000000 cpu-clock: \n"
		"\t1000 %s+0x1 (/bin/app)\n\t2000 main+0x1 (/bin/app)\n\n",
		7 + f->samples / SLOW_FILE_RATE, f->samples % SLOW_FILE_RATE,
		leaves[f->samples % 2]);
}

void slow_file_feed(struct slow_file *f)
{
	char *text = NULL;
	size_t len = 0;
	FILE *out = must(open_memstream(&text, &len));

	for (int i = 0; i < SLOW_FILE_RATE; i++) {
		sample(f, out);
		f->samples++;
	}
	fclose(out);
	slow_file_say(f, text);
	free(text);
}

void slow_file_end(struct slow_file *f)
{
	f->ended = true;
	if (!f->to_pipe)
		return;
	fclose(f->to_pipe);
	fclose(f->to_copy);
	f->to_pipe = f->to_copy = NULL;
}
