/* attempts.h - what somebody would try who has taken a process over. */

#ifndef TESTS_ATTEMPTS_H
#define TESTS_ATTEMPTS_H

/*
 * `dir` is a directory of the test's with files named "victim" and "kept" in it, and its own.
 * What succeeds does no harm beyond it.
 */
struct scene {
	const char *dir;
	char victim[4096], kept[4096], fresh[4096];
};

/* 0: it could be done; else errno. `usual` is what an ordinary user's process gets: its errno,
 * 0, or PRIVILEGED, which may be anything. */
#define PRIVILEGED (-1)
struct attempt {
	const char *name;
	int (*try)(const struct scene *s);
	int usual;
};

/* By name, ended by a row without one. Files: what Landlock refuses as well. */
extern const struct attempt attempts_on_files[];
extern const struct attempt attempts_on_marks[]; /* Landlock does not know these */
extern const struct attempt attempts_at_calls[];

#endif
