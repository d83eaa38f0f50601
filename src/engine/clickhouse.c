#include "engine/clickhouse.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

#define SCHEME	"clickhouse://"
#define SCHEMES "clickhouses://"

bool clickhouse_is_address(const char *words)
{
	return strncmp(words, SCHEME, strlen(SCHEME)) == 0 ||
	       strncmp(words, SCHEMES, strlen(SCHEMES)) == 0;
}

#ifdef WITH_CURL

#include "engine/curl_calls.h"

const struct library curl_library = {"libcurl", LIBCURL_VERSION, "push, to ClickHouse"};

#define CONNECT_MOST 10	 /* seconds */
#define SILENT_MOST  300 /* seconds without a byte: merging may take a while */
#define TOLD_MOST    400 /* bytes of what the server says */

struct clickhouse {
	struct curl_calls calls;
	CURL *curl;  /* owned */
	CURLU *url;  /* owned: with the database */
	char *place; /* owned */
	struct text_buffer answer;
	struct error *err; /* of who asks, while it is asked */
};

/* ---- the address ---- */

/* As curl knows it: clickhouse://x is http://x. */
static char *as_http(const char *address, struct error *err)
{
	bool tls = strncmp(address, SCHEMES, strlen(SCHEMES)) == 0;

	return mem_format(err, "%s%s", tls ? "https://" : "http://",
			  address + strlen(tls ? SCHEMES : SCHEME));
}

/* A part of it, or "": borrowed until the next one. */
static const char *part(const struct clickhouse *c, CURLUPart which, char **text)
{
	c->calls.free(*text);
	*text = NULL;
	return c->calls.url_get(c->url, which, text, CURLU_URLDECODE) == CURLUE_OK &&
		       *text
		   ? *text
		   : "";
}

/* The database is a parameter; no other part of it is anybody's business. */
static bool take_database(struct clickhouse *c, struct error *err)
{
	char *text = NULL, *query = NULL;
	const char *path = part(c, CURLUPART_PATH, &text);
	bool ok = false;

	if (*path == '/')
		path++;
	if (strchr(path, '/'))
		error_set(err, ERROR_USAGE,
			  "an address of ClickHouse has one name behind "
			  "its host, that of the database");
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
	bool given = *part(c, CURLUPART_PORT, &text) != '\0';
	bool ok = given || c->calls.url_set(c->url, CURLUPART_PORT, port, 0) == CURLUE_OK;
	char *host = NULL;

	c->place = NULL;
	if (ok && c->calls.url_get(c->url, CURLUPART_HOST, &host, 0) == CURLUE_OK)
		c->place = mem_format(err, "%s:%s/%s", host,
				      part(c, CURLUPART_PORT, &text), database);
	mem_free(database);
	c->calls.free(host);
	c->calls.free(text);
	return c->place != NULL;
}

/* Into curl, not into the URL, of which messages may have parts. */
static bool take_user(struct clickhouse *c, struct error *err)
{
	char *text = NULL;
	const char *password = getenv("CLICKHOUSE_PASSWORD"),
		   *user = getenv("CLICKHOUSE_USER");
	bool ok = true;

	if (*part(c, CURLUPART_PASSWORD, &text))
		ok = error_set(err, ERROR_USAGE,
			       "a password on the command line can be read by others; "
			       "CLICKHOUSE_PASSWORD in the environment or ~/.netrc is "
			       "for it");
	else if (*part(c, CURLUPART_USER, &text))
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
	char *http = as_http(address, err), *text = NULL;
	bool tls = http && http[4] == 's', ok;

	ok = http && (c->calls.url_set(c->url, CURLUPART_URL, http, 0) == CURLUE_OK &&
			      !*part(c, CURLUPART_QUERY, &text) &&
			      !*part(c, CURLUPART_FRAGMENT, &text)
			  ? true
			  : error_set(err, ERROR_USAGE,
				      "no address of ClickHouse; it is "
				      "clickhouse://HOST:8123/DATABASE"));
	c->calls.free(text);
	mem_free(http);
	return ok && take_user(c, err) && take_database(c, err) &&
	       take_place(c, tls ? "8443" : "8123", err);
}

/* ---- requests ---- */

static size_t take_answer(char *bytes, size_t size, size_t count, void *arg)
{
	struct clickhouse *c = arg;
	size_t n = size * count;

	if (c->answer.len + n > CLICKHOUSE_ANSWER ||
	    !text_buffer_add(&c->answer, (struct text){bytes, n}, c->err))
		return 0;
	return n;
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

/* Values are text of tabs to the server: a backslash is two. */
static bool add_parameter(const struct clickhouse *c, CURLU *url,
			  const struct clickhouse_value *v, struct error *err)
{
	struct text_buffer escaped = {NULL};
	char *name = mem_format(err, "param_%s", v->name);
	bool ok = name != NULL;

	for (size_t i = 0; ok && i < v->value.len; i++) {
		char byte = v->value.at[i];
		struct text as = byte == '\\'	? TEXT("\\\\")
				 : byte == '\t' ? TEXT("\\t")
				 : byte == '\n' ? TEXT("\\n")
						: (struct text){v->value.at + i, 1};

		ok = text_buffer_add(&escaped, as, err);
	}
	ok = ok && add_value(c, url, name, text_buffer_text(&escaped), err);
	mem_free(escaped.at);
	mem_free(name);
	return ok;
}

/* What the server says, in a sentence that does not end in its version. */
static bool refuse(const struct clickhouse *c, long status, struct error *err)
{
	struct text said = text_trim(text_buffer_text(&c->answer));
	const char *more = "";
	const char *version =
	    said.len ? memmem(said.at, said.len, " (version ", 10) : NULL;

	if (version)
		said.len = (size_t)(version - said.at);
	if (said.len > TOLD_MOST)
		said.len = TOLD_MOST;
	if (status == 401 || status == 403)
		more = "; CLICKHOUSE_USER and CLICKHOUSE_PASSWORD in the environment, or "
		       "~/.netrc, say who asks";
	else if (said.len && memmem(said.at, said.len, "UNKNOWN_TABLE", 13))
		more = "; push --create makes the tables";
	if (!said.len)
		return error_set(err, ERROR_SYSTEM, "%.200s: HTTP status %ld%s", c->place,
				 status, more);
	return error_set(err, ERROR_SYSTEM, "%.200s: %.*s%s", c->place, (int)said.len,
			 said.at, more);
}

/* A server that has answered already may fail: then what it says is in the answer. */
static bool is_exception(struct text answer)
{
	return memmem(answer.at ? answer.at : "", answer.len, "DB::Exception", 13) !=
	       NULL;
}

static bool perform(struct clickhouse *c, CURLU *url, struct text body, struct error *err)
{
	CURLcode code;
	long status = 0;

	c->answer.len = 0;
	c->err = err;
	if (c->calls.easy_setopt(c->curl, CURLOPT_CURLU, url) != CURLE_OK ||
	    c->calls.easy_setopt(c->curl, CURLOPT_POSTFIELDSIZE_LARGE,
				 (curl_off_t)body.len) != CURLE_OK ||
	    c->calls.easy_setopt(c->curl, CURLOPT_POSTFIELDS, body.len ? body.at : "") !=
		CURLE_OK)
		return error_set(err, ERROR_MEMORY, "no memory for a request");
	code = c->calls.easy_perform(c->curl);
	if (err->kind)
		return false;
	if (code == CURLE_WRITE_ERROR)
		return error_set(err, ERROR_LIMIT, "%.200s: the answer is too long",
				 c->place);
	if (code != CURLE_OK)
		return error_set(err, ERROR_SYSTEM, "%.200s: %s", c->place,
				 c->calls.easy_strerror(code));
	c->calls.easy_getinfo(c->curl, CURLINFO_RESPONSE_CODE, &status);
	return (status == 200 && !is_exception(text_buffer_text(&c->answer))) ||
	       refuse(c, status, err);
}

static bool run(struct clickhouse *c, const char *sql,
		const struct clickhouse_value *values, size_t count, struct text body,
		struct error *err)
{
	CURLU *url = c->calls.url_dup(c->url);
	bool ok = url && add_value(c, url, "query", text_of(sql), err) &&
		  add_value(c, url, "wait_end_of_query", TEXT("1"), err);

	for (size_t i = 0; ok && i < count; i++)
		ok = add_parameter(c, url, &values[i], err);
	if (!ok && !err->kind)
		error_set(err, ERROR_MEMORY, "no memory for a request");
	ok = ok && perform(c, url, body, err);
	c->calls.url_cleanup(url);
	return ok;
}

bool clickhouse_ask(struct clickhouse *c, const char *sql,
		    const struct clickhouse_value *values, size_t count,
		    struct text_buffer *answer, struct error *err)
{
	answer->len = 0;
	return run(c, sql, values, count, TEXT(""), err) &&
	       text_buffer_add(answer, text_buffer_text(&c->answer), err);
}

bool clickhouse_insert(struct clickhouse *c, const char *sql, struct text rows,
		       struct error *err)
{
	return run(c, sql, NULL, 0, rows, err);
}

/* ---- one of them ---- */

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
		error_set(err, ERROR_USAGE,
			  "no address of ClickHouse; it is "
			  "clickhouse://HOST:8123/DATABASE");
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

const struct library curl_library = {"libcurl", NULL, "push, to ClickHouse"};

struct clickhouse *clickhouse_open(const char *address, struct error *err)
{
	(void)address;
	error_set(err, ERROR_USAGE,
		  "this flarescope was built without libcurl, so it "
		  "reaches no ClickHouse; export --format clickhouse "
		  "prints the rows");
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

bool clickhouse_insert(struct clickhouse *c, const char *sql, struct text rows,
		       struct error *err)
{
	(void)c, (void)sql, (void)rows;
	return error_set(err, ERROR_USAGE, "no libcurl");
}

#endif
