/* work_dir.h - a temporary directory for a test, removed with its contents. */

#ifndef TESTS_WORK_DIR_H
#define TESTS_WORK_DIR_H

#define WORK_DIR 64 /* the size of its path in bytes */

/* Make /tmp/flarescope-NAME-... A failure ends the test. */
void work_dir_make(char dir[WORK_DIR], const char *name);

void work_dir_remove(const char *dir);

#endif
