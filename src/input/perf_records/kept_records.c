#include "input/perf_records/kept_records.h"

#include <inttypes.h>
#include <pthread.h>
#include <zlib.h>

#include "base/append.h"
#include "base/fill.h"
#include "input/perf_records/kept_processes.h"
#include "input/perf_records/perf_record.h"

#define PIECE_MOST  ((size_t)256 << 10) /* bytes, before they are packed */
#define PIECES	    64			/* of all that may be kept, at least */
#define TIDY_FROM   4 /* so many pieces of what stays true are gone through */
#define PACK_LEVEL  1 /* of zlib: a sixth of the bytes, 60 to 100 MB/s */
#define ALWAYS_MOST ((size_t)64 << 20)

static const char pipe_header[] = {'P', 'E', 'R', 'F', 'I', 'L', 'E', '2',
				   16,	0,   0,	  0,   0,   0,	 0,   0};

/* Records that came one after the other, packed; never changed. */
struct piece {
	unsigned owners;
	size_t packed, len; /* bytes */
	uint64_t latest;    /* of what is of a moment; 0: there is none */
	unsigned char bytes[];
};

/* Bytes that grow. */
struct heap {
	char *at; /* owned */
	size_t len, room;
};

struct kept_records {
	pthread_mutex_t lock; /* guards all */
	unsigned owners;
	uint64_t most;
	size_t piece; /* bytes of one, before it is packed */
	bool held, failed;
	uint64_t since; /* what is of a moment before this is gone; 0: nothing is */

	struct heap always,
	    state; /* records as kept_record.h has them; the state is of what has left */
	size_t tidied;		   /* bytes of the state, when it was gone through last */
	struct piece **pieces;	   /* owned */
	size_t first, count, room; /* those before the first are gone */
	uint64_t packed;	   /* bytes of all */
	struct heap open;	   /* the piece that is being filled */
	uint64_t latest;	   /* in it */
};

/* ---- owners ---- */

struct kept_records *kept_records_new(uint64_t most, struct error *err)
{
	struct kept_records *k = mem_array(1, sizeof *k, "records", err);

	if (!k)
		return NULL;
	k->owners = 1;
	k->most = most;
	k->piece = most / PIECES < PIECE_MOST ? (size_t)most / PIECES : PIECE_MOST;
	pthread_mutex_init(&k->lock, NULL);
	return k;
}

struct kept_records *kept_records_share(struct kept_records *k)
{
	pthread_mutex_lock(&k->lock);
	k->owners++;
	pthread_mutex_unlock(&k->lock);
	return k;
}

static void leave_piece(struct piece *p)
{
	if (--p->owners == 0)
		mem_free(p);
}

void kept_records_free(struct kept_records *k)
{
	unsigned left;

	if (!k)
		return;
	pthread_mutex_lock(&k->lock);
	left = --k->owners;
	pthread_mutex_unlock(&k->lock);
	if (left)
		return;
	for (size_t i = k->first; i < k->count; i++)
		leave_piece(k->pieces[i]);
	mem_free(k->pieces);
	mem_free(k->always.at);
	mem_free(k->state.at);
	mem_free(k->open.at);
	pthread_mutex_destroy(&k->lock);
	mem_free(k);
}

/* ---- pieces ---- */

static bool put_bytes(struct heap *to, struct text t, struct error *err)
{
	struct fill f;

	if (t.len == 0) /* there may be no room at all */
		return true;
	if (!mem_reserve(&to->at, &to->room, to->len + t.len, 1, "records", err))
		return false;
	f = fill_of(to->at + to->len, to->room - to->len);
	fill_text(&f, t);
	to->len += t.len;
	return true;
}

static bool unpack(const struct piece *p, char *to)
{
	uLongf len = p->len;

	return uncompress((Bytef *)to, &len, p->bytes, p->packed) == Z_OK &&
	       len == p->len;
}

/* What is open becomes a piece. */
static bool close_piece(struct kept_records *k, struct error *err)
{
	uLongf room = compressBound(k->open.len);
	struct piece *p = mem_array(1, sizeof *p + room, "records", err);

	if (!p)
		return false;
	if (compress2(p->bytes, &room, (const Bytef *)k->open.at, k->open.len,
		      PACK_LEVEL) != Z_OK) {
		mem_free(p);
		return error_set(err, ERROR_MEMORY, "records cannot be packed");
	}
	p->owners = 1;
	p->packed = room;
	p->len = k->open.len;
	p->latest = k->latest;
	mem_trim(&p, 1, sizeof *p + room);
	if (!APPEND(k->pieces, k->count, k->room, "records", err, p)) {
		mem_free(p);
		return false;
	}
	k->packed += p->packed;
	k->open.len = 0;
	k->latest = 0;
	return true;
}

/* Of what stays true only that which still matters. */
static bool tidy(struct kept_records *k, struct error *err)
{
	struct text all = {k->state.at, k->state.len};
	struct heap few = {.len = 0};

	if (k->state.len < TIDY_FROM * k->piece || k->state.len / 2 < k->tidied)
		return true;
	if (!mem_reserve(&few.at, &few.room, all.len, 1, "records", err))
		return false;
	if (!kept_processes_needed(all, few.at, &few.len, err)) {
		mem_free(few.at);
		return false;
	}
	mem_free(k->state.at);
	mem_trim(&few.at, few.len, 1);
	few.room = few.len ? few.len : few.room;
	k->state = few;
	k->tidied = few.len;
	return true;
}

/* The first piece goes; what stays true is kept. */
static bool let_go(struct kept_records *k, struct error *err)
{
	struct piece *p = k->pieces[k->first];
	char *bytes = mem_array(p->len, 1, "records", err);
	struct text all = {bytes, p->len};
	struct kept_record r;
	bool ok = bytes && unpack(p, bytes);

	for (size_t at = 0; ok && kept_record_at(all, at, &r); at = r.end)
		if (r.head.kind == KEPT_STATE)
			ok = put_bytes(&k->state, (struct text){all.at + at, r.end - at},
				       err);
	mem_free(bytes);
	if (p->latest >= k->since)
		k->since = p->latest + 1;
	k->packed -= p->packed;
	leave_piece(p);
	k->first++;
	return ok && tidy(k, err);
}

/* Those that are gone have places in the array, which are used again. */
static void close_up(struct kept_records *k)
{
	if (!k->first || k->first < k->count / 2)
		return;
	memmove(k->pieces, k->pieces + k->first,
		(k->count - k->first) * sizeof *k->pieces);
	k->count -= k->first;
	k->first = 0;
}

/* With the lock. */
static bool keep_within(struct kept_records *k, struct error *err)
{
	while (k->packed + k->state.len > k->most && k->first < k->count)
		if (!let_go(k, err))
			return false;
	if (k->state.len > k->most)
		return error_set(err, ERROR_LIMIT, "too many maps and threads");
	close_up(k);
	return true;
}

/* Nothing more is kept: what there is has gaps. */
static void fail(struct kept_records *k)
{
	k->failed = true;
	while (k->first < k->count)
		leave_piece(k->pieces[k->first++]);
	mem_free(k->open.at);
	mem_free(k->state.at);
	k->open = k->state = (struct heap){.len = 0};
	k->packed = 0;
}

/* ---- putting ---- */

static bool put_record(struct heap *to, const struct kept_head *head,
		       const struct kept_header *header, struct text body,
		       struct text behind, struct error *err)
{
	return put_bytes(to, (struct text){(const char *)head, sizeof *head}, err) &&
	       put_bytes(to, (struct text){(const char *)header, sizeof *header}, err) &&
	       put_bytes(to, body, err) && put_bytes(to, behind, err);
}

void kept_records_put(struct kept_records *k, enum kept_kind kind, uint64_t time,
		      uint32_t type, uint16_t misc, struct text body, struct text behind)
{
	struct kept_header header = {type, misc, (uint16_t)(sizeof header + body.len)};
	struct kept_head head = {time, kind,
				 (uint32_t)(sizeof header + body.len + behind.len)};
	struct heap *to = kind == KEPT_ALWAYS ? &k->always : &k->open;
	struct error err = ERROR_INIT;
	bool ok;

	if (body.len > UINT16_MAX - sizeof header || behind.len > ALWAYS_MOST)
		return; /* no record is that long */
	pthread_mutex_lock(&k->lock);
	ok = k->failed || put_record(to, &head, &header, body, behind, &err);
	if (!k->failed && kind == KEPT_MOMENT && time > k->latest)
		k->latest = time;
	if (ok && k->always.len > ALWAYS_MOST)
		ok = false;
	if (ok && k->open.len >= k->piece)
		ok = close_piece(k, &err) && keep_within(k, &err);
	if (!ok)
		fail(k);
	pthread_mutex_unlock(&k->lock);
}

void kept_records_until(struct kept_records *k, uint64_t time)
{
	struct error err = ERROR_INIT;

	pthread_mutex_lock(&k->lock);
	while (!k->held && k->first < k->count && k->pieces[k->first]->latest < time)
		if (!let_go(k, &err)) {
			fail(k);
			break;
		}
	close_up(k);
	pthread_mutex_unlock(&k->lock);
}

void kept_records_hold(struct kept_records *k, bool held)
{
	pthread_mutex_lock(&k->lock);
	k->held = held;
	pthread_mutex_unlock(&k->lock);
}

/* ---- writing ---- */

struct writer {
	FILE *out;
	const struct kept_span *spans;
	size_t count;
	struct kept_written *done;
};

static bool is_within(const struct writer *w, uint64_t time)
{
	size_t from = 0, to = w->count;

	while (from < to) {
		size_t middle = from + (to - from) / 2;

		if (w->spans[middle].to <= time)
			from = middle + 1;
		else
			to = middle;
	}
	return from < w->count && time >= w->spans[from].from;
}

static bool is_wanted(const struct writer *w, const struct kept_record *r)
{
	switch (r->head.kind) {
	case KEPT_MOMENT:
		return is_within(w, r->head.time);
	case KEPT_STATE:
		return w->count && r->head.time < w->spans[w->count - 1].to;
	default:
		return true;
	}
}

static void write_records(const struct writer *w, struct text all)
{
	struct kept_record r;

	for (size_t at = 0; kept_record_at(all, at, &r); at = r.end) {
		if (!is_wanted(w, &r))
			continue;
		fwrite(r.bytes.at, 1, r.bytes.len, w->out);
		w->done->samples += r.header.type == PERF_RECORD_SAMPLE;
	}
}

/* What there is at one moment: the pieces are shared, the rest is copied. */
struct picture {
	struct heap rest;      /* owned: what is always true, and the state */
	struct heap open;      /* owned */
	struct piece **pieces; /* owned */
	size_t count;
};

static bool take_picture(struct kept_records *k, struct picture *p, struct error *err)
{
	bool ok;

	*p = (struct picture){.count = 0};
	pthread_mutex_lock(&k->lock);
	ok = !k->failed || error_set(err, ERROR_MEMORY,
				     "the records were not kept, for want of memory");
	ok = ok && put_bytes(&p->rest, (struct text){k->always.at, k->always.len}, err) &&
	     put_bytes(&p->rest, (struct text){k->state.at, k->state.len}, err) &&
	     put_bytes(&p->open, (struct text){k->open.at, k->open.len}, err);
	if (ok)
		p->pieces =
		    mem_array(k->count - k->first, sizeof *p->pieces, "records", err);
	for (size_t i = k->first; p->pieces && i < k->count; i++) {
		p->pieces[p->count++] = k->pieces[i]; /* room: as many as there are */
		k->pieces[i]->owners++;
	}
	pthread_mutex_unlock(&k->lock);
	return p->pieces != NULL;
}

static void release_picture(struct kept_records *k, struct picture *p)
{
	pthread_mutex_lock(&k->lock);
	for (size_t i = 0; i < p->count; i++)
		leave_piece(p->pieces[i]);
	pthread_mutex_unlock(&k->lock);
	mem_free(p->pieces);
	mem_free(p->rest.at);
	mem_free(p->open.at);
}

static bool write_piece(const struct writer *w, const struct piece *p, struct error *err)
{
	char *bytes = mem_array(p->len, 1, "records", err);
	bool ok = bytes && (unpack(p, bytes) ||
			    error_set(err, ERROR_MEMORY, "records cannot be unpacked"));

	if (ok)
		write_records(w, (struct text){bytes, p->len});
	mem_free(bytes);
	return ok;
}

bool kept_records_write(struct kept_records *k, const struct kept_span *spans,
			size_t count, FILE *out, struct kept_written *done,
			struct error *err)
{
	struct writer w = {out, spans, count, done};
	struct picture p;
	bool ok;

	*done = (struct kept_written){.samples = 0};
	ok = take_picture(k, &p, err);
	pthread_mutex_lock(&k->lock);
	done->since = k->since;
	pthread_mutex_unlock(&k->lock);
	if (ok) {
		fwrite(pipe_header, 1, sizeof pipe_header, out);
		write_records(&w, (struct text){p.rest.at, p.rest.len});
	}
	for (size_t i = 0; ok && i < p.count; i++)
		ok = write_piece(&w, p.pieces[i], err);
	if (ok)
		write_records(&w, (struct text){p.open.at, p.open.len});
	release_picture(k, &p);
	return ok && (!ferror(out) || error_sys(err, "cannot write"));
}
