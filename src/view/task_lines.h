/* task_lines.h - processes with their threads, or only threads, as lines of a menu. */

#ifndef VIEW_TASK_LINES_H
#define VIEW_TASK_LINES_H

#include "analysis/lanes/tasks.h"
#include "view/menu_view.h"

struct task_lines {
	const struct tasks *tasks;     /* borrowed */
	const struct profile *profile; /* borrowed */
	bool threads_only;
	/* borrowed: for each process, are its threads listed? NULL: no threads are listed */
	const bool *open;
	bool ascii;
	bool is_time; /* counts are ns */
	int width;    /* columns of the screen */
};

#define TASK_LINES_MOST 5000 /* the title of the menu has the total number */

/*
 * The width of the sparkline of each task, in columns of the screen, for tasks_count_cells(): at
 * most TASK_LINES_SPARK; 0 if the screen is too narrow.
 */
#define TASK_LINES_SPARK 60
uint32_t task_lines_spark(const struct task_lines *l);

/* Add at most TASK_LINES_MOST lines to the menu. The key of each is a term of a filter. */
bool task_lines_fill(const struct task_lines *l, struct menu_view *menu,
		     struct error *err);

/*
 * The process of a line, or of the thread on it; UINT32_MAX if there is no such line. This function
 * and the next must not be called with `threads_only`.
 */
uint32_t task_lines_process(const struct task_lines *l, uint32_t line);

/* The line of a process. */
uint32_t task_lines_of(const struct task_lines *l, uint32_t process);

/* The number of lines without the limit TASK_LINES_MOST. */
uint64_t task_lines_count(const struct task_lines *l);

#endif
