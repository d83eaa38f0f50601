/*
 * probes.c - as what files are recognised, whole, cut, packed, and through a pipe:
 * probes FILE...
 *
 * A line "FILE WAY: FORMAT CERTAINTY, ..." for each file and way to give it, with all formats
 * that claim it, the surest first; "FILE WAY: - WHAT IT SEEMS TO BE" when none does. Packed
 * files are unpacked before. What is asked are the probes themselves; bytes have no name.
 */

#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "input/formats.h"
#include "input/refusal.h"
#include "lib/packed.h"

#define BEGIN 4096
#define MOST  64 /* formats */

static void fail(const char *what)
{
	fprintf(stderr, "probes: %s\n", what);
	exit(1);
}

struct claim {
	const char *name;
	unsigned sure;
};

static int by_certainty(const void *a, const void *b)
{
	const struct claim *x = a, *y = b;

	return x->sure < y->sure ? 1 : x->sure > y->sure ? -1 : 0;
}

static void print_claims(struct text head)
{
	struct claim claims[MOST];
	size_t n = 0;

	for (size_t i = 0; i < formats_count() && n < MOST; i++) {
		claims[n] =
		    (struct claim){formats[i]->name, formats_certainty(formats[i], head)};
		n += claims[n].sure > 0;
	}
	qsort(claims, n, sizeof *claims, by_certainty);
	for (size_t i = 0; i < n; i++)
		printf("%s%s %u", i ? ", " : "", claims[i].name, claims[i].sure);
	if (n == 0)
		printf("- %s",
		       refusal_kind(head) ? refusal_kind(head) : refusal_contents(head));
	putchar('\n');
}

static void probe(const char *file, const char *way, struct source *s)
{
	struct error err = ERROR_INIT;
	struct text head;

	if (!s || !source_head(s, &head, &err))
		fail(file);
	printf("%s %s: ", file, way);
	print_claims(head);
	source_close(s);
}

static void probe_bytes(const char *file, const char *way, struct text bytes)
{
	struct error err = ERROR_INIT;

	probe(file, way, source_of_bytes(bytes.at, bytes.len, &err));
}

static void probe_packed(const char *file, const char *way, struct text packed)
{
	probe_bytes(file, way, packed);
	free((void *)(uintptr_t)packed.at);
}

struct flow {
	struct text bytes;
	int to;
};

/* A few bytes at once: the other end closes when it has seen the head. */
static void *pour(void *arg)
{
	struct flow *f = arg;
	struct text left = f->bytes;

	while (left.len) {
		ssize_t n = write(f->to, left.at, left.len < 1000 ? left.len : 1000);

		if (n <= 0)
			break;
		left = text_from(left, (size_t)n);
	}
	close(f->to);
	return NULL;
}

static void probe_pipe(const char *file, struct text bytes)
{
	struct error err = ERROR_INIT;
	int ends[2];
	char path[64];
	pthread_t writer;
	struct flow flow = {bytes, -1};
	struct source *s;

	if (pipe(ends) != 0)
		fail("no pipe");
	flow.to = ends[1];
	snprintf(path, sizeof path, "/proc/self/fd/%d", ends[0]);
	if (pthread_create(&writer, NULL, pour, &flow) != 0)
		fail("no thread");
	s = source_open(path, &err);
	close(ends[0]);
	probe(file, "pipe", s);
	pthread_join(writer, NULL);
}

/* Under a name that says nothing. */
static void probe_file(const char *file, struct text bytes)
{
	struct error err = ERROR_INIT;
	char path[] = "/tmp/flarescope-XXXXXX";
	int fd = mkstemp(path);
	FILE *out = fd < 0 ? NULL : fdopen(fd, "w");
	struct source *s;

	if (!out || fwrite(bytes.at, 1, bytes.len, out) != bytes.len || fclose(out) != 0)
		fail(path);
	s = source_open(path, &err);
	unlink(path);
	probe(file, "file", s);
}

/* All of a file, unpacked. Release with free(). */
static struct text read_whole(const char *file)
{
	struct error err = ERROR_INIT;
	struct source *s = source_open(file, &err);
	size_t room = 1 << 16, len = 0, got = 1;
	char *bytes = malloc(room);

	if (!s || !bytes)
		fail(file);
	while (got) {
		if (!source_read(s, bytes + len, room - len, &got, &err))
			fail(file);
		len += got;
		if (len == room)
			bytes = realloc(bytes, room *= 2);
		if (!bytes)
			fail("no memory");
	}
	source_close(s);
	return (struct text){bytes, len};
}

int main(int argc, char **argv)
{
	signal(SIGPIPE, SIG_IGN); /* of pour() */
	for (int i = 1; i < argc; i++) {
		struct text bytes = read_whole(argv[i]);

		probe_bytes(argv[i], "whole", bytes);
		probe_bytes(argv[i], "begin", text_upto(bytes, BEGIN));
		probe_packed(argv[i], "gzip", packed_of(bytes, 1 << 20));
#ifdef WITH_ZSTD
		probe_packed(argv[i], "zstd", packed_zstd_of(bytes, 1 << 20));
#endif
		probe_file(argv[i], bytes);
		probe_pipe(argv[i], bytes);
		free((void *)(uintptr_t)bytes.at);
	}
	return 0;
}
