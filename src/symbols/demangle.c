#include "symbols/demangle.h"

#include <setjmp.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#ifdef WITH_IBERTY
/* Debian has the header in a directory, Fedora does not. */
#if __has_include(<libiberty/demangle.h>)
#include <libiberty/demangle.h>
#else
#include <demangle.h>
#endif
#endif

#include "base/fill.h"
#include "base/mem.h"
#include "base/number.h"

/* Longer names are unreadable. */
#define MANGLED_MAX (16 * 1024)

#ifdef WITH_IBERTY

/* ---- the cost of a name ---- */

/* More than any limit; also the cost of an invalid name. */
#define DEMANGLE_ENDLESS UINT64_MAX

/* The library refuses longer names: DEMANGLE_RECURSION_LIMIT, with two parts per byte. */
#define NAME_MOST  1024
#define PARTS_MOST ((size_t)2 * NAME_MOST)

/* Nested templates for which the type of a conversion operator is read twice. */
#define TWICE_MOST 8

/* Sums are capped here; larger ones are refused anyway. */
#define MUCH (UINT64_C(1) << 48)

/* Above the library's own limit, MAX_RECURSION_COUNT. */
#define DEEP_MOST 2048

/* A limit for nested scopes and their shared state: how often all arguments are examined. */
#define ROUNDS_MOST 24

typedef const struct demangle_component *part;

/*
 * The meaning of a template parameter depends on where it occurs: it is an argument of the template
 * of the enclosing function, in which parameters refer to the function enclosing that. Without a
 * function it is an error. In a lambda it is "auto". In some places, the library may use the
 * arguments of other functions: there, assume the most expensive argument.
 */
enum { NO_SCOPE, LAMBDA_SCOPE, ANY_SCOPE, FIRST_SCOPE, SCOPES_MOST = 24 };

struct name_scope {
	part arguments; /* a list of arguments */
	unsigned around;
	uint64_t *steps; /* owned: of each part in this scope, 0: not known yet */
};

/* The parts of a name in the form of the library: a tree with shared nodes. */
struct parts {
	part all;     /* owned by the library's block */
	size_t count; /* places in the block, some of which may be unused */
	struct name_scope scopes[SCOPES_MOST];
	unsigned scope_count, deep;
	bool failed;
	/* cost of an argument in ANY_SCOPE; the maximum cost; the longest list of arguments */
	uint64_t any, most, longest;
	/* the scope in which a reference occurred first, + 1 */
	uint8_t met[PARTS_MOST];
};

/* It occurred in two scopes: the library uses the result of the first. */
#define MIXED UINT8_MAX

static uint64_t plus(uint64_t a, uint64_t b)
{
	return a + b < MUCH ? a + b : MUCH;
}

/* The direct children of a part, NULL for none. */
static void find_children(part p, part child[2])
{
	child[0] = child[1] = NULL;
	switch (p->type) {
	case DEMANGLE_COMPONENT_NAME:
	case DEMANGLE_COMPONENT_TEMPLATE_PARAM:
	case DEMANGLE_COMPONENT_FUNCTION_PARAM:
	case DEMANGLE_COMPONENT_SUB_STD:
	case DEMANGLE_COMPONENT_BUILTIN_TYPE:
	case DEMANGLE_COMPONENT_OPERATOR:
	case DEMANGLE_COMPONENT_CHARACTER:
	case DEMANGLE_COMPONENT_NUMBER:
	case DEMANGLE_COMPONENT_UNNAMED_TYPE:
		break;
	case DEMANGLE_COMPONENT_CTOR:
		child[0] = p->u.s_ctor.name;
		break;
	case DEMANGLE_COMPONENT_DTOR:
		child[0] = p->u.s_dtor.name;
		break;
	case DEMANGLE_COMPONENT_EXTENDED_OPERATOR:
		child[0] = p->u.s_extended_operator.name;
		break;
	case DEMANGLE_COMPONENT_FIXED_TYPE:
		child[0] = p->u.s_fixed.length;
		break;
	case DEMANGLE_COMPONENT_LAMBDA:
	case DEMANGLE_COMPONENT_DEFAULT_ARG:
		child[0] = p->u.s_unary_num.sub;
		break;
	default:
		child[0] = p->u.s_binary.left;
		child[1] = p->u.s_binary.right;
		break;
	}
}

/* The number of a part; false if it is not a part, for example when the kind is unknown. */
static bool number_of(const struct parts *t, part p, size_t *number)
{
	uintptr_t at = (uintptr_t)p, from = (uintptr_t)t->all;

	if (!p || at < from || (at - from) % sizeof *p != 0)
		return false;
	*number = (at - from) / sizeof *p;
	return *number < t->count;
}

/* The argument of this number, NULL: there is none; `*count`: the number of arguments. */
static part argument(const struct parts *t, part list, uint64_t number, uint64_t *count)
{
	part found = NULL;
	size_t at;

	for (*count = 0; *count < t->count && number_of(t, list, &at) &&
			 list->type == DEMANGLE_COMPONENT_TEMPLATE_ARGLIST;
	     list = list->u.s_binary.right)
		if ((*count)++ == number)
			found = list->u.s_binary.left;
	return found;
}

/* The arguments of a function's template, NULL: it is not a template. */
static part arguments_of(const struct parts *t, part function)
{
	part child[2] = {function->u.s_binary.left, NULL};
	size_t at;

	while (number_of(t, child[0], &at) && !child[1]) {
		part p = child[0];

		if (p->type == DEMANGLE_COMPONENT_TEMPLATE)
			return p->u.s_binary.right;
		find_children(p, child);
		if (p->type == DEMANGLE_COMPONENT_LOCAL_NAME) {
			child[0] = child[1];
			child[1] = NULL;
		}
	}
	return NULL;
}

/* The scope of a function that is in scope `around`. */
static unsigned scope_of(struct parts *t, part function, unsigned around)
{
	part arguments = arguments_of(t, function);

	if (!arguments || around == LAMBDA_SCOPE)
		return around;
	for (unsigned i = FIRST_SCOPE; i < t->scope_count; i++)
		if (t->scopes[i].arguments == arguments && t->scopes[i].around == around)
			return i;
	if (t->scope_count == SCOPES_MOST) {
		t->failed = true;
		return around;
	}
	t->scopes[t->scope_count] = (struct name_scope){arguments, around, NULL};
	return t->scope_count++;
}

static uint64_t steps_of(struct parts *t, part p, unsigned scope);

/* For "T_&", the library remembers the T_ of the function in which it occurs first. */
static unsigned scope_of_reference(struct parts *t, part p, unsigned scope)
{
	part to = p->u.s_binary.left;
	size_t at;

	if ((p->type != DEMANGLE_COMPONENT_REFERENCE &&
	     p->type != DEMANGLE_COMPONENT_RVALUE_REFERENCE) ||
	    scope == LAMBDA_SCOPE || !number_of(t, to, &at) ||
	    to->type != DEMANGLE_COMPONENT_TEMPLATE_PARAM || !number_of(t, p, &at))
		return scope;
	if (t->met[at] == 0)
		t->met[at] = (uint8_t)(scope + 1);
	else if (t->met[at] != scope + 1)
		t->met[at] = MIXED;
	return t->met[at] == MIXED ? ANY_SCOPE : scope;
}

static uint64_t steps_below(struct parts *t, part p, unsigned scope)
{
	unsigned inner[2] = {scope_of_reference(t, p, scope), scope};
	uint64_t steps = 1;
	part child[2];

	if (p->type == DEMANGLE_COMPONENT_TYPED_NAME)
		inner[1] = scope_of(t, p, scope);
	else if (p->type == DEMANGLE_COMPONENT_LAMBDA)
		inner[0] = LAMBDA_SCOPE;
	else if (p->type == DEMANGLE_COMPONENT_CONVERSION && scope != LAMBDA_SCOPE)
		inner[0] = inner[1] = ANY_SCOPE;
	find_children(p, child);
	for (int i = 0; i < 2; i++)
		steps = plus(steps, steps_of(t, child[i], inner[i]));
	return steps;
}

/* The steps for a part, including those that write nothing. */
static uint64_t steps_of(struct parts *t, part p, unsigned scope)
{
	struct error none = ERROR_INIT;
	struct name_scope *s = &t->scopes[scope];
	uint64_t steps, count, more = 0;
	size_t at;
	part found;

	if (!number_of(t, p, &at))
		return 0;
	if (!s->steps)
		s->steps = mem_array(t->count, sizeof *s->steps, "names", &none);
	if (!s->steps || t->deep == DEEP_MOST || t->failed) {
		t->failed = true;
		return MUCH;
	}
	if (s->steps[at])
		return s->steps[at];
	s->steps[at] = MUCH; /* in case it contains itself */
	t->deep++;
	steps = steps_below(t, p, scope);
	if (p->type == DEMANGLE_COMPONENT_TEMPLATE_PARAM && scope == ANY_SCOPE) {
		steps = plus(steps, t->any);
	} else if (p->type == DEMANGLE_COMPONENT_TEMPLATE_PARAM) {
		if (scope >= FIRST_SCOPE) {
			found = argument(t, s->arguments, (uint64_t)p->u.s_number.number,
					 &count);
			more = plus(count, steps_of(t, found, s->around));
		}
		t->most = more > t->most ? more : t->most;
		steps = plus(steps, more);
	} else if (p->type == DEMANGLE_COMPONENT_PACK_EXPANSION) {
		/* searched, then written; `longest` is far below 64 bits */
		steps = steps > MUCH / (t->longest + 1) ? MUCH : steps * (t->longest + 1);
	}
	if (argument(t, p, 0, &count) && count > t->longest)
		t->longest = count;
	t->deep--;
	s->steps[at] = steps;
	return steps;
}

/*
 * Repeat until the state shared by all scopes does not change any more, or each scope has been
 * entered from every other.
 */
static uint64_t steps_of_all(struct parts *t, part whole)
{
	uint64_t steps = MUCH, before = 0, longest = 0;

	for (unsigned i = 0; !t->failed && steps != before; i++) {
		bool settled = i && longest == t->longest && t->any == t->most;

		if (settled || i == ROUNDS_MOST)
			break;
		before = steps;
		longest = t->longest;
		t->any = t->most;
		steps = steps_of(t, whole, NO_SCOPE);
		for (unsigned k = 0; k < SCOPES_MOST; k++) {
			mem_free(t->scopes[k].steps);
			t->scopes[k].steps = NULL;
		}
	}
	return t->failed ? MUCH : steps;
}

/*
 * libiberty 2.40 reads an uninitialised variable when it parses "sr". This fills the stack so that
 * it has one value or the other, and both are tried; safety does not depend on it.
 */
__attribute__((noinline)) static void leave_on_stack(unsigned char byte)
{
	volatile unsigned char rest[2048];

	for (size_t i = 0; i < sizeof rest; i++)
		rest[i] = byte;
}

static uint64_t steps_of_name(const char *mangled, unsigned char way)
{
	struct parts t = {.count = 2 * strlen(mangled), .scope_count = FIRST_SCOPE};
	void *block = NULL;
	uint64_t steps;
	part whole;

	leave_on_stack(way);
	whole = cplus_demangle_v3_components(mangled, DMGL_NO_OPTS, &block);
	if (!whole)
		return 0;
	t.all = block;
	steps = steps_of_all(&t, whole);
	free(block);
	return steps;
}

/*
 * In "cvT_IT_IT_...", the type of a conversion operator is parsed with the arguments that follow,
 * and then without, at every level again.
 */
static bool is_read_often(const char *name)
{
	unsigned twice = 0;

	if (!strstr(name, "cv"))
		return false;
	for (const char *at = name; (at = strchr(at, 'T')); at++) {
		size_t n = strspn(at + 1, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ");

		twice += at[n + 1] == '_' && at[n + 2] == 'I';
	}
	return twice > TWICE_MOST;
}

/*
 * A mangled C++ name (_Z, _GLOBAL_) may refer to its own parts, so a few hundred bytes can stand
 * for 2^100 of them. The library walks through all of them, some without writing a byte, and cannot
 * be stopped. This returns an upper bound of the steps, in time about linear in the length of the
 * name. For names of real programs it is close to the real number.
 */
static uint64_t cost_of(const char *mangled)
{
	size_t len = strnlen(mangled, NAME_MOST + 1);
	uint64_t steps, other = 0;

	if (len > NAME_MOST || is_read_often(mangled))
		return DEMANGLE_ENDLESS;
	if (strncmp(mangled, "_GLOBAL_", 8) == 0) /* "_GLOBAL__I_" followed by a name */
		mangled += len > 11 ? 11 : len;
	if (strncmp(mangled, "_Z", 2) != 0)
		return len;
	steps = steps_of_name(mangled, 1);
	if (strstr(mangled, "sr"))
		other = steps_of_name(mangled, 0);
	steps = steps > other ? steps : other;
	return steps && steps < MUCH ? steps : DEMANGLE_ENDLESS;
}

/* ---- C++ and Rust, by libiberty ---- */

const struct library iberty_library = {"libiberty", "", "names of C++ and Rust"};

/* Nested templates reach some kilobytes; a hostile name doubles with every byte. */
#define SHOWN_MAX (64 * 1024)

/* Names from compilers have about this many such parts in all, not before each piece. */
#define LOOKED_PIECE 4

struct demangled_writing {
	jmp_buf enough;
	char *at; /* owned */
	size_t len, capacity;
	uint64_t before; /* parts that may be processed before each piece is written */
	uint64_t looked; /* the same before all pieces so far */
};

/*
 * libiberty cannot be stopped, so this jumps out of it: it holds no allocated memory meanwhile,
 * everything is on its stack.
 */
static void take_demangled(const char *piece, size_t len, void *arg)
{
	struct demangled_writing *w = arg;
	struct error none = ERROR_INIT;

	w->looked += w->before;
	if (w->looked > DEMANGLE_NAME_STEPS || len > SHOWN_MAX - w->len ||
	    !mem_reserve(&w->at, &w->capacity, w->len + len + 1, 1, "bytes", &none))
		longjmp(w->enough, 1);
	if (len) /* otherwise the piece may be NULL */
		memcpy(w->at + w->len, piece, len);
	w->len += len;
	w->at[w->len] = '\0';
}

/* Subtract the cost; work that was done counts even if fewer steps are left. */
static bool pay(uint64_t *steps, uint64_t cost)
{
	bool enough = cost <= *steps;

	*steps = enough ? *steps - cost : 0;
	return enough;
}

/* The same order as in cplus_demangle() with its usual style. */
static bool demangled(const char *mangled, struct demangled_writing *w, uint64_t *steps)
{
	uint64_t cost;

	if (!*steps)
		return false;
	/*
	 * In a Rust name, unnamed modules and back references write nothing: many may be nested,
	 * or fewer may be processed again with every piece.
	 */
	for (const char *at = mangled; mangled[1] == 'R' && (at = strpbrk(at + 1, "BN"));)
		w->before++;
	if (setjmp(w->enough)) {
		pay(steps, SHOWN_MAX + w->looked / LOOKED_PIECE);
		return false;
	}
	/* parts of a Rust name that are processed repeatedly are also written repeatedly */
	if (rust_demangle_callback(mangled, DMGL_NO_OPTS, take_demangled, w))
		return pay(steps, w->len + w->looked / LOOKED_PIECE);
	w->len = 0;
	w->before = w->looked = 0;
	cost = cost_of(mangled);
	return cost <= DEMANGLE_NAME_STEPS && pay(steps, cost) &&
	       cplus_demangle_v3_callback(mangled, DMGL_NO_OPTS, take_demangled, w);
}

static char *demangle_with_library(const char *mangled, uint64_t *steps)
{
	struct demangled_writing w = {.at = NULL};

	if (demangled(mangled, &w, steps) && w.len)
		return w.at;
	mem_free(w.at);
	return NULL;
}

#else

const struct library iberty_library = {"libiberty", NULL, "names of C++ and Rust"};

static char *demangle_with_library(const char *mangled, uint64_t *steps)
{
	(void)mangled;
	(void)steps;
	return NULL;
}

#endif

/* ---- all languages ---- */

/* As perf does: "__" is a dot, "$2b" the character of that code. */
static char *demangle_ocaml(const char *mangled)
{
	struct error none = ERROR_INIT;
	char *name = mem_array(strlen(mangled) + 1, 1, "bytes", &none);
	struct fill f = fill_of(name, name ? strlen(mangled) : 0);
	uint64_t code;
	size_t end, i;

	if (!name)
		return NULL;
	for (const char *at = mangled + 4; *at;) {
		if (at[0] == '_' && at[1] == '_') {
			fill_char(&f, '.');
			at += 2;
		} else if (at[0] == '$' && at[1] && at[2] &&
			   number_hex((struct text){at + 1, 2}, &code) && code) {
			fill_char(&f, (char)code);
			at += 3;
		} else {
			fill_char(&f, *at++);
		}
	}
	/* remove the number at the end: "_487" */
	for (end = i = strlen(name); i > 0 && name[i - 1] >= '0' && name[i - 1] <= '9';)
		i--;
	if (i > 0 && i < end && name[i - 1] == '_')
		name[i - 1] = '\0';
	return name;
}

char *demangle_name(const char *mangled, uint64_t *steps)
{
	if (strnlen(mangled, MANGLED_MAX) == MANGLED_MAX)
		return NULL;
	/* a name of OCaml 4.14: "camlStdlib__List__map_487" */
	if (strncmp(mangled, "caml", 4) == 0 && mangled[4] >= 'A' && mangled[4] <= 'Z')
		return demangle_ocaml(mangled);
	/* all names known to the library begin like this; most names of C do not */
	if (mangled[0] != '_' || (mangled[1] != 'Z' && mangled[1] != 'R' &&
				  strncmp(mangled, "_GLOBAL_", 8) != 0))
		return NULL;
	return demangle_with_library(mangled, steps);
}
