#include "input/perf_data/perf_stream.h"

#include "base/mem.h"
#include "input/unpack/unzstd.h"

#define HEADER	    8
#define BUFFER	    ((size_t)512 * 1024)
#define STEP	    ((size_t)64 * 1024) /* is read at once: it stays in a core's own cache */
#define RECORD_MOST ((size_t)256 * 1024) /* of COMPRESSED2; others have 16 bits of size */

/* Records shrink to a fifth, a hundredth at most; what shrinks more was made to hurt. */
#define RATIO_MOST 1000
#define RATIO_FREE (UINT64_C(64) << 20) /* bytes for which that does not matter */

/* Bytes that were read or unpacked and are not used up yet. */
struct window {
	char *at; /* owned: BUFFER bytes */
	size_t from, to;
};

struct perf_stream {
	struct source *source; /* borrowed */
	struct perf_waiter waiter;
	struct window file, unpacked;
	uint64_t offset;	/* in the file, of what is next in the window */
	uint64_t left;		/* bytes up to the end of the records */
	struct unzstd *zstd;	/* owned: NULL before the first packed record */
	struct text packed;	/* borrowed from the window: not yet unpacked */
	uint64_t packed_offset; /* of the record that they are in */
	bool more;		/* the unpacker may have more without being given any */
	bool ended;		/* the file */
	uint64_t packed_total, unpacked_total; /* bytes */
	enum perf_end end;
};

struct perf_stream *perf_stream_new(struct source *source, struct error *err)
{
	struct perf_stream *s = mem_array(1, sizeof *s, "records", err);

	if (!s)
		return NULL;
	s->source = source;
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

void perf_stream_begin_at(struct perf_stream *s, uint64_t offset)
{
	s->offset = offset;
}

void perf_stream_wait_with(struct perf_stream *s, struct perf_waiter waiter)
{
	s->waiter = waiter;
}

uint64_t perf_stream_offset(const struct perf_stream *s)
{
	return s->offset;
}

static size_t held(const struct window *w)
{
	return w->to - w->from;
}

static void to_front(struct window *w)
{
	if (w->from)
		memmove(w->at, w->at + w->from, held(w));
	w->to -= w->from;
	w->from = 0;
}

/* Have `wanted` <= BUFFER bytes in the window, or all that are left. */
static bool fill(struct perf_stream *s, size_t wanted, struct error *err)
{
	struct window *w = &s->file;

	if (held(w) >= wanted || s->ended)
		return true;
	s->packed.len = 0; /* they were in the room that is used again */
	to_front(w);
	while (held(w) < wanted && !s->ended) {
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

static void use(struct perf_stream *s, size_t len)
{
	s->file.from += len;
	s->offset += len;
	if (s->left != UINT64_MAX)
		s->left -= len < s->left ? len : s->left;
}

/* ---- bytes as they are ---- */

bool perf_stream_peek(struct perf_stream *s, size_t len, struct text *t,
		      struct error *err)
{
	if (!fill(s, len, err))
		return false;
	*t = text_upto((struct text){s->file.at + s->file.from, held(&s->file)}, len);
	return true;
}

bool perf_stream_skip(struct perf_stream *s, uint64_t len, uint64_t *skipped,
		      struct error *err)
{
	*skipped = 0;
	while (*skipped < len) {
		uint64_t missing = len - *skipped;
		size_t step;

		if (!fill(s, 1, err))
			return false;
		step = held(&s->file);
		if (step == 0)
			return true;
		step = step < missing ? step : (size_t)missing;
		use(s, step);
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

		/* room as it is needed: the length may lie */
		if (!fill(s, 1, err) || !mem_reserve(&all, &room, *got + held(&s->file),
						     1, "a part of the file", err)) {
			mem_free(all);
			return false;
		}
		step = held(&s->file);
		if (step == 0)
			break;
		step = step < missing ? step : (size_t)missing;
		memcpy(all + *got, s->file.at + s->file.from, step);
		use(s, step);
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

enum perf_end perf_stream_end(const struct perf_stream *s)
{
	return s->end;
}

/* ---- records ---- */

enum cut { CUT_RECORD, CUT_SHORT, CUT_CORRUPT };

/* perf 6.15: 16 bits of size are too few for some COMPRESSED2, which tell theirs again. */
static size_t size_of_packed(struct text t, size_t size)
{
	struct bytes b = bytes_of(text_from(t, HEADER));
	uint64_t data = bytes_u64(&b);

	if (b.short_read || data > RECORD_MOST || data + HEADER + 8 <= size)
		return size;
	return HEADER + 8 + (size_t)(data + 7) / 8 * 8;
}

/* How long the record is that `t` begins with; 0: not even its header is there. */
static size_t record_size(struct text t)
{
	struct bytes b = bytes_of(t);
	uint32_t type = bytes_u32(&b);
	size_t size;

	bytes_skip(&b, 2);
	size = bytes_u16(&b);
	if (b.short_read)
		return 0;
	return type == PERF_RECORD_COMPRESSED2 ? size_of_packed(t, size) : size;
}

/* How many bytes of it tell how long it is: no more, as they may be the last for a while. */
static size_t needed(struct text t)
{
	struct bytes b = bytes_of(t);

	return bytes_u32(&b) == PERF_RECORD_COMPRESSED2 ? HEADER + 8 : HEADER;
}

static enum cut cut_record(struct text t, struct perf_record *r)
{
	struct bytes b = bytes_of(t);
	size_t size = record_size(t);

	if (t.len < HEADER)
		return CUT_SHORT;
	if (size < HEADER)
		return CUT_CORRUPT;
	if (size > t.len)
		return CUT_SHORT;
	r->type = bytes_u32(&b);
	r->misc = bytes_u16(&b);
	r->body = text_from(text_upto(t, size), HEADER);
	return CUT_RECORD;
}

static bool ends(struct perf_stream *s, enum perf_end why)
{
	s->end = why;
	return false;
}

static struct text at_hand(const struct perf_stream *s)
{
	return (struct text){s->file.at + s->file.from, held(&s->file)};
}

/* The next record of the file itself. */
static bool next_of_file(struct perf_stream *s, struct perf_record *r, struct error *err)
{
	struct text t;

	if (!fill(s, HEADER, err) || !fill(s, needed(at_hand(s)), err) ||
	    !fill(s, record_size(at_hand(s)), err))
		return false;
	t = at_hand(s);
	if (s->left < t.len)
		t.len = (size_t)s->left;
	if (t.len == 0)
		return ends(s, s->left == 0 || s->left == UINT64_MAX ? PERF_END_WHOLE
								     : PERF_END_CUT);
	switch (cut_record(t, r)) {
	case CUT_SHORT:
		return ends(s, PERF_END_CUT);
	case CUT_CORRUPT:
		return ends(s, PERF_END_CORRUPT);
	case CUT_RECORD:
		break;
	}
	r->offset = s->offset;
	r->packed = false;
	use(s, HEADER + r->body.len);
	return true;
}

/* The packed bytes of a record; its memory stays until the file's window is filled. */
static bool begin_packed(struct perf_stream *s, const struct perf_record *r,
			 struct error *err)
{
	struct bytes b = bytes_of(r->body);

	if (!s->unpacked.at)
		s->unpacked.at = mem_array(BUFFER, 1, "unpacked records", err);
	if (!unzstd_is_there())
		return error_set(
		    err, ERROR_FORMAT,
		    "compressed records (perf record -z), and this flarescope was built "
		    "without libzstd; try: perf script --header -i FILE | "
		    "flarescope -");
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

static bool grows_too_much(struct perf_stream *s, size_t more)
{
	s->unpacked_total += more;
	return s->unpacked_total > RATIO_FREE &&
	       (s->unpacked_total - RATIO_FREE) / RATIO_MOST > s->packed_total;
}

/* False: it is damaged. perf ends no frame; who does begins another. */
static bool unpack_some(struct perf_stream *s, char *to, size_t max, size_t *got)
{
	enum unpack_step step = unzstd_run(s->zstd, &s->packed, to, max, got);

	if (step == UNPACK_MEMBER_END)
		unzstd_restart(s->zstd);
	return step == UNPACK_GOES_ON || step == UNPACK_MEMBER_END;
}

/* The next record of the packed ones; false: none is whole, unless `end` says more. */
static bool next_of_packed(struct perf_stream *s, struct perf_record *r)
{
	struct window *w = &s->unpacked;
	size_t got;

	for (;;) {
		struct text t = {w->at + w->from, held(w)};

		switch (held(w) ? cut_record(t, r) : CUT_SHORT) {
		case CUT_RECORD:
			r->offset = s->packed_offset;
			r->packed = true;
			w->from += HEADER + r->body.len;
			return true;
		case CUT_CORRUPT:
			return ends(s, PERF_END_CORRUPT);
		case CUT_SHORT:
			break;
		}
		if (!s->more)
			return false;
		to_front(w);
		if (!unpack_some(s, w->at + w->to, BUFFER - w->to, &got) ||
		    grows_too_much(s, got))
			return ends(s, PERF_END_DAMAGED);
		w->to += got;
		s->more = s->packed.len > 0 || w->to == BUFFER;
	}
}

/* Nearly all records: all of it is in the window, as it is. */
static bool next_at_hand(struct perf_stream *s, struct perf_record *r)
{
	struct window *w = &s->file;
	size_t there = held(w) < s->left ? held(w) : (size_t)s->left;

	if (s->unpacked.at || s->end != PERF_END_WHOLE ||
	    cut_record((struct text){w->at + w->from, there}, r) != CUT_RECORD ||
	    r->type == PERF_RECORD_COMPRESSED || r->type == PERF_RECORD_COMPRESSED2)
		return false;
	r->offset = s->offset;
	r->packed = false;
	use(s, HEADER + r->body.len);
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
	if (s->end == PERF_END_WHOLE && s->unpacked.at && held(&s->unpacked))
		s->end = PERF_END_CUT;
	return false;
}
