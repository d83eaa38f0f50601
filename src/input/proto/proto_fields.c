#include "input/proto/proto_fields.h"

#include <inttypes.h>
#include <string.h>

#include "base/mem.h"

#define STEP	   ((size_t)256 << 10)	/* bytes of a read */
#define FIELD_MOST (UINT64_C(64) << 20) /* 8 million times of an nflxprofile */

/* The part of the input that is in memory. */
struct input_window {
	struct reading *reading; /* borrowed */
	char *buf;		 /* owned */
	size_t at, len, room;	 /* used up to `at`, filled up to `len` */
	uint64_t offset;	 /* position of `at` in the input */
	bool ended;		 /* the input has been read to its end */
};

/*
 * Read until `wanted` bytes are unused, or the input ends. A length in a damaged file may be wrong,
 * so the buffer grows only with the bytes that are read.
 */
static bool fill_input_window(struct input_window *w, size_t wanted, struct error *err)
{
	if (w->at)
		memmove(w->buf, w->buf + w->at, w->len - w->at);
	w->len -= w->at;
	w->at = 0;
	while (w->len < wanted && !w->ended) {
		size_t got;

		if (!mem_reserve(&w->buf, &w->room, w->len + STEP, 1, "records", err) ||
		    !source_read(w->reading->source, w->buf + w->len, STEP, &got, err))
			return false;
		w->ended = got == 0;
		w->len += got;
		if (!reading_goes_on(w->reading, err))
			return false;
	}
	return true;
}

/* The rest is truncated or no field, so the beginning of the next field is not known: stop. */
static void give_up(struct input_window *w)
{
	if (w->len > w->at)
		losses_count(w->reading->losses, LOSS_RECORDS_CUT, w->offset);
	w->at = w->len;
	w->ended = true;
}

/* The first field continues behind the window. */
static bool want_more(struct input_window *w, const struct proto_field *f,
		      struct error *err)
{
	if (w->ended) {
		give_up(w);
		return true;
	}
	if (f->size > FIELD_MOST)
		return error_set(err, ERROR_LIMIT,
				 "a record of %" PRIu64 " bytes at byte %" PRIu64
				 "; at most 64 MiB are read",
				 f->size, w->offset);
	return fill_input_window(w, f->size ? (size_t)f->size : w->len - w->at + 1, err);
}

bool proto_fields_read(struct reading *r, const struct proto_shape *format,
		       proto_take *take, void *arg, struct error *err)
{
	struct input_window w = {.reading = r};
	bool ok = fill_input_window(&w, STEP, err);

	r->losses->by_byte = true;
	while (ok && (w.at < w.len || !w.ended)) {
		struct text rest = {w.buf + w.at, w.len - w.at};
		struct proto_field f;
		enum proto_next next = proto_wire_next(&rest, &f);
		uint64_t newer = 0;

		if (next == PROTO_BAD) {
			give_up(&w);
			continue;
		}
		if (next != PROTO_FIELD) {
			ok = want_more(&w, &f, err);
			continue;
		}
		if (proto_shape_is_valid(format, &f, &newer))
			ok = take(arg, &f, w.offset, err);
		else
			newer = 1;
		losses_add(r->losses, LOSS_RECORD, newer, w.offset);
		w.at += (size_t)f.size;
		w.offset += f.size;
	}
	mem_free(w.buf);
	return ok;
}
