/* task_lines.h - processes with their threads, or threads alone, as the lines of a menu. */

#ifndef VIEW_TASK_LINES_H
#define VIEW_TASK_LINES_H

#include "analysis/lanes/tasks.h"
#include "view/menu_view.h"

/* How they are listed. */
struct task_lines {
	const struct tasks *tasks;     /* borrowed */
	const struct profile *profile; /* borrowed */
	bool threads_only;
	/* borrowed, by process: its threads are listed; NULL: all are closed */
	const bool *open;
	bool ascii;
	bool is_time; /* counts are ns */
	int width;    /* columns of the screen */
};

#define TASK_LINES_MOST 5000 /* the title gives the total number */

/*
 * The width of the sparkline of each task, in columns of the screen; may be 0. For
 * tasks_count_cells().
 */
#define TASK_LINES_SPARK 60
uint32_t task_lines_spark(const struct task_lines *l);

/* Add the lines, at most TASK_LINES_MOST; the key of each is a term of a filter. */
bool task_lines_fill(const struct task_lines *l, struct menu_view *menu,
		     struct error *err);

/* The process of a line or of its thread; UINT32_MAX if the line does not exist. */
uint32_t task_lines_process(const struct task_lines *l, uint32_t line);

/* The line of a process. */
uint32_t task_lines_of(const struct task_lines *l, uint32_t process);

/* The number of lines, without a limit. */
uint64_t task_lines_count(const struct task_lines *l);

#endif
