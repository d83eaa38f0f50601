/* file_list.h - a list of the files in a directory, from which the user opens one or several. */

#ifndef WORKSPACE_MENUS_FILE_LIST_H
#define WORKSPACE_MENUS_FILE_LIST_H

#include "view/menu_view.h"

/* Initialise it with zeroes; release with file_list_release(). */
struct file_list {
	char *directory; /* owned; NULL: no list, because a file was named */
	struct menu_view view;
	const char *chosen; /* borrowed: for FILES_OPEN and FILES_BASELINE */
	const char *words;  /* a message for the status line; may be NULL */
};

struct recordings;

/* Add the marked files to `to`, in the order of the list. */
bool file_list_take_marked(const struct file_list *f, struct recordings *to,
			   struct error *err);

/* List another directory. If it cannot be read, the list is unchanged. */
bool file_list_open(struct file_list *f, const char *directory, struct error *err);
void file_list_release(struct file_list *f);

/* The result of a command. The list itself enters and leaves directories. */
enum file_choice {
	FILES_NOTHING,
	FILES_REDRAW,
	FILES_OPEN,	   /* open `chosen` */
	FILES_OPEN_MARKED, /* open all marked files together */
	FILES_BASELINE,	   /* compare the next opened file with `chosen` */
	FILES_QUIT,
};
enum file_choice file_list_command(struct file_list *f, const struct input *in,
				   struct pane p, struct error *err);

/*
 * Fill `menu` with the files and directories in `path`, sorted by name, without dot files. Each
 * line has the name, format, size and age of a file; the key of the line is the path of the file.
 */
bool file_list_fill(const char *path, struct menu_view *menu, struct error *err);

/* Is this a directory, and not a recording of perf record --threads? */
bool file_list_is_directory(const char *path);

#endif
