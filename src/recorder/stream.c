#include "recorder/stream.h"

#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION "0"
#endif

/* perf.data-file-format.txt */
enum {
	RECORD_HEADER_ATTR = 64,
	RECORD_FINISHED_ROUND = 68,
	RECORD_HEADER_FEATURE = 80,
	RECORD_FINISHED_INIT = 82
};

enum {
	FEATURE_HOSTNAME = 3,
	FEATURE_OSRELEASE = 4,
	FEATURE_VERSION = 5,
	FEATURE_ARCH = 6,
	FEATURE_NRCPUS = 7,
	FEATURE_CPUDESC = 8,
	FEATURE_TOTAL_MEM = 10,
	FEATURE_CMDLINE = 11,
	FEATURE_EVENT_DESC = 12,
	FEATURE_SAMPLE_TIME = 21,
	FEATURE_CLOCKID = 23,
	FEATURE_CLOCK_DATA = 29,
	FEATURES = 30
};

#define MAGIC	  "PERFILE2"
#define HEAD	  104
#define HEAD_PIPE 16
#define SECTION	  16 /* u64 offset, size */

static const size_t attr_bytes = sizeof(struct perf_event_attr);

/* ---- facts ---- */

/* "model name\t: AMD EPYC" */
static struct text processor(char *line, size_t room)
{
	FILE *in = fopen("/proc/cpuinfo", "re");
	const char *colon = NULL;

	while (in && !colon && fgets(line, (int)room, in))
		if (strncmp(line, "model name", 10) == 0)
			colon = strchr(line, ':');
	if (in)
		fclose(in);
	return colon ? text_trim((struct text){colon + 1, strcspn(colon + 1, "\n")})
		     : TEXT("");
}

static void put_events(struct records *r, const struct stream_facts *f)
{
	records_u32(r, f->events->count);
	records_u32(r, (uint32_t)attr_bytes);
	for (unsigned i = 0; i < f->events->count; i++) {
		records_bytes(r, &f->events->list[i].attr, attr_bytes);
		records_u32(r, (uint32_t)f->ids[i].count);
		records_string(r, text_of(f->events->list[i].name));
		records_bytes(r, f->ids[i].list, f->ids[i].count * 8);
	}
}

static void put_clock(struct records *r, const struct stream_facts *f)
{
	records_u32(r, 1); /* version */
	records_u32(r, CLOCK_MONOTONIC);
	records_u64(r, f->wall);
	records_u64(r, f->clock);
}

/* False: there is none of this number, or nothing to say. */
static bool put_fact(struct records *r, const struct stream_facts *f, int feature,
		     const struct utsname *u)
{
	char line[256];
	struct text t = TEXT("");
	long cpus, online;

	switch (feature) {
	case FEATURE_HOSTNAME:
		t = text_of(u->nodename);
		break;
	case FEATURE_OSRELEASE:
		t = text_of(u->release);
		break;
	case FEATURE_VERSION:
		t = TEXT("flarescope " PACKAGE_VERSION);
		break;
	case FEATURE_ARCH:
		t = text_of(u->machine);
		break;
	case FEATURE_CPUDESC:
		t = processor(line, sizeof line);
		break;
	case FEATURE_NRCPUS:
		cpus = sysconf(_SC_NPROCESSORS_CONF);
		online = sysconf(_SC_NPROCESSORS_ONLN);
		records_u32(r, (uint32_t)cpus);
		records_u32(r, (uint32_t)online);
		return true;
	case FEATURE_TOTAL_MEM:
		records_u64(r, (uint64_t)sysconf(_SC_PHYS_PAGES) *
				   (uint64_t)sysconf(_SC_PAGESIZE) / 1024);
		return true;
	case FEATURE_CMDLINE:
		records_u32(r, 1);
		t = text_of(f->command);
		break;
	case FEATURE_EVENT_DESC:
		put_events(r, f);
		return true;
	case FEATURE_SAMPLE_TIME:
		records_u64(r, f->first);
		records_u64(r, f->last);
		return f->last > 0;
	case FEATURE_CLOCKID:
		records_u64(r, 1); /* ns */
		return true;
	case FEATURE_CLOCK_DATA:
		put_clock(r, f);
		return true;
	default:
		return false;
	}
	records_string(r, t);
	return t.len > 0;
}

/* ---- a pipe ---- */

static void put_head(struct records *r, uint64_t size)
{
	records_bytes(r, MAGIC, sizeof MAGIC - 1);
	records_u64(r, size);
}

void stream_head(struct records *r, const struct stream_facts *f)
{
	struct utsname u;

	if (uname(&u) != 0)
		u = (struct utsname){.release = ""};
	put_head(r, HEAD_PIPE);
	for (unsigned i = 0; i < f->events->count; i++) {
		records_begin(r, RECORD_HEADER_ATTR, 0);
		records_bytes(r, &f->events->list[i].attr, attr_bytes);
		records_bytes(r, f->ids[i].list, f->ids[i].count * 8);
		records_end(r);
	}
	for (int i = 0; i < FEATURES; i++) {
		size_t before = r->count;

		records_begin(r, RECORD_HEADER_FEATURE, 0);
		records_u64(r, (uint64_t)i);
		if (put_fact(r, f, i, &u))
			records_end(r);
		else
			r->count = before;
	}
}

void stream_begun(struct records *r)
{
	records_begin(r, RECORD_FINISHED_INIT, 0);
	records_end(r);
}

void stream_round(struct records *r, const struct stream_tick *tick)
{
	if (tick) {
		records_begin(r, RECORD_TICK, 0);
		records_bytes(r, tick, sizeof *tick);
		records_end(r);
	}
	records_begin(r, RECORD_FINISHED_ROUND, 0);
	records_end(r);
}

/* ---- a file ---- */

/* Behind the head: the numbers of all counters, then the events. */
static uint64_t ids_bytes(const struct stream_facts *f)
{
	uint64_t all = 0;

	for (unsigned i = 0; i < f->events->count; i++)
		all += f->ids[i].count * 8;
	return all;
}

void stream_file_head(struct records *r, const struct stream_facts *f, uint64_t bytes,
		      uint64_t features)
{
	uint64_t attrs = HEAD + ids_bytes(f), at = HEAD;
	uint64_t attrs_bytes = f->events->count * (attr_bytes + SECTION);

	put_head(r, HEAD);
	records_u64(r, attr_bytes + SECTION);
	records_u64(r, attrs);
	records_u64(r, attrs_bytes);
	records_u64(r, attrs + attrs_bytes);
	records_u64(r, bytes);
	records_u64(r, 0); /* types of events: of perf before 3.0 */
	records_u64(r, 0);
	records_u64(r, features);
	for (int i = 1; i < 4; i++)
		records_u64(r, 0);
	for (unsigned i = 0; i < f->events->count; i++)
		records_bytes(r, f->ids[i].list, f->ids[i].count * 8);
	for (unsigned i = 0; i < f->events->count; i++) {
		records_bytes(r, &f->events->list[i].attr, attr_bytes);
		records_u64(r, at);
		records_u64(r, f->ids[i].count * 8);
		at += f->ids[i].count * 8;
	}
}

uint64_t stream_file_tail(struct records *r, const struct stream_facts *f, uint64_t at)
{
	uint64_t features = 0, sections[FEATURES][2];
	struct records facts = {.bytes = NULL};
	unsigned count = 0;
	struct utsname u;

	if (uname(&u) != 0)
		u = (struct utsname){.release = ""};
	for (int i = 0; i < FEATURES; i++) {
		size_t before = facts.count;

		if (!put_fact(&facts, f, i, &u)) {
			facts.count = before;
			continue;
		}
		features |= UINT64_C(1) << i;
		sections[count][0] = before; /* room: FEATURES */
		sections[count++][1] = facts.count - before;
	}
	for (unsigned i = 0; i < count; i++) {
		records_u64(r, at + (uint64_t)count * SECTION + sections[i][0]);
		records_u64(r, sections[i][1]);
	}
	records_bytes(r, facts.bytes, facts.count);
	r->failed |= facts.failed;
	records_release(&facts);
	return features;
}
