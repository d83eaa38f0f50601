#include "base/headroom.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"

#define NO_LIMIT      (UINT64_C(1) << 60) /* version 1 has no word for it */
#define LINE_MAX_READ 4352		  /* a path and what is before it */

static FILE *open_below(const char *root, const char *dir, const char *name)
{
	char path[PATH_MAX];
	int len = snprintf(path, sizeof path, "%s%s/%s", root, dir, name);

	return len > 0 && (size_t)len < sizeof path ? fopen(path, "re") : NULL;
}

/* The number behind the line's first word, if that is `key`: "MemAvailable:  1024 kB". */
static bool read_pair(struct text line, struct text key, uint64_t *value)
{
	struct text rest;

	if (!text_starts(line, key))
		return false;
	rest = text_trim(text_from(line, key.len));
	return number_u64(text_upto(rest, strspn(rest.at, "0123456789")), value);
}

static bool find_pair(FILE *in, struct text key, uint64_t *value)
{
	char line[256];
	bool found = false;

	while (in && !found && fgets(line, sizeof line, in))
		found = read_pair(text_of(line), key, value);
	if (in)
		fclose(in);
	return found;
}

/* A file with one number; "max" is none. */
static bool read_one(FILE *in, uint64_t *value)
{
	char line[64] = "";

	if (!in)
		return false;
	(void)!fgets(line, sizeof line, in);
	fclose(in);
	line[strcspn(line, "\n")] = '\0';
	return number_u64(text_of(line), value);
}

/* The names of a control group's files. */
struct version {
	const char *dir, *limit, *used, *idle;
};

static const struct version first = {"/sys/fs/cgroup/memory", "memory.limit_in_bytes",
				     "memory.usage_in_bytes", "total_inactive_file "};
static const struct version second = {"/sys/fs/cgroup", "memory.max", "memory.current",
				      "inactive_file "};

static uint64_t left_in(const char *root, const struct version *v, const char *dir)
{
	uint64_t limit, used, idle = 0;

	if (!read_one(open_below(root, dir, v->limit), &limit) || limit >= NO_LIMIT ||
	    !read_one(open_below(root, dir, v->used), &used))
		return UINT64_MAX;
	find_pair(open_below(root, dir, "memory.stat"), text_of(v->idle), &idle);
	used = used > idle ? used - idle : 0;
	return limit > used ? limit - used : 0;
}

/* In a container only the upper end of the path may be there, as our own. */
static uint64_t left_above(const char *root, const struct version *v, const char *path)
{
	char dir[PATH_MAX];
	uint64_t least = UINT64_MAX;
	int len = snprintf(dir, sizeof dir, "%s%s", v->dir, path);

	if (len < 0 || (size_t)len >= sizeof dir)
		return UINT64_MAX;
	while (strlen(dir) >= strlen(v->dir)) {
		uint64_t left = left_in(root, v, dir);

		least = left < least ? left : least;
		*strrchr(dir, '/') = '\0';
	}
	return least;
}

/* "0::/user.slice" is of version 2, "7:memory:/docker/1" of version 1. */
static uint64_t left_in_groups(const char *root)
{
	FILE *in = open_below(root, "/proc/self", "cgroup");
	char line[LINE_MAX_READ];
	uint64_t least = UINT64_MAX;

	while (in && fgets(line, sizeof line, in)) {
		char *names = strchr(line, ':');
		char *path = names ? strchr(names + 1, ':') : NULL;
		const struct version *v;
		uint64_t left;

		if (!path)
			continue;
		*path++ = '\0';
		path[strcspn(path, "\n")] = '\0';
		if (strcmp(names + 1, "memory") != 0 && names[1])
			continue;
		v = names[1] ? &first : &second;
		left = left_above(root, v, strcmp(path, "/") == 0 ? "" : path);
		least = left < least ? left : least;
	}
	if (in)
		fclose(in);
	return least;
}

uint64_t headroom_bytes(const char *root)
{
	uint64_t kibibytes, groups = left_in_groups(root);

	if (!find_pair(open_below(root, "/proc", "meminfo"), TEXT("MemAvailable:"),
		       &kibibytes))
		return groups;
	return kibibytes < groups / 1024 ? kibibytes * 1024 : groups;
}
