/*
 * enlarge_data - makes a longer perf.data from a real one. It writes the records again and again:
 * times advance by the length of the recording, and processes and threads from 1000 on get other
 * numbers in each round, with separate maps and names, and code at other addresses, as they would
 * in a longer recording.
 *
 * 	enlarge_data [-n ROUNDS] FILE	> LONGER
 *
 * For files written by perf record, uncompressed, whose events have the same fields.
 */

#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define FIRST_PID	   1000 /* lower ones are system processes, which keep theirs */
#define PID_STEP	   1500 /* from round to round */
#define ADDR_STEP	   0x3000
#define USER_FIRST	   0x10000 /* lowest user address that is moved */
#define USER_LAST	   (UINT64_C(1) << 46)
#define GAP_NS		   1000000ull
#define RECORD_MOST	   65536
#define OWN_RECORDS	   64 /* perf's own from here on, once except ends of rounds */
#define FINISHED_ROUND	   68
#define FEATURE_BITS	   256
#define FEATURE_SAMPLETIME 21

/* The beginning of perf.data. */
struct head {
	uint64_t magic, size, attr_size, attrs, attrs_size, data, data_size, types,
	    types_size;
	uint64_t features[FEATURE_BITS / 64];
};

struct section {
	uint64_t offset, size;
};

struct recording {
	unsigned char *bytes; /* mapped */
	uint64_t len;
	struct head head;
	uint64_t sample_type;
	bool has_ids; /* records other than samples end with pid, tid, time, ... */
	uint64_t first, last; /* ns */
};

static void die(const char *what)
{
	fprintf(stderr, "enlarge_data: %s: %s\n", what,
		errno ? strerror(errno) : "not for me");
	exit(1);
}

static void put(const void *bytes, uint64_t len)
{
	if (fwrite(bytes, 1, len, stdout) != len)
		die("write");
}

static uint64_t at64(const unsigned char *p)
{
	uint64_t n;

	memcpy(&n, p, sizeof n);
	return n;
}

static void open_recording(struct recording *r, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat st;
	const unsigned char *attr;

	if (fd < 0 || fstat(fd, &st) != 0)
		die(path);
	r->len = (uint64_t)st.st_size;
	r->bytes = mmap(NULL, r->len, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
	if (r->bytes == MAP_FAILED)
		die(path);
	close(fd);
	if (r->len < sizeof r->head || memcmp(r->bytes, "PERFILE2", 8) != 0)
		die(path);
	memcpy(&r->head, r->bytes, sizeof r->head);
	if (r->head.data + r->head.data_size > r->len || !r->head.data_size ||
	    r->head.attrs + r->head.attr_size > r->len || r->head.attr_size < 64)
		die(path);
	attr = r->bytes + r->head.attrs;
	r->sample_type = at64(attr + 24);
	r->has_ids = at64(attr + 40) >> 18 & 1;
	for (uint64_t a = 0; a < r->head.attrs_size; a += r->head.attr_size)
		if (at64(attr + a + 24) != r->sample_type)
			die("events with other fields than the first");
	if (!(r->sample_type & PERF_SAMPLE_TID) || !(r->sample_type & PERF_SAMPLE_TIME))
		die("no thread or no time");
	if (r->sample_type & PERF_SAMPLE_READ)
		die("counters of groups");
}

/* The offset of the thread id in a record; the time is at this + 8; 0: it has neither. */
static size_t place_of_ids(const struct recording *r, uint32_t type, size_t size)
{
	size_t at = 8;

	if (type == PERF_RECORD_SAMPLE) {
		at += r->sample_type & PERF_SAMPLE_IDENTIFIER ? 8 : 0;
		return at + (r->sample_type & PERF_SAMPLE_IP ? 8 : 0);
	}
	if (!r->has_ids || type >= OWN_RECORDS)
		return 0;
	at = 16;
	at += r->sample_type & PERF_SAMPLE_ID ? 8 : 0;
	at += r->sample_type & PERF_SAMPLE_STREAM_ID ? 8 : 0;
	at += r->sample_type & PERF_SAMPLE_CPU ? 8 : 0;
	at += r->sample_type & PERF_SAMPLE_IDENTIFIER ? 8 : 0;
	return size >= 8 + at ? size - at : 0;
}

static void renumber(unsigned char *p, uint32_t by)
{
	uint32_t n;

	memcpy(&n, p, sizeof n);
	n += n >= FIRST_PID && n <= INT32_MAX ? by : 0;
	memcpy(p, &n, sizeof n);
}

static void shift(unsigned char *p, uint64_t earliest, uint64_t by)
{
	uint64_t n = at64(p);

	n = (n ? n : earliest) + by;
	memcpy(p, &n, sizeof n);
}

/* The number of process and thread ids at the beginning of a record of this type. */
static unsigned numbers(uint32_t type)
{
	switch (type) {
	case PERF_RECORD_MMAP:
	case PERF_RECORD_MMAP2:
	case PERF_RECORD_COMM:
		return 2;
	case PERF_RECORD_FORK:
	case PERF_RECORD_EXIT:
		return 4;
	default:
		return 0;
	}
}

/*
 * Records about the state before the recording are repeated only for processes that get other
 * numbers.
 */
static bool is_told_once(const struct recording *r, const unsigned char *record,
			 uint32_t type, size_t ids)
{
	int32_t pid;

	if (type >= OWN_RECORDS)
		return type != FINISHED_ROUND;
	if (type == PERF_RECORD_SAMPLE || !ids || at64(record + ids + 8) >= r->first)
		return false;
	memcpy(&pid, record + 8, sizeof pid);
	return pid < FIRST_PID;
}

/* Code of a process is at another address in each round, in its maps and outside of them. */
static void move(unsigned char *p, uint64_t by)
{
	uint64_t n = at64(p);

	n += n >= USER_FIRST && n < USER_LAST ? by : 0;
	memcpy(p, &n, sizeof n);
}

static void move_sample(const struct recording *r, unsigned char *record, size_t size,
			uint64_t by)
{
	static const uint64_t before_chain[] = {
	    PERF_SAMPLE_IDENTIFIER, PERF_SAMPLE_IP,   PERF_SAMPLE_TID,
	    PERF_SAMPLE_TIME,	    PERF_SAMPLE_ADDR, PERF_SAMPLE_ID,
	    PERF_SAMPLE_STREAM_ID,  PERF_SAMPLE_CPU,  PERF_SAMPLE_PERIOD};
	size_t at = 8;
	uint64_t n;

	if (r->sample_type & PERF_SAMPLE_IP)
		move(record + (r->sample_type & PERF_SAMPLE_IDENTIFIER ? 16 : 8), by);
	for (size_t i = 0; i < sizeof before_chain / sizeof *before_chain; i++)
		at += r->sample_type & before_chain[i] ? 8 : 0;
	if (!(r->sample_type & PERF_SAMPLE_CALLCHAIN) || at + 8 > size)
		return;
	n = at64(record + at);
	for (at += 8; n && at + 8 <= size; n--, at += 8)
		move(record + at, by);
}

static void move_code(const struct recording *r, unsigned char *record, uint32_t type,
		      size_t size, size_t ids, uint64_t by)
{
	int32_t pid;

	memcpy(&pid, record + (type == PERF_RECORD_SAMPLE ? ids : 8), sizeof pid);
	if (pid < FIRST_PID)
		return;
	if (type == PERF_RECORD_SAMPLE)
		move_sample(r, record, size, by);
	else if (type == PERF_RECORD_MMAP || type == PERF_RECORD_MMAP2)
		move(record + 16, by);
}

static void put_record(const struct recording *r, const unsigned char *record,
		       uint32_t type, size_t size, uint32_t round)
{
	static unsigned char copy[RECORD_MOST];
	size_t ids = place_of_ids(r, type, size);
	uint32_t pids = round * PID_STEP;
	uint64_t later = round * (r->last - r->first + GAP_NS);

	if (round && is_told_once(r, record, type, ids))
		return;
	memcpy(copy, record, size);
	if (round) {
		move_code(r, copy, type, size, ids, (uint64_t)round * ADDR_STEP);
		for (unsigned i = 0; i < numbers(type); i++)
			renumber(copy + 8 + 4 * i, pids);
		if (numbers(type) == 4)
			shift(copy + 24, r->first, later);
		if (ids) {
			renumber(copy + ids, pids);
			renumber(copy + ids + 4, pids);
			shift(copy + ids + 8, r->first, later);
		}
	}
	put(copy, size);
}

/* Call `each` for each record; stop when it returns false. */
static void each_record(struct recording *r, uint32_t round,
			void (*each)(struct recording *r, const unsigned char *record,
				     uint32_t type, size_t size, uint32_t round))
{
	uint64_t at = r->head.data, end = at + r->head.data_size;

	while (end - at >= 8) {
		uint32_t type;
		uint16_t size;

		memcpy(&type, r->bytes + at, sizeof type);
		memcpy(&size, r->bytes + at + 6, sizeof size);
		if (size < 8 || size > end - at)
			die("a record of no size");
		each(r, r->bytes + at, type, size, round);
		at += size;
	}
}

static void look(struct recording *r, const unsigned char *record, uint32_t type,
		 size_t size, uint32_t round)
{
	uint64_t time;

	(void)round;
	if (type != PERF_RECORD_SAMPLE || place_of_ids(r, type, size) + 16 > size)
		return;
	time = at64(record + place_of_ids(r, type, size) + 8);
	r->first = !r->first || time < r->first ? time : r->first;
	r->last = time > r->last ? time : r->last;
}

static uint64_t written;

static void count(struct recording *r, const unsigned char *record, uint32_t type,
		  size_t size, uint32_t round)
{
	if (!round || !is_told_once(r, record, type, place_of_ids(r, type, size)))
		written += size;
}

static void write_it(struct recording *r, const unsigned char *record, uint32_t type,
		     size_t size, uint32_t round)
{
	put_record(r, record, type, size, round);
}

/* Write the data after the records: the position of each feature, and the features. */
static void put_features(const struct recording *r, uint64_t moved, uint64_t last)
{
	uint64_t at = r->head.data + r->head.data_size, body = at, n = 0;

	for (unsigned bit = 0; bit < FEATURE_BITS; bit++)
		n += r->head.features[bit / 64] >> bit % 64 & 1;
	body += n * sizeof(struct section);
	if (body > r->len)
		die("the features are not there");
	for (unsigned bit = 0; bit < FEATURE_BITS; bit++) {
		struct section s;

		if (!(r->head.features[bit / 64] >> bit % 64 & 1))
			continue;
		memcpy(&s, r->bytes + at, sizeof s);
		if (bit == FEATURE_SAMPLETIME && s.offset + 16 <= r->len)
			memcpy(r->bytes + s.offset + 8, &last, sizeof last);
		s.offset += moved;
		put(&s, sizeof s);
		at += sizeof s;
	}
	put(r->bytes + body, r->len - body);
}

int main(int argc, char **argv)
{
	struct recording r = {0};
	uint32_t rounds = 2;
	struct head head;
	int c;

	while ((c = getopt(argc, argv, "n:")) != -1)
		if (c != 'n' || (rounds = (uint32_t)strtoul(optarg, NULL, 10)) < 1)
			return 2;
	if (optind + 1 != argc)
		return 2;
	open_recording(&r, argv[optind]);
	each_record(&r, 0, look);
	for (uint32_t round = 0; round < rounds; round++)
		each_record(&r, round, count);
	head = r.head;
	head.data_size = written;
	put(&head, sizeof head);
	put(r.bytes + sizeof head, r.head.data - sizeof head);
	for (uint32_t round = 0; round < rounds; round++)
		each_record(&r, round, write_it);
	put_features(&r, written - r.head.data_size,
		     r.last + (rounds - 1) * (r.last - r.first + GAP_NS));
	return fflush(stdout) == 0 ? 0 : 1;
}
