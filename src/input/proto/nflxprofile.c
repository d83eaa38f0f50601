#include "input/formats.h"

#include <math.h>
#include <proto/nflxprofile.pb-c.h>

#include "base/append.h"
#include "base/mem.h"
#include "base/number.h"
#include "input/proto/nflx_nodes.h"
#include "input/proto/proto_pieces.h"
#include "input/proto/proto_wire.h"

#define LONGEST 9e9 /* seconds: as nanoseconds they fit 63 bits */

/* A growing column of the file. */
struct column32 {
	uint32_t *at; /* owned */
	size_t count, room;
};

struct nflx {
	struct reading *reading; /* borrowed */
	double start;		 /* seconds */
	struct nflx_nodes nodes;
	struct column32 sample, cpu, pid, tid;
	double *delta; /* owned */
	size_t delta_count, delta_room;
	uint64_t *value; /* owned */
	size_t value_count, value_room;
	bool has_stack, has_parent; /* its params */
	uint16_t event;
	double carry; /* ns: what rounding has left over */
};

/* ---- taking it in ---- */

static bool append(struct column32 *c, const uint32_t *from, size_t n, struct error *err)
{
	for (size_t i = 0; i < n; i++)
		if (!APPEND(c->at, c->count, c->room, "samples", err, from[i]))
			return false;
	return true;
}

static bool append_deltas(struct nflx *x, const Nflx__Profile *p, struct error *err)
{
	for (size_t i = 0; i < p->n_time_deltas; i++)
		if (!APPEND(x->delta, x->delta_count, x->delta_room, "times", err,
			    p->time_deltas[i]))
			return false;
	return true;
}

static bool append_values(struct nflx *x, const Nflx__Profile *p, struct error *err)
{
	for (size_t i = 0; i < p->n_samples_value; i++)
		if (!APPEND(x->value, x->value_count, x->value_room, "weights", err,
			    p->samples_value[i]))
			return false;
	return true;
}

static bool is(ProtobufCBinaryData data, const char *text)
{
	return text_equal((struct text){(const char *)data.data, data.len},
			  text_of(text));
}

static void take_param(struct nflx *x, const Nflx__ParamsEntry *param)
{
	if (!is(param->value, "true"))
		return;
	x->has_stack |= is(param->key, "has_node_stack");
	x->has_parent |= is(param->key, "has_parent");
}

static bool take_piece(void *arg, const ProtobufCMessage *piece, uint64_t offset,
		       struct error *err)
{
	struct nflx *x = arg;
	const Nflx__Profile *p = (const Nflx__Profile *)(const void *)piece;

	if (p->start_time != 0)
		x->start = p->start_time;
	for (size_t i = 0; i < p->n_params; i++)
		take_param(x, p->params[i]);
	for (size_t i = 0; i < p->n_nodes; i++)
		if (!nflx_nodes_add(&x->nodes, p->nodes[i], offset, err))
			return false;
	return append(&x->sample, p->samples, p->n_samples, err) &&
	       append_deltas(x, p, err) && append_values(x, p, err) &&
	       append(&x->cpu, p->samples_cpu, p->n_samples_cpu, err) &&
	       append(&x->pid, p->samples_pid, p->n_samples_pid, err) &&
	       append(&x->tid, p->samples_tid, p->n_samples_tid, err);
}

/* ---- handing it on ---- */

/* The exact sum of many fractions of a second, as whole nanoseconds. */
static bool advance(struct nflx *x, double seconds, int64_t *ns)
{
	double exact;
	int64_t whole;

	if (!(fabs(seconds) < LONGEST))
		return false;
	exact = seconds * (double)NS_PER_SECOND + x->carry;
	whole = (int64_t)(exact < 0 ? exact - 0.5 : exact + 0.5);
	x->carry = exact - (double)whole;
	return !__builtin_add_overflow(*ns, whole, ns);
}

static int32_t id_at(const struct column32 *c, size_t i, int32_t otherwise)
{
	return i < c->count && c->at[i] <= INT32_MAX ? (int32_t)c->at[i] : otherwise;
}

static uint16_t cpu_at(const struct nflx *x, size_t i)
{
	return i < x->cpu.count && x->cpu.at[i] < PROFILE_NO_CPU ? (uint16_t)x->cpu.at[i]
								 : PROFILE_NO_CPU;
}

static void add_sample(struct nflx *x, size_t i, bool timed, uint64_t time)
{
	const struct nflx_node *node = nflx_nodes_find(&x->nodes, x->sample.at[i]);
	struct builder *b = x->reading->builder;
	struct sample s = {
	    .time = time,
	    .timed = timed,
	    .weight = i < x->value_count ? x->value[i] : 1,
	    .cpu = cpu_at(x, i),
	    .event = x->event,
	};

	if (!node) {
		losses_count(x->reading->losses, LOSS_RECORD, 0);
		return;
	}
	s.stack = node->stack;
	s.thread =
	    builder_thread_of(b, nflx_nodes_root(&x->nodes, node),
			      id_at(&x->pid, i, node->pid), id_at(&x->tid, i, node->tid));
	builder_sample(b, &s);
}

static bool add_samples(struct nflx *x, struct error *err)
{
	int64_t time = 0;
	bool ok = advance(x, x->start, &time);

	x->event = builder_event(x->reading->builder, TEXT("samples"), TEXT(""));
	for (size_t i = 0; i < x->sample.count; i++) {
		bool timed = i < x->delta_count;

		if (i % READING_EACH == 0 && !reading_goes_on(x->reading, err))
			return false;
		if (timed && (!ok || !advance(x, x->delta[i], &time) || time < 0))
			losses_count(x->reading->losses, LOSS_NUMBER, 0);
		else
			add_sample(x, i, timed, timed ? (uint64_t)time : 0);
	}
	return true;
}

static enum nflx_form form_of(const struct nflx *x)
{
	if (x->has_stack)
		return NFLX_STACK;
	return x->has_parent ? NFLX_PARENT : NFLX_CHILDREN;
}

static bool read_profile(struct reading *r, struct error *err)
{
	struct nflx x = {
	    .reading = r,
	    .nodes = {.builder = r->builder, .losses = r->losses},
	};
	bool ok = proto_pieces_read(r, &nflx__profile__descriptor, take_piece, &x, err) &&
		  nflx_nodes_link(&x.nodes, form_of(&x), err) && add_samples(&x, err);

	nflx_nodes_release(&x.nodes);
	mem_free(x.sample.at);
	mem_free(x.cpu.at);
	mem_free(x.pid.at);
	mem_free(x.tid.at);
	mem_free(x.delta);
	mem_free(x.value);
	return ok;
}

const struct format nflxprofile_format = {
    .name = "nflxprofile",
    .help =
	"Netflix's nflxprofile, which its converters make of perf script or V8 profiles",
    .probe = nflxprofile_probe,
    .read = read_profile,
    .library = &protobuf_library,
};
