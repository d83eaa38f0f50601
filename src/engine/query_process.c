#include "engine/query_process.h"

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/mem.h"
#include "engine/clickhouse.h"
#include "sandbox/helper.h"

#define CANCEL_MS 40 /* interval for checking `cancel` */
#define END_MS                                                                           \
	3000 /* how long to wait for the end of the process; it ends on its own afterwards */
#define END_STEP_MS    5
#define STATEMENT_MOST (4u << 20)
#define PIECE_MOST     8192
#define VALUES_MOST    200

/* ---- the protocol of the socket ---- */

enum piece_kind {
	PIECE_ASK,    /* to the process: SQL, a NUL, and the values */
	PIECE_CANCEL, /* to the process: the answer is no longer wanted */
	PIECE_LINES,  /* from the process: bytes of the answer */
	PIECE_PROGRESS,
	PIECE_END, /* a struct error, of kind ERROR_NONE on success */
};

struct piece_head {
	uint32_t kind, question, len; /* `len` bytes follow */
};

struct query_progress {
	uint64_t read, total; /* rows */
};

/* Like receive_all(), false when the other side has closed the socket. */
static bool send_all(int socket, const void *bytes, size_t len)
{
	const char *at = bytes;

	while (len) {
		ssize_t n = send(socket, at, len, MSG_NOSIGNAL);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		at += n;
		len -= (size_t)n;
	}
	return true;
}

static bool receive_all(int socket, void *bytes, size_t len)
{
	char *at = bytes;

	while (len) {
		struct iovec room = {at, len};
		struct msghdr m = {.msg_iov = &room, .msg_iovlen = 1};
		ssize_t n = recvmsg(socket, &m, 0);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		at += n;
		len -= (size_t)n;
	}
	return true;
}

static bool send_piece(int socket, enum piece_kind kind, uint32_t question,
		       const void *bytes, size_t len)
{
	const struct piece_head p = {kind, question, (uint32_t)len};

	return send_all(socket, &p, sizeof p) && (!len || send_all(socket, bytes, len));
}

/* ---- the process's side ---- */

struct serving {
	int socket;
	struct clickhouse *to; /* owned; NULL on failure, ... */
	struct error why;      /* ... for this reason */
	uint32_t question;
	bool gone; /* the client has closed the socket */
};

static bool send_lines(void *arg, struct text bytes, struct error *err)
{
	struct serving *s = arg;

	while (bytes.len) {
		size_t n = bytes.len < PIECE_MOST ? bytes.len : PIECE_MOST;

		if (!send_piece(s->socket, PIECE_LINES, s->question, bytes.at, n)) {
			s->gone = true;
			return error_set(err, ERROR_CANCELLED, "cancelled");
		}
		bytes = text_from(bytes, n);
	}
	return true;
}

static void send_progress(void *arg, uint64_t read, uint64_t total)
{
	const struct serving *s = arg;
	const struct query_progress progress = {read, total};

	send_piece(s->socket, PIECE_PROGRESS, s->question, &progress, sizeof progress);
}

static int watched_socket(void *arg)
{
	const struct serving *s = arg;

	return s->socket;
}

/* While a query runs, the client sends nothing but PIECE_CANCEL. */
static bool is_wanted(void *arg)
{
	struct serving *s = arg;
	struct piece_head p;

	if (!receive_all(s->socket, &p, sizeof p)) {
		s->gone = true;
		return false;
	}
	return p.kind != PIECE_CANCEL || p.question != s->question;
}

/* Run the statement: its SQL, a NUL, and its values with a NUL after each. */
static void run_query(struct serving *s, char *text, size_t len)
{
	const struct clickhouse_taker taker = {send_lines, send_progress, watched_socket,
					       is_wanted, s};
	struct clickhouse_value values[VALUES_MOST];
	char names[VALUES_MOST][16];
	struct error err = s->why;
	size_t count = 0;

	for (char *at = text + strlen(text) + 1; at < text + len && count < VALUES_MOST;
	     at += strlen(at) + 1) {
		snprintf(names[count], sizeof names[count], "v%zu", count + 1);
		values[count] = (struct clickhouse_value){names[count], text_of(at)};
		count++;
	}
	if (s->to)
		clickhouse_stream(s->to, text, values, count, &taker, &err);
	if (!s->gone)
		s->gone =
		    !send_piece(s->socket, PIECE_END, s->question, &err, sizeof err);
	if (err.kind == ERROR_CANCELLED)
		clickhouse_kill_last(s->to);
}

/* Answer a query; false when the client has closed the socket. */
static bool serve_query(struct serving *s)
{
	struct error err = ERROR_INIT;
	struct piece_head p;
	char *text;

	if (s->gone || !receive_all(s->socket, &p, sizeof p))
		return false;
	if (p.kind != PIECE_ASK) /* a PIECE_CANCEL that came too late */
		return true;
	if (!p.len || p.len > STATEMENT_MOST ||
	    !(text = mem_array(p.len, 1, "a question", &err)))
		return false;
	s->question = p.question;
	if (receive_all(s->socket, text, p.len) && !text[p.len - 1])
		run_query(s, text, p.len);
	mem_free(text);
	return true;
}

/* ---- the cache ---- */

static void drop_answer(struct answer_cache *k, struct cached_answer *a)
{
	k->bytes -= a->text.len;
	statement_release(&a->of);
	mem_free(a->text.at);
	*a = (struct cached_answer){.used = 0};
}

static const struct text_buffer *answer_cache_find(struct answer_cache *k,
						   const struct statement *s)
{
	for (size_t i = 0; i < CACHED_ANSWERS; i++) {
		struct cached_answer *a = &k->list[i];

		if (!a->used || !statement_equal(&a->of, s))
			continue;
		a->used = ++k->uses;
		return &a->text;
	}
	return NULL;
}

/* The least recently used entry; `there`: only among entries in use. */
static struct cached_answer *oldest_answer(struct answer_cache *k, bool there)
{
	struct cached_answer *found = NULL;

	for (size_t i = 0; i < CACHED_ANSWERS; i++) {
		struct cached_answer *a = &k->list[i];

		if ((a->used || !there) && (!found || a->used < found->used))
			found = a;
	}
	return found;
}

static void answer_cache_add(struct answer_cache *k, const struct statement *s,
			     struct text_buffer *text)
{
	struct cached_answer fresh = {.text = *text, .used = ++k->uses}, *place;
	struct error ignored = ERROR_INIT; /* if memory runs out, it is not cached */

	*text = (struct text_buffer){NULL};
	while (k->bytes && k->bytes + fresh.text.len > KEPT_ALL_BYTES)
		drop_answer(k, oldest_answer(k, true));
	place = oldest_answer(k, false);
	drop_answer(k, place);
	k->bytes += fresh.text.len;
	*place = fresh;
	place->of.count = s->count;
	if (!text_buffer_add(&place->of.sql, text_buffer_text(&s->sql), &ignored) ||
	    !text_buffer_add(&place->of.values, text_buffer_text(&s->values), &ignored))
		drop_answer(k, place);
}

/* ---- the client's side ---- */

bool query_process_start(struct query_process *a, const char *address, struct error *err)
{
	/* checks the address only */
	struct clickhouse *c = clickhouse_open(address, err);
	struct serving s = {.socket = -1};
	int pair[2];

	*a = (struct query_process){.lock = PTHREAD_MUTEX_INITIALIZER};
	if (!c)
		return false;
	clickhouse_close(c);
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
		return error_sys(err, "cannot create a socket for the query process");
	a->pid = -1;
	if (helper_lift(&pair[0]) && helper_lift(&pair[1])) {
		fflush(NULL); /* otherwise buffered output would be printed twice */
		a->pid = fork();
	}
	if (a->pid == 0) {
		close(pair[0]);
		helper_withdraw(false);
		s.socket = pair[1];
		s.to = clickhouse_open(address, &s.why);
		while (serve_query(&s))
			;
		clickhouse_close(s.to);
		_exit(0);
	}
	if (a->pid < 0) {
		error_sys(err, "cannot create the query process");
		close(pair[0]);
		close(pair[1]);
		return false;
	}
	close(pair[1]);
	a->socket = pair[0] + 1;
	return true;
}

void query_process_end(struct query_process *a)
{
	if (!a->socket)
		return;
	close(a->socket - 1);
	a->socket = 0;
	for (size_t i = 0; i < CACHED_ANSWERS; i++)
		drop_answer(&a->kept, &a->kept.list[i]);
	/* the process may still kill its query on the server, which takes up to two seconds */
	for (int i = 0; i < END_MS / END_STEP_MS; i++) {
		if (waitpid(a->pid, NULL, WNOHANG) != 0)
			return;
		poll(NULL, 0, END_STEP_MS);
	}
}

/* An answer that is being received. */
struct receiving {
	struct query_process *query_process;
	struct query_status *how;
	query_line *line;
	void *arg;
	struct text_buffer rest; /* owned: an incomplete line */
	struct text_buffer kept; /* owned: the whole answer, for the cache */
	bool too_long;		 /* too long for the cache, or memory ran out */
	bool cancelled;
	struct error err; /* the error of `line` */
	size_t since;	  /* bytes received since then */
};

static void cancel_query(struct receiving *t)
{
	if (!t->cancelled)
		send_piece(t->query_process->socket - 1, PIECE_CANCEL,
			   t->query_process->asked, NULL, 0);
	t->cancelled = true;
}

/* Keep the bytes for the cache, and pass on the lines that are complete. */
static bool take_bytes(struct receiving *t, struct text bytes)
{
	struct error ignored = ERROR_INIT;
	const char *end;

	if (!t->too_long && (t->kept.len + bytes.len > CACHED_ANSWER_BYTES ||
			     !text_buffer_add(&t->kept, bytes, &ignored))) {
		t->too_long = true;
		mem_free(t->kept.at);
		t->kept = (struct text_buffer){NULL};
	}
	while (bytes.len && (end = memchr(bytes.at, '\n', bytes.len))) {
		size_t len = (size_t)(end - bytes.at);
		struct text line = text_upto(bytes, len);

		if (t->rest.len) {
			if (!text_buffer_add(&t->rest, line, &t->err))
				return false;
			line = text_buffer_text(&t->rest);
		}
		t->rest.len = 0;
		if (!t->line(t->arg, line, &t->err))
			return false;
		bytes = text_from(bytes, len + 1);
	}
	if (t->rest.len + bytes.len > ASKER_LINE_MOST)
		return error_set(&t->err, ERROR_LIMIT,
				 "a line of the answer is longer than %u bytes",
				 ASKER_LINE_MOST);
	return text_buffer_add(&t->rest, bytes, &t->err);
}

#define AFTER_ERROR_MOST 65536 /* bytes */

/* Receive one piece; false when it was the last, with its error in `*end`. */
static bool take_piece(struct receiving *t, struct error *end)
{
	int socket = t->query_process->socket - 1;
	char bytes[PIECE_MOST];
	struct query_progress progress;
	struct piece_head p;

	*end = (struct error){ERROR_SYSTEM, "the query process has ended"};
	if (!receive_all(socket, &p, sizeof p) || p.len > sizeof bytes ||
	    !receive_all(socket, bytes, p.len))
		return false;
	if (p.kind == PIECE_END && p.len == sizeof *end) {
		memcpy(end, bytes, sizeof *end);
		end->message[sizeof end->message - 1] = '\0';
		return false;
	}
	if (p.kind == PIECE_PROGRESS && p.len == sizeof progress) {
		memcpy(&progress, bytes, sizeof progress);
		atomic_store(&t->how->read, progress.read);
		atomic_store(&t->how->total, progress.total);
	}
	if (p.kind != PIECE_LINES || t->cancelled ||
	    (!t->err.kind && take_bytes(t, (struct text){bytes, p.len})))
		return true;
	/*
	 * a line that cannot be parsed may be an exception of the server, whose error follows soon
	 */
	t->since += p.len;
	if (t->err.kind != ERROR_FORMAT || t->since > AFTER_ERROR_MOST)
		cancel_query(t);
	return true;
}

static bool receive_answer(struct receiving *t, struct error *err)
{
	struct pollfd news = {.fd = t->query_process->socket - 1, .events = POLLIN};
	struct error end;

	do {
		while (poll(&news, 1, CANCEL_MS) <= 0)
			if (atomic_load(&t->how->cancel))
				cancel_query(t);
		if (atomic_load(&t->how->cancel))
			cancel_query(t);
	} while (take_piece(t, &end));
	if (t->err.kind && (end.kind == ERROR_NONE || end.kind == ERROR_CANCELLED))
		*err = t->err;
	else if (end.kind)
		*err = end;
	else if (t->cancelled)
		error_set(err, ERROR_CANCELLED, "cancelled");
	else if (t->rest.len)
		error_set(err, ERROR_FORMAT, "the answer ends in the middle of a line");
	return !err->kind;
}

static bool send_query(struct query_process *a, const struct statement *s,
		       struct receiving *t, struct error *err)
{
	struct piece_head p = {.kind = PIECE_ASK};
	size_t len = s->sql.len + 1 + s->values.len;

	if (len > STATEMENT_MOST || s->count > VALUES_MOST)
		return error_set(err, ERROR_LIMIT, "the query is too long");
	p.question = ++a->asked;
	p.len = (uint32_t)len;
	if (!send_all(a->socket - 1, &p, sizeof p) ||
	    !send_all(a->socket - 1, s->sql.at, s->sql.len) ||
	    !send_all(a->socket - 1, "", 1) ||
	    !send_all(a->socket - 1, s->values.at, s->values.len))
		return error_set(err, ERROR_SYSTEM, "the query process has ended");
	return receive_answer(t, err);
}

bool query_process_run(struct query_process *a, const struct statement *s,
		       struct query_status *how, query_line *line, void *arg,
		       struct error *err)
{
	struct receiving t = {.query_process = a, .how = how, .line = line, .arg = arg};
	const struct text_buffer *kept;
	struct text rest;
	bool ok;

	atomic_store(&how->read, 0);
	atomic_store(&how->total, 0);
	pthread_mutex_lock(&a->lock);
	kept = answer_cache_find(&a->kept, s);
	ok = kept || send_query(a, s, &t, err);
	for (rest = kept ? text_buffer_text(kept) : TEXT(""); ok && rest.len;) {
		const char *end = memchr(rest.at, '\n', rest.len);
		size_t len = end ? (size_t)(end - rest.at) : rest.len;

		ok = line(arg, text_upto(rest, len), err);
		rest = text_from(rest, len + 1);
	}
	if (ok && !kept && !t.too_long)
		answer_cache_add(&a->kept, s, &t.kept);
	pthread_mutex_unlock(&a->lock);
	mem_free(t.rest.at);
	mem_free(t.kept.at);
	return ok;
}
