#include "cli/subcommand.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/append.h"
#include "base/error.h"
#include "base/idmap.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/regular_file.h"
#include "base/text.h"
#include "base/utf8.h"
#include "cli/sandbox.h"
#include "engine/clickhouse.h"
#include "export/clickhouse_rows.h"
#include "export/frame_words.h"

/*
 * A child process that runs "export --format clickhouse" on one file. This process sends the
 * rows over the network and reads no untrusted file; the child reads the file and has no
 * network.
 */
struct row_source {
	pid_t pid;
	int from;		 /* owned: the pipe */
	struct text_buffer room; /* owned: bytes read from it */
	size_t at;		 /* offset of the next line */
	bool ended;
};

#define READ_AT_ONCE 65536

/* `passed`: options of export, appended at the end. Close it even after a failure. */
static bool row_source_open(struct row_source *s, const char *file,
			    const char *const *passed, size_t count, struct error *err)
{
	static const char *const own[] = {
	    "flarescope", "export",  "--format", "clickhouse", "--idle",
	    "show",	  "--event", "all",	 "--large",    NULL};
	const char **argv = NULL;
	size_t n = 0, room = 0;
	int ends[2] = {-1, -1};
	posix_spawn_file_actions_t files;
	bool ok = true;

	for (size_t i = 0; ok && own[i]; i++)
		ok = APPEND(argv, n, room, "words", err, own[i]);
	for (size_t i = 0; ok && i < count; i++)
		ok = APPEND(argv, n, room, "words", err, passed[i]);
	ok = ok && APPEND(argv, n, room, "words", err, "--") &&
	     APPEND(argv, n, room, "words", err, file) &&
	     APPEND(argv, n, room, "words", err, NULL) &&
	     (pipe2(ends, O_CLOEXEC) == 0 || error_sys(err, "a pipe"));
	if (ok) {
		posix_spawn_file_actions_init(&files);
		posix_spawn_file_actions_adddup2(&files, ends[1], STDOUT_FILENO);
		posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null",
						 O_RDONLY, 0);
		errno = posix_spawn(&s->pid, "/proc/self/exe", &files, NULL,
				    (char *const *)argv, environ);
		posix_spawn_file_actions_destroy(&files);
		if (errno) {
			s->pid = -1;
			ok = error_sys(err, "flarescope cannot run itself");
		}
		close(ends[1]);
	}
	s->from = ends[0];
	mem_free(argv);
	return ok;
}

/*
 * Get the next line without its newline, borrowed until the next call. Returns false at the end,
 * and on error.
 */
static bool row_source_next(struct row_source *s, struct text *line, struct error *err)
{
	size_t looked = 0;
	ssize_t n;

	for (;;) {
		size_t left = s->room.len - s->at;
		char *from = s->room.at + s->at;
		char *end =
		    left > looked ? memchr(from + looked, '\n', left - looked) : NULL;

		if (end) {
			*line = (struct text){from, (size_t)(end - from)};
			s->at += line->len + 1;
			return true;
		}
		if (s->ended)
			return false; /* an incomplete line: the child has failed */
		looked = left;
		if (s->at)
			memmove(s->room.at, from, left);
		s->room.len = left;
		s->at = 0;
		if (!mem_reserve(&s->room.at, &s->room.room, left + READ_AT_ONCE, 1,
				 "rows", err))
			return false;
		do
			n = read(s->from, s->room.at + left,
				 READ_AT_ONCE); /* room: made above */
		while (n < 0 && errno == EINTR);
		if (n < 0)
			return error_sys(err, "a pipe");
		s->ended = n == 0;
		s->room.len += (size_t)n;
	}
}

struct push_words {
	const char *address; /* borrowed */
	const char *service; /* borrowed; "": none */
	const char **passed; /* owned: options for export */
	const char **files;  /* owned */
	size_t passed_count, passed_room, file_count, file_room;
	bool create, help;
};

static bool take_push_word(struct push_words *w, int argc, char **argv, int *at,
			   struct error *err)
{
	const char *word = argv[*at];

	if (strcmp(word, "--create") == 0)
		w->create = true;
	else if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
		w->help = true;
	else if (strncmp(word, "--service=", 10) == 0)
		w->service = word + 10;
	else if (strcmp(word, "--service") == 0 && *at + 1 >= argc)
		return error_set(err, ERROR_USAGE, "--service needs a name");
	else if (strcmp(word, "--service") == 0)
		w->service = argv[++*at];
	else if (!w->address && clickhouse_is_address(word))
		w->address = word;
	else if (w->address && (word[0] != '-' || !word[1]))
		return APPEND(w->files, w->file_count, w->file_room, "files", err, word);
	else
		return APPEND(w->passed, w->passed_count, w->passed_room, "options", err,
			      word);
	return true;
}

/*
 * Parse "push [OPTIONS] clickhouse://... FILE...". Options before the address that are not push's
 * own are passed to export with their values; so are words that begin with "-" after it. Returns
 * ERROR_USAGE without an address or files. Release it even after a failure.
 */
static bool push_words_parse(struct push_words *w, int argc, char **argv,
			     struct error *err)
{
	*w = (struct push_words){.service = ""};
	for (int i = 1; i < argc; i++)
		if (!take_push_word(w, argc, argv, &i, err))
			return false;
	if (w->help)
		return true;
	if (!w->address)
		return error_set(
		    err, ERROR_USAGE,
		    "no address given: push clickhouse://HOST:8123/DATABASE FILE");
	for (size_t i = 0; w->file_count > 1 && i < w->passed_count; i++)
		if (text_starts(text_of(w->passed[i]), TEXT("--started")))
			return error_set(
			    err, ERROR_USAGE,
			    "--started is for one recording: push them one at a time");
	return w->file_count || error_set(err, ERROR_USAGE, "no file given");
}

/*
 * ClickHouse makes one block of an INSERT up to this many rows (min_insert_block_size_rows is
 * 1,048,449) or bytes (256 MiB), and a block is inserted completely or not at all.
 */
#define BLOCK_ROWS  500000
#define BLOCK_BYTES (64u << 20)

#define RECORDING_MAX 33 /* 128 bits in hexadecimal digits */
#define DAY_LEN	      10 /* "2026-11-18" */

/* The rows of export are split into two tables, as measured in doc/many-hosts.md. */
static const char insert_samples[] =
    "INSERT INTO samples (time, pid, tid, cpu, weight, duration, host, comm, process, "
    "event, unit, idle, recording, service, stack_id) FORMAT TabSeparated";
static const char insert_stacks[] =
    "INSERT INTO stacks (id, frames, modules, kinds) FORMAT TabSeparated";
static const char create_samples[] =
    "CREATE TABLE IF NOT EXISTS samples ("
    "time DateTime64(9, 'UTC') CODEC(Delta(8), ZSTD(1)), "
    "recording LowCardinality(String) CODEC(ZSTD(1)), "
    "host LowCardinality(String) CODEC(ZSTD(1)), "
    "service LowCardinality(String) CODEC(ZSTD(1)), "
    "pid Int32 CODEC(ZSTD(1)), tid Int32 CODEC(ZSTD(1)), "
    "comm LowCardinality(String) CODEC(ZSTD(1)), "
    "process LowCardinality(String) CODEC(ZSTD(1)), cpu Int32 CODEC(ZSTD(1)), "
    "event LowCardinality(String) CODEC(ZSTD(1)), "
    "unit LowCardinality(String) CODEC(ZSTD(1)), "
    "idle UInt8 CODEC(ZSTD(1)), "
    "weight UInt64 CODEC(ZSTD(1)), duration UInt64 CODEC(ZSTD(1)), "
    "stack_id UInt64 CODEC(ZSTD(1)), "
    "PROJECTION cells (SELECT host, service, event, unit, idle, toDate(time), "
    "intDiv(toUnixTimestamp64Nano(time), 20000000), count(), sum(weight), sum(duration) "
    "GROUP BY host, service, event, unit, idle, toDate(time), "
    "intDiv(toUnixTimestamp64Nano(time), 20000000))) "
    "ENGINE = MergeTree PARTITION BY toDate(time) ORDER BY (host, time)";
static const char create_stacks[] =
    "CREATE TABLE IF NOT EXISTS stacks (id UInt64 CODEC(NONE), "
    "frames Array(LowCardinality(String)) CODEC(ZSTD(1)), "
    "modules Array(LowCardinality(String)) CODEC(ZSTD(1)), "
    "kinds Array(LowCardinality(String)) CODEC(ZSTD(1))) "
    "ENGINE = ReplacingMergeTree ORDER BY id SETTINGS index_granularity = 1024";
static const char count_of_recording[] =
    "SELECT count() FROM samples WHERE recording = {recording:String}";

struct push {
	const struct push_words *words;	    /* borrowed */
	struct clickhouse *to;		    /* owned */
	struct idmap sent;		    /* owned: ids of the stacks that are sent */
	struct text_buffer stacks, samples; /* owned: unsent lines */
	struct text_buffer service;	    /* owned: escaped as a field */
	uint64_t rows;			    /* number of samples */
	char day[DAY_LEN];		    /* the day of all of them */
	char recording[RECORDING_MAX];
};

/* ---- identity of a recording ---- */

/*
 * Identify a recording by its content and the options, as other options make other rows. A file is
 * read up to its current size: another process may be appending to it.
 */
static bool know(struct push *p, const char *path, struct error *err)
{
	char bytes[8192];
	struct stat st;
	int file = regular_file_open(path, &st);
	off_t at = 0;
	ssize_t n = 1;
	XXH3_state_t *hash;
	XXH128_hash_t is;

	if (file < 0)
		return errno ? error_sys(err, "%s", path)
			     : error_set(err, ERROR_SYSTEM, "%s is not a regular file",
					 path);
	hash = XXH3_createState();
	if (!hash) {
		close(file);
		return error_set(err, ERROR_MEMORY, "out of memory for a hash");
	}
	XXH3_128bits_reset(hash);
	for (size_t i = 0; i < p->words->passed_count; i++)
		XXH3_128bits_update(hash, p->words->passed[i],
				    strlen(p->words->passed[i]) + 1);
	XXH3_128bits_update(hash, p->words->service, strlen(p->words->service) + 1);
	while (n > 0 && at < st.st_size) {
		off_t left = st.st_size - at;

		n = read(file, bytes,
			 left < (off_t)sizeof bytes ? (size_t)left : sizeof bytes);
		if (n > 0)
			XXH3_128bits_update(hash, bytes, (size_t)n);
		at += n > 0 ? n : 0;
	}
	if (n < 0)
		error_sys(err, "%s", path);
	close(file);
	is = XXH3_128bits_digest(hash);
	XXH3_freeState(hash);
	snprintf(p->recording, sizeof p->recording, "%016" PRIx64 "%016" PRIx64,
		 (uint64_t)is.high64, (uint64_t)is.low64);
	return n >= 0;
}

static bool count_there(struct push *p, uint64_t *rows, struct error *err)
{
	const struct clickhouse_value recording = {"recording", text_of(p->recording)};
	struct text_buffer answer = {NULL};
	bool ok = clickhouse_ask(p->to, count_of_recording, &recording, 1, &answer, err);
	struct text line =
	    text_upto(text_buffer_text(&answer), answer.len - !!answer.len);

	if (ok && !number_u64(line, rows))
		ok = error_set(err, ERROR_SYSTEM, "%.200s: no count, but %.*s",
			       clickhouse_place(p->to),
			       (int)(line.len < 80 ? line.len : 80), line.at);
	mem_free(answer.at);
	return ok;
}

/* ---- blocks ---- */

/* Send stacks first, so that no sample refers to a missing one. */
static bool send_block(struct push *p, struct error *err)
{
	bool ok =
	    (!p->stacks.len || clickhouse_insert(p->to, insert_stacks,
						 text_buffer_text(&p->stacks), err)) &&
	    (!p->samples.len || clickhouse_insert(p->to, insert_samples,
						  text_buffer_text(&p->samples), err));

	p->stacks.len = p->samples.len = 0;
	p->rows = 0;
	return ok;
}

static bool add_stack(struct push *p, struct text stack, uint64_t id, struct error *err)
{
	char digits[24];
	uint32_t there;
	int n;

	if (idmap_get(&p->sent, id, &there))
		return true;
	if (!idmap_put(&p->sent, id, 0, &there, err))
		return false;
	n = snprintf(digits, sizeof digits, "%" PRIu64 "\t", id);
	return text_buffer_add(&p->stacks, (struct text){digits, (size_t)n}, err) &&
	       text_buffer_add(&p->stacks, stack, err) &&
	       text_buffer_add(&p->stacks, TEXT("\n"), err);
}

static bool add_row(struct push *p, struct text line, struct error *err)
{
	const char *tab = line.at - 1, *end = line.at + line.len;
	struct text before, stack;
	char rest[RECORDING_MAX + 2], digits[24];
	uint64_t id;
	int n;

	/* the tab before the columns of the stack */
	for (int i = 0; tab && i < CLICKHOUSE_BEFORE_STACK; i++)
		tab = memchr(tab + 1, '\t', (size_t)(end - tab - 1));
	if (!tab || line.len < DAY_LEN)
		return error_set(err, ERROR_FORMAT, "a row has no stack");
	before = text_upto(line, (size_t)(tab - line.at));
	stack = text_from(line, before.len + 1);
	id = XXH3_64bits(stack.at, stack.len);
	if (!p->rows)
		memcpy(p->day, line.at, DAY_LEN);
	p->rows++;
	snprintf(rest, sizeof rest, "\t%s\t", p->recording);
	n = snprintf(digits, sizeof digits, "\t%" PRIu64 "\n", id);
	return add_stack(p, stack, id, err) &&
	       text_buffer_add(&p->samples, before, err) &&
	       text_buffer_add(&p->samples, text_of(rest), err) &&
	       text_buffer_add(&p->samples, text_buffer_text(&p->service), err) &&
	       text_buffer_add(&p->samples, (struct text){digits, (size_t)n}, err);
}

/* ---- a file ---- */

static bool send_rows(struct push *p, struct row_source *from, uint64_t there,
		      uint64_t *rows, struct error *err)
{
	struct text line;

	if (!row_source_next(from, &line, err))
		return false; /* the child reported its failure */
	if (!text_equal(line, TEXT(CLICKHOUSE_COLUMNS)))
		return error_set(err, ERROR_FORMAT,
				 "unexpected columns: push sets --format itself");
	for (*rows = 0; row_source_next(from, &line, err); ++*rows) {
		bool is_full = p->rows >= BLOCK_ROWS || p->samples.len >= BLOCK_BYTES ||
			       p->stacks.len >= BLOCK_BYTES ||
			       (p->rows && line.len >= DAY_LEN &&
				memcmp(line.at, p->day, DAY_LEN) != 0);

		if (*rows < there)
			continue; /* sent by an earlier push */
		if ((is_full && !send_block(p, err)) || !add_row(p, line, err))
			return false;
	}
	return !err->kind;
}

static bool push_file(struct push *p, const char *file, struct error *err)
{
	struct row_source from = {.pid = -1, .from = -1};
	char n[NUMBER_THINGS_MAX], old[NUMBER_GROUPED_MAX];
	uint64_t there = 0, rows = 0;
	int status = -1;
	bool ok =
	    know(p, file, err) && count_there(p, &there, err) &&
	    row_source_open(&from, file, p->words->passed, p->words->passed_count, err) &&
	    send_rows(p, &from, there, &rows, err);

	if (from.from >= 0)
		close(from.from);
	/* neither the rest nor an error message about it is needed */
	if (from.pid > 0 && !from.ended)
		kill(from.pid, SIGKILL);
	mem_free(from.room.at);
	while (from.pid > 0 && waitpid(from.pid, &status, 0) < 0 && errno == EINTR)
		;
	/* the child reports its own errors */
	ok = ok && WIFEXITED(status) && WEXITSTATUS(status) == 0;
	if (!ok && !err->kind)
		error_set(err, ERROR_FORMAT, "%.200s: not all of it was pushed", file);
	ok = ok && send_block(p, err);
	if (ok && there > rows)
		ok = error_set(err, ERROR_SYSTEM,
			       "%.200s: %" PRIu64
			       " rows of it are in %.200s, and it has %" PRIu64
			       ": was it pushed twice at the same time?",
			       file, there, clickhouse_place(p->to), rows);
	if (!ok)
		return false;
	printable_write(text_of(file), stdout);
	printf(": %s ", number_things(rows, "samples", n));
	if (there == rows)
		printf("are in %s already\n", clickhouse_place(p->to));
	else if (there)
		printf("are in %s now, %s were before\n", clickhouse_place(p->to),
		       number_grouped(there, old));
	else
		printf("are in %s now\n", clickhouse_place(p->to));
	fflush(stdout);
	return true;
}

/* ---- the command ---- */

static bool create(struct push *p, struct error *err)
{
	struct text_buffer answer = {NULL};
	bool ok = clickhouse_ask(p->to, create_stacks, NULL, 0, &answer, err) &&
		  clickhouse_ask(p->to, create_samples, NULL, 0, &answer, err);

	mem_free(answer.at);
	return ok;
}

bool cmd_push_main(int argc, char **argv, struct error *err)
{
	struct push_words words;
	struct push p = {.words = &words};
	bool ok = push_words_parse(&words, argc, argv, err);

	if (ok && words.help)
		usage_print(subcommand_find("push"), stdout);
	else if (ok) {
		sandbox_limit_memory(0);
		p.to = clickhouse_open(words.address, err);
		ok = p.to &&
		     escaped_name(&p.service, text_of(words.service), "\\'", err) &&
		     (!words.create || create(&p, err));
		for (size_t i = 0; ok && i < words.file_count; i++)
			ok = push_file(&p, words.files[i], err);
	}
	clickhouse_close(p.to);
	idmap_release(&p.sent);
	mem_free(p.stacks.at);
	mem_free(p.samples.at);
	mem_free(p.service.at);
	mem_free(words.passed);
	mem_free(words.files);
	return ok;
}
