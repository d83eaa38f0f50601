#include "fuzz/world.h"

#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char root[64];
static pid_t owner;

static int drop(const char *path, const struct stat *st, int type, struct FTW *at)
{
	(void)st;
	(void)type;
	(void)at;
	return remove(path);
}

static void end(void)
{
	if (getpid() == owner)
		nftw(root, drop, 16, FTW_DEPTH | FTW_PHYS);
}

static void begin(void)
{
	const char *dir = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";

	snprintf(root, sizeof root, "%s/flarescope-fuzz-XXXXXX", dir);
	if (!mkdtemp(root))
		abort();
	owner = getpid();
	atexit(end);
}

const char *world_path(const char *name, char path[WORLD_PATH_MAX])
{
	if (!root[0])
		begin();
	snprintf(path, WORLD_PATH_MAX, "%s/%s", root, name);
	return path;
}

void world_make(const char *name)
{
	char path[WORLD_PATH_MAX];

	world_path(name, path);
	for (char *at = path + strlen(root) + 1; (at = strchr(at, '/')); at++) {
		*at = '\0';
		mkdir(path, 0700);
		*at = '/';
	}
}

void world_write(const char *name, const void *bytes, size_t len)
{
	char path[WORLD_PATH_MAX];
	FILE *out = fopen(world_path(name, path), "wb");

	if (!out || fwrite(bytes, 1, len, out) != len || fclose(out) != 0)
		abort();
}
