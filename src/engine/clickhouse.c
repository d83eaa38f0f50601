#include "engine/clickhouse.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "base/mem.h"
#include "base/number.h"
#include "engine/statement.h"

#define SCHEME	"clickhouse://"
#define SCHEMES "clickhouses://"

bool clickhouse_is_address(const char *words)
{
	return strncmp(words, SCHEME, strlen(SCHEME)) == 0 ||
	       strncmp(words, SCHEMES, strlen(SCHEMES)) == 0;
}

#ifdef WITH_CURL

#include <curl/curl.h>
#include <dlfcn.h>

const struct library curl_library = {"libcurl", LIBCURL_VERSION,
				     "push and clickhouse://"};

#define CONNECT_MOST 10	  /* seconds */
#define KILL_MS	     2000 /* time for a KILL QUERY: the user may be waiting */
#define WATCH_MS     1000
#define SILENT_MOST  300 /* seconds without a byte: merging may take a while */
#define TOLD_MOST    400 /* bytes of the server's error message */
#define TAIL_ROOM    32768
#define TAIL_KEPT    16384 /* bytes at the end of an answer that may hold an exception */

/*
 * ---- libcurl, loaded on demand: linking it would triple the start-up time of every command ----
 */

#include "base/error.h"

/* The functions in use, without "curl_". */
#define CURL_CALLS(CALL)                                                                 \
	CALL(global_init)                                                                \
	CALL(easy_init)                                                                  \
	CALL(easy_cleanup)                                                               \
	CALL(easy_setopt)                                                                \
	CALL(easy_perform)                                                               \
	CALL(easy_getinfo)                                                               \
	CALL(easy_strerror)                                                              \
	CALL(multi_init)                                                                 \
	CALL(multi_cleanup)                                                              \
	CALL(multi_add_handle)                                                           \
	CALL(multi_remove_handle)                                                        \
	CALL(multi_perform)                                                              \
	CALL(multi_poll)                                                                 \
	CALL(multi_info_read)                                                            \
	CALL(url)                                                                        \
	CALL(url_cleanup)                                                                \
	CALL(url_dup)                                                                    \
	CALL(url_get)                                                                    \
	CALL(url_set)                                                                    \
	CALL(free)

struct curl_calls {
	void *loaded; /* owned */
#define CALL(name) __typeof__(curl_##name) *name;
	CURL_CALLS(CALL)
#undef CALL
};

/* The library of ABI 4, in use since 2006; Debian has one for each TLS implementation. */
static void *load_curl(void)
{
	static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4",
					    "libcurl-nss.so.4"};
	void *loaded = NULL;

	for (size_t i = 0; i < sizeof names / sizeof *names && !loaded; i++)
		loaded = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
	return loaded;
}

/* POSIX requires that function pointers can be copied from object pointers. */
static bool find_call(const struct curl_calls *c, const char *name, void *call)
{
	void *found = dlsym(c->loaded, name);

	memcpy(call, &found, sizeof found);
	return found != NULL;
}

static bool curl_calls_load(struct curl_calls *c, struct error *err)
{
	bool ok;

	*c = (struct curl_calls){.loaded = load_curl()};
	ok = c->loaded != NULL;
#define CALL(name) ok = ok && find_call(c, "curl_" #name, &c->name);
	CURL_CALLS(CALL)
#undef CALL
	return ok || error_set(err, ERROR_SYSTEM,
			       "libcurl is not installed, so ClickHouse cannot be "
			       "reached; export --format clickhouse prints the rows");
}

static void curl_calls_release(struct curl_calls *c)
{
	if (c->loaded)
		dlclose(c->loaded);
	c->loaded = NULL;
}

struct clickhouse {
	struct curl_calls calls;
	CURL *curl; /* owned */
	CURLU *url; /* owned: with the database */
	/* owned: host, port and database, for messages */
	char *place;
	struct text_buffer answer; /* for a stream, only the end */
	/* borrowed from the caller during a request */
	struct error *err;
	const struct clickhouse_taker *taker; /* borrowed, for a stream; otherwise NULL */
	bool is_tail;			      /* `answer` is not complete */
	bool broken; /* the connection ended before the answer did */
	enum {
		SETTINGS_ALL,
		SETTINGS_READING, /* the user may not change all settings */
		SETTINGS_NONE,	  /* the user can only read and may change no setting */
	} settings;
	uint64_t session, queries; /* for the ids of queries */
};

/* ---- the address ---- */

/* A part of the URL, or ""; borrowed until the next call. */
static const char *get_url_part(const struct clickhouse *c, CURLUPart which, char **text)
{
	c->calls.free(*text);
	*text = NULL;
	return c->calls.url_get(c->url, which, text, CURLU_URLDECODE) == CURLUE_OK &&
		       *text
		   ? *text
		   : "";
}

/* The path is the name of the database, which is passed as a parameter. */
static bool take_database(struct clickhouse *c, struct error *err)
{
	char *text = NULL, *query = NULL;
	const char *path = get_url_part(c, CURLUPART_PATH, &text);
	bool ok = false;

	if (*path == '/')
		path++;
	if (strchr(path, '/'))
		error_set(err, ERROR_USAGE,
			  "an address of ClickHouse has one name after the host, that of "
			  "the database");
	else
		query = mem_format(err, "database=%s", *path ? path : "default");
	if (query)
		c->place = mem_format(err, "%s", query + strlen("database="));
	ok = query && c->place &&
	     c->calls.url_set(c->url, CURLUPART_PATH, "/", 0) == CURLUE_OK &&
	     c->calls.url_set(c->url, CURLUPART_QUERY, query,
			      CURLU_URLENCODE | CURLU_APPENDQUERY) == CURLUE_OK;
	mem_free(query);
	c->calls.free(text);
	return ok;
}

static bool take_place(struct clickhouse *c, const char *port, struct error *err)
{
	char *text = NULL, *database = c->place;
	bool given = *get_url_part(c, CURLUPART_PORT, &text) != '\0';
	bool ok = given || c->calls.url_set(c->url, CURLUPART_PORT, port, 0) == CURLUE_OK;
	char *host = NULL;

	c->place = NULL;
	if (ok && c->calls.url_get(c->url, CURLUPART_HOST, &host, 0) == CURLUE_OK)
		c->place = mem_format(err, "%s:%s/%s", host,
				      get_url_part(c, CURLUPART_PORT, &text), database);
	mem_free(database);
	c->calls.free(host);
	c->calls.free(text);
	return c->place != NULL;
}

/* Pass the user to curl, and remove it from the URL, which messages may show. */
static bool take_user(struct clickhouse *c, struct error *err)
{
	char *text = NULL;
	const char *password = getenv("CLICKHOUSE_PASSWORD"),
		   *user = getenv("CLICKHOUSE_USER");
	bool ok = true;

	if (*get_url_part(c, CURLUPART_PASSWORD, &text))
		ok = error_set(err, ERROR_USAGE,
			       "a password on the command line can be read by others; "
			       "use CLICKHOUSE_PASSWORD in the environment, or ~/.netrc");
	else if (*get_url_part(c, CURLUPART_USER, &text))
		user = text;
	if (ok && user)
		ok = c->calls.easy_setopt(c->curl, CURLOPT_USERNAME, user) == CURLE_OK;
	if (ok && password)
		ok =
		    c->calls.easy_setopt(c->curl, CURLOPT_PASSWORD, password) == CURLE_OK;
	if (ok && !password)
		ok = c->calls.easy_setopt(c->curl, CURLOPT_NETRC,
					  (long)CURL_NETRC_OPTIONAL) == CURLE_OK;
	c->calls.free(text);
	c->calls.url_set(c->url, CURLUPART_USER, NULL, 0);
	return ok;
}

static bool take_address(struct clickhouse *c, const char *address, struct error *err)
{
	bool tls = strncmp(address, SCHEMES, strlen(SCHEMES)) == 0, ok;
	char *http = mem_format(err, "%s%s", tls ? "https://" : "http://",
				address + strlen(tls ? SCHEMES : SCHEME));
	char *text = NULL;

	ok = http && (c->calls.url_set(c->url, CURLUPART_URL, http, 0) == CURLUE_OK &&
			      !*get_url_part(c, CURLUPART_QUERY, &text) &&
			      !*get_url_part(c, CURLUPART_FRAGMENT, &text)
			  ? true
			  : error_set(err, ERROR_USAGE,
				      "no address of ClickHouse; expected "
				      "clickhouse://HOST:8123/DATABASE"));
	c->calls.free(text);
	mem_free(http);
	return ok && take_user(c, err) && take_database(c, err) &&
	       take_place(c, tls ? "8443" : "8123", err);
}

/* ---- requests ---- */

static bool keep_tail(struct clickhouse *c, struct text bytes)
{
	if (c->answer.len > TAIL_ROOM - TAIL_KEPT) { /* the last bytes are enough */
		memmove(c->answer.at, c->answer.at + c->answer.len - TAIL_KEPT,
			TAIL_KEPT);
		c->answer.len = TAIL_KEPT;
		c->is_tail = true;
	}
	if (bytes.len > TAIL_KEPT) {
		bytes = text_from(bytes, bytes.len - TAIL_KEPT);
		c->is_tail = true;
	}
	return text_buffer_add(&c->answer, bytes, c->err);
}

static long status_of(const struct clickhouse *c)
{
	long status = 0;

	c->calls.easy_getinfo(c->curl, CURLINFO_RESPONSE_CODE, &status);
	return status;
}

static size_t take_answer(char *bytes, size_t size, size_t count, void *arg)
{
	struct clickhouse *c = arg;
	size_t n = size * count;

	if (c->taker) {
		if (!keep_tail(c, (struct text){bytes, n}) ||
		    (status_of(c) == 200 &&
		     !c->taker->take(c->taker->arg, (struct text){bytes, n}, c->err)))
			return 0;
		return n;
	}
	if (c->answer.len + n > CLICKHOUSE_ANSWER ||
	    !text_buffer_add(&c->answer, (struct text){bytes, n}, c->err))
		return 0;
	return n;
}

/* A number in X-ClickHouse-Progress: {"read_rows":"65409","total_rows_to_read":"8880128", ...} */
static uint64_t number_of(struct text line, const char *key)
{
	const char *at = memmem(line.at, line.len, key, strlen(key));
	struct text digits = {at ? at + strlen(key) : line.at, 0};
	uint64_t n = 0;

	while (at && digits.at + digits.len < line.at + line.len &&
	       digits.at[digits.len] >= '0' && digits.at[digits.len] <= '9')
		digits.len++;
	return at && number_u64(digits, &n) ? n : 0;
}

static size_t take_head(char *bytes, size_t size, size_t count, void *arg)
{
	struct clickhouse *c = arg;
	struct text line = {bytes, size * count};

	if (c->taker && text_starts(line, TEXT("X-ClickHouse-Progress:")))
		c->taker->progress(c->taker->arg, number_of(line, "\"read_rows\":\""),
				   number_of(line, "\"total_rows_to_read\":\""));
	return line.len;
}

static bool set_up(struct clickhouse *c)
{
	CURL *h = c->curl;

	return c->calls.easy_setopt(h, CURLOPT_PROTOCOLS_STR, "http,https") == CURLE_OK &&
	       c->calls.easy_setopt(h, CURLOPT_NOSIGNAL, 1L) == CURLE_OK &&
	       c->calls.easy_setopt(h, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_MOST) ==
		   CURLE_OK &&
	       c->calls.easy_setopt(h, CURLOPT_LOW_SPEED_LIMIT, 1L) == CURLE_OK &&
	       c->calls.easy_setopt(h, CURLOPT_LOW_SPEED_TIME, (long)SILENT_MOST) ==
		   CURLE_OK &&
	       c->calls.easy_setopt(h, CURLOPT_HTTPAUTH, (long)CURLAUTH_BASIC) ==
		   CURLE_OK &&
	       c->calls.easy_setopt(h, CURLOPT_WRITEFUNCTION, take_answer) == CURLE_OK &&
	       c->calls.easy_setopt(h, CURLOPT_WRITEDATA, c) == CURLE_OK &&
	       c->calls.easy_setopt(h, CURLOPT_HEADERFUNCTION, take_head) == CURLE_OK &&
	       c->calls.easy_setopt(h, CURLOPT_HEADERDATA, c) == CURLE_OK &&
	       c->calls.easy_setopt(h, CURLOPT_ACCEPT_ENCODING, "") == CURLE_OK &&
	       c->calls.easy_setopt(h, CURLOPT_POST, 1L) == CURLE_OK;
}

static bool add_value(const struct clickhouse *c, CURLU *url, const char *name,
		      struct text value, struct error *err)
{
	char *query = mem_format(err, "%s=%.*s", name, (int)value.len, value.at);
	bool ok =
	    query && c->calls.url_set(url, CURLUPART_QUERY, query,
				      CURLU_URLENCODE | CURLU_APPENDQUERY) == CURLUE_OK;

	mem_free(query);
	return ok;
}

static bool add_parameter(const struct clickhouse *c, CURLU *url,
			  const struct clickhouse_value *v, struct error *err)
{
	struct text_buffer escaped = {NULL};
	char *name = mem_format(err, "param_%s", v->name);
	bool ok = name && statement_escape(v->value, &escaped, err) &&
		  add_value(c, url, name, text_buffer_text(&escaped), err);

	mem_free(escaped.at);
	mem_free(name);
	return ok;
}

/*
 * A query may fail after the answer has begun: then the last line of the answer is the exception.
 * No line of our answers begins like one. If the connection has broken, the exception may follow
 * an incomplete line.
 */
static struct text exception_of(struct text answer, bool is_tail, bool broken)
{
	static const struct text mark = {"Code: ", 6};
	struct text found = {NULL, 0};

	for (size_t at = 0; at < answer.len; at++) {
		struct text here = text_from(answer, at);
		const char *end = memchr(here.at, '\n', here.len);
		bool begins = at ? answer.at[at - 1] == '\n' : !is_tail;

		if (!(begins || broken) || !text_starts(here, mark))
			continue;
		if (end)
			here.len = (size_t)(end - here.at);
		if (text_has(text_upto(here, 40), TEXT(" DB::Exception: ")))
			found = here;
	}
	return found;
}

/* Set the server's error, without the server's version. */
static bool report_server_error(const struct clickhouse *c, long status,
				struct error *err)
{
	struct text all = text_buffer_text(&c->answer),
		    line = exception_of(all, c->is_tail, c->broken);
	struct text said = text_trim(line.len ? line : all);
	const char *more = "";
	const char *version =
	    said.len ? memmem(said.at, said.len, " (version ", 10) : NULL;

	if (version)
		said.len = (size_t)(version - said.at);
	if (said.len > TOLD_MOST)
		said.len = TOLD_MOST;
	if (status == 401 || status == 403)
		more = "; user and password are CLICKHOUSE_USER and CLICKHOUSE_PASSWORD "
		       "in the environment, or in ~/.netrc";
	else if (said.len && memmem(said.at, said.len, "UNKNOWN_TABLE", 13))
		more = "; push --create makes the tables";
	if (!said.len)
		return error_set(err, ERROR_SYSTEM, "%.200s: HTTP status %ld%s", c->place,
				 status, more);
	return error_set(err, ERROR_SYSTEM, "%.200s: %.*s%s", c->place, (int)said.len,
			 said.at, more);
}

/* Like easy_perform(), but ends when the answer is no longer wanted. */
static CURLcode perform_watched(struct clickhouse *c)
{
	const struct clickhouse_taker *t = c->taker;
	CURLM *multi = c->calls.multi_init();
	CURLcode code = CURLE_OUT_OF_MEMORY;
	struct curl_waitfd watched = {.fd = t->watched(t->arg),
				      .events = CURL_WAIT_POLLIN};
	int running = 1, left;

	if (!multi)
		return code;
	if (c->calls.multi_add_handle(multi, c->curl) != CURLM_OK)
		running = 0;
	while (running && c->calls.multi_perform(multi, &running) == CURLM_OK) {
		const CURLMsg *m = c->calls.multi_info_read(multi, &left);

		if (m && m->msg == CURLMSG_DONE) {
			code = m->data.result;
			break;
		}
		if (running &&
		    c->calls.multi_poll(multi, &watched, 1, WATCH_MS, NULL) != CURLM_OK)
			break;
		if (watched.revents && !t->wanted(t->arg)) {
			code = CURLE_ABORTED_BY_CALLBACK;
			break;
		}
	}
	c->calls.multi_remove_handle(multi, c->curl);
	c->calls.multi_cleanup(multi);
	return code;
}

static bool perform(struct clickhouse *c, CURLU *url, struct text body, struct error *err)
{
	CURLcode code;

	c->answer.len = 0;
	c->is_tail = false;
	c->err = err;
	if (c->calls.easy_setopt(c->curl, CURLOPT_CURLU, url) != CURLE_OK ||
	    c->calls.easy_setopt(c->curl, CURLOPT_POSTFIELDSIZE_LARGE,
				 (curl_off_t)body.len) != CURLE_OK ||
	    c->calls.easy_setopt(c->curl, CURLOPT_POSTFIELDS, body.len ? body.at : "") !=
		CURLE_OK)
		return error_set(err, ERROR_MEMORY, "out of memory for a request");
	code = c->taker ? perform_watched(c) : c->calls.easy_perform(c->curl);
	if (err->kind)
		return false;
	if (c->taker && code == CURLE_ABORTED_BY_CALLBACK)
		return error_set(err, ERROR_CANCELLED, "cancelled");
	c->broken = code != CURLE_OK;
	if (exception_of(text_buffer_text(&c->answer), c->is_tail, c->broken).len)
		return report_server_error(c, status_of(c), err);
	if (code == CURLE_WRITE_ERROR)
		return error_set(err, ERROR_LIMIT, "%.200s: the answer is too long",
				 c->place);
	if (code != CURLE_OK)
		return error_set(err, ERROR_SYSTEM, "%.200s: %s", c->place,
				 c->calls.easy_strerror(code));
	return status_of(c) == 200 || report_server_error(c, status_of(c), err);
}

#define ID_MAX 64

static const char *last_id(const struct clickhouse *c, char id[static ID_MAX])
{
	snprintf(id, ID_MAX, "flarescope-%016" PRIx64 "-%" PRIu64, c->session,
		 c->queries);
	return id;
}

/*
 * Settings for compression, progress and the id of the query. The statement comes from a process
 * that an attacker may control, so only reading is allowed.
 */
static bool add_settings(const struct clickhouse *c, CURLU *url, struct error *err)
{
	char id[ID_MAX];

	return add_value(c, url, "query_id", text_of(last_id(c, id)), err) &&
	       (c->settings == SETTINGS_NONE ||
		add_value(c, url, "readonly", TEXT("2"), err)) &&
	       (c->settings != SETTINGS_ALL ||
		(add_value(c, url, "enable_http_compression", TEXT("1"), err) &&
		 add_value(c, url, "send_progress_in_http_headers", TEXT("1"), err) &&
		 add_value(c, url, "http_headers_progress_interval_ms", TEXT("2000"),
			   err)));
}

/*
 * Run a statement. With a taker the statement is the body, as it may be long; otherwise it is in
 * the address, and the body may have rows.
 */
static bool run_statement(struct clickhouse *c, const char *sql,
			  const struct clickhouse_value *values, size_t count,
			  struct text body, struct error *err)
{
	CURLU *url = c->calls.url_dup(c->url);
	bool ok = url &&
		  (c->taker ? add_settings(c, url, err)
			    : add_value(c, url, "query", text_of(sql), err) &&
				  add_value(c, url, "wait_end_of_query", TEXT("1"), err));

	for (size_t i = 0; ok && i < count; i++)
		ok = add_parameter(c, url, &values[i], err);
	if (!ok && !err->kind)
		error_set(err, ERROR_MEMORY, "out of memory for a request");
	ok = ok && perform(c, url, c->taker ? text_of(sql) : body, err);
	c->calls.url_cleanup(url);
	return ok;
}

bool clickhouse_ask(struct clickhouse *c, const char *sql,
		    const struct clickhouse_value *values, size_t count,
		    struct text_buffer *answer, struct error *err)
{
	answer->len = 0;
	return run_statement(c, sql, values, count, TEXT(""), err) &&
	       text_buffer_add(answer, text_buffer_text(&c->answer), err);
}

/* ---- answers of any length ---- */

void clickhouse_kill_last(struct clickhouse *c)
{
	char id[ID_MAX];
	const struct clickhouse_value value = {"id", text_of(last_id(c, id))};
	struct text_buffer answer = {NULL};
	struct error ignored = ERROR_INIT;

	c->calls.easy_setopt(c->curl, CURLOPT_CONNECTTIMEOUT_MS, (long)KILL_MS);
	c->calls.easy_setopt(c->curl, CURLOPT_TIMEOUT_MS, (long)KILL_MS);
	clickhouse_ask(c, "KILL QUERY WHERE query_id = {id:String} ASYNC", &value, 1,
		       &answer, &ignored);
	c->calls.easy_setopt(c->curl, CURLOPT_TIMEOUT_MS, 0L);
	c->calls.easy_setopt(c->curl, CURLOPT_CONNECTTIMEOUT_MS,
			     (long)CONNECT_MOST * 1000);
	mem_free(answer.at);
}

/* Is the user restricted to reading? Query the server, as an error may have other causes. */
static bool only_reads(struct clickhouse *c)
{
	struct text_buffer answer = {NULL};
	struct error ignored = ERROR_INIT;
	bool only;

	only = clickhouse_ask(c, "SELECT getSetting('readonly')", NULL, 0, &answer,
			      &ignored) &&
	       (text_equal(text_buffer_text(&answer), TEXT("1\n")) ||
		text_equal(text_buffer_text(&answer), TEXT("2\n")));
	mem_free(answer.at);
	return only;
}

/*
 * Retry with fewer settings, if the user may not change the current ones: codes READONLY and
 * SETTING_CONSTRAINT_VIOLATION. False if the error has another cause, or no fewer settings are
 * left.
 */
static bool use_fewer_settings(struct clickhouse *c, const struct error *err)
{
	const struct clickhouse_taker *taker = c->taker;
	struct text words = text_of(err->message);

	if (!text_has(words, TEXT("Code: 164.")) && !text_has(words, TEXT("Code: 452.")))
		return false;
	c->taker = NULL;
	if (c->settings == SETTINGS_ALL)
		c->settings = SETTINGS_READING;
	else if (c->settings == SETTINGS_READING && only_reads(c))
		c->settings = SETTINGS_NONE;
	else
		taker = NULL;
	c->taker = taker;
	return taker != NULL;
}

bool clickhouse_stream(struct clickhouse *c, const char *sql,
		       const struct clickhouse_value *values, size_t count,
		       const struct clickhouse_taker *taker, struct error *err)
{
	bool ok;

	if (!c->session && getrandom(&c->session, sizeof c->session, 0) < 0)
		c->session = (uint64_t)(uintptr_t)c;
	c->queries++;
	c->taker = taker;
	while (!(ok = run_statement(c, sql, values, count, TEXT(""), err)) &&
	       status_of(c) != 200 && use_fewer_settings(c, err)) {
		*err = (struct error)ERROR_INIT;
		c->queries++;
	}
	c->taker = NULL;
	return ok;
}

bool clickhouse_insert(struct clickhouse *c, const char *sql, struct text rows,
		       struct error *err)
{
	return run_statement(c, sql, NULL, 0, rows, err);
}

/* ---- opening and closing ---- */

struct clickhouse *clickhouse_open(const char *address, struct error *err)
{
	struct clickhouse *c = mem_array(1, sizeof *c, "an engine", err);

	if (!c)
		return NULL;
	if (!curl_calls_load(&c->calls, err)) {
		clickhouse_close(c);
		return NULL;
	}
	if (c->calls.global_init(CURL_GLOBAL_DEFAULT) == 0) {
		c->curl = c->calls.easy_init();
		c->url = c->calls.url();
	}
	if (c->curl && c->url && set_up(c) && take_address(c, address, err))
		return c;
	if (!err->kind)
		error_set(
		    err, ERROR_USAGE,
		    "no address of ClickHouse; expected clickhouse://HOST:8123/DATABASE");
	clickhouse_close(c);
	return NULL;
}

void clickhouse_close(struct clickhouse *c)
{
	if (!c)
		return;
	if (c->curl)
		c->calls.easy_cleanup(c->curl);
	if (c->url)
		c->calls.url_cleanup(c->url);
	curl_calls_release(&c->calls);
	mem_free(c->place);
	mem_free(c->answer.at);
	mem_free(c);
}

const char *clickhouse_place(const struct clickhouse *c)
{
	return c->place;
}

#else

const struct library curl_library = {"libcurl", NULL, "push and clickhouse://"};

struct clickhouse *clickhouse_open(const char *address, struct error *err)
{
	(void)address;
	error_set(err, ERROR_USAGE,
		  "this flarescope was built without libcurl, so it cannot reach "
		  "ClickHouse; export --format clickhouse prints the rows");
	return NULL;
}

void clickhouse_close(struct clickhouse *c)
{
	(void)c;
}

const char *clickhouse_place(const struct clickhouse *c)
{
	(void)c;
	return "";
}

bool clickhouse_ask(struct clickhouse *c, const char *sql,
		    const struct clickhouse_value *values, size_t count,
		    struct text_buffer *answer, struct error *err)
{
	(void)c, (void)sql, (void)values, (void)count, (void)answer;
	return error_set(err, ERROR_USAGE, "no libcurl");
}

bool clickhouse_stream(struct clickhouse *c, const char *sql,
		       const struct clickhouse_value *values, size_t count,
		       const struct clickhouse_taker *taker, struct error *err)
{
	(void)c, (void)sql, (void)values, (void)count, (void)taker;
	return error_set(err, ERROR_USAGE, "no libcurl");
}

void clickhouse_kill_last(struct clickhouse *c)
{
	(void)c;
}

bool clickhouse_insert(struct clickhouse *c, const char *sql, struct text rows,
		       struct error *err)
{
	(void)c, (void)sql, (void)rows;
	return error_set(err, ERROR_USAGE, "no libcurl");
}

#endif
