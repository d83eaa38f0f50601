#include "input/perf_places.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/idmap.h"
#include "base/mem.h"

/* The frames of one place are run[first] ... run[first + count - 1], callers first. */
struct entry {
	uint32_t first, count;
};

struct perf_places {
	struct builder *builder;	    /* borrowed */
	const struct perf_modules *modules; /* borrowed */
	const struct perf_symbols *symbols; /* borrowed; NULL: none are known */
	struct idmap *by_module;	    /* owned: address to entry, for each module */
	struct entry *entries;		    /* owned */
	uint32_t *run;			    /* owned: frames */
	size_t module_count, modules_room, entry_count, entries_room, run_count, run_room;
	bool by_address; /* the names of nameless places tell it */
};

struct perf_names {
	struct perf_places *places;
	uint32_t module; /* string */
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
	free(p->by_module);
	free(p->entries);
	free(p->run);
	free(p);
}

bool perf_names_add(struct perf_names *n, struct text name, enum frame_kind kind,
		    struct error *err)
{
	struct perf_places *p = n->places;

	if (!mem_reserve(&p->run, &p->run_room, p->run_count + 1, sizeof *p->run,
			 "frames", err))
		return false;
	p->run[p->run_count++] =
	    builder_frame(p->builder, builder_string(p->builder, name), n->module, kind);
	return true;
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

static bool learn(struct perf_places *p, struct perf_place place, struct entry *e,
		  struct error *err)
{
	const struct perf_module *module = perf_modules_get(p->modules, place.module);
	struct perf_names names = {p, builder_string(p->builder, text_of(module->name))};

	e->first = (uint32_t)p->run_count;
	if (p->run_count > UINT32_MAX / 2)
		return error_set(err, ERROR_LIMIT, "too many different functions");
	if (module->kind == PERF_MODULE_SYMBOL) {
		if (!perf_names_add(&names, text_of(module->name), FRAME_KERNEL, err))
			return false;
	} else if (place.module && p->symbols &&
		   !p->symbols->name(p->symbols->arg, module, &place, &names, err)) {
		return false;
	}
	if (p->run_count == e->first &&
	    !add_nameless(p, module, place.address, &names, err))
		return false;
	e->count = (uint32_t)p->run_count - e->first;
	return true;
}

static struct idmap *module_of(struct perf_places *p, uint32_t module, struct error *err)
{
	if (!mem_reserve(&p->by_module, &p->modules_room, (size_t)module + 1,
			 sizeof *p->by_module, "functions", err))
		return NULL;
	while (p->module_count <= module)
		p->by_module[p->module_count++] = (struct idmap){0};
	return &p->by_module[module];
}

bool perf_places_find(struct perf_places *p, const struct perf_place *place,
		      uint32_t *entry, struct error *err)
{
	uint32_t fresh = (uint32_t)p->entry_count;
	struct idmap *known = place->module < p->module_count
				  ? &p->by_module[place->module]
				  : module_of(p, place->module, err);
	/* without symbols and addresses all places of a module have one name */
	uint64_t address = p->symbols || p->by_address ? place->address : 0;

	if (!known || !idmap_put(known, address, fresh, entry, err))
		return false;
	if (*entry != fresh)
		return true;
	if (!mem_reserve(&p->entries, &p->entries_room, p->entry_count + 1,
			 sizeof *p->entries, "functions", err) ||
	    !learn(p, *place, &p->entries[fresh], err))
		return false;
	p->entry_count++;
	return true;
}

uint32_t perf_places_push(const struct perf_places *p, uint32_t entry, uint32_t stack)
{
	struct entry e = p->entries[entry];

	for (uint32_t i = 0; i < e.count; i++)
		stack = builder_stack(p->builder, stack, p->run[e.first + i]);
	return stack;
}
