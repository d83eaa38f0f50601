#include "input/perf_data/perf_maps.h"

#include "base/append.h"
#include "base/idmap.h"
#include "base/mem.h"
#include "input/perf_data/perf_space.h"

#define MAPS_OF_ONE   UINT32_C(65536) /* as many as Linux gives a process */
#define MAPS_OF_ALL   (UINT64_C(4) << 20)
#define KERNEL_BEHIND (UINT64_C(128) << 20) /* its text: data and what starts it */

/* Spaces are shared by processes until one of them changes. */
struct space {
	struct perf_space maps;
	uint32_t users;
	uint32_t version;	 /* of these maps together with ... */
	uint32_t kernel_version; /* ... this state of the kernel's */
};

/* Spaces of no process. */
enum { SPACE_NONE, SPACE_KERNEL, SPACE_GUEST, SPACES_FIXED };

struct perf_maps {
	struct perf_modules *modules; /* owned */
	struct space *spaces;	      /* owned */
	uint32_t *of_process;	      /* owned: spaces, by number of the process */
	size_t count, room, process_count, process_room;
	struct idmap processes;	   /* pid to number */
	struct perf_nodes nodes;   /* all maps of all spaces */
	uint64_t left_out;	   /* maps */
	uint32_t versions, kernel; /* the last given away, the kernel's */
};

static bool add_space(struct perf_maps *m, uint32_t *at, struct error *err)
{
	*at = (uint32_t)m->count;
	return APPEND(m->spaces, m->count, m->room, "maps of processes", err,
		      (struct space){.maps.nodes = &m->nodes, .users = 1});
}

struct perf_maps *perf_maps_new(struct error *err)
{
	struct perf_maps *m = mem_array(1, sizeof *m, "maps", err);
	uint32_t at;

	if (!m)
		return NULL;
	m->kernel = 1;
	m->modules = perf_modules_new(err);
	for (int i = 0; m->modules && i < SPACES_FIXED; i++) {
		if (add_space(m, &at, err))
			continue;
		perf_maps_free(m);
		return NULL;
	}
	if (m->modules)
		return m;
	perf_maps_free(m);
	return NULL;
}

void perf_maps_free(struct perf_maps *m)
{
	if (!m)
		return;
	perf_nodes_release(&m->nodes);
	mem_free(m->spaces);
	mem_free(m->of_process);
	idmap_release(&m->processes);
	perf_modules_free(m->modules);
	mem_free(m);
}

struct perf_maps *perf_maps_new_like(const struct perf_maps *like, struct error *err)
{
	struct perf_maps *m = perf_maps_new(err);

	if (m && perf_modules_same_ids(m->modules, like->modules, err))
		return m;
	perf_maps_free(m);
	return NULL;
}

struct perf_modules *perf_maps_modules(struct perf_maps *m)
{
	return m->modules;
}

uint64_t perf_maps_left_out(const struct perf_maps *m)
{
	return m->left_out;
}

/* ---- processes ---- */

uint32_t perf_maps_space(const struct perf_maps *m, int32_t pid)
{
	uint32_t process;

	return idmap_get(&m->processes, (uint32_t)pid, &process) ? m->of_process[process]
								 : SPACE_NONE;
}

static void leave(struct perf_maps *m, uint32_t at)
{
	struct space *s = &m->spaces[at];

	if (at >= SPACES_FIXED && --s->users == 0)
		perf_space_release(&s->maps);
}

static bool give(struct perf_maps *m, int32_t pid, uint32_t space, struct error *err)
{
	uint32_t fresh = (uint32_t)m->process_count, process;

	if (!idmap_put(&m->processes, (uint32_t)pid, fresh, &process, err))
		return false;
	if (process == fresh && !APPEND(m->of_process, m->process_count, m->process_room,
					"processes", err, SPACE_NONE))
		return false;
	leave(m, m->of_process[process]);
	m->of_process[process] = space;
	return true;
}

bool perf_maps_fork(struct perf_maps *m, int32_t child, int32_t parent, struct error *err)
{
	uint32_t space = perf_maps_space(m, parent);

	if (child == parent)
		return true;
	if (!give(m, child, space, err))
		return false;
	m->spaces[space].users++;
	return true;
}

/* The space of a process, which may be changed. */
static bool own_space(struct perf_maps *m, int32_t pid, uint32_t *at, struct error *err)
{
	uint32_t shared = perf_maps_space(m, pid);

	*at = shared;
	if (shared >= SPACES_FIXED && m->spaces[shared].users == 1)
		return true;
	if (!add_space(m, at, err))
		return false;
	perf_space_copy(&m->spaces[*at].maps, &m->spaces[shared].maps);
	return give(m, pid, *at, err);
}

/* ---- changes ---- */

static bool put(struct perf_maps *m, uint32_t at, const struct perf_map *map,
		struct error *err)
{
	struct space *s = &m->spaces[at];

	if (perf_space_count(&s->maps) + 2 > MAPS_OF_ONE || m->nodes.live > MAPS_OF_ALL) {
		m->left_out++;
		return true;
	}
	if (!perf_space_put(&s->maps, map, err))
		return false;
	if (at == SPACE_KERNEL || at == SPACE_GUEST)
		m->kernel++;
	else
		s->kernel_version = 0;
	return true;
}

bool perf_maps_add(struct perf_maps *m, const struct perf_mapping *p, struct error *err)
{
	struct perf_map map = {.start = p->start, .offset = p->offset};
	bool kernel = p->mode == PERF_MODE_KERNEL || p->mode == PERF_MODE_GUEST_KERNEL;
	uint32_t at = p->mode == PERF_MODE_KERNEL ? SPACE_KERNEL : SPACE_GUEST;

	if (p->mode == PERF_MODE_GUEST_USER)
		return true; /* its processes have numbers of their own */
	map.end = p->len > UINT64_MAX - p->start ? UINT64_MAX : p->start + p->len;
	if (kernel && p->len == 0)
		map.end = UINT64_MAX;
	if (!perf_modules_put(m->modules,
			      &(struct perf_module_map){
				  .path = p->path,
				  .build_id = p->build_id,
				  .inode = p->inode,
				  .offset = p->offset,
				  .pid = p->pid,
				  .kernel = kernel,
				  .guest = kernel && at == SPACE_GUEST,
			      },
			      &map.module, err))
		return false;
	map.absolute =
	    kernel || perf_modules_get(m->modules, map.module)->kind == PERF_MODULE_MADE;
	return (kernel || own_space(m, p->pid, &at, err)) && put(m, at, &map, err);
}

bool perf_maps_symbol(struct perf_maps *m, uint64_t start, uint64_t len, struct text name,
		      struct error *err)
{
	struct perf_map map = {.start = start, .absolute = true};

	map.end = len > UINT64_MAX - start ? UINT64_MAX : start + len;
	return (name.len == 0 ||
		perf_modules_put_symbol(m->modules, name, &map.module, err)) &&
	       put(m, SPACE_KERNEL, &map, err);
}

bool perf_maps_version(struct perf_maps *m, uint32_t space, uint32_t *version,
		       struct error *err)
{
	struct space *s = &m->spaces[space];

	if (s->kernel_version != m->kernel) {
		if (m->versions == UINT32_MAX)
			return error_set(err, ERROR_LIMIT, "too many changes of maps");
		s->version = ++m->versions;
		s->kernel_version = m->kernel;
	}
	*version = s->version;
	return true;
}

/* ---- looking up ---- */

/*
 * The recorded map of the kernel ends with its text. What starts it, which the idle task of
 * the first CPU never returns from (start_kernel), lies behind its data.
 */
static const struct perf_map *kernel_map(const struct perf_maps *m, uint64_t address)
{
	const struct perf_space *kernel = &m->spaces[SPACE_KERNEL].maps;
	const struct perf_map *map = perf_space_find(kernel, address);

	if (map)
		return map;
	map = perf_space_below(kernel, address);
	if (!map || address - map->end >= KERNEL_BEHIND)
		return NULL;
	return perf_modules_get(m->modules, map->module)->kind == PERF_MODULE_KERNEL
		   ? map
		   : NULL;
}

struct perf_place perf_maps_find(const struct perf_maps *m, uint32_t space,
				 enum perf_mode mode, uint64_t address)
{
	const struct perf_map *map = NULL;

	if (mode == PERF_MODE_USER)
		map = perf_space_find(&m->spaces[space].maps, address);
	else if (mode == PERF_MODE_KERNEL)
		map = kernel_map(m, address);
	else if (mode == PERF_MODE_GUEST_KERNEL)
		map = perf_space_find(&m->spaces[SPACE_GUEST].maps, address);
	if (!map)
		return (struct perf_place){.address = address};
	return (struct perf_place){
	    .module = map->module,
	    .address = map->absolute ? address : address - map->start + map->offset,
	    .start = map->start,
	    .offset = map->offset,
	};
}

void perf_maps_copy(const struct perf_maps *m, uint32_t space, struct perf_space *to)
{
	perf_space_release(to);
	perf_space_copy(to, &m->spaces[space].maps);
}
