#include "recorder/running.h"

#include <ctype.h>
#include <dirent.h>
#include <inttypes.h>
#include <limits.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/number.h"

#define PATH_ROOM     (PATH_MAX + 64)
#define COMM_MOST     64	 /* bytes: the kernel has 16 */
#define IMAGE_MOST    (1u << 30) /* bytes of a kernel, where no module says where it ends */
#define LINES_OF_TEXT 100000	 /* of kallsyms, before _text */

static FILE *open_in(const char *root, const char *path)
{
	char whole[PATH_ROOM];
	int len = snprintf(whole, sizeof whole, "%s%s", root, path);

	return len > 0 && (size_t)len < sizeof whole ? fopen(whole, "re") : NULL;
}

static void end(struct records *r)
{
	static const char trailer[RUNNING_TRAILER];

	records_bytes(r, trailer, sizeof trailer);
	records_end(r);
}

/* ---- names of threads ---- */

static void put_comm(struct records *r, pid_t pid, pid_t tid, struct text comm)
{
	records_begin(r, PERF_RECORD_COMM, 0);
	records_u32(r, (uint32_t)pid);
	records_u32(r, (uint32_t)tid);
	records_name(r, comm);
	end(r);
}

static bool thread_name(struct records *r, const char *root, pid_t pid, pid_t tid)
{
	char path[80], comm[COMM_MOST];
	FILE *in;
	size_t len;

	snprintf(path, sizeof path, "/proc/%d/task/%d/comm", (int)pid, (int)tid);
	in = open_in(root, path);
	if (!in)
		return false;
	len = fread(comm, 1, sizeof comm, in);
	fclose(in);
	if (len && comm[len - 1] == '\n')
		len--;
	put_comm(r, pid, tid, (struct text){comm, len});
	return true;
}

static bool parse_number(const char *name, pid_t *pid)
{
	uint64_t n;

	if (!number_u64(text_of(name), &n) || n == 0 || n > INT32_MAX)
		return false;
	*pid = (pid_t)n;
	return true;
}

static bool thread_names(struct records *r, const char *root, pid_t pid)
{
	char path[PATH_ROOM];
	struct dirent *e;
	bool any = false;
	DIR *dir;
	pid_t tid;

	snprintf(path, sizeof path, "%s/proc/%d/task", root, (int)pid);
	dir = opendir(path);
	while (dir && (e = readdir(dir)) != NULL)
		if (parse_number(e->d_name, &tid))
			any |= thread_name(r, root, pid, tid);
	if (dir)
		closedir(dir);
	return any;
}

/* ---- maps ---- */

/* "7f12a000-7f12c000 r-xp 00026000 fe:01 1234    /usr/lib/libc.so.6" */
struct map_line {
	uint64_t from, to, offset, inode;
	unsigned major, minor;
	char may[5];
	int path; /* where it begins in the line; 0: there is none */
};

static bool parse_map(const char *line, struct map_line *m)
{
	int end = 0;

	*m = (struct map_line){.from = 0};
	if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %4s %" SCNx64 " %x:%x %" SCNu64 "%n",
		   &m->from, &m->to, m->may, &m->offset, &m->major, &m->minor, &m->inode,
		   &end) != 7)
		return false;
	end += (int)strspn(line + end, " ");
	m->path = line[end] && line[end] != '\n' ? end : 0;
	return m->to > m->from && strlen(m->may) == 4;
}

static uint32_t protection(const char *may)
{
	return (may[0] == 'r' ? PROT_READ : 0u) | (may[1] == 'w' ? PROT_WRITE : 0u) |
	       (may[2] == 'x' ? PROT_EXEC : 0u);
}

/* The kernel writes a newline in a name as \012: as perf, that is left as it is. */
static struct text path_of(const struct map_line *m, const char *line)
{
	struct text path = TEXT("//anon");

	if (m->path)
		path = (struct text){line + m->path, strcspn(line + m->path, "\n")};
	return path.len < PATH_MAX ? path : text_upto(path, PATH_MAX - 1);
}

static void put_map(struct records *r, pid_t pid, const struct map_line *m,
		    const char *line)
{
	records_begin(r, PERF_RECORD_MMAP2, PERF_RECORD_MISC_USER);
	records_u32(r, (uint32_t)pid);
	records_u32(r, (uint32_t)pid);
	records_u64(r, m->from);
	records_u64(r, m->to - m->from);
	records_u64(r, m->offset);
	records_u32(r, m->major);
	records_u32(r, m->minor);
	records_u64(r, m->inode);
	records_u64(r, 0); /* its generation */
	records_u32(r, protection(m->may));
	records_u32(r, m->may[3] == 's' ? MAP_SHARED : MAP_PRIVATE);
	records_name(r, path_of(m, line));
	end(r);
}

static void maps(struct records *r, const char *root, pid_t pid)
{
	char path[40], *line = NULL;
	size_t room = 0;
	struct map_line m;
	FILE *in;

	snprintf(path, sizeof path, "/proc/%d/maps", (int)pid);
	in = open_in(root, path);
	while (in && getline(&line, &room, in) > 0)
		if (parse_map(line, &m) && m.may[2] == 'x')
			put_map(r, pid, &m, line);
	free(line);
	if (in)
		fclose(in);
}

bool running_process(struct records *r, const char *root, pid_t pid)
{
	if (!thread_names(r, root, pid))
		return false;
	maps(r, root, pid);
	return true;
}

void running_all(struct records *r, const char *root, bool (*each)(void *arg), void *arg)
{
	char path[PATH_ROOM];
	struct dirent *e;
	bool goes_on = true;
	DIR *dir;
	pid_t pid;

	snprintf(path, sizeof path, "%s/proc", root);
	dir = opendir(path);
	while (dir && goes_on && (e = readdir(dir)) != NULL) {
		if (!parse_number(e->d_name, &pid))
			continue;
		running_process(r, root, pid);
		goes_on = each(arg);
	}
	if (dir)
		closedir(dir);
}

/* /proc/PID/stat: the number, the name in parentheses, which may hold any, the state */
bool running_has_ended(const char *root, pid_t pid)
{
	char path[40], line[512];
	const char *state;
	size_t len;
	FILE *in;

	snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
	in = open_in(root, path);
	if (!in)
		return true;
	len = fread(line, 1, sizeof line - 1, in);
	fclose(in);
	line[len] = '\0';
	state = strrchr(line, ')');
	return !state || state[1] != ' ' || state[2] == 'Z' || state[2] == 'X';
}

/* ---- the kernel ---- */

static void put_kernel_map(struct records *r, uint64_t from, uint64_t len,
			   uint64_t offset, struct text name)
{
	records_begin(r, PERF_RECORD_MMAP, PERF_RECORD_MISC_KERNEL);
	records_u32(r, UINT32_MAX);
	records_u32(r, 0);
	records_u64(r, from);
	records_u64(r, len);
	records_u64(r, offset);
	records_name(r, name);
	end(r);
}

/* Where the kernel's code begins; 0: it is not told to everybody (kernel.kptr_restrict). */
static uint64_t kernel_text(const char *root)
{
	FILE *in = open_in(root, "/proc/kallsyms");
	char *line = NULL, name[16];
	uint64_t found = 0, at;
	size_t room = 0;

	for (unsigned i = 0; in && !found && i < LINES_OF_TEXT; i++) {
		if (getline(&line, &room, in) <= 0)
			break;
		if (sscanf(line, "%" SCNx64 " %*c %15s", &at, name) == 2 &&
		    strcmp(name, "_text") == 0)
			found = at;
	}
	free(line);
	if (in)
		fclose(in);
	return found;
}

/* "ext4 847872 1 - Live 0xffffffffc0400000" */
static bool parse_module(const char *line, char name[64], uint64_t *size, uint64_t *at)
{
	return sscanf(line, "%63s %" SCNu64 " %*s %*s %*s 0x%" SCNx64, name, size, at) ==
		   3 &&
	       *at && *size;
}

/* The kernel ends where its modules begin, if they stand behind it. */
void running_kernel(struct records *r, const char *root)
{
	uint64_t text = kernel_text(root), until = text + IMAGE_MOST, size, at;
	FILE *in = text ? open_in(root, "/proc/modules") : NULL;
	char *line = NULL, name[64], told[80];
	size_t room = 0;

	if (!text)
		return;
	while (in && getline(&line, &room, in) > 0)
		if (parse_module(line, name, &size, &at) && at > text && at < until)
			until = at;
	put_kernel_map(r, text, until - text, text, TEXT("[kernel.kallsyms]_text"));
	if (in)
		rewind(in);
	while (in && getline(&line, &room, in) > 0) {
		if (!parse_module(line, name, &size, &at))
			continue;
		snprintf(told, sizeof told, "[%s]", name);
		put_kernel_map(r, at, size, 0, text_of(told));
	}
	free(line);
	if (in)
		fclose(in);
}
