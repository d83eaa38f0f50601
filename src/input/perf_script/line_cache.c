#include "input/perf_script/line_cache.h"

#include <endian.h>
#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL /* inline hashing is faster for short lines */
#include <xxhash.h>

#include "base/mem.h"
#include "base/number.h"
#include "input/scan.h"
#include "profile/frame_mode.h"

/* ---- event lines ---- */

#define OWNERS	     2048 /* a power of two */
#define EVENTS	     64	  /* a power of two */
#define PART_LONGEST 56	  /* bytes */
#define TIME_WITHIN  128  /* bytes: the time is searched for only within these */

struct event_row {
	char text[PART_LONGEST];
	uint32_t thread;
	uint16_t cpu, event;
	uint8_t len; /* 0: free */
};

struct event_line_cache {
	struct event_row owners[OWNERS]; /* thread and CPU, by the text before the time */
	struct event_row events[EVENTS]; /* event, by the text after the period */
	const struct event_row *last; /* borrowed: the last event found; NULL: none yet */
};

/* A plain event line; borrows from it. */
struct event_parts {
	struct text owner, time, period, event;
	size_t after; /* the offset after the time */
};

struct event_line_cache *event_line_cache_new(struct error *err)
{
	return mem_array(1, sizeof(struct event_line_cache), "known events", err);
}

void event_line_cache_free(struct event_line_cache *k)
{
	mem_free(k);
}

static bool cut_before_time(struct text line, struct event_parts *p)
{
	p->after = 0;
	if (!perf_event_line_time(line, &p->after, &p->time))
		return false;
	p->owner = text_upto(line, (size_t)(p->time.at - line.at));
	return true;
}

static void cut_behind_time(struct text line, struct event_parts *p)
{
	size_t digits;

	p->event = scan_skip_blanks(text_from(line, p->after));
	digits = scan_digits(p->event);
	if (digits == p->event.len || !scan_is_blank(p->event.at[digits]))
		digits = 0;
	p->period = text_upto(p->event, digits);
	p->event = text_from(p->event, digits);
}

/* The row for a text in a table of `count` rows; NULL: such a text is never kept. */
static struct event_row *event_row_of(struct event_row *table, size_t count,
				      struct text part)
{
	if (part.len == 0 || part.len > PART_LONGEST)
		return NULL;
	return &table[XXH3_64bits(part.at, part.len) & (count - 1)];
}

static bool is_in_row(const struct event_row *p, struct text part)
{
	return p && text_equal((struct text){p->text, p->len}, part);
}

static void fill_row(struct event_row *p, struct text part, const struct sample *s)
{
	if (!p)
		return;
	memcpy(p->text, part.at, part.len);
	p->len = (uint8_t)part.len;
	p->thread = s->thread;
	p->cpu = s->cpu;
	p->event = s->event;
}

void event_line_cache_put(struct event_line_cache *k, struct text line,
			  const struct perf_event_line *e, const struct sample *s)
{
	struct event_parts p;
	struct text other;

	line = scan_skip_blanks(line);
	if (!e->timed || e->too_large || e->record.len || e->event.len == 0 ||
	    e->rest.len || !cut_before_time(line, &p))
		return;
	cut_behind_time(line, &p);
	/* a line with two times must be parsed */
	if (perf_event_line_time(line, &p.after, &other))
		return;
	fill_row(event_row_of(k->owners, OWNERS, p.owner), p.owner, s);
	fill_row(event_row_of(k->events, EVENTS, p.event), p.event, s);
}

/* The event at the beginning of `ahead`, up to the end of the line; usually the last one found. */
static const struct event_row *find_event(struct event_line_cache *k, struct text ahead,
					  size_t *len)
{
	const struct event_row *p = k->last;
	const char *end;

	if (p && ahead.len > p->len && ahead.at[p->len] == '\n' &&
	    memcmp(ahead.at, p->text, p->len) == 0) {
		*len = p->len;
		return p;
	}
	ahead = text_upto(ahead, PART_LONGEST + sizeof "\r");
	end = ahead.len ? memchr(ahead.at, '\n', ahead.len) : NULL;
	if (!end)
		return NULL;
	*len = (size_t)(end - ahead.at);
	ahead.len = *len - (*len && end[-1] == '\r');
	p = event_row_of(k->events, EVENTS, ahead);
	if (!is_in_row(p, ahead))
		return NULL;
	k->last = p;
	return p;
}

bool event_line_cache_find(struct event_line_cache *k, struct text ahead, size_t *len,
			   struct sample *s)
{
	struct text line = scan_skip_blanks(text_upto(ahead, TIME_WITHIN));
	const struct event_row *owner, *event;
	struct event_parts p;
	size_t rest;

	if (ahead.len == 0 || ahead.at[0] == '\t' || ahead.at[0] == '#' ||
	    !cut_before_time(line, &p) || p.after == line.len)
		return false;
	owner = event_row_of(k->owners, OWNERS, p.owner);
	if (!is_in_row(owner, p.owner))
		return false;
	cut_behind_time((struct text){line.at, ahead.len - (size_t)(line.at - ahead.at)},
			&p);
	event = find_event(k, p.event, &rest);
	if (!event)
		return false;
	*len = (size_t)(p.event.at - ahead.at) + rest;
	*s = (struct sample){.weight = 1,
			     .thread = owner->thread,
			     .cpu = owner->cpu,
			     .event = event->event,
			     .timed = true};
	return number_seconds(p.time, &s->time) &&
	       (p.period.len == 0 || number_u64(p.period, &s->weight));
}

/* ---- frame lines ---- */

/* The size of the caches. Tests, which read many small texts, use smaller ones. */
#ifndef LINE_CACHE_BITS
#define LINE_CACHE_BITS	 14
#define LINE_CACHE_ROOM	 (2u << 20) /* bytes */
#define STACK_CACHE_BITS 16
#define STACK_CACHE_ROOM ((size_t)1 << 20) /* frames */
#endif

#define LINE_ROWS      ((size_t)1 << LINE_CACHE_BITS)
#define LINE_LONGEST   4096
#define ADDRESS_END    17 /* the column of the blank after the address */
#define DIGITS_OF_PAGE 3  /* low digits of an address: the offset within a page */
/* bytes that the hash needs: the address, and 8 of the name */
#define PLACED_BY (ADDRESS_END + 1 + 8)

/* A row keeps its bytes when another line replaces its line. */
struct line_row {
	uint32_t first;	    /* offset of its bytes */
	uint16_t len, room; /* of the line with its "\n", and of the row's bytes */
	uint32_t value;	    /* 0: free */
	uint32_t tells;	    /* enum line_address */
};

struct frame_line_cache {
	struct line_row rows[LINE_ROWS]; /* each line has only one row */
	char bytes[LINE_CACHE_ROOM];	 /* the text of all lines */
	size_t used;			 /* used part of `bytes` */
	bool by_address;		 /* tell lines without a name apart by address */
};

struct frame_line_cache *frame_line_cache_new(bool by_address, struct error *err)
{
	struct frame_line_cache *k = mem_array(1, sizeof *k, "known lines", err);

	if (k)
		k->by_address = by_address;
	return k;
}

void frame_line_cache_free(struct frame_line_cache *k)
{
	mem_free(k);
}

void frame_line_cache_forget(struct frame_line_cache *k)
{
	memset(k->rows, 0, sizeof k->rows);
	k->used = 0;
}

static bool is_padded(struct text line)
{
	return line.len >= PLACED_BY && line.at[0] == '\t' && line.at[ADDRESS_END] == ' ';
}

static uint64_t eight_at(const char *at)
{
	uint64_t bytes;

	memcpy(&bytes, at, sizeof bytes);
	return bytes;
}

#define EACH(byte) (UINT64_C(0x0101010101010101) * (byte))

/* For each of eight characters, set the upper bit if it is below 128 and in the range. */
static uint64_t mark_range(uint64_t eight, uint8_t first, uint8_t last)
{
	return (eight + EACH(0x80u - first)) & ~(eight + EACH(0x7fu - last)) & EACH(0x80);
}

/*
 * The number of blanks before the address in eight columns as perf prints them; 9: something else.
 */
static unsigned blanks_before_hex(uint64_t eight)
{
	uint64_t blanks = mark_range(eight, ' ', ' ');
	uint64_t hex = mark_range(eight, '0', '9') | mark_range(eight, 'a', 'f');
	uint64_t low = blanks / 0x80 * UINT8_MAX; /* all bits of each blank */

	if ((blanks | hex) != EACH(0x80) || (low & (low + 1)))
		return 9;
	return blanks == EACH(0x80) ? 8 : (unsigned)__builtin_ctzll(~low) / 8;
}

/* Do its columns hold an address with blanks before it? */
static bool has_address(struct text padded)
{
	unsigned first = blanks_before_hex(le64toh(eight_at(padded.at + 1)));
	unsigned second = blanks_before_hex(le64toh(eight_at(padded.at + 1 + 8)));

	return first <= 8 && second < 8 && (second == 0 || first == 8);
}

/*
 * A hash of a padded line. The offset within a page and the text after the address do not depend on
 * where a program is in memory. Lines without a name differ only by the address, or else by the end
 * of the module's name.
 */
static uint64_t hash_of(const struct frame_line_cache *k, struct text line)
{
	const char *name = line.at + ADDRESS_END + 1, *end;
	uint64_t address = eight_at(name - 1 - 8);
	/* "[unknown] (/a)", "(/a)" and "([unknown])", not "(anonymous namespace)::f (/a)" */
	bool is_nameless =
	    name[0] == '[' || (name[0] == '(' && (name[1] == '/' || name[1] == '['));

	if (!is_nameless)
		return le64toh(address) >> 8 * (8 - DIGITS_OF_PAGE) ^
		       eight_at(name) * UINT64_C(0xff51afd7ed558ccd);
	if (k->by_address)
		return address;
	line = text_upto(line, LINE_LONGEST);
	end = memchr(name, '\n', line.len - (size_t)(name - line.at));
	if (!end)
		end = line.at + line.len;
	return eight_at(end - 8) ^ eight_at(end - 16) * UINT64_C(0xff51afd7ed558ccd);
}

/* The row of a padded line, or of the line at the beginning of `ahead`. */
static size_t row_of(const struct frame_line_cache *k, struct text ahead)
{
	uint64_t mark = hash_of(k, ahead);

	mark = (mark ^ mark >> 32) * UINT64_C(0x9e3779b97f4a7c15);
	return (size_t)(mark >> (64 - LINE_CACHE_BITS));
}

void frame_line_cache_put(struct frame_line_cache *k, struct text line,
			  enum line_address tells, uint32_t value)
{
	struct line_row *p;

	/* a "\r" at the end would be taken for part of "\r\n" */
	if (!is_padded(line) || !has_address(line) || line.len >= LINE_LONGEST ||
	    line.at[line.len - 1] == '\r')
		return;
	if (k->used > LINE_CACHE_ROOM - LINE_LONGEST)
		frame_line_cache_forget(k);
	p = &k->rows[row_of(k, line)];
	if (line.len + 1 > p->room) {
		p->first = (uint32_t)k->used;
		p->room = (uint16_t)((line.len + 16) / 16 * 16);
		k->used += p->room;
	}
	memcpy(k->bytes + p->first, line.at, line.len);
	k->bytes[p->first + line.len] = '\n';
	p->len = (uint16_t)(line.len + 1);
	p->value = value;
	p->tells = tells;
}

static enum frame_mode mode_of(const char *padded)
{
	struct text address =
	    text_trim((struct text){padded + 1, (size_t)ADDRESS_END - 1});
	uint64_t value = 0;

	number_hex(address, &value);
	return frame_mode_of_address(value);
}

/* Is it the same line, apart from addresses of the same meaning? */
static bool is_line(const struct line_row *p, const char *bytes, struct text ahead)
{
	if (ahead.len < p->len || !p->value ||
	    memcmp(bytes + ADDRESS_END, ahead.at + ADDRESS_END,
		   p->len - (size_t)ADDRESS_END) != 0)
		return false;
	if (eight_at(bytes + 1) == eight_at(ahead.at + 1) &&
	    eight_at(bytes + 1 + 8) == eight_at(ahead.at + 1 + 8))
		return true;
	return has_address(ahead) &&
	       (p->tells == LINE_ADDRESS_NOTHING ||
		(p->tells == LINE_ADDRESS_MODE && mode_of(bytes) == mode_of(ahead.at)));
}

uint32_t frame_line_cache_find(const struct frame_line_cache *k, struct text ahead,
			       size_t *len)
{
	struct line_row p;

	if (!is_padded(ahead))
		return 0;
	p = k->rows[row_of(k, ahead)];
	if (!is_line(&p, k->bytes + p.first, ahead))
		return 0;
	*len = (size_t)p.len - 1;
	return p.value;
}

/* ---- stacks ---- */

#define STACK_ROWS ((size_t)1 << STACK_CACHE_BITS)

struct stack_row {
	uint32_t hash, first; /* the index of its first frame */
	uint32_t count;	      /* frames; 0: the row is free */
	uint32_t stack;
};

struct stack_cache {
	struct stack_row rows[STACK_ROWS]; /* each stack has only one row */
	uint32_t paths[STACK_CACHE_ROOM];  /* the frames of all stacks */
	size_t used;			   /* used part of `paths` */
};

struct stack_cache *stack_cache_new(struct error *err)
{
	return mem_array(1, sizeof(struct stack_cache), "known stacks", err);
}

void stack_cache_free(struct stack_cache *k)
{
	mem_free(k);
}

uint32_t *stack_cache_path(struct stack_cache *k)
{
	if (k->used > STACK_CACHE_ROOM - STACK_CACHE_LONGEST) {
		memset(k->rows, 0, sizeof k->rows);
		k->used = 0;
	}
	return k->paths + k->used;
}

static uint32_t stack_hash(const uint32_t *path, uint32_t n)
{
	uint64_t hash = n;

	for (uint32_t i = 0; i < n; i++) {
		hash = (hash ^ path[i]) * UINT64_C(0x9e3779b97f4a7c15);
		hash ^= hash >> 32;
	}
	return (uint32_t)hash;
}

bool stack_cache_find(const struct stack_cache *k, uint32_t n, uint32_t *stack)
{
	const uint32_t *path = k->paths + k->used;
	uint32_t hash = stack_hash(path, n);
	const struct stack_row *p = &k->rows[hash & (STACK_ROWS - 1)];

	if (p->hash != hash || p->count != n ||
	    memcmp(k->paths + p->first, path, n * sizeof *path) != 0)
		return false;
	*stack = p->stack;
	return true;
}

void stack_cache_put(struct stack_cache *k, uint32_t n, uint32_t stack)
{
	uint32_t hash = stack_hash(k->paths + k->used, n);

	k->rows[hash & (STACK_ROWS - 1)] =
	    (struct stack_row){hash, (uint32_t)k->used, n, stack};
	k->used += n;
}
