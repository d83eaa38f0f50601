#include "analysis/tree.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/idmap.h"
#include "base/intern.h"
#include "base/mem.h"
#include "profile/hosts.h"
#include "profile/process_names.h"

#define ID_MAX 12 /* "-2147483648" */

/* Members, which are threads or CPUs, belong to one group each. */
static uint32_t member_count(const struct tree_groups *g, const struct profile *p)
{
	return g->root == ROOT_CPU ? PROFILE_NO_CPU + 1 : p->thread_count;
}

static uint32_t member_of(const struct tree_groups *g, const struct context *c)
{
	return g->root == ROOT_CPU ? c->cpu : c->thread;
}

static const char *id_text(int32_t id, char *buf)
{
	if (id == PROFILE_NO_ID)
		return "?";
	snprintf(buf, ID_MAX, "%" PRId32, id);
	return buf;
}

/* Make the label of a member whose name is the string `name`; `id` is its index in `labels`. */
static bool make_label(const struct tree_groups *g, const struct profile *p,
		       uint32_t member, uint32_t name, struct intern *labels,
		       uint32_t *id, struct error *err)
{
	char tail[2 * ID_MAX + 8 + HOST_TAIL_MAX], host[HOST_TAIL_MAX], *whole;
	char pid[ID_MAX], tid[ID_MAX];
	const struct thread *t = g->root == ROOT_CPU ? NULL : &p->threads[member];
	const char *at = t ? host_tail(p, host_of_thread(p, t), host) : "";
	struct text comm;
	bool ok;

	if (!t) { /* "CPU 3", "CPU 3@web1" */
		if (member == PROFILE_NO_CPU)
			return intern_put(labels, TEXT("CPU ?"), id, err);
		snprintf(tail, sizeof tail, "CPU %u%s",
			 (unsigned)host_cpu(p, (uint16_t)member),
			 host_tail(p, host_of_cpu(p, (uint16_t)member), host));
		return intern_put(labels, text_of(tail), id, err);
	}
	if (g->root == ROOT_HOST)
		return intern_put(labels, host_called(p, host_of_thread(p, t)), id, err);
	comm = profile_string(p, name);
	tail[0] = '\0'; /* the name is followed by "", "-12", "-12/34" or "-12@web1" */
	if (g->root == ROOT_PID)
		snprintf(tail, sizeof tail, "-%s%s", id_text(host_pid(p, t), pid), at);
	if (g->root == ROOT_THREAD)
		snprintf(tail, sizeof tail, "-%s/%s%s", id_text(host_pid(p, t), pid),
			 id_text(host_tid(p, t), tid), at);
	whole = mem_array(comm.len + sizeof tail, 1, "bytes of a name", err);
	if (!whole)
		return false;
	memcpy(whole, comm.at, comm.len);
	memcpy(whole + comm.len, tail, strlen(tail));
	ok = intern_put(labels, (struct text){whole, comm.len + strlen(tail)}, id, err);
	mem_free(whole);
	return ok;
}

/*
 * Find or make the label of a member. Many threads may share a long name, which is then read once.
 * `processes` is filled in with ROOT_PID only.
 */
static bool put_label(const struct tree_groups *g, const struct profile *p,
		      const struct process_names *processes, uint32_t member,
		      struct intern *labels, struct idmap *known, uint32_t *id,
		      struct error *err)
{
	const struct thread *t = g->root == ROOT_CPU ? NULL : &p->threads[member];
	uint32_t name = !t		      ? 0
			: g->root == ROOT_PID ? processes->of_thread[member]
					      : t->comm;
	uint64_t key;

	if (!t || g->root == ROOT_THREAD)
		return make_label(g, p, member, name, labels, id, err);
	key = g->root == ROOT_HOST
		  ? host_of_thread(p, t)
		  : idmap_pair(name, g->root == ROOT_PID ? (uint32_t)t->pid : 0);
	return idmap_get(known, key, id) ||
	       (make_label(g, p, member, name, labels, id, err) &&
		idmap_put(known, key, *id, id, err));
}

struct sorted_label {
	struct text text;
	uint32_t id;
};

static int compare_labels(const void *a, const void *b)
{
	const struct sorted_label *x = a, *y = b;

	return text_compare(x->text, y->text);
}

/* Take over the labels and number them in sorted order. */
static bool sort_labels(struct tree_groups *g, struct intern *labels,
			uint32_t *member_groups, uint32_t members, bool has_empty,
			struct error *err)
{
	uint32_t count = intern_count(labels), *rank;
	struct sorted_label *sorted = mem_array(count, sizeof *sorted, "groups", err);
	uint64_t *ends;

	if (!sorted)
		return false;
	rank = mem_array(count, sizeof *rank, "groups", err);
	g->labels = rank ? mem_array(count, sizeof *g->labels, "groups", err) : NULL;
	if (!g->labels) {
		mem_free(rank);
		mem_free(sorted);
		return false;
	}
	intern_take(labels, &g->bytes, &ends, &count);
	for (uint32_t i = 0; i < count; i++) {
		uint64_t from = i ? ends[i - 1] : 0;

		sorted[i].text = (struct text){g->bytes + from, (size_t)(ends[i] - from)};
		sorted[i].id = i;
	}
	qsort(sorted, count, sizeof *sorted, compare_labels);
	for (uint32_t i = !has_empty; i < count; i++) { /* the empty text sorts first */
		/* room: for all sorted labels */
		g->labels[g->count++] = sorted[i].text;
		rank[sorted[i].id] = g->count;
	}
	for (uint32_t i = 0; i < members; i++)
		if (member_groups[i])
			member_groups[i] = rank[member_groups[i] - 1];
	mem_free(ends);
	mem_free(rank);
	mem_free(sorted);
	return true;
}

/* Label the members that occur in contexts with samples; `of` is by member. */
static bool put_labels(struct tree_groups *g, const struct profile *p,
		       const uint8_t *used, uint32_t *of, struct intern *labels,
		       struct error *err)
{
	struct process_names processes = {0};
	struct idmap known = {0};
	bool has_empty = false;
	bool ok = g->root != ROOT_PID || process_names_build(&processes, p, err);
	uint32_t id;

	for (uint32_t i = 0; ok && i < p->context_count; i++) {
		uint32_t member = member_of(g, &p->contexts[i]);

		if (!used[i] || of[member])
			continue;
		ok = put_label(g, p, &processes, member, labels, &known, &id, err);
		if (!ok)
			break;
		has_empty |= id == 0;
		of[member] = id + 1;
	}
	process_names_release(&processes);
	idmap_release(&known);
	if (!ok)
		return false;
	if (!sort_labels(g, labels, of, member_count(g, p), has_empty, err))
		return false;
	for (uint32_t i = 0; i < p->context_count; i++)
		if (used[i])
			g->group[i] = of[member_of(g, &p->contexts[i])];
	return true;
}

void tree_groups_free(struct tree_groups *g)
{
	if (!g)
		return;
	mem_free(g->labels);
	mem_free(g->bytes);
	mem_free(g->group);
	mem_free(g);
}

static bool build_groups(struct tree_groups *g, const struct profile *p,
			 struct error *err)
{
	struct intern *labels = NULL;
	uint8_t *used = NULL;
	uint32_t *of = NULL;
	bool ok = false;

	if (g->root == ROOT_NONE)
		return true;
	g->group = mem_array(p->context_count, sizeof *g->group, "groups", err);
	if (g->group)
		used = profile_used_contexts(p, err);
	if (used)
		of = mem_array(member_count(g, p), sizeof *of, "groups", err);
	if (of)
		labels = intern_new(err);
	if (labels)
		ok = put_labels(g, p, used, of, labels, err);
	intern_free(labels);
	mem_free(of);
	mem_free(used);
	return ok;
}

struct tree_groups *tree_groups_new(const struct profile *p, enum root_mode root,
				    struct error *err)
{
	struct tree_groups *g = mem_array(1, sizeof *g, "call tree", err);

	if (!g)
		return NULL;
	g->root = root;
	if (build_groups(g, p, err))
		return g;
	tree_groups_free(g);
	return NULL;
}
