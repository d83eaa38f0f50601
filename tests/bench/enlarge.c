/*
 * enlarge - makes a longer recording from a real one. It writes a text of perf script again and
 * again: times advance by the length of the recording, and pids from 1000 on and addresses without
 * a name get other numbers in each round, as they would in a longer recording.
 *
 * 	enlarge [-n ROUNDS | -b BYTES | -s SAMPLES] FILE|-	> LONGER
 *
 * It ends after a whole sample. At about 1 GB/s it can feed a pipe with more than fits on a disk.
 */

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define OUT_SIZE    ((size_t)1 << 20)
#define FIELD_MAX   32	       /* bytes of a number that is rewritten */
#define FIRST_PID   1000       /* lower ones are system processes, which keep theirs */
#define PID_STEP    1500       /* from round to round */
#define ADDR_STEP   0x3000     /* some pages */
#define GAP_NS	    1000000ull /* between the last sample of a round and the next */
#define NS_A_SECOND 1000000000ull

enum field_kind { FIELD_PID, FIELD_MICROS, FIELD_NANOS, FIELD_ADDRESS, FIELD_END };

/* A piece of the text that differs in each round; FIELD_END is the end of a sample. */
struct field {
	size_t at;
	uint64_t value; /* in the first round; times are in ns */
	uint32_t len;
	enum field_kind kind;
};

struct recording {
	char *text;		   /* owned */
	struct field *fields;	   /* owned: in the order of the text */
	size_t len, body, n, room; /* the body begins after the header */
	uint64_t first, last;	   /* ns */
};

struct limits {
	uint64_t rounds, bytes, samples;
};

struct sink {
	char *buf; /* owned: OUT_SIZE and room for one field */
	size_t len;
	uint64_t bytes, samples;
};

static void die(const char *what)
{
	fprintf(stderr, "enlarge: %s: %s\n", what, strerror(errno));
	exit(1);
}

static void *grown(void *old, size_t n, size_t size)
{
	void *new = realloc(old, n * size);

	if (!new)
		die("memory");
	return new;
}

/* ---- reading ---- */

static void read_all(struct recording *r, const char *path)
{
	int fd = strcmp(path, "-") == 0 ? STDIN_FILENO : open(path, O_RDONLY);
	size_t room = OUT_SIZE;
	ssize_t n;

	if (fd < 0)
		die(path);
	r->text = grown(NULL, room, 1);
	while ((n = read(fd, r->text + r->len, room - r->len - 1)) > 0) {
		r->len += (size_t)n;
		if (room - r->len < OUT_SIZE / 2)
			r->text = grown(r->text, room *= 2, 1);
	}
	if (n < 0)
		die(path);
	r->text[r->len] = '\0';
	close(fd);
}

static void add(struct recording *r, enum field_kind kind, const char *from, size_t len,
		uint64_t value)
{
	if (r->n == r->room)
		r->fields = grown(r->fields, r->room = r->room ? r->room * 2 : 1 << 16,
				  sizeof *r->fields);
	r->fields[r->n++] = (struct field){.at = (size_t)(from - r->text),
					   .value = value,
					   .len = (uint32_t)len,
					   .kind = kind};
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Find the number that ends before `end`, if it is one that changes. Returns its start. */
static const char *add_pid(struct recording *r, const char *line, const char *end)
{
	const char *from = end;
	uint64_t value;

	while (from > line && is_digit(from[-1]))
		from--;
	value = strtoull(from, NULL, 10);
	if (from < end && value >= FIRST_PID && (from == line || from[-1] != '-'))
		add(r, FIELD_PID, from, (size_t)(end - from), value);
	return from;
}

/* Scan backwards from the time: "comm  2280 [000] " or "comm  2280/2281 [000] " */
static void add_pids(struct recording *r, const char *line, const char *at)
{
	size_t before = r->n;
	const char *from;

	while (at > line && at[-1] == ' ')
		at--;
	if (at > line && at[-1] == ']') {
		while (at > line && *at != '[')
			at--;
		while (at > line && at[-1] == ' ')
			at--;
	}
	from = add_pid(r, line, at);
	if (from > line && from[-1] == '/')
		add_pid(r, line, from - 1);
	if (r->n == before + 2) { /* found in reverse order */
		struct field last = r->fields[before];

		r->fields[before] = r->fields[before + 1];
		r->fields[before + 1] = last;
	}
}

static size_t digits(const char *at, const char *end)
{
	size_t n = 0;

	while (at + n < end && is_digit(at[n]))
		n++;
	return n;
}

/* perf 6.1: "swapper     0 [000] 12260.879503:     200040 cpu-clock: " */
static void add_event_line(struct recording *r, const char *line, const char *end)
{
	for (const char *dot = line; (dot = memchr(dot, '.', (size_t)(end - dot)));
	     dot++) {
		size_t fraction = digits(dot + 1, end);
		const char *from = dot;
		uint64_t ns;

		while (from > line && is_digit(from[-1]))
			from--;
		if ((fraction != 6 && fraction != 9) || dot[1 + fraction] != ':' ||
		    from == dot || from == line || from[-1] != ' ')
			continue;
		ns = strtoull(from, NULL, 10) * NS_A_SECOND +
		     strtoull(dot + 1, NULL, 10) * (fraction == 6 ? 1000 : 1);
		add_pids(r, line, from);
		add(r, fraction == 6 ? FIELD_MICROS : FIELD_NANOS, from,
		    (size_t)(dot + 1 + fraction - from), ns);
		r->first = ns < r->first ? ns : r->first;
		r->last = ns > r->last ? ns : r->last;
		return;
	}
}

/* A frame from unwinding without frame pointers: "\t  7f12a8c03010 [unknown] ([unknown])" */
static void add_frame_line(struct recording *r, const char *line, const char *end)
{
	static const char unknown[] = " [unknown] ([unknown])";
	const char *hex = line + 1, *after;
	char *stop;
	uint64_t value;

	if ((size_t)(end - line) < sizeof unknown + 1)
		return;
	after = end - (sizeof unknown - 1);
	if (memcmp(after, unknown, sizeof unknown - 1) != 0)
		return;
	while (hex < after && *hex == ' ')
		hex++;
	value = strtoull(hex, &stop, 16);
	if (stop == after && after - hex >= 6 && after - hex <= 12)
		add(r, FIELD_ADDRESS, line + 1, (size_t)(after - line - 1), value);
}

static void find_fields(struct recording *r)
{
	const char *line = r->text, *end = r->text + r->len, *stop;
	bool header = true, sample = false;

	r->first = UINT64_MAX;
	for (; (stop = memchr(line, '\n', (size_t)(end - line))); line = stop + 1) {
		if (header && *line == '#') {
			r->body = (size_t)(stop + 1 - r->text);
			continue;
		}
		header = false;
		if (*line == '\t') {
			add_frame_line(r, line, stop);
		} else if (line == stop) {
			if (sample)
				add(r, FIELD_END, line, 1, 0);
			sample = false;
		} else {
			sample = true;
			add_event_line(r, line, stop);
		}
	}
}

/* ---- writing ---- */

static void flush(struct sink *s)
{
	const char *at = s->buf;

	while (s->len) {
		ssize_t n = write(STDOUT_FILENO, at, s->len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			exit(errno == EPIPE ? 0 : 1);
		at += n;
		s->len -= (size_t)n;
	}
}

static void put(struct sink *s, const char *from, size_t len)
{
	s->bytes += len;
	while (s->len + len >= OUT_SIZE) {
		size_t part = OUT_SIZE - s->len;

		memcpy(s->buf + s->len, from, part);
		s->len = OUT_SIZE;
		from += part;
		len -= part;
		flush(s);
	}
	memcpy(s->buf + s->len, from, len);
	s->len += len;
}

/* Write at least `width` digits of `value`, so that they end before `end`. */
static char *number(char *end, uint64_t value, unsigned base, int width)
{
	for (; value || width > 0; value /= base, width--)
		*--end = "0123456789abcdef"[value % base];
	return end;
}

static void put_field(struct sink *s, const struct field *f, uint64_t round,
		      uint64_t span)
{
	char digits[FIELD_MAX], *end = digits + sizeof digits, *from = end;
	uint64_t ns = f->value + round * span;

	switch (f->kind) {
	case FIELD_PID:
		from = number(end, f->value + round * PID_STEP, 10, 1);
		break;
	case FIELD_MICROS:
		from = number(end, ns % NS_A_SECOND / 1000, 10, 6);
		break;
	case FIELD_NANOS:
		from = number(end, ns % NS_A_SECOND, 10, 9);
		break;
	case FIELD_ADDRESS:
		from = number(end, f->value + round * ADDR_STEP, 16, 1);
		while (end - from < 16)
			*--from = ' ';
		break;
	case FIELD_END:
		*--from = '\n';
		break;
	}
	if (f->kind == FIELD_MICROS || f->kind == FIELD_NANOS) {
		*--from = '.';
		from = number(from, ns / NS_A_SECOND, 10, 1);
	}
	put(s, from, (size_t)(end - from));
}

/* Write one round; false when a limit has been reached. */
static bool put_round(struct sink *s, const struct recording *r, uint64_t round,
		      const struct limits *most)
{
	uint64_t span = (r->last - r->first) / 1000 * 1000 + GAP_NS;
	size_t at = r->body;

	for (size_t i = 0; i < r->n; i++) {
		const struct field *f = &r->fields[i];

		put(s, r->text + at, f->at - at);
		put_field(s, f, round, span);
		at = f->at + f->len;
		if (f->kind == FIELD_END &&
		    (++s->samples >= most->samples || s->bytes >= most->bytes))
			return false;
	}
	put(s, r->text + at, r->len - at);
	return true;
}

static void write_rounds(const struct recording *r, const struct limits *most)
{
	struct sink s = {.buf = grown(NULL, OUT_SIZE + FIELD_MAX, 1)};
	uint64_t round = 0;

#ifdef F_SETPIPE_SZ
	fcntl(STDOUT_FILENO, F_SETPIPE_SZ, (int)OUT_SIZE); /* fails if it is not a pipe */
#endif
	put(&s, r->text, r->body);
	while (round < most->rounds && put_round(&s, r, round, most))
		round++;
	flush(&s);
	free(s.buf);
}

static uint64_t amount(const char *text)
{
	char *end;
	uint64_t value = strtoull(text, &end, 10);

	if (end == text || *end || value == 0) {
		fprintf(stderr, "enlarge: not a number above 0: %s\n", text);
		exit(2);
	}
	return value;
}

int main(int argc, char **argv)
{
	struct limits most = {UINT64_MAX, UINT64_MAX, UINT64_MAX};
	struct recording r = {0};
	bool found;
	int option;

	while ((option = getopt(argc, argv, "n:b:s:")) != -1) {
		if (option == 'n')
			most.rounds = amount(optarg);
		else if (option == 'b')
			most.bytes = amount(optarg);
		else if (option == 's')
			most.samples = amount(optarg);
		else
			return 2;
	}
	if (optind + 1 != argc) {
		fprintf(stderr,
			"usage: enlarge [-n ROUNDS | -b BYTES | -s SAMPLES] FILE\n");
		return 2;
	}
	if (most.rounds == UINT64_MAX && most.bytes == UINT64_MAX &&
	    most.samples == UINT64_MAX)
		most.rounds = 1;
	read_all(&r, argv[optind]);
	find_fields(&r);
	found = r.first <= r.last;
	if (found)
		write_rounds(&r, &most);
	else
		fprintf(stderr, "enlarge: no sample of perf script in %s\n",
			argv[optind]);
	free(r.text);
	free(r.fields);
	return !found;
}
