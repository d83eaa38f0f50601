#include "input/perf_data/perf_stream.h"

#include "base/mem.h"
#include "input/unpack/unzstd.h"

#define HEADER 8
#define BUFFER ((size_t)512 * 1024)
/* bytes per read: fits into the cache of a CPU core */
#define STEP ((size_t)64 * 1024)
/* bytes of a COMPRESSED2 record; others have 16-bit sizes */
#define RECORD_MOST ((size_t)256 * 1024)

/*
 * Records usually shrink to a fifth, and at most to a hundredth. Higher ratios indicate an attack.
 */
#define RATIO_MOST 1000
#define RATIO_FREE (UINT64_C(64) << 20) /* unlimited up to this many bytes */

/* Bytes that have been read or decompressed, but not used yet. */
struct byte_window {
	char *at; /* owned: BUFFER bytes */
	size_t from, to;
};

struct perf_stream {
	struct source *source; /* borrowed */
	struct perf_waiter waiter;
	struct byte_window file, unpacked;
	uint64_t offset;	/* in the file: of the next byte in `file` */
	uint64_t left;		/* bytes up to the end of the records */
	struct unzstd *zstd;	/* owned: NULL before the first packed record */
	struct text packed;	/* borrowed from `file`: bytes to decompress */
	uint64_t packed_offset; /* of the record that contains them */
	/* the decompressor may have output without further input */
	bool more;
	bool ended;			       /* the file has ended */
	uint64_t packed_total, unpacked_total; /* bytes so far */
	enum stream_end end;
};

struct perf_stream *perf_stream_new(struct source *source, uint64_t offset,
				    struct error *err)
{
	struct perf_stream *s = mem_array(1, sizeof *s, "records", err);

	if (!s)
		return NULL;
	s->source = source;
	s->offset = offset;
	s->left = UINT64_MAX;
	s->file.at = mem_array(BUFFER, 1, "records", err);
	if (s->file.at)
		return s;
	perf_stream_free(s);
	return NULL;
}

void perf_stream_free(struct perf_stream *s)
{
	if (!s)
		return;
	mem_free(s->file.at);
	mem_free(s->unpacked.at);
	unzstd_free(s->zstd);
	mem_free(s);
}

void perf_stream_wait_with(struct perf_stream *s, struct perf_waiter waiter)
{
	s->waiter = waiter;
}

uint64_t perf_stream_offset(const struct perf_stream *s)
{
	return s->offset;
}

static size_t held_bytes(const struct byte_window *w)
{
	return w->to - w->from;
}

static void move_to_front(struct byte_window *w)
{
	if (w->from)
		memmove(w->at, w->at + w->from, held_bytes(w));
	w->to -= w->from;
	w->from = 0;
}

/* Fill the window up to `wanted` <= BUFFER bytes, or to the end. */
static bool fill_window(struct perf_stream *s, size_t wanted, struct error *err)
{
	struct byte_window *w = &s->file;

	if (held_bytes(w) >= wanted || s->ended)
		return true;
	s->packed.len = 0; /* these bytes are overwritten */
	move_to_front(w);
	while (held_bytes(w) < wanted && !s->ended) {
		const struct perf_waiter *waiter = &s->waiter;
		size_t got;

		if ((waiter->wait && !waiter->wait(waiter->arg, err)) ||
		    !source_read(s->source, w->at + w->to,
				 BUFFER - w->to < STEP ? BUFFER - w->to : STEP, &got,
				 err))
			return false;
		w->to += got;
		s->ended = got == 0;
	}
	return true;
}

static void use_bytes(struct perf_stream *s, size_t len)
{
	s->file.from += len;
	s->offset += len;
	if (s->left != UINT64_MAX)
		s->left -= len < s->left ? len : s->left;
}

/* ---- plain bytes ---- */

bool perf_stream_peek(struct perf_stream *s, size_t len, struct text *t,
		      struct error *err)
{
	if (!fill_window(s, len, err))
		return false;
	*t = text_upto((struct text){s->file.at + s->file.from, held_bytes(&s->file)},
		       len);
	return true;
}

bool perf_stream_skip(struct perf_stream *s, uint64_t len, uint64_t *skipped,
		      struct error *err)
{
	*skipped = 0;
	while (*skipped < len) {
		uint64_t missing = len - *skipped;
		size_t step;

		if (!fill_window(s, 1, err))
			return false;
		step = held_bytes(&s->file);
		if (step == 0)
			return true;
		step = step < missing ? step : (size_t)missing;
		use_bytes(s, step);
		*skipped += step;
	}
	return true;
}

bool perf_stream_bytes(struct perf_stream *s, uint64_t len, uint64_t most, char **bytes,
		       size_t *got, struct error *err)
{
	uint64_t wanted = len < most ? len : most, beyond;
	size_t room = 0;
	char *all = NULL;

	*got = 0;
	*bytes = NULL;
	while (*got < wanted) {
		uint64_t missing = wanted - *got;
		size_t step;

		/* reserve only what has arrived: the stated length may be wrong */
		if (!fill_window(s, 1, err) ||
		    !mem_reserve(&all, &room, *got + held_bytes(&s->file), 1,
				 "a part of the file", err)) {
			mem_free(all);
			return false;
		}
		step = held_bytes(&s->file);
		if (step == 0)
			break;
		step = step < missing ? step : (size_t)missing;
		memcpy(all + *got, s->file.at + s->file.from, step);
		use_bytes(s, step);
		*got += step;
	}
	*bytes = all;
	if (len == wanted || perf_stream_skip(s, len - wanted, &beyond, err))
		return true;
	mem_free(all);
	*bytes = NULL;
	return false;
}

void perf_stream_limit(struct perf_stream *s, uint64_t len)
{
	s->left = len;
}

bool perf_stream_leave(struct perf_stream *s, struct error *err)
{
	uint64_t skipped;

	return s->left == UINT64_MAX || perf_stream_skip(s, s->left, &skipped, err);
}

bool perf_stream_is_packed(const struct perf_stream *s)
{
	return s->zstd != NULL;
}

enum stream_end perf_stream_end(const struct perf_stream *s)
{
	return s->end;
}

/* ---- records ---- */

/*
 * The size of the record at the beginning of `t`; 0: its header is incomplete. In perf 6.15 some
 * COMPRESSED2 records are too large for 16 bits, and have the size of their data in the body.
 */
static size_t record_size(struct text t)
{
	struct bytes b = bytes_of(t);
	uint32_t type = bytes_u32(&b);
	uint64_t data;
	size_t size;

	bytes_skip(&b, 2);
	size = bytes_u16(&b);
	if (b.short_read)
		return 0;
	if (type != PERF_RECORD_COMPRESSED2)
		return size;
	data = bytes_u64(&b);
	if (b.short_read || data > RECORD_MOST || data + HEADER + 8 <= size)
		return size;
	return HEADER + 8 + (size_t)(data + 7) / 8 * 8;
}

/* PERF_END_WHOLE: `*r` is a complete record. */
static enum stream_end cut_record(struct text t, struct perf_record *r)
{
	struct bytes b = bytes_of(t);
	size_t size = record_size(t);

	if (t.len < HEADER)
		return PERF_END_CUT;
	if (size < HEADER)
		return PERF_END_CORRUPT;
	if (size > t.len)
		return PERF_END_CUT;
	r->type = bytes_u32(&b);
	r->misc = bytes_u16(&b);
	r->body = text_from(text_upto(t, size), HEADER);
	return PERF_END_WHOLE;
}

/* Set the reason why records end. Returns false. */
static bool end_records(struct perf_stream *s, enum stream_end why)
{
	s->end = why;
	return false;
}

/* The next record in the file. */
static bool next_of_file(struct perf_stream *s, struct perf_record *r, struct error *err)
{
	const struct byte_window *w = &s->file;
	enum stream_end end;
	struct bytes b;
	struct text t;

	if (!fill_window(s, HEADER, err))
		return false;
	/* only the bytes that contain the size, as a live stream may pause after a record */
	b = bytes_of((struct text){w->at + w->from, held_bytes(w)});
	if (!fill_window(
		s, bytes_u32(&b) == PERF_RECORD_COMPRESSED2 ? HEADER + 8 : HEADER, err) ||
	    !fill_window(s, record_size((struct text){w->at + w->from, held_bytes(w)}),
			 err))
		return false;
	t = (struct text){w->at + w->from, held_bytes(w)};
	if (s->left < t.len)
		t.len = (size_t)s->left;
	if (t.len == 0)
		return end_records(s, s->left == 0 || s->left == UINT64_MAX
					  ? PERF_END_WHOLE
					  : PERF_END_CUT);
	end = cut_record(t, r);
	if (end != PERF_END_WHOLE)
		return end_records(s, end);
	r->offset = s->offset;
	r->packed = false;
	use_bytes(s, HEADER + r->body.len);
	return true;
}

/* Start decompressing a record. Its bytes are valid until `file` is filled again. */
static bool begin_packed(struct perf_stream *s, const struct perf_record *r,
			 struct error *err)
{
	struct bytes b = bytes_of(r->body);

	if (!s->unpacked.at)
		s->unpacked.at = mem_array(BUFFER, 1, "unpacked records", err);
	if (!unzstd_is_built_in())
		return error_set(
		    err, ERROR_FORMAT,
		    "compressed records (perf record -z), but this flarescope was built "
		    "without libzstd; try: perf script --header -i FILE | flarescope -");
	if (s->unpacked.at && !s->zstd)
		s->zstd = unzstd_new(err);
	if (!s->zstd)
		return false;
	s->packed = r->body;
	s->packed_offset = r->offset;
	if (r->type == PERF_RECORD_COMPRESSED2)
		s->packed = bytes_take(&b, bytes_u64(&b));
	s->packed_total += s->packed.len;
	s->more = true;
	return true;
}

/* The next decompressed record; false: none is complete, or there are no more. */
static bool next_of_packed(struct perf_stream *s, struct perf_record *r)
{
	struct byte_window *w = &s->unpacked;
	enum unpack_step step;
	size_t got;

	for (;;) {
		struct text t = {w->at + w->from, held_bytes(w)};
		enum stream_end end = held_bytes(w) ? cut_record(t, r) : PERF_END_CUT;

		if (end == PERF_END_CORRUPT)
			return end_records(s, end);
		if (end == PERF_END_WHOLE) {
			r->offset = s->packed_offset;
			r->packed = true;
			w->from += HEADER + r->body.len;
			return true;
		}
		if (!s->more)
			return false;
		move_to_front(w);
		step =
		    unzstd_run(s->zstd, &s->packed, w->at + w->to, BUFFER - w->to, &got);
		if (step == UNPACK_MEMBER_END) /* perf itself never ends a frame */
			unzstd_restart(s->zstd);
		else if (step != UNPACK_GOES_ON)
			return end_records(s, PERF_END_DAMAGED);
		s->unpacked_total += got;
		if (s->unpacked_total > RATIO_FREE &&
		    (s->unpacked_total - RATIO_FREE) / RATIO_MOST > s->packed_total)
			return end_records(s, PERF_END_DAMAGED);
		w->to += got;
		s->more = s->packed.len > 0 || w->to == BUFFER;
	}
}

/* The fast path: nearly all records are plain, and complete in the window. */
static bool next_at_hand(struct perf_stream *s, struct perf_record *r)
{
	struct byte_window *w = &s->file;
	size_t there = held_bytes(w) < s->left ? held_bytes(w) : (size_t)s->left;

	if (s->unpacked.at || s->end != PERF_END_WHOLE ||
	    cut_record((struct text){w->at + w->from, there}, r) != PERF_END_WHOLE ||
	    r->type == PERF_RECORD_COMPRESSED || r->type == PERF_RECORD_COMPRESSED2)
		return false;
	r->offset = s->offset;
	r->packed = false;
	use_bytes(s, HEADER + r->body.len);
	return true;
}

bool perf_stream_next(struct perf_stream *s, struct perf_record *r, struct error *err)
{
	if (next_at_hand(s, r))
		return true;
	for (;;) {
		if (s->end != PERF_END_WHOLE)
			return false;
		if (s->unpacked.at && next_of_packed(s, r))
			return true;
		if (s->end != PERF_END_WHOLE || !next_of_file(s, r, err))
			break;
		if (r->type != PERF_RECORD_COMPRESSED &&
		    r->type != PERF_RECORD_COMPRESSED2)
			return true;
		if (!begin_packed(s, r, err))
			return false;
	}
	if (s->end == PERF_END_WHOLE && s->unpacked.at && held_bytes(&s->unpacked))
		s->end = PERF_END_CUT;
	return false;
}
