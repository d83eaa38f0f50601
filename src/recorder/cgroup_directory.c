#include "recorder/cgroup_directory.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "recorder/small_file.h"

static struct text next_word(struct text *rest)
{
	const char *end = rest->len ? memchr(rest->at, ' ', rest->len) : NULL;
	struct text word = end ? text_upto(*rest, (size_t)(end - rest->at)) : *rest;

	*rest = text_from(*rest, word.len + 1);
	return word;
}

/* Is the option in a list such as "rw,relatime,perf_event"? */
static bool has_option(struct text options, struct text wanted)
{
	while (options.len) {
		const char *end = memchr(options.at, ',', options.len);
		size_t len = end ? (size_t)(end - options.at) : options.len;

		if (text_equal(text_upto(options, len), wanted))
			return true;
		options = text_from(options, len + 1);
	}
	return false;
}

/*
 * Parse mounts: "cgroup /sys/fs/cgroup/perf_event cgroup rw,perf_event 0 0"; the type of version 2
 * is cgroup2.
 */
static bool find_mount(const char *root, char *mount, size_t most)
{
	char path[PATH_MAX];
	struct line_file f;
	struct text line;
	bool first = false, second = false;

	snprintf(path, sizeof path, "%s/proc/mounts", root);
	if (!line_file_open(&f, path))
		return false;
	while (!first && line_file_next(&f, &line)) {
		struct text at, type, options;

		next_word(&line);
		at = next_word(&line);
		type = next_word(&line);
		options = next_word(&line);
		first = text_equal(type, TEXT("cgroup")) &&
			has_option(options, TEXT("perf_event"));
		if (!first && (second || !text_equal(type, TEXT("cgroup2"))))
			continue;
		second = true;
		snprintf(mount, most, "%.*s", (int)text_upto(at, most - 1).len, at.at);
	}
	line_file_close(&f);
	return first || second;
}

int cgroup_directory_open(const char *root, const char *name, struct error *err)
{
	char mount[PATH_MAX / 2], path[PATH_MAX];
	int fd;

	if (!find_mount(root, mount, sizeof mount)) {
		error_set(err, ERROR_SYSTEM,
			  "control groups are not mounted here: /proc/mounts has neither "
			  "version 1 with perf_event nor version 2");
		return -1;
	}
	while (*name == '/')
		name++;
	if (snprintf(path, sizeof path, "%s%s/%s", root, mount, name) >= (int)sizeof path)
		errno = ENAMETOOLONG;
	else if ((fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) >= 0)
		return fd;
	if (errno == ENOENT || errno == ENOTDIR)
		error_set(err, ERROR_USAGE,
			  "there is no control group %.80s in %.120s; give its path "
			  "below that directory",
			  name, mount);
	else
		error_sys(err, "cannot open the control group %.80s in %.120s", name,
			  mount);
	return -1;
}
