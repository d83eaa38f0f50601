#include "input/perf_data/perf_places.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/append.h"
#include "base/idmap.h"
#include "base/mem.h"

/*
 * What a place stands for, as the maps below have it: a frame, or with this bit where in `run`
 * its frames are: how many, then callers first.
 */
#define SEVERAL (UINT32_C(1) << 31)

struct perf_places {
	struct builder *builder;	    /* borrowed */
	const struct perf_modules *modules; /* borrowed */
	const struct perf_symbols *symbols; /* borrowed; NULL: none are known */
	struct idmap
	    *by_module; /* owned: address to what it stands for, for each module */
	uint32_t *run;	/* owned */
	uint8_t
	    *why; /* owned: by frame, why it has no name: enum symbol_status + 1; or 0 */
	size_t why_count, why_room;
	size_t module_count, modules_room, run_count, run_room;
	bool by_address; /* the names of nameless places tell it */
};

struct perf_names {
	struct perf_places *places;
	const struct perf_module *of; /* borrowed */
	uint8_t why;		      /* no name is known: enum symbol_status + 1; or 0 */
	size_t first;		      /* in `run` */
};

struct perf_places *perf_places_new(struct builder *builder,
				    const struct perf_modules *modules,
				    const struct perf_symbols *symbols, bool addresses,
				    struct error *err)
{
	struct perf_places *p = mem_array(1, sizeof *p, "functions", err);

	if (!p)
		return NULL;
	p->builder = builder;
	p->modules = modules;
	p->symbols = symbols;
	p->by_address = addresses;
	return p;
}

void perf_places_free(struct perf_places *p)
{
	if (!p)
		return;
	for (size_t i = 0; i < p->module_count; i++)
		idmap_release(&p->by_module[i]);
	mem_free(p->by_module);
	mem_free(p->run);
	mem_free(p->why);
	mem_free(p);
}

bool perf_names_again(struct perf_names *n, uint32_t frame, struct error *err)
{
	struct perf_places *p = n->places;

	return APPEND(p->run, p->run_count, p->run_room, "frames", err, frame);
}

bool perf_names_add(struct perf_names *n, struct text name, enum frame_kind kind,
		    struct error *err)
{
	struct builder *b = n->places->builder;
	uint32_t module = builder_string(b, text_of(n->of->name));

	return perf_names_again(
	    n, builder_frame(b, builder_string(b, name), module, kind), err);
}

void perf_names_none(struct perf_names *n, enum symbol_status why)
{
	n->why = (uint8_t)(why + 1);
}

bool perf_names_single(const struct perf_names *n, uint32_t *frame)
{
	const struct perf_places *p = n->places;

	*frame = p->run[p->run_count - 1];
	return p->run_count == n->first + 1;
}

/* "[libc.so.6]", with addresses "[libc.so.6 <7f12>]", "[unknown]": as in perf_frames.c */
static bool add_nameless(struct perf_places *p, const struct perf_module *module,
			 uint64_t address, struct perf_names *names, struct error *err)
{
	struct text base = text_basename(text_of(module->name));
	char buf[512];

	if (base.len > 1 && base.at[0] == '[' && base.at[base.len - 1] == ']')
		base = text_upto(text_from(base, 1), base.len - 2);
	if (base.len == 0)
		base = TEXT("unknown");
	base = text_upto(base, sizeof buf - 32);
	if (p->by_address)
		snprintf(buf, sizeof buf, "[%.*s <%" PRIx64 ">]", (int)base.len, base.at,
			 address);
	else
		snprintf(buf, sizeof buf, "[%.*s]", (int)base.len, base.at);
	return perf_names_add(names, text_of(buf), FRAME_UNKNOWN, err);
}

/* Modules of one name, as of two versions of a file, share a frame: the first reason stays. */
static bool remember_why(struct perf_places *p, uint32_t frame, uint8_t why,
			 struct error *err)
{
	if (!why)
		return true;
	while (p->why_count <= frame)
		if (!APPEND(p->why, p->why_count, p->why_room, "frames", err, 0))
			return false;
	if (!p->why[frame])
		p->why[frame] = why;
	return true;
}

static bool learn(struct perf_places *p, struct perf_place place, uint32_t *known,
		  struct error *err)
{
	const struct perf_module *module = perf_modules_get(p->modules, place.module);
	size_t first = p->run_count;
	struct perf_names names = {.places = p, .of = module, .first = first + 1};

	if (first > SEVERAL / 2)
		return error_set(err, ERROR_LIMIT, "too many different functions");
	if (!mem_reserve(&p->run, &p->run_room, first + 1, sizeof *p->run, "frames", err))
		return false;
	p->run_count++;
	if (module->kind == PERF_MODULE_SYMBOL) {
		if (!perf_names_add(&names, text_of(module->name), FRAME_KERNEL, err))
			return false;
	} else if (place.module && p->symbols &&
		   !p->symbols->name(p->symbols->arg, module, &place, &names, err)) {
		return false;
	}
	if (p->run_count == first + 1 &&
	    (!add_nameless(p, module, place.address, &names, err) ||
	     !remember_why(p, p->run[first + 1], names.why, err)))
		return false;
	p->run[first] = (uint32_t)(p->run_count - first - 1);
	*known = (uint32_t)first | SEVERAL;
	if (p->run[first] == 1 && p->run[first + 1] < SEVERAL) {
		*known = p->run[first + 1];
		p->run_count = first;
	}
	return true;
}

static struct idmap *make_module(struct perf_places *p, uint32_t module,
				 struct error *err)
{
	while (p->module_count <= module)
		if (!APPEND(p->by_module, p->module_count, p->modules_room, "functions",
			    err, (struct idmap){0}))
			return NULL;
	return &p->by_module[module];
}

bool perf_places_find(struct perf_places *p, const struct perf_place *place,
		      uint32_t *entry, struct error *err)
{
	struct idmap *known = place->module < p->module_count
				  ? &p->by_module[place->module]
				  : make_module(p, place->module, err);
	/* without symbols and addresses all places of a module have one name */
	uint64_t address = p->symbols || p->by_address ? place->address : 0;

	if (!known)
		return false;
	return idmap_get(known, address, entry) ||
	       (learn(p, *place, entry, err) &&
		idmap_put(known, address, *entry, entry, err));
}

uint32_t perf_places_push(const struct perf_places *p, uint32_t entry, uint32_t stack)
{
	const uint32_t *run;

	if (!(entry & SEVERAL))
		return builder_stack(p->builder, stack, entry);
	run = p->run + (entry & ~SEVERAL);
	for (uint32_t i = 1; i <= run[0]; i++)
		stack = builder_stack(p->builder, stack, run[i]);
	return stack;
}

bool perf_places_tell(const struct perf_places *p, struct losses *losses,
		      struct error *err)
{
	uint64_t *uses = builder_frame_uses(p->builder, err);

	if (!uses)
		return false;
	for (size_t frame = 0; frame < p->why_count; frame++) {
		unsigned why = p->why[frame] ? p->why[frame] - 1u : SYMBOLS_STATUS_COUNT;

		if (why < SYMBOLS_STATUS_COUNT)
			losses_add(losses,
				   why == SYMBOLS_FOUND
				       ? ASIDE_NAMELESS
				       : (enum loss_reason)(LOSS_NAMELESS + why),
				   uses[frame], 0);
	}
	mem_free(uses);
	return true;
}
