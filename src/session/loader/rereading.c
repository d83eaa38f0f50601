#include "session/loader/rereading.h"

#include <string.h>
#include <sys/stat.h>

#include "input/formats.h"
#include "input/recordings.h"

static bool look_at_one(const char *path, struct file_mark *m)
{
	struct stat st;

	*m = (struct file_mark){0};
	if (strcmp(path, "-") == 0 || stat(path, &st) != 0 ||
	    !(S_ISREG(st.st_mode) || S_ISDIR(st.st_mode)))
		return false;
	*m = (struct file_mark){(uint64_t)st.st_dev,	     (uint64_t)st.st_ino,
				(int64_t)st.st_size,	     (int64_t)st.st_mtim.tv_sec,
				(int64_t)st.st_mtim.tv_nsec, NULL};
	return true;
}

/* For several files, sums over their marks: a change of a file changes a sum. */
static bool look_at_files(const char *path, const struct recordings *together,
			  struct file_mark *m)
{
	struct file_mark one;

	if (!together)
		return look_at_one(path, m);
	*m = (struct file_mark){.together = together};
	for (uint32_t i = 0; i < together->count; i++) {
		if (!look_at_one(together->list[i].path, &one))
			return false;
		m->device += one.device;
		m->inode += one.inode * (i + 1);
		m->size += one.size;
		m->seconds += one.seconds;
		m->ns += one.ns;
	}
	return true;
}

void rereading_note(struct file_mark *m, const char *path,
		    const struct recordings *together)
{
	look_at_files(path, together, m);
}

bool rereading_has_changed(const struct file_mark *was, const char *path)
{
	struct file_mark is;

	return !look_at_files(path, was->together, &is) || is.device != was->device ||
	       is.inode != was->inode || is.size != was->size ||
	       is.seconds != was->seconds || is.ns != was->ns;
}

/* Are its functions symbolized from other files each time it is read? */
static bool has_addresses_itself(const char *path, const struct reading_options *reading)
{
	const char *name = reading->format;
	const struct format *format = name ? formats_find(name) : NULL;
	struct error ignored = ERROR_INIT;
	struct source *source = name ? NULL : source_open_found(path, &ignored);
	struct text head;

	if (source && source_head(source, &head, &ignored))
		format = formats_detect(head);
	source_close(source);
	return format && format->not_cached;
}

static bool has_addresses(const char *path, const struct reading_options *reading)
{
	const struct recordings *r = reading->together;

	for (uint32_t i = 0; r && i < r->count; i++)
		if (has_addresses_itself(r->list[i].path, reading))
			return true;
	return !r && has_addresses_itself(path, reading);
}

enum rereading rereading_obstacle(const struct file_mark *was, const char *path,
				  const struct reading_options *reading, bool partial)
{
	struct file_mark now;

	if (strcmp(path, "-") == 0)
		return REREADING_STDIN;
	if (partial)
		return REREADING_PARTIAL;
	if (!was->inode && look_at_files(path, reading->together, &now))
		return REREADING_CHANGES;
	if (!was->inode)
		return REREADING_PIPE;
	if (rereading_has_changed(was, path))
		return REREADING_CHANGES;
	if (!has_addresses(path, reading))
		return REREADING_NO_ADDRESSES;
	return reading->symbols ? REREADING_CAN : REREADING_NO_SYMBOLS;
}

bool rereading_is_the_same(const struct profile *a, const struct profile *b)
{
	return a->samples.count == b->samples.count && a->event_count == b->event_count &&
	       a->has_times == b->has_times &&
	       memcmp(a->samples.time, b->samples.time,
		      a->samples.count * sizeof *a->samples.time) == 0;
}
