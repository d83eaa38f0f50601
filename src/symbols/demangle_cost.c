#include "symbols/demangle_cost.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Debian has a directory for it, Fedora has not. */
#if __has_include(<libiberty/demangle.h>)
#include <libiberty/demangle.h>
#else
#include <demangle.h>
#endif

#include "base/mem.h"

/* The library refuses longer ones: DEMANGLE_RECURSION_LIMIT of two parts a byte. */
#define NAME_MOST  1024
#define PARTS_MOST ((size_t)2 * NAME_MOST)

/* Templates for which a conversion operator's type is read twice, each in the other. */
#define TWICE_MOST 8

/* Whatever is beyond is refused, so it need not be exact. */
#define MUCH (UINT64_C(1) << 48)

/* Deeper than the library goes itself: MAX_RECURSION_COUNT. */
#define DEEP_MOST 2048

/* Scopes in each other, and what two share: times that arguments are looked at. */
#define ROUNDS_MOST 24

typedef const struct demangle_component *part;

/*
 * What a template parameter stands for depends on where it is met: it is an argument of the
 * template of the function around it, in which parameters are those of the function around
 * that. No function: an error. In a lambda it is "auto". And there are places whose functions
 * the library may take from elsewhere: there it is any argument, so the dearest.
 */
enum { NO_SCOPE, LAMBDA_SCOPE, ANY_SCOPE, FIRST_SCOPE, SCOPES_MOST = 24 };

struct scope {
	part arguments; /* a list */
	unsigned around;
	uint64_t *steps; /* owned: of each part here, 0: not known yet */
};

/* The parts of a name as the library has them: a tree in which they are shared. */
struct parts {
	part all;     /* owned by the library's block */
	size_t count; /* places in the block; not all need be used */
	struct scope scopes[SCOPES_MOST];
	unsigned scope_count, deep;
	bool failed;
	uint64_t any, most, longest; /* arguments: in ANY_SCOPE, the dearest; a list */
	uint8_t met[PARTS_MOST];     /* the scope in which a reference was met first */
};

/* It was met in two: the library has what was there first. */
#define MIXED UINT8_MAX

static uint64_t plus(uint64_t a, uint64_t b)
{
	return a + b < MUCH ? a + b : MUCH;
}

static uint64_t times(uint64_t a, uint64_t b)
{
	return a && b > MUCH / a ? MUCH : a * b;
}

/* The parts right below, NULL for none. */
static void below(part p, part child[2])
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

/* The number of a part; false for what is none: of a kind that we do not know, say. */
static bool number_of(const struct parts *t, part p, size_t *number)
{
	uintptr_t at = (uintptr_t)p, from = (uintptr_t)t->all;

	if (!p || at < from || (at - from) % sizeof *p != 0)
		return false;
	*number = (at - from) / sizeof *p;
	return *number < t->count;
}

/* The argument of this number, NULL: there is none; and how many there are. */
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

/* The arguments of the template that a function is, NULL: it is none. */
static part arguments_of(const struct parts *t, part function)
{
	part child[2] = {function->u.s_binary.left, NULL};
	size_t at;

	while (number_of(t, child[0], &at) && !child[1]) {
		part p = child[0];

		if (p->type == DEMANGLE_COMPONENT_TEMPLATE)
			return p->u.s_binary.right;
		below(p, child);
		if (p->type == DEMANGLE_COMPONENT_LOCAL_NAME) {
			child[0] = child[1];
			child[1] = NULL;
		}
	}
	return NULL;
}

/* Inside a function that is in `around`. */
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
	t->scopes[t->scope_count] = (struct scope){arguments, around, NULL};
	return t->scope_count++;
}

static uint64_t steps_of(struct parts *t, part p, unsigned scope);

/* What a parameter stands for. */
static uint64_t steps_of_param(struct parts *t, part p, unsigned scope)
{
	uint64_t number = (uint64_t)p->u.s_number.number, count, steps = 0;
	part found;

	if (scope == ANY_SCOPE)
		return t->any;
	if (scope >= FIRST_SCOPE) {
		found = argument(t, t->scopes[scope].arguments, number, &count);
		steps = plus(count, steps_of(t, found, t->scopes[scope].around));
	}
	t->most = steps > t->most ? steps : t->most;
	return steps;
}

/* "T_&": which function's T_ that is is remembered when it is met first. */
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
	below(p, child);
	for (int i = 0; i < 2; i++)
		steps = plus(steps, steps_of(t, child[i], inner[i]));
	return steps;
}

/* All that is written for a part, and what is only looked through. */
static uint64_t steps_of(struct parts *t, part p, unsigned scope)
{
	struct error none = ERROR_INIT;
	struct scope *s = &t->scopes[scope];
	uint64_t steps, count;
	size_t at;

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
	s->steps[at] = MUCH; /* if it is in itself */
	t->deep++;
	steps = steps_below(t, p, scope);
	if (p->type == DEMANGLE_COMPONENT_TEMPLATE_PARAM)
		steps = plus(steps, steps_of_param(t, p, scope));
	else if (p->type == DEMANGLE_COMPONENT_PACK_EXPANSION)
		steps = times(steps, t->longest + 1); /* looked through, then written */
	if (argument(t, p, 0, &count) && count > t->longest)
		t->longest = count;
	t->deep--;
	s->steps[at] = steps;
	return steps;
}

static void forget_steps(struct parts *t)
{
	for (unsigned i = 0; i < SCOPES_MOST; i++) {
		mem_free(t->scopes[i].steps);
		t->scopes[i].steps = NULL;
	}
}

/*
 * Until nothing is learned any more about what the names of all scopes share, or each of
 * them has been gone into from each.
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
		forget_steps(t);
	}
	return t->failed ? MUCH : steps;
}

/*
 * In 2.40 the library does not set here what tells how it reads "sr": it is what the stack
 * holds. So both ways are tried, which need not be right for what follows to be safe.
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
 * "cvT_IT_IT_...": the type of a conversion operator is read with the arguments behind it,
 * and then without, at each level anew.
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

uint64_t demangle_cost(const char *mangled)
{
	size_t len = strnlen(mangled, NAME_MOST + 1);
	uint64_t steps, other = 0;

	if (len > NAME_MOST || is_read_often(mangled))
		return DEMANGLE_ENDLESS;
	if (strncmp(mangled, "_GLOBAL_", 8) == 0) /* "_GLOBAL__I_" and a name */
		mangled += len > 11 ? 11 : len;
	if (strncmp(mangled, "_Z", 2) != 0)
		return len;
	steps = steps_of_name(mangled, 1);
	if (strstr(mangled, "sr"))
		other = steps_of_name(mangled, 0);
	steps = steps > other ? steps : other;
	return steps && steps < MUCH ? steps : DEMANGLE_ENDLESS;
}
