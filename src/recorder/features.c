#include "recorder/features.h"

#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "base/number.h"
#include "recorder/small_file.h"

enum {
	HOSTNAME = 3,
	OS_RELEASE = 4,
	VERSION = 5,
	ARCH = 6,
	CPUS = 7,
	CPU_DESC = 8,
	MEMORY = 10,
	COMMAND = 11,
	EVENT_DESC = 12,
	SAMPLE_TIME = 21,
	CLOCK_ID = 23,
	CLOCK_DATA = 29,
};

#define STRING_STEP 64 /* strings are padded to a multiple of this */
#define WORDS_MOST  256
#define IDS_MOST    4096 /* of an event: the maximum in a record of a pipe */

static void put_feature_bytes(struct fill *to, const void *at, size_t len)
{
	fill_text(to, (struct text){at, len});
}

static void put_u32(struct fill *to, uint32_t value)
{
	put_feature_bytes(to, &value, sizeof value);
}

static void put_u64(struct fill *to, uint64_t value)
{
	put_feature_bytes(to, &value, sizeof value);
}

/* Write u32 length, then the text padded with zeros to that length. */
static void put_string(struct fill *to, struct text t)
{
	size_t len = (t.len / STRING_STEP + 1) * STRING_STEP;
	char *at;

	put_u32(to, (uint32_t)len);
	at = fill_take(to, len);
	if (!at)
		return;
	memset(at, 0, len);
	if (t.len)
		memcpy(at, t.at, t.len);
}

/* From "model name\t: AMD EPYC" in /proc/cpuinfo; other architectures have other keys. */
static bool put_cpu(struct fill *to)
{
	static const char *const keys[] = {"model name", "Processor", "cpu model", "cpu",
					   "uarch"};
	char room[4096];
	struct text all, line;

	if (!small_file_read("/proc/cpuinfo", room, sizeof room, &all))
		return false;
	while (all.len) {
		const char *end = memchr(all.at, '\n', all.len), *colon;

		line = end ? text_upto(all, (size_t)(end - all.at)) : all;
		all = text_from(all, line.len + 1);
		colon = line.len ? memchr(line.at, ':', line.len) : NULL;
		if (!colon)
			continue;
		for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
			size_t at = (size_t)(colon - line.at);

			if (!text_equal(text_trim(text_upto(line, at)), text_of(keys[i])))
				continue;
			put_string(to, text_trim(text_from(line, at + 1)));
			return true;
		}
	}
	return false;
}

static bool put_cpus(struct fill *to)
{
	long there = sysconf(_SC_NPROCESSORS_CONF),
	     online = sysconf(_SC_NPROCESSORS_ONLN);

	put_u32(to, there > 0 ? (uint32_t)there : 0);
	put_u32(to, online > 0 ? (uint32_t)online : 0);
	return there > 0;
}

static bool put_memory(struct fill *to)
{
	long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);

	if (pages <= 0 || page <= 0)
		return false;
	put_u64(to, (uint64_t)pages * ((uint64_t)page / 1024));
	return true;
}

static bool put_command(struct fill *to, const char *const *words)
{
	uint32_t n = 0;

	while (words && words[n] && n < WORDS_MOST)
		n++;
	put_u32(to, n);
	for (uint32_t i = 0; i < n; i++)
		put_string(to, text_upto(text_of(words[i]), 4096));
	return n > 0;
}

static uint32_t ids_of(const struct events *e, uint32_t kind)
{
	uint32_t n = 0;

	for (size_t i = 0; i < e->count && n < IDS_MOST; i++)
		n += e->at[i].kind == kind;
	return n;
}

/*
 * Write u32 number of events, u32 size of an attr; for each event: attr, u32 number of ids, name,
 * ids.
 */
static bool put_events(struct fill *to, const struct events *e)
{
	put_u32(to, (uint32_t)e->kind_count);
	put_u32(to, (uint32_t)sizeof e->kinds[0].attr);
	for (uint32_t k = 0; k < e->kind_count; k++) {
		uint32_t n = ids_of(e, k);

		put_feature_bytes(to, &e->kinds[k].attr, sizeof e->kinds[k].attr);
		put_u32(to, n);
		put_string(to, text_of(e->kinds[k].name));
		for (size_t i = 0; n && i < e->count; i++)
			if (e->at[i].kind == k) {
				put_u64(to, e->at[i].id);
				n--;
			}
	}
	return true;
}

static uint64_t now_by(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (uint64_t)t.tv_sec * NS_PER_SECOND + (uint64_t)t.tv_nsec;
}

/* Write u32 version, u32 clock, u64 wall clock, u64 that clock at the same time. */
static bool put_clock(struct fill *to)
{
	uint64_t before = now_by(CLOCK_MONOTONIC), wall = now_by(CLOCK_REALTIME);

	put_u32(to, 1);
	put_u32(to, CLOCK_MONOTONIC);
	put_u64(to, wall);
	put_u64(to, before + (now_by(CLOCK_MONOTONIC) - before) / 2);
	return true;
}

static bool put_uname(struct fill *to, unsigned number)
{
	struct utsname host;

	if (uname(&host) != 0)
		return false;
	put_string(to, text_of(number == HOSTNAME     ? host.nodename
			       : number == OS_RELEASE ? host.release
						      : host.machine));
	return true;
}

bool features_write(const struct features *f, unsigned number, struct fill *to)
{
	switch (number) {
	case HOSTNAME:
	case OS_RELEASE:
	case ARCH:
		return put_uname(to, number);
	case VERSION:
		if (f->origin->version)
			put_string(to, text_of(f->origin->version));
		return f->origin->version != NULL;
	case CPUS:
		return put_cpus(to);
	case CPU_DESC:
		return put_cpu(to);
	case MEMORY:
		return put_memory(to);
	case COMMAND:
		return put_command(to, f->origin->words);
	case EVENT_DESC:
		return put_events(to, f->events);
	case SAMPLE_TIME:
		if (!f->span)
			return false;
		put_u64(to, f->span->first);
		put_u64(to, f->span->last);
		return true;
	case CLOCK_ID:
		put_u64(to, 1); /* ns */
		return true;
	case CLOCK_DATA:
		return put_clock(to);
	default:
		return false;
	}
}
