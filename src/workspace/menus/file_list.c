#include "workspace/menus/file_list.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

#include "base/mem.h"
#include "input/formats.h"
#include "view/label.h"
#include "input/recordings.h"

#define PROBED_MAX 1000 /* the number of files whose format is detected */

bool file_list_is_directory(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode) && !source_is_recording(path);
}

/* The format of a regular file, "?" if unknown. Other files are not opened: a pipe would block. */
static const char *format_of(const char *path)
{
	struct error err = ERROR_INIT;
	struct source *source = source_open_regular(path, &err);
	const struct format *format = NULL;
	struct text head;

	if (!source)
		return "unreadable";
	if (source_head(source, &head, &err))
		format = formats_detect(head);
	source_close(source);
	return format ? format->name : "?";
}

static bool add_file(struct menu_view *menu, const char *dir, const char *name,
		     unsigned *probed, struct error *err)
{
	char size[LABEL_MAX], old[LABEL_MAX], detail[3 * LABEL_MAX];
	const char *format = "";
	struct stat st;
	char *path = mem_format(err, "%s/%s", dir, name);
	bool ok;

	if (!path)
		return false;
	if (stat(path, &st) != 0 || !(S_ISDIR(st.st_mode) || S_ISREG(st.st_mode))) {
		mem_free(path);
		return true;
	}
	if (S_ISDIR(st.st_mode))
		format = source_is_recording(path) ? "perf-data" : "directory";
	else if ((*probed)++ < PROBED_MAX)
		format = format_of(path);
	snprintf(detail, sizeof detail, "%-14s %8s %8s", format,
		 S_ISDIR(st.st_mode) ? "" : label_size((uint64_t)st.st_size, size),
		 label_age(time(NULL) - st.st_mtime, old));
	ok = menu_view_add(menu, text_of(name), detail, path, err);
	mem_free(path);
	return ok;
}

static int is_visible(const struct dirent *e)
{
	return e->d_name[0] != '.';
}

bool file_list_fill(const char *path, struct menu_view *menu, struct error *err)
{
	struct dirent **entries;
	int n = scandir(path, &entries, is_visible, alphasort);
	unsigned probed = 0;
	bool ok = true;

	if (n < 0)
		return error_sys(err, "%s", path);
	menu_view_release(menu);
	for (int i = 0; i < n; i++) {
		ok = ok && add_file(menu, path, entries[i]->d_name, &probed, err);
		free(entries[i]);
	}
	free(entries);
	menu->title = "flarescope: choose a file";
	menu->hint = "{enter} open   {mark} mark, to open several   {baseline-file} "
		     "baseline   {cancel} back   {quit} quit";
	menu->whole = true;
	return ok;
}

bool file_list_open(struct file_list *f, const char *directory, struct error *err)
{
	char *copy = mem_text(directory, strlen(directory), err);

	if (!copy || !file_list_fill(directory, &f->view, err)) {
		mem_free(copy);
		return false;
	}
	mem_free(f->directory);
	f->directory = copy;
	return true;
}

void file_list_release(struct file_list *f)
{
	menu_view_release(&f->view);
	mem_free(f->directory);
	*f = (struct file_list){0};
}

/* Enter a directory; a file is opened by the caller. */
static enum file_choice open_line(struct file_list *f, uint32_t line, struct error *err)
{
	const char *key = f->view.lines[line].key;
	char *path;

	f->chosen = key;
	if (!file_list_is_directory(key))
		return FILES_OPEN;
	path = mem_text(key, strlen(key), err); /* the line is released */
	if (path)
		file_list_open(f, path, err);
	mem_free(path);
	return FILES_REDRAW;
}

/* Go to the parent directory, if there is one. */
static enum file_choice go_to_parent(struct file_list *f, struct error *err)
{
	char *slash = strrchr(f->directory, '/'), *up;

	if (!slash || slash == f->directory || strcmp(slash, "/..") == 0)
		return FILES_REDRAW;
	up = mem_text(f->directory, (size_t)(slash - f->directory), err);
	if (up)
		file_list_open(f, up, err);
	mem_free(up);
	return FILES_REDRAW;
}

/* ---- marked files ---- */

static uint32_t count_marked(const struct file_list *f)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < f->view.list.count; i++)
		n += f->view.lines[i].marked;
	return n;
}

bool file_list_take_marked(const struct file_list *f, struct recordings *to,
			   struct error *err)
{
	for (uint32_t i = 0; i < f->view.list.count; i++)
		if (f->view.lines[i].marked &&
		    !recordings_add(to, f->view.lines[i].key, err))
			return false;
	return true;
}

enum file_choice file_list_command(struct file_list *f, const struct input *in,
				   struct pane p, struct error *err)
{
	struct menu_line *at =
	    f->view.list.count ? &f->view.lines[f->view.list.cursor] : NULL;
	struct action a;

	if (in->command == COMMAND_BASELINE_FILE && at) {
		f->chosen = at->key;
		return file_list_is_directory(at->key) ? FILES_NOTHING : FILES_BASELINE;
	}
	if (in->command == COMMAND_MARK && at) {
		if (!file_list_is_directory(at->key))
			at->marked = !at->marked;
		menu_view_command(&f->view, &(struct input){.command = COMMAND_DOWN}, p);
		return FILES_REDRAW;
	}
	if (in->command == COMMAND_MARK_ALL) {
		bool all = count_marked(f) == 0;

		for (uint32_t i = 0; i < f->view.list.count; i++)
			f->view.lines[i].marked =
			    all && !file_list_is_directory(f->view.lines[i].key);
		return FILES_REDRAW;
	}
	a = menu_view_command(&f->view, in, p);
	f->words = a.words;
	if (a.kind == ACTION_LINE && a.command == COMMAND_ENTER)
		return count_marked(f) ? FILES_OPEN_MARKED : open_line(f, a.id, err);
	if (a.kind == ACTION_CLOSE)
		return in->command == COMMAND_QUIT ? FILES_QUIT : go_to_parent(f, err);
	return a.kind == ACTION_NONE ? FILES_NOTHING : FILES_REDRAW;
}
