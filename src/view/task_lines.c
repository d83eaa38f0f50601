#include "view/task_lines.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/filter.h"
#include "base/append.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "canvas/block.h"
#include "view/label.h"

#define NAME_MOST    28 /* columns of a name */
#define NAME_BYTES   120
#define SPARK_LEAST  8
#define PID_WIDTH    8
#define MARK_WIDTH   11 /* of a process: the part before its name */
#define MORE_WIDTH   16 /* and the part after it, its number of threads */
#define FRAME_WIDTH  29 /* border, gaps, count and share */
#define NARROW	     70 /* columns of a screen: with fewer, parts are left out */
#define NARROW_WIDTH 14 /* there: border, gaps and share */
#define LABEL_ROOM   512

/* ---- parts of a line ---- */

static const char *id_text(int32_t id, char buf[16])
{
	snprintf(buf, 16, id == PROFILE_NO_ID ? "?" : "%" PRId32, id);
	return buf;
}

/* Write as much as fits, padded with blanks. */
static void put_name(char *buf, size_t room, struct text name, int width)
{
	struct text shown = utf8_upto(name, NAME_BYTES);
	int columns;

	while ((columns = utf8_columns(shown)) > width)
		shown = utf8_upto(shown, shown.len - 1);
	snprintf(buf, room, "%.*s%*s", (int)shown.len, shown.at, width - columns, "");
}

static int name_width(const struct lanes *l)
{
	int most = 4;

	for (uint32_t i = 0; i < l->count && i < TASK_LINES_MOST; i++) {
		int w = utf8_columns(utf8_upto(lane_name(l, i), NAME_BYTES));

		most = w > most ? w : most;
	}
	return most > NAME_MOST ? NAME_MOST : most;
}

/* The term of a filter that applies to it only. Release with mem_free(). */
static char *term_of(const struct lanes *l, uint32_t lane, struct error *err)
{
	const struct lane *of = &l->list[lane];
	bool thread = l->by == LANES_THREAD;
	int32_t id = thread ? of->tid : of->pid;
	struct text name = lane_name(l, lane);
	char *term, host[FILTER_HOST_MAX];
	const char *key;
	size_t room;

	if (id != PROFILE_NO_ID)
		return mem_format(err, "%s%s=%" PRId32,
				  filter_host_term(lane_host(l, lane), host),
				  thread ? "tid" : "pid", id);
	key = thread ? "comm~" : "process~";
	room = filter_quote(name, NULL, 0) + strlen(key) + 1;
	term = mem_array(room, 1, "characters", err);
	if (!term)
		return NULL;
	/* quoted: a name may contain anything, even " & " */
	memcpy(term, key, strlen(key));
	filter_quote(name, term + strlen(key), room - strlen(key));
	return term;
}

/* ---- activity over time ---- */

/* If no pid is known, threads and processes have the same names. */
static int owner_width(const struct lanes *processes)
{
	bool known = false;

	for (uint32_t i = 0; i < processes->count; i++)
		known |= processes->list[i].pid != PROFILE_NO_ID;
	return known ? name_width(processes) : 0;
}

/* Then only the name and the share are shown, and the number if it fits. */
static bool is_narrow(const struct task_lines *l)
{
	return l->width < NARROW;
}

/* `id` is left out if it does not fit. */
static void put_narrow(const struct task_lines *l, const char *mark, struct text name,
		       int widest, const char *id, char label[LABEL_ROOM])
{
	char shown[LABEL_ROOM / 2];
	int room = l->width - NARROW_WIDTH - utf8_columns(text_of(mark));

	widest = widest < room ? widest : room;
	put_name(shown, sizeof shown, name, widest > 1 ? widest : 1);
	if (room - widest > PID_WIDTH)
		snprintf(label, LABEL_ROOM, "%s%s %7s", mark, shown, id);
	else
		snprintf(label, LABEL_ROOM, "%s%s", mark, shown);
}

uint32_t task_lines_spark(const struct task_lines *l)
{
	int process = name_width(&l->tasks->processes),
	    thread = name_width(&l->tasks->threads),
	    owner = owner_width(&l->tasks->processes), width = l->width, room;

	if (l->threads_only)
		room =
		    width - thread - owner - 11 - (owner ? PID_WIDTH : 0) - FRAME_WIDTH;
	else
		room = width - MARK_WIDTH - FRAME_WIDTH -
		       (process + MORE_WIDTH > thread + 6 ? process + MORE_WIDTH
							  : thread + 6);
	if (room < SPARK_LEAST)
		return 0;
	return room < TASK_LINES_SPARK ? (uint32_t)room : TASK_LINES_SPARK;
}

/* ---- lines ---- */

static bool add_task_line(const struct task_lines *l, bool thread, uint32_t row,
			  const char *label, struct menu_view *menu, struct error *err)
{
	const struct tasks *t = l->tasks;
	const struct task *of = thread ? &t->thread[row] : &t->process[row];
	const struct lanes *lanes = thread ? &t->threads : &t->processes;
	char detail[LABEL_ROOM], spark[4 * TASK_LINES_SPARK], n[LABEL_MAX];
	char share[LABEL_MAX];
	char *term = term_of(lanes, of->lane, err);
	bool ok;
	uint64_t counts[TASK_LINES_SPARK];
	uint32_t columns;

	if (!term)
		return false;
	columns = 0;
	while (columns < l->tasks->cells.columns &&
	       APPEND_FIXED(counts, columns,
			    thread ? tasks_thread_cell(l->tasks, row, columns)
				   : tasks_process_cell(l->tasks, row, columns)))
		;
	block_line(counts, columns, l->ascii, spark, sizeof spark);
	label_share(of->count, t->all, share);
	if (is_narrow(l))
		snprintf(detail, sizeof detail, "%7s", share);
	else
		snprintf(detail, sizeof detail, "%s  %9s %7s", spark,
			 label_value(of->count, l->is_time, n), share);
	ok = menu_view_add(menu, text_of(label), detail, term, err);
	mem_free(term);
	return ok;
}

static const char *mark_of(const struct task_lines *l, uint32_t process)
{
	bool open = l->open && l->open[process];

	if (l->tasks->process[process].threads < 2)
		return " ";
	if (l->ascii)
		return open ? "-" : "+";
	return open ? "▾" : "▸";
}

/* With several hosts, append its host. */
static void put_host(const struct lanes *l, uint32_t lane, char label[LABEL_ROOM])
{
	struct text host = lane_host(l, lane);
	size_t used = strlen(label);

	if (host.len)
		snprintf(label + used, LABEL_ROOM - used, " @%.*s", (int)host.len,
			 host.at);
}

static bool add_process(const struct task_lines *l, uint32_t process, int width,
			struct menu_view *menu, struct error *err)
{
	const struct task *of = &l->tasks->process[process];
	const struct lanes *lanes = &l->tasks->processes;
	char label[LABEL_ROOM], name[LABEL_ROOM / 2], id[16], threads[32] = "";

	id_text(lanes->list[of->lane].pid, id);
	if (is_narrow(l)) {
		snprintf(name, sizeof name, "%s ", mark_of(l, process));
		put_narrow(l, name, lane_name(lanes, of->lane), width, id, label);
		put_host(lanes, of->lane, label);
		return add_task_line(l, false, process, label, menu, err);
	}
	put_name(name, sizeof name, lane_name(lanes, of->lane), width);
	if (of->threads > 1)
		snprintf(threads, sizeof threads, "  %" PRIu32 " threads", of->threads);
	snprintf(label, sizeof label, "%s %7s  %s%s", mark_of(l, process), id, name,
		 threads);
	put_host(lanes, of->lane, label);
	return add_task_line(l, false, process, label, menu, err);
}

/* Add a thread below its process, or in a list of threads, with its process. */
static bool add_thread(const struct task_lines *l, uint32_t thread, int width,
		       int process_width, struct menu_view *menu, struct error *err)
{
	const struct tasks *t = l->tasks;
	const struct task *of = &t->thread[thread], *process = &t->process[of->process];
	const struct lane *lane = &t->threads.list[of->lane];
	char label[LABEL_ROOM], name[LABEL_ROOM / 4], owner[LABEL_ROOM / 4], tid[16],
	    pid[16];
	bool last = thread + 1 == process->first + process->threads;

	if (is_narrow(l)) {
		put_narrow(l,
			   l->threads_only ? ""
			   : last	   ? " └ "
					   : " ├ ",
			   lane_name(&t->threads, of->lane), width,
			   id_text(lane->tid, tid), label);
		put_host(&t->threads, of->lane, label);
		return add_task_line(l, true, thread, label, menu, err);
	}
	put_name(name, sizeof name, lane_name(&t->threads, of->lane), width);
	put_name(owner, sizeof owner, lane_name(&t->processes, process->lane),
		 process_width);
	if (l->threads_only)
		snprintf(label, sizeof label, "%7s  %s  %s %s", id_text(lane->tid, tid),
			 name, owner,
			 lane->pid == PROFILE_NO_ID ? "" : id_text(lane->pid, pid));
	else
		snprintf(label, sizeof label, "     %s %7s  %s", last ? "└" : "├",
			 id_text(lane->tid, tid), name);
	put_host(&t->threads, of->lane, label);
	return add_task_line(l, true, thread, label, menu, err);
}

static int by_count(const void *a, const void *b, void *tasks)
{
	const struct tasks *t = tasks;
	const struct task *x = &t->thread[*(const uint32_t *)a];
	const struct task *y = &t->thread[*(const uint32_t *)b];

	if (x->count != y->count)
		return x->count < y->count ? 1 : -1;
	return x->lane < y->lane ? -1 : x->lane > y->lane;
}

static bool fill_threads(const struct task_lines *l, struct menu_view *menu,
			 struct error *err)
{
	const struct tasks *t = l->tasks;
	int width = name_width(&t->threads), owner = owner_width(&t->processes);
	uint32_t *order =
	    mem_array((size_t)t->thread_count + 1, sizeof *order, "threads", err);
	bool ok = order != NULL;

	for (uint32_t i = 0; ok && i < t->thread_count; i++)
		order[i] = i;
	if (ok && t->thread_count)
		qsort_r(order, t->thread_count, sizeof *order, by_count,
			(void *)(uintptr_t)t);
	for (uint32_t i = 0; ok && i < t->thread_count && i < TASK_LINES_MOST; i++)
		ok = add_thread(l, order[i], width, owner, menu, err);
	mem_free(order);
	return ok;
}

/* The number of threads that are listed below a process. */
static uint32_t shown_below(const struct task_lines *l, uint32_t process)
{
	uint32_t threads = l->tasks->process[process].threads;

	return l->open && l->open[process] && threads > 1 ? threads : 0;
}

bool task_lines_fill(const struct task_lines *l, struct menu_view *menu,
		     struct error *err)
{
	const struct tasks *t = l->tasks;
	int process = name_width(&t->processes), thread = name_width(&t->threads);
	bool ok = true;

	if (l->threads_only)
		return fill_threads(l, menu, err);
	for (uint32_t i = 0; ok && i < t->process_count; i++) {
		if (menu->list.count >= TASK_LINES_MOST)
			break;
		ok = add_process(l, i, process, menu, err);
		for (uint32_t k = 0; ok && k < shown_below(l, i); k++)
			if (menu->list.count < TASK_LINES_MOST)
				ok = add_thread(l, t->process[i].first + k, thread, 0,
						menu, err);
	}
	return ok;
}

uint32_t task_lines_process(const struct task_lines *l, uint32_t line)
{
	uint64_t at = 0;

	for (uint32_t i = 0; i < l->tasks->process_count; i++) {
		at += 1 + (uint64_t)shown_below(l, i);
		if (line < at)
			return i;
	}
	return UINT32_MAX;
}

uint32_t task_lines_of(const struct task_lines *l, uint32_t process)
{
	uint64_t at = 0;

	for (uint32_t i = 0; i < process; i++)
		at += 1 + (uint64_t)shown_below(l, i);
	return at < UINT32_MAX ? (uint32_t)at : UINT32_MAX;
}

uint64_t task_lines_count(const struct task_lines *l)
{
	uint64_t count = 0;

	if (l->threads_only)
		return l->tasks->thread_count;
	for (uint32_t i = 0; i < l->tasks->process_count; i++)
		count += 1 + (uint64_t)shown_below(l, i);
	return count;
}
