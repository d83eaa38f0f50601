#include "symbols/demangle.h"

#include <setjmp.h>
#include <stdbool.h>
#include <string.h>

/* Debian has a directory for it, Fedora has not. */
#if __has_include(<libiberty/demangle.h>)
#include <libiberty/demangle.h>
#else
#include <demangle.h>
#endif

#include "base/mem.h"
#include "symbols/demangle_cost.h"

/* Templates of templates reach some kilobytes; a name made to hurt doubles with each byte. */
#define SHOWN_MAX (64 * 1024)

struct writing {
	jmp_buf enough;
	char *at; /* owned */
	size_t len, capacity;
};

/*
 * libiberty cannot be told to stop, so it is left: it holds no memory meanwhile, all it
 * needs is on its stack.
 */
static void take(const char *piece, size_t len, void *arg)
{
	struct writing *w = arg;
	struct error none = ERROR_INIT;

	if (len > SHOWN_MAX - w->len ||
	    !mem_reserve(&w->at, &w->capacity, w->len + len + 1, 1, "bytes", &none))
		longjmp(w->enough, 1);
	if (len) /* or the piece may be NULL */
		memcpy(w->at + w->len, piece, len);
	w->len += len;
	w->at[w->len] = '\0';
}

static bool pay(uint64_t *steps, uint64_t cost)
{
	if (cost > *steps)
		return false;
	*steps -= cost;
	return true;
}

/* cplus_demangle() in its usual style asks in this order. */
static bool demangled(const char *mangled, struct writing *w, uint64_t *steps)
{
	uint64_t cost;

	if (setjmp(w->enough)) {
		pay(steps, SHOWN_MAX);
		return false;
	}
	/* What is in a name of Rust more than once is also written more than once. */
	if (rust_demangle_callback(mangled, DMGL_NO_OPTS, take, w))
		return pay(steps, w->len);
	w->len = 0;
	cost = demangle_cost(mangled);
	return cost <= DEMANGLE_NAME_STEPS && pay(steps, cost) &&
	       cplus_demangle_v3_callback(mangled, DMGL_NO_OPTS, take, w);
}

char *demangle_with_library(const char *mangled, uint64_t *steps)
{
	struct writing w = {.at = NULL};

	if (demangled(mangled, &w, steps) && w.len)
		return w.at;
	mem_free(w.at);
	return NULL;
}
