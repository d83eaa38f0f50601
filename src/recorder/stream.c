#include "recorder/stream.h"

#include <errno.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/number.h"
#include "recorder/record_builder.h"
#include "recorder/small_file.h"

#define MAGIC	     TEXT("PERFILE2")
#define PIPE_HEAD    16
#define FILE_HEAD    104
#define DATA_SIZE_AT 48 /* in the header of a file */
#define IDS_SECTION  16
#define UPDATE_NAME  2
#define FEATURE_ROOM ((size_t)1 << 20)

/* Numbers of features (HEADER_... in perf). */
enum {
	HOSTNAME = 3,
	OS_RELEASE = 4,
	VERSION = 5,
	ARCH = 6,
	CPUS = 7,
	CPU_DESC = 8,
	MEMORY = 10,
	COMMAND = 11,
	EVENT_DESC = 12,
	SAMPLE_TIME = 21,
	CLOCK_ID = 23,
	CLOCK_DATA = 29,
};

#define FEATURES_NUMBERS 64 /* larger than any number of a feature */
#define STRING_STEP	 64 /* strings are padded to a multiple of this */
#define WORDS_MOST	 256
#define IDS_MOST	 4096 /* of an event: the maximum in a record of a pipe */

/* A buffer for a record or for a header of a file. */
static char *make_room(size_t size, struct error *err)
{
	return mem_array(size, 1, "a head of a recording", err);
}

static void put_bytes(struct fill *to, const void *at, size_t len)
{
	fill_text(to, (struct text){at, len});
}

static void put_u32(struct fill *to, uint32_t value)
{
	put_bytes(to, &value, sizeof value);
}

static void put_u64(struct fill *to, uint64_t value)
{
	put_bytes(to, &value, sizeof value);
}

/* Write u32 length, then the text padded with zeros to that length. */
static void put_string(struct fill *to, struct text t)
{
	size_t len = (t.len / STRING_STEP + 1) * STRING_STEP;
	char *at;

	put_u32(to, (uint32_t)len);
	at = fill_take(to, len);
	if (!at)
		return;
	memset(at, 0, len);
	if (t.len)
		memcpy(at, t.at, t.len);
}

/* ---- features ---- */

/* The source of the features. Everything is borrowed. */
struct features {
	const struct events *events;
	const struct stream_origin *origin;
	const struct stream_span *span; /* NULL: not known yet */
};

/* From "model name\t: AMD EPYC" in /proc/cpuinfo; other architectures have other keys. */
static bool put_cpu(struct fill *to)
{
	static const char *const keys[] = {"model name", "Processor", "cpu model", "cpu",
					   "uarch"};
	char room[4096];
	struct text all, line;

	if (!small_file_read("/proc/cpuinfo", room, sizeof room, &all))
		return false;
	while (all.len) {
		const char *end = memchr(all.at, '\n', all.len), *colon;

		line = end ? text_upto(all, (size_t)(end - all.at)) : all;
		all = text_from(all, line.len + 1);
		colon = line.len ? memchr(line.at, ':', line.len) : NULL;
		if (!colon)
			continue;
		for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
			size_t at = (size_t)(colon - line.at);

			if (!text_equal(text_trim(text_upto(line, at)), text_of(keys[i])))
				continue;
			put_string(to, text_trim(text_from(line, at + 1)));
			return true;
		}
	}
	return false;
}

static bool put_cpus(struct fill *to)
{
	long there = sysconf(_SC_NPROCESSORS_CONF),
	     online = sysconf(_SC_NPROCESSORS_ONLN);

	put_u32(to, there > 0 ? (uint32_t)there : 0);
	put_u32(to, online > 0 ? (uint32_t)online : 0);
	return there > 0;
}

static bool put_memory(struct fill *to)
{
	long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);

	if (pages <= 0 || page <= 0)
		return false;
	put_u64(to, (uint64_t)pages * ((uint64_t)page / 1024));
	return true;
}

static bool put_command(struct fill *to, const char *const *words)
{
	uint32_t n = 0;

	while (words && words[n] && n < WORDS_MOST)
		n++;
	put_u32(to, n);
	for (uint32_t i = 0; i < n; i++)
		put_string(to, text_upto(text_of(words[i]), 4096));
	return n > 0;
}

static size_t ids_of(const struct events *e, uint32_t kind)
{
	size_t n = 0;

	for (size_t i = 0; i < e->count; i++)
		n += e->at[i].kind == kind;
	return n;
}

/*
 * Write u32 number of events, u32 size of an attr; for each event: attr, u32 number of ids, name,
 * ids.
 */
static bool put_events(struct fill *to, const struct events *e)
{
	put_u32(to, (uint32_t)e->kind_count);
	put_u32(to, (uint32_t)sizeof e->kinds[0].attr);
	for (uint32_t k = 0; k < e->kind_count; k++) {
		size_t n = ids_of(e, k);

		n = n < IDS_MOST ? n : IDS_MOST;
		put_bytes(to, &e->kinds[k].attr, sizeof e->kinds[k].attr);
		put_u32(to, (uint32_t)n);
		put_string(to, text_of(e->kinds[k].name));
		for (size_t i = 0; n && i < e->count; i++)
			if (e->at[i].kind == k) {
				put_u64(to, e->at[i].id);
				n--;
			}
	}
	return true;
}

static uint64_t now_by(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (uint64_t)t.tv_sec * NS_PER_SECOND + (uint64_t)t.tv_nsec;
}

/* Write u32 version, u32 clock, u64 wall clock, u64 that clock at the same time. */
static bool put_clock(struct fill *to)
{
	uint64_t before = now_by(CLOCK_MONOTONIC), wall = now_by(CLOCK_REALTIME);

	put_u32(to, 1);
	put_u32(to, CLOCK_MONOTONIC);
	put_u64(to, wall);
	put_u64(to, before + (now_by(CLOCK_MONOTONIC) - before) / 2);
	return true;
}

static bool put_uname(struct fill *to, unsigned number)
{
	struct utsname host;

	if (uname(&host) != 0)
		return false;
	put_string(to, text_of(number == HOSTNAME     ? host.nodename
			       : number == OS_RELEASE ? host.release
						      : host.machine));
	return true;
}

/*
 * Write the content of the feature `number`; false when it is not supported or unknown on this
 * machine. Sets short_room when it does not fit.
 */
static bool write_feature(const struct features *f, unsigned number, struct fill *to)
{
	switch (number) {
	case HOSTNAME:
	case OS_RELEASE:
	case ARCH:
		return put_uname(to, number);
	case VERSION:
		if (f->origin->version)
			put_string(to, text_of(f->origin->version));
		return f->origin->version != NULL;
	case CPUS:
		return put_cpus(to);
	case CPU_DESC:
		return put_cpu(to);
	case MEMORY:
		return put_memory(to);
	case COMMAND:
		return put_command(to, f->origin->words);
	case EVENT_DESC:
		return put_events(to, f->events);
	case SAMPLE_TIME:
		if (!f->span)
			return false;
		put_u64(to, f->span->first);
		put_u64(to, f->span->last);
		return true;
	case CLOCK_ID:
		put_u64(to, 1); /* ns */
		return true;
	case CLOCK_DATA:
		return put_clock(to);
	default:
		return false;
	}
}

/* ---- a pipe ---- */

/* The attr, then as many ids of its events as fit. */
static bool put_attr(struct output_queue *to, const struct events *e, uint32_t kind,
		     char *room, struct error *err)
{
	const struct event_attr *a = &e->kinds[kind].attr;
	struct record_builder m;

	record_builder_begin(&m, room, RECORD_MOST, RECORD_HEADER_ATTR, 0);
	put_bytes(&m.f, a, sizeof *a);
	for (size_t i = 0; i < e->count && fill_left(&m.f) >= 8; i++)
		if (e->at[i].kind == kind)
			record_builder_u64(&m, e->at[i].id);
	return output_queue_put(to, record_builder_end(&m), err);
}

static bool put_name(struct output_queue *to, const struct events *e, uint32_t kind,
		     char *room, struct error *err)
{
	struct record_builder m;
	size_t first = 0;

	while (first < e->count && e->at[first].kind != kind)
		first++;
	if (first == e->count)
		return true;
	record_builder_begin(&m, room, RECORD_MOST, RECORD_EVENT_UPDATE, 0);
	record_builder_u64(&m, UPDATE_NAME);
	record_builder_u64(&m, e->at[first].id);
	record_builder_name(&m, text_of(e->kinds[kind].name));
	return output_queue_put(to, record_builder_end(&m), err);
}

static bool put_features(struct output_queue *to, const struct features *f, char *room,
			 struct error *err)
{
	for (unsigned i = 0; i < FEATURES_NUMBERS; i++) {
		struct record_builder m;

		record_builder_begin(&m, room, RECORD_MOST, RECORD_FEATURE, 0);
		record_builder_u64(&m, i);
		if (write_feature(f, i, &m.f) &&
		    !output_queue_put(to, record_builder_end(&m), err))
			return false;
	}
	return true;
}

bool stream_begin_pipe(struct output_queue *to, const struct events *e,
		       const struct stream_origin *from, struct error *err)
{
	const struct features features = {e, from, NULL};
	char head[PIPE_HEAD];
	struct fill f = fill_of(head, sizeof head);
	char *room = make_room(RECORD_MOST, err);
	bool ok = room != NULL;

	fill_text(&f, MAGIC);
	put_u64(&f, PIPE_HEAD);
	ok = ok && output_queue_put(to, fill_written(&f), err);
	for (uint32_t k = 0; ok && k < e->kind_count; k++)
		ok = put_attr(to, e, k, room, err);
	ok = ok && put_features(to, &features, room, err);
	for (uint32_t k = 0; ok && k < e->kind_count; k++)
		ok = put_name(to, e, k, room, err);
	mem_free(room);
	return ok;
}

/* ---- between records ---- */

bool stream_mark(struct output_queue *to, enum record_type type, struct error *err)
{
	struct record_head head = {.type = type, .size = sizeof head};

	return output_queue_put(to, (struct text){(const char *)&head, sizeof head}, err);
}

bool stream_tick(struct output_queue *to,
		 const uint64_t numbers[static STREAM_TICK_NUMBERS], struct error *err)
{
	char room[sizeof(struct record_head) + 8 * STREAM_TICK_NUMBERS];
	struct record_builder m;

	record_builder_begin(&m, room, sizeof room, RECORD_TICK, 0);
	for (size_t i = 0; i < STREAM_TICK_NUMBERS; i++)
		record_builder_u64(&m, numbers[i]);
	return output_queue_put(to, record_builder_end(&m), err);
}

/* ---- a file ---- */

/* The header, the attrs, each with the place of its ids, then the ids; records follow. */
static void put_file_head(struct fill *f, const struct events *e, uint64_t data_size,
			  const uint64_t features[4], uint64_t *data_at)
{
	size_t attr = sizeof e->kinds[0].attr + IDS_SECTION;
	uint64_t ids_at = FILE_HEAD + e->kind_count * attr;

	*data_at = ids_at + 8 * e->count;
	fill_text(f, MAGIC);
	put_u64(f, FILE_HEAD);
	put_u64(f, attr);
	put_u64(f, FILE_HEAD);
	put_u64(f, e->kind_count * attr);
	put_u64(f, *data_at);
	put_u64(f, data_size);
	put_u64(f, 0); /* the section of event types, obsolete */
	put_u64(f, 0);
	for (int i = 0; i < 4; i++)
		put_u64(f, features[i]);
	for (uint32_t k = 0; k < e->kind_count; k++) {
		size_t bytes = 8 * ids_of(e, k);

		put_bytes(f, &e->kinds[k].attr, attr - IDS_SECTION);
		put_u64(f, ids_at);
		put_u64(f, bytes);
		ids_at += bytes;
	}
	for (uint32_t k = 0; k < e->kind_count; k++)
		for (size_t i = 0; i < e->count; i++)
			if (e->at[i].kind == k)
				put_u64(f, e->at[i].id);
}

static size_t file_head_most(const struct events *e)
{
	return FILE_HEAD + 8 * e->count +
	       EVENT_KINDS_MOST * (sizeof(struct event_attr) + IDS_SECTION);
}

bool stream_begin_file(struct output_queue *to, const struct events *e, uint64_t *data_at,
		       struct error *err)
{
	static const uint64_t none[4];
	char *room = make_room(file_head_most(e), err);
	struct fill f;
	bool ok;

	if (!room)
		return false;
	f = fill_of(room, file_head_most(e));
	put_file_head(&f, e, 0, none, data_at);
	ok = output_queue_put(to, fill_written(&f), err);
	mem_free(room);
	return ok;
}

/* Write the size of the data; the file gets all of its 8 bytes or none. */
bool stream_grow_file(const struct output_queue *to, uint64_t data_at, struct error *err)
{
	uint64_t size = to->written - data_at;
	ssize_t n;

	if (output_queue_waiting(to))
		return true;
	do
		n = pwrite(to->fd, &size, sizeof size, DATA_SIZE_AT);
	while (n < 0 && errno == EINTR);
	return n == (ssize_t)sizeof size ||
	       error_sys(err, "cannot write the header of the recording");
}

/*
 * Write the features after the records, which end at `base`: a table of their places, then their
 * contents.
 */
static bool put_feature_table(struct output_queue *to, const struct features *f,
			      uint64_t base, uint64_t bits[4], struct error *err)
{
	char table[FEATURES_NUMBERS * 16];
	struct fill at = fill_of(table, sizeof table), content;
	size_t ends[FEATURES_NUMBERS], n = 0;
	uint64_t begin = 0;
	char *room = make_room(FEATURE_ROOM, err);
	bool ok;

	if (!room)
		return false;
	content = fill_of(room, FEATURE_ROOM);
	for (unsigned i = 0; i < FEATURES_NUMBERS; i++) {
		struct fill before = content;

		if (!write_feature(f, i, &content) || content.short_room) {
			content = before;
			continue;
		}
		bits[i / 64] |= UINT64_C(1) << i % 64;
		ends[n++] = fill_written(&content).len; /* room: n <= i */
	}
	base += 16 * n;
	for (size_t i = 0; i < n; i++) {
		put_u64(&at, base + begin);
		put_u64(&at, ends[i] - begin);
		begin = ends[i];
	}
	ok = output_queue_put(to, fill_written(&at), err) &&
	     output_queue_put(to, fill_written(&content), err);
	mem_free(room);
	return ok;
}

bool stream_end_file(struct output_queue *to, const struct events *e,
		     const struct stream_origin *from, uint64_t data_at,
		     const struct stream_span *span, struct error *err)
{
	const struct features features = {e, from, span};
	uint64_t bits[4] = {0}, data_end = to->written;
	char *room;
	struct fill f;
	bool ok = put_feature_table(to, &features, data_end, bits, err) &&
		  output_queue_drain(to, err);

	room = ok ? make_room(file_head_most(e), err) : NULL;
	if (!room)
		return false;
	f = fill_of(room, file_head_most(e));
	put_file_head(&f, e, data_end - data_at, bits, &data_at);
	if (lseek(to->fd, 0, SEEK_SET) != 0)
		ok = error_sys(err, "cannot write the header of the recording");
	ok = ok && output_queue_put(to, fill_written(&f), err) &&
	     output_queue_drain(to, err);
	mem_free(room);
	return ok;
}
