/* work_dir.h - a directory of a test's own, which goes with all that is in it. */

#ifndef TESTS_WORK_DIR_H
#define TESTS_WORK_DIR_H

#define WORK_DIR 64 /* bytes of its path */

/* Make /tmp/flarescope-NAME-... A failure is the test's. */
void work_dir_make(char dir[WORK_DIR], const char *name);

void work_dir_remove(const char *dir);

#endif
