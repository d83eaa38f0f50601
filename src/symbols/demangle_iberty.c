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

const struct library iberty_library = {"libiberty", "", "names of C++ and Rust"};

/* Templates of templates reach some kilobytes; a name made to hurt doubles with each byte. */
#define SHOWN_MAX (64 * 1024)

/* What compilers write has some such parts in all, and not before each piece. */
#define LOOKED_PIECE 4

struct writing {
	jmp_buf enough;
	char *at; /* owned */
	size_t len, capacity;
	uint64_t before; /* parts that may be gone through before a piece is written */
	uint64_t looked; /* and before all pieces */
};

/*
 * libiberty cannot be told to stop, so it is left: it holds no memory meanwhile, all it
 * needs is on its stack.
 */
static void take(const char *piece, size_t len, void *arg)
{
	struct writing *w = arg;
	struct error none = ERROR_INIT;

	w->looked += w->before;
	if (w->looked > DEMANGLE_NAME_STEPS || len > SHOWN_MAX - w->len ||
	    !mem_reserve(&w->at, &w->capacity, w->len + len + 1, 1, "bytes", &none))
		longjmp(w->enough, 1);
	if (len) /* or the piece may be NULL */
		memcpy(w->at + w->len, piece, len);
	w->len += len;
	w->at[w->len] = '\0';
}

/* What has been done costs also whoever has not so much left. */
static bool pay(uint64_t *steps, uint64_t cost)
{
	bool enough = cost <= *steps;

	*steps = enough ? *steps - cost : 0;
	return enough;
}

/*
 * In a name of Rust modules without a name, and references to others, write nothing: so many
 * may be in each other, or far fewer, and be met with each piece anew.
 */
static uint64_t silent_parts(const char *mangled)
{
	uint64_t n = 0;

	if (mangled[1] != 'R')
		return 0;
	while ((mangled = strpbrk(mangled + 1, "BN")))
		n++;
	return n;
}

/* cplus_demangle() in its usual style asks in this order. */
static bool demangled(const char *mangled, struct writing *w, uint64_t *steps)
{
	uint64_t cost;

	if (!*steps)
		return false;
	w->before = silent_parts(mangled);
	if (setjmp(w->enough)) {
		pay(steps, SHOWN_MAX + w->looked / LOOKED_PIECE);
		return false;
	}
	/* What is in a name of Rust more than once is also written more than once. */
	if (rust_demangle_callback(mangled, DMGL_NO_OPTS, take, w))
		return pay(steps, w->len + w->looked / LOOKED_PIECE);
	w->len = 0;
	w->before = w->looked = 0;
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
