/*
 * A ClickHouse explored on the screen. It is the npm package chdb behind an HTTP page, as in
 * tests/cli/push.sh: FLARESCOPE_CHDB is a node_modules that has it. Without it nothing is tested.
 */

#include "lib/unit.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/work_dir.h"
#include "program.h"

#define COLUMNS	    150
#define ROWS	    40
#define LAST_ROW    (ROWS - 1)
#define TIMEOUT_MS  30000 /* sanitizers on a busy machine are slow */
#define SLOW_MS	    "1500"
#define SLOW_ROWS   "of 15,000 rows" /* the progress message of a front this slow */
#define ALL_SAMPLES "2,042 of 2,042 samples"
#define ID_MOST	    80

struct front {
	pid_t pid; /* 0: not running */
	int out;   /* ends when the process does */
	char port[16], address[64];
};

struct place {
	const char *missing; /* why nothing can be tested, or NULL */
	char dir[WORK_DIR], tables[96], copy[96], log[96];
	struct front plain, slow; /* with the same rows; started on demand */
	struct terminal *t;
};

/* ---- the server ---- */

static void run_front(const struct place *p, const char *tables, bool slow, int out)
{
	char script[4200];
	const char *source = getenv("srcdir");

	snprintf(script, sizeof script, "%s/tests/cli/clickhouse_front.js",
		 source ? source : ".");
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	dup2(out, STDOUT_FILENO);
	if (slow)
		execlp("node", "node", script, getenv("FLARESCOPE_CHDB"), tables,
		       "--slow", SLOW_MS, "--log", p->log, (char *)NULL);
	else
		execlp("node", "node", script, getenv("FLARESCOPE_CHDB"), tables,
		       (char *)NULL);
	_exit(127);
}

static void start_front(const struct place *p, struct front *f, bool slow)
{
	struct pollfd said = {.events = POLLIN};
	size_t len = 0;
	int ends[2];

	if (f->pid)
		return;
	assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
	f->pid = fork();
	assert_true(f->pid >= 0);
	if (f->pid == 0)
		run_front(p, slow ? p->copy : p->tables, slow, ends[1]);
	close(ends[1]);
	f->out = said.fd = ends[0];
	while (!memchr(f->port, '\n', len)) {
		ssize_t n = -1;

		if (len < sizeof f->port && poll(&said, 1, TIMEOUT_MS) > 0)
			n = read(f->out, f->port + len, sizeof f->port - len);
		if (n <= 0)
			fail_msg("the front does not say its port");
		len += (size_t)n;
	}
	f->port[strcspn(f->port, "\n")] = '\0';
	snprintf(f->address, sizeof f->address, "clickhouse://127.0.0.1:%s/default",
		 f->port);
}

/* On SIGTERM it writes its data; if it does not end, it is killed. */
static void end_front(struct front *f, int sig)
{
	struct pollfd ended = {.fd = f->out};

	if (!f->pid)
		return;
	kill(f->pid, sig);
	if (poll(&ended, 1, TIMEOUT_MS) <= 0)
		kill(f->pid, SIGKILL);
	while (waitpid(f->pid, NULL, 0) < 0 && errno == EINTR)
		;
	close(f->out);
	*f = (struct front){0};
}

/* ---- the log of the server ---- */

/* The whole log; release with free(). */
static char *log_text(const struct place *p)
{
	char command[128];

	snprintf(command, sizeof command, "cat '%s'", p->log);
	return program_printed(command);
}

/* The id of the last statement. */
static void last_question(const struct place *p, char id[static ID_MOST])
{
	static const char before[] = "\"id\":\"";
	char *all = log_text(p), *found = NULL;

	for (char *at = all; (at = strstr(at, before)); at++)
		found = at + sizeof before - 1;
	assert_non_null(found);
	snprintf(id, ID_MOST, "%.*s", (int)strcspn(found, "\""), found);
	free(all);
}

/* Was the query ended, by its connection or by name? */
static bool was_ended(const struct place *p, const char *id)
{
	char closed[ID_MOST + 32], killed[ID_MOST + 32], *all = log_text(p);
	bool ended;

	snprintf(closed, sizeof closed, "{\"closed\":\"%s\"}", id);
	snprintf(killed, sizeof killed, "[\"param_id\",\"%s\"]", id);
	ended = strstr(all, closed) ||
		(strstr(all, killed) && strstr(all, "\"KILL QUERY WHERE query_id = "));
	free(all);
	return ended;
}

static bool was_asked_since(const struct place *p, const char *id)
{
	char last[ID_MOST];

	last_question(p, last);
	return strcmp(id, last) != 0;
}

/* Wait until a condition holds for the log and this query. */
static void expect_in_log(const struct place *p, const char *id,
			  bool (*is)(const struct place *p, const char *id))
{
	char events[4096];
	struct pollfd more = {.fd = inotify_init1(IN_CLOEXEC), .events = POLLIN};

	assert_true(more.fd >= 0);
	assert_true(inotify_add_watch(more.fd, p->log, IN_MODIFY) >= 0);
	while (!is(p, id)) {
		char *all;

		if (poll(&more, 1, TIMEOUT_MS) > 0) {
			assert_true(read(more.fd, events, sizeof events) > 0);
			continue;
		}
		all = log_text(p);
		fprintf(stderr, "%s", all);
		free(all);
		fail_msg("the server has noted nothing more about %s", id);
	}
	close(more.fd);
}

/* ---- setup ---- */

static bool prints(const char *command, const char *text)
{
	char *out = program_printed(command);
	bool has = strstr(out, text) != NULL;

	free(out);
	return has;
}

static const char *what_is_missing(void)
{
	const char *folder = getenv("FLARESCOPE_CHDB");
	char path[4200], command[4300];

	snprintf(path, sizeof path, "%s/chdb", folder ? folder : "/nowhere");
	if (access(path, F_OK) != 0)
		return "there is no chdb: npm install chdb, and FLARESCOPE_CHDB=its "
		       "node_modules";
	if (!prints("command -v node || echo none", "node"))
		return "there is no node";
	snprintf(command, sizeof command,
		 "'%s' --version | sed -n 's/^  libcurl  *without .*/none/p'",
		 program_name());
	return prints(command, "none") ? "flarescope is built without libcurl" : NULL;
}

static void push_the_hosts(struct place *p)
{
	char command[9000];

	start_front(p, &p->plain, false);
	snprintf(command, sizeof command,
		 "env -u CLICKHOUSE_USER -u CLICKHOUSE_PASSWORD HOME=/nowhere "
		 "'%s' push --create --service shop %s '%s'/*",
		 program_name(), p->plain.address, program_example("hosts"));
	free(program_printed(command));
	end_front(&p->plain, SIGTERM); /* no other process may have the tables open */
	snprintf(command, sizeof command, "cp -R '%s' '%s' && : > '%s'", p->tables,
		 p->copy, p->log);
	free(program_printed(command));
}

static int start_all(void **state)
{
	struct place *p = calloc(1, sizeof *p);

	assert_non_null(p);
	*state = p;
	work_dir_make(p->dir, "query");
	snprintf(p->tables, sizeof p->tables, "%s/tables", p->dir);
	snprintf(p->copy, sizeof p->copy, "%s/copy", p->dir);
	snprintf(p->log, sizeof p->log, "%s/log", p->dir);
	p->missing = what_is_missing();
	if (p->missing)
		fprintf(stderr, "# NOT TESTED: what a ClickHouse has on the screen: %s\n",
			p->missing);
	else
		push_the_hosts(p);
	return 0;
}

static int stop_all(void **state)
{
	struct place *p = *state;

	end_front(&p->plain, SIGTERM);
	end_front(&p->slow, SIGTERM);
	work_dir_remove(p->dir);
	free(p);
	return 0;
}

static int stop(void **state)
{
	struct place *p = *state;

	if (p->t)
		terminal_free(p->t);
	p->t = NULL;
	return 0;
}

/* The program on all samples, with the query answered. */
static struct terminal *opened(struct place *p)
{
	if (p->missing)
		skip();
	start_front(p, &p->plain, false);
	p->t = program_open(COLUMNS, ROWS, p->plain.address, NULL);
	return p->t;
}

/* The same with a server that is slow to answer each query. */
static struct terminal *opened_slowly(struct place *p)
{
	const char *argv[] = {program_name(), NULL, NULL};
	char words[96];

	if (p->missing)
		skip();
	start_front(p, &p->slow, true);
	argv[1] = p->slow.address;
	p->t = terminal_start(COLUMNS, ROWS, argv);
	snprintf(words, sizeof words, "querying ClickHouse at 127.0.0.1:%s/default",
		 p->slow.port);
	terminal_expect(p->t, words);
	terminal_expect(p->t, ALL_SAMPLES);
	terminal_expect_gone(p->t, "querying ClickHouse");
	return p->t;
}

/* Type a range, and wait until the server has started the query; its id is stored. */
static void ask_slowly(struct place *p, char id[static ID_MOST])
{
	char before[ID_MOST];

	last_question(p, before);
	terminal_type(p->t, ":3,5\r");
	terminal_expect_in_row(p->t, 0, "querying ClickHouse");
	terminal_expect(p->t, "not counted yet");
	expect_in_log(p, before, was_asked_since);
	last_question(p, id);
	terminal_expect_in_row(p->t, LAST_ROW, SLOW_ROWS);
}

static void expect_place_in_row(struct terminal *t, int row, const struct front *f)
{
	char words[64];

	snprintf(words, sizeof words, "127.0.0.1:%s/default", f->port);
	terminal_expect_in_row(t, row, words);
}

/* The colour of the box with this name. */
static int colour_of_box(struct terminal *t, const char *name)
{
	int row, x = 0;
	const char *line = program_row_with(t, name, &row), *end = strstr(line, name);

	for (const char *at = line; at < end; at++)
		x += (*at & 0xc0) != 0x80; /* each rune once */
	return terminal_cell(t, x + 1, row).bg;
}

static void leave(struct terminal *t)
{
	terminal_type(t, "q");
	assert_int_equal(terminal_wait(t), 0);
	assert_true(terminal_is_cooked(t));
	assert_true(terminal_sent_text(t, "\033[?1049l"));
}

/* ---- a server that answers ---- */

TEST_WITH(the_map_and_the_graph_are_those_of_what_is_there, NULL, stop)
{
	struct place *p = *state;
	struct terminal *t = opened(p);
	int x, y;

	expect_place_in_row(t, 0, &p->plain);
	terminal_expect_in_row(t, 0, "24.965 s");
	terminal_expect(t, ALL_SAMPLES);
	terminal_expect(t, "▏main");
	terminal_expect(t, "▏hash_bytes");
	program_map(t, &x, &y);
	assert_int_equal(terminal_cell(t, x, y).rune, 0x2580); /* ▀: two rows of cells */
	leave(t);
}

TEST_WITH(a_typed_range_is_counted_and_undone, NULL, stop)
{
	struct terminal *t = opened(*state);

	terminal_type(t, ":3,5\r");
	terminal_expect(t, "3.000–5.000 s  2.000 s  146 of 2,042 samples");
	terminal_expect(t, "total 146 (100 % of the range, 7.1 % of all)");
	terminal_type(t, "u");
	terminal_expect(t, ALL_SAMPLES);
}

TEST_WITH(a_search_lights_up_in_the_map_and_the_graph, NULL, stop)
{
	struct terminal *t = opened(*state);
	int found = colour_of_box(t, "▏hash_bytes"),
	    other = colour_of_box(t, "▏find_record");

	terminal_expect_in_row(t, 2,
			       "samples"); /* beside the map: the unit of its colours */
	terminal_type(t, "/hash_bytes\r");
	terminal_expect(t, "/hash_bytes: 781 of 2,042 (38.2 %)");
	terminal_expect_in_row(t, 2, "found");
	assert_int_not_equal(colour_of_box(t, "▏hash_bytes"), found);
	assert_int_equal(colour_of_box(t, "▏find_record"), other);
}

TEST_WITH(a_filter_leaves_the_rows_of_one_host, NULL, stop)
{
	struct terminal *t = opened(*state);

	terminal_type(t, "&host=web2\r");
	terminal_expect(t, "776 of 776 samples");
	terminal_expect_in_row(t, 0, "filter host=web2 (1,266 dropped)");
}

TEST_WITH(there_are_lanes_of_hosts_of_services_and_of_processes, NULL, stop)
{
	struct terminal *t = opened(*state);

	terminal_type(t, "L");
	terminal_expect(t, "3 hosts  L: by service");
	terminal_expect(t, "web1                           30.9 % │");
	terminal_expect(t, "web2                           38.0 % │");
	terminal_expect(t, "web3                           31.1 % │");
	terminal_type(t, "L");
	terminal_expect(t, "1 service  L: by process");
	terminal_expect(t, "shop                            100 % │");
	terminal_type(t, "L");
	terminal_expect(t, "1 process  L: map");
	terminal_expect(t, "service                         100 % │");
	terminal_type(t, "L");
	terminal_expect_gone(t, "1 process");
	terminal_expect(t, "1 s/col");
}

TEST_WITH(a_range_is_held_against_the_rest_as_of_the_files, NULL, stop)
{
	struct terminal *t = opened(*state);
	char command[9000], *printed;

	snprintf(command, sizeof command, "'%s' diff --range 3,5 --together '%s'/*",
		 program_name(), program_example("hosts"));
	printed = program_printed(command);
	assert_non_null(strstr(printed, "3 to 5 s: 146 samples"));
	assert_non_null(strstr(printed, "all but 3 to 5 s: 1,896 samples"));
	free(printed);
	terminal_type(t, ":3,5\r");
	terminal_expect(t, "146 of 2,042 samples");
	terminal_type(t, "D");
	terminal_expect(t, "against B everything else, per second  146 against 1,896 "
			   "samples");
	terminal_expect(t, "▏hash_bytes -5.6 % ▼");
}

TEST_WITH(the_statements_are_shown_with_the_command_line, NULL, stop)
{
	struct terminal *t = opened(*state);

	terminal_type(t, ":3,5\r");
	terminal_expect(t, "146 of 2,042 samples");
	terminal_type(t, "y");
	terminal_expect(t, "Queries to ClickHouse:");
	terminal_expect(t, "clickhouse-client --param_v1='cpu-clock' -q 'SELECT ");
	terminal_expect(t, "--since 20");
	terminal_expect(t, "--until 20");
	terminal_expect(t, "--range 3,5");
}

TEST_WITH(keys_that_need_single_samples_say_where_these_are, NULL, stop)
{
	static const char *const keys[] = {"]", "P", "_"};
	struct terminal *t = opened(*state);

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		terminal_type(t, keys[i]);
		terminal_expect_in_row(t, LAST_ROW,
				       "single samples, which stay in ClickHouse");
		terminal_type(t, "\033");
		terminal_expect_gone(t, "stay in ClickHouse");
	}
	terminal_expect(t, ALL_SAMPLES);
}

/* ---- a server that takes its time ---- */

TEST_WITH(another_range_ends_the_question_about_the_first, NULL, stop)
{
	struct place *p = *state;
	struct terminal *t = opened_slowly(p);
	char first[ID_MOST], second[ID_MOST], command[9000], words[64], *folded;

	snprintf(command, sizeof command, "'%s' export --range 7,9 --together '%s'/*",
		 program_name(), program_example("hosts"));
	folded = program_printed(command);
	snprintf(words, sizeof words, "%u of 2,042 samples",
		 (unsigned)program_folded_total(folded));
	free(folded);
	ask_slowly(p, first);
	terminal_type(t, ":7,9\r");
	terminal_expect(t, "7.000–9.000 s  2.000 s  not counted yet");
	terminal_expect(t, words);
	terminal_expect_gone(t, "querying ClickHouse");
	expect_in_log(p, first, was_ended);
	last_question(p, second);
	assert_string_not_equal(first, second);
	assert_false(was_ended(p, second));
}

TEST_WITH(control_c_stops_the_asking_and_the_program_stays, NULL, stop)
{
	struct place *p = *state;
	struct terminal *t = opened_slowly(p);
	char id[ID_MOST];

	ask_slowly(p, id);
	terminal_type(t, "\003");
	terminal_expect_in_row(t, LAST_ROW, "query stopped; the numbers are old");
	terminal_expect_in_row(t, 0, "not counted");
	expect_in_log(p, id, was_ended);
	terminal_type(t, "\014"); /* query again */
	terminal_expect(t, "146 of 2,042 samples");
	terminal_expect_gone(t, "not counted");
	terminal_type(t, "u");
	terminal_expect(t, ALL_SAMPLES);
	terminal_type(t, ":7,9\r\003"); /* before the query is sent */
	terminal_expect_in_row(t, 0, "not counted");
	leave(t);
}

TEST_WITH(leaving_ends_the_question_on_the_server, NULL, stop)
{
	struct place *p = *state;
	struct terminal *t = opened_slowly(p);
	char id[ID_MOST];

	ask_slowly(p, id);
	leave(t);
	expect_in_log(p, id, was_ended);
}

/* ---- a server that goes away ---- */

TEST_WITH(without_its_server_it_says_so_and_shows_what_it_had, NULL, stop)
{
	struct place *p = *state;
	struct terminal *t = opened(p);
	const struct front gone = p->plain;

	end_front(&p->plain, SIGKILL);
	terminal_type(t, ":3,5\r");
	terminal_expect_in_row(t, 0, "not counted");
	terminal_expect_in_row(t, LAST_ROW, "connect to server");
	expect_place_in_row(t, LAST_ROW, &gone);
	terminal_expect(t, "3.000–5.000 s  2.000 s  not counted yet");
	terminal_type(t, "u");
	terminal_expect(t, ALL_SAMPLES);
	terminal_expect_gone(t, "not counted");
	leave(t);
}

TEST_GROUP(start_all, stop_all);
