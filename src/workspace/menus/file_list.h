/* file_list.h - the files of a directory as a list from which one is opened. */

#ifndef WORKSPACE_MENUS_FILE_LIST_H
#define WORKSPACE_MENUS_FILE_LIST_H

#include "view/menu_view.h"

/* Zero to begin; release with file_list_release(). */
struct file_list {
	char *directory; /* owned; NULL: there is no list, a file was named */
	struct menu_view view;
	const char *chosen; /* borrowed: for FILES_OPEN and FILES_BASELINE */
	const char *words;  /* a literal for the status line; may be NULL */
};

struct recordings;

/* Add the marked files to `to`, in their order. */
bool file_list_take_marked(const struct file_list *f, struct recordings *to,
			   struct error *err);

/* List another directory. On failure the list is unchanged. */
bool file_list_open(struct file_list *f, const char *directory, struct error *err);
void file_list_release(struct file_list *f);

/* The result of a command. The list itself enters and leaves directories. */
enum file_choice {
	FILES_NOTHING,
	FILES_REDRAW,
	FILES_OPEN,	   /* `chosen` */
	FILES_OPEN_MARKED, /* all marked files together */
	FILES_BASELINE,	   /* compare the next file with `chosen` */
	FILES_QUIT,
};
enum file_choice file_list_command(struct file_list *f, const struct input *in,
				   struct pane p, struct error *err);

/*
 * Fill `menu` with the directories and files of `path` (without dot files, sorted by name,
 * directories first): name, format, size and age; `key` is the path to open. False and an error if
 * the directory cannot be read.
 */
bool file_list_fill(const char *path, struct menu_view *menu, struct error *err);

/* Is this a directory, other than one that is a recording? */
bool file_list_is_directory(const char *path);

#endif
