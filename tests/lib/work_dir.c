#include "lib/work_dir.h"

#include <stdio.h>
#include <stdlib.h>

void work_dir_make(char dir[WORK_DIR], const char *name)
{
	int len = snprintf(dir, WORK_DIR, "/tmp/flarescope-%s-XXXXXX", name);

	if (len < 0 || len >= WORK_DIR || !mkdtemp(dir)) {
		perror(dir);
		abort();
	}
}

void work_dir_remove(const char *dir)
{
	char command[WORK_DIR + 16];

	snprintf(command, sizeof command, "rm -rf '%s'", dir);
	if (system(command) != 0)
		fprintf(stderr, "%s stays\n", dir);
}
