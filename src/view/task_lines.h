/* task_lines.h - processes and their threads, or threads alone, as the lines of a menu. */

#ifndef VIEW_TASK_LINES_H
#define VIEW_TASK_LINES_H

#include "analysis/lanes/tasks.h"
#include "view/menu_view.h"

/* How they are shown. */
struct task_lines {
	const struct tasks *tasks;     /* borrowed */
	const struct profile *profile; /* borrowed */
	bool threads_only;
	const bool *open; /* borrowed, by process: are its threads shown? NULL: of none */
	bool ascii;
	bool is_time; /* counts are ns */
	int width;    /* columns of the screen */
};

#define TASK_LINES_MOST 5000 /* nobody scrolls further; the title says of how many */

/* The columns of a screen that are left for when each ran, which may be none: for tasks_count_cells(). */
#define TASK_LINES_SPARK 60
uint32_t task_lines_spark(const struct task_lines *l);

/* Add a line each, with a term of a filter as its key; at most TASK_LINES_MOST. */
bool task_lines_fill(const struct task_lines *l, struct menu_view *menu,
		     struct error *err);

/* The process that a line is, or whose thread it is; UINT32_MAX: there is no such line. */
uint32_t task_lines_process(const struct task_lines *l, uint32_t line);

/* The line of a process. */
uint32_t task_lines_of(const struct task_lines *l, uint32_t process);

/* How many lines there would be. */
uint64_t task_lines_count(const struct task_lines *l);

#endif
