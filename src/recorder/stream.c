#include "recorder/stream.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "recorder/features.h"
#include "recorder/record_builder.h"

#define MAGIC	     TEXT("PERFILE2")
#define PIPE_HEAD    16
#define FILE_HEAD    104
#define DATA_SIZE_AT 48 /* in the header of a file */
#define IDS_SECTION  16
#define UPDATE_NAME  2
#define FEATURE_ROOM ((size_t)1 << 20)

/* A buffer for a record or for a header of a file. */
struct draft {
	char *room; /* owned */
	size_t size;
};

static bool draft_begin(struct draft *d, size_t size, struct error *err)
{
	d->size = size;
	d->room = mem_array(size, 1, "a head of a recording", err);
	return d->room != NULL;
}

static void put_u64(struct fill *f, uint64_t value)
{
	fill_text(f, (struct text){(const char *)&value, sizeof value});
}

/* ---- a pipe ---- */

/* The attr, then as many ids of its events as fit. */
static bool put_attr(struct output_queue *to, const struct events *e, uint32_t kind,
		     const struct draft *d, struct error *err)
{
	const struct event_attr *a = &e->kinds[kind].attr;
	struct record_builder m;

	record_builder_begin(&m, d->room, d->size, RECORD_HEADER_ATTR, 0);
	fill_text(&m.f, (struct text){(const char *)a, sizeof *a});
	for (size_t i = 0; i < e->count && fill_left(&m.f) >= 8; i++)
		if (e->at[i].kind == kind)
			record_builder_u64(&m, e->at[i].id);
	return output_queue_put(to, record_builder_end(&m), err);
}

static bool put_name(struct output_queue *to, const struct events *e, uint32_t kind,
		     const struct draft *d, struct error *err)
{
	struct record_builder m;
	size_t first = 0;

	while (first < e->count && e->at[first].kind != kind)
		first++;
	if (first == e->count)
		return true;
	record_builder_begin(&m, d->room, d->size, RECORD_EVENT_UPDATE, 0);
	record_builder_u64(&m, UPDATE_NAME);
	record_builder_u64(&m, e->at[first].id);
	record_builder_name(&m, text_of(e->kinds[kind].name));
	return output_queue_put(to, record_builder_end(&m), err);
}

static bool put_features(struct output_queue *to, const struct features *f,
			 const struct draft *d, struct error *err)
{
	for (unsigned i = 0; i < FEATURES_NUMBERS; i++) {
		struct record_builder m;

		record_builder_begin(&m, d->room, d->size, RECORD_FEATURE, 0);
		record_builder_u64(&m, i);
		if (features_write(f, i, &m.f) &&
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
	struct draft d;
	bool ok = draft_begin(&d, RECORD_MOST, err);

	fill_text(&f, MAGIC);
	put_u64(&f, PIPE_HEAD);
	ok = ok && output_queue_put(to, fill_written(&f), err);
	for (uint32_t k = 0; ok && k < e->kind_count; k++)
		ok = put_attr(to, e, k, &d, err);
	ok = ok && put_features(to, &features, &d, err);
	for (uint32_t k = 0; ok && k < e->kind_count; k++)
		ok = put_name(to, e, k, &d, err);
	mem_free(d.room);
	return ok;
}

/* ---- between records ---- */

static bool put_bare(struct output_queue *to, uint32_t type, struct error *err)
{
	struct record_head head = {.type = type, .size = sizeof head};

	return output_queue_put(to, (struct text){(const char *)&head, sizeof head}, err);
}

bool stream_init_told(struct output_queue *to, struct error *err)
{
	return put_bare(to, RECORD_FINISHED_INIT, err);
}

bool stream_round(struct output_queue *to, struct error *err)
{
	return put_bare(to, RECORD_FINISHED_ROUND, err);
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

static size_t ids_of(const struct events *e, uint32_t kind)
{
	size_t n = 0;

	for (size_t i = 0; i < e->count; i++)
		n += e->at[i].kind == kind;
	return n;
}

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

		fill_text(f, (struct text){(const char *)&e->kinds[k].attr,
					   attr - IDS_SECTION});
		put_u64(f, ids_at);
		put_u64(f, bytes);
		ids_at += bytes;
	}
	for (uint32_t k = 0; k < e->kind_count; k++)
		for (size_t i = 0; i < e->count; i++)
			if (e->at[i].kind == k)
				put_u64(f, e->at[i].id);
}

static bool draft_file_head(struct draft *d, const struct events *e, struct error *err)
{
	return draft_begin(d,
			   FILE_HEAD + 8 * e->count +
			       EVENT_KINDS_MOST *
				   (sizeof(struct event_attr) + IDS_SECTION),
			   err);
}

bool stream_begin_file(struct output_queue *to, const struct events *e, uint64_t *data_at,
		       struct error *err)
{
	static const uint64_t none[4];
	struct draft d;
	struct fill f;
	bool ok = draft_file_head(&d, e, err);

	if (!ok)
		return false;
	f = fill_of(d.room, d.size);
	put_file_head(&f, e, 0, none, data_at);
	ok = output_queue_put(to, fill_written(&f), err);
	mem_free(d.room);
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
	struct draft d;
	bool ok;

	if (!draft_begin(&d, FEATURE_ROOM, err))
		return false;
	content = fill_of(d.room, d.size);
	for (unsigned i = 0; i < FEATURES_NUMBERS; i++) {
		struct fill before = content;

		if (!features_write(f, i, &content) || content.short_room) {
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
	mem_free(d.room);
	return ok;
}

bool stream_end_file(struct output_queue *to, const struct events *e,
		     const struct stream_origin *from, uint64_t data_at,
		     const struct stream_span *span, struct error *err)
{
	const struct features features = {e, from, span};
	uint64_t bits[4] = {0}, data_end = to->written;
	struct draft d;
	struct fill f;
	bool ok = put_feature_table(to, &features, data_end, bits, err) &&
		  output_queue_drain(to, err) && draft_file_head(&d, e, err);

	if (!ok)
		return false;
	f = fill_of(d.room, d.size);
	put_file_head(&f, e, data_end - data_at, bits, &data_at);
	if (lseek(to->fd, 0, SEEK_SET) != 0)
		ok = error_sys(err, "cannot write the header of the recording");
	ok = ok && output_queue_put(to, fill_written(&f), err) &&
	     output_queue_drain(to, err);
	mem_free(d.room);
	return ok;
}
