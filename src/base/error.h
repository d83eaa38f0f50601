/* error.h - the reason for a failure, in a message that helps the user fix the problem. */

#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include <stdbool.h>

/* The kinds that a caller may distinguish. Everything else is in the message. */
enum error_kind {
	ERROR_NONE,
	ERROR_MEMORY,	 /* an allocation failed or its size overflowed */
	ERROR_SYSTEM,	 /* a system call failed; the message ends in strerror() */
	ERROR_FORMAT,	 /* the input is not what it claims to be */
	ERROR_LIMIT,	 /* the input is well formed but larger than we accept */
	ERROR_USAGE,	 /* the command line is wrong */
	ERROR_CANCELLED, /* the operation was cancelled, or took too long */
	ERROR_NOTHING,	 /* no failure, but nothing was found */
	ERROR_GROWN,	 /* no failure, but something grew more than allowed */
};

/*
 * An error is a value. It lives on the stack of the function that reports it, owns no memory and
 * needs no release, so it still works when memory has run out.
 */
struct error {
	enum error_kind kind;
	char message[360];
};

#define ERROR_INIT                                                                       \
	{                                                                                \
		ERROR_NONE, ""                                                           \
	}

/*
 * Record a failure. Always returns false, so that a function returning bool can end in `return
 * error_set(err, ...)`. The first failure wins: setting an error that is already set changes
 * nothing. Doing so is a bug, which an assertion catches in builds with sanitizers.
 */
bool error_set(struct error *err, enum error_kind kind, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* Like error_set() with kind ERROR_SYSTEM and ": <strerror(errno)>" appended. */
bool error_sys(struct error *err, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* Put the formatted text and ": " in front of the message. Always returns false. */
bool error_at(struct error *err, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

#endif
