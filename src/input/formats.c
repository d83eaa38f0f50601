#include "input/formats.h"

#include "input/json/json_head.h"
#include "input/refusal.h"

const struct format *const formats[] = {
#define FORMAT(name) &name##_format,
#include "input/formats.def"
#undef FORMAT
};

size_t formats_count(void)
{
	return sizeof formats / sizeof *formats;
}

const struct format *formats_find(const char *name)
{
	for (size_t i = 0; i < formats_count(); i++)
		if (strcmp(formats[i]->name, name) == 0)
			return formats[i];
	return NULL;
}

const char *formats_lack(const struct format *f)
{
	return f->library && !f->library->version ? f->library->name : NULL;
}

unsigned formats_certainty(const struct format *f, struct text head)
{
	return f->witness ? json_head_sure(head, f->witness) : f->probe(head);
}

const struct format *formats_detect(struct text head)
{
	const struct format *best = NULL;
	unsigned sure = 0;

	for (size_t i = 0; i < formats_count(); i++) {
		unsigned now = formats_certainty(formats[i], head);

		if (now > sure) {
			sure = now;
			best = formats[i];
		}
	}
	return best && refusal_is_sure(head) ? NULL : best;
}

/* ---- an open input ---- */

static bool read_part(void *part, char *buf, size_t max, size_t *got, struct error *err)
{
	return source_read(part, buf, max, got, err);
}

/* Looks ahead without consuming bytes that the reading needs. All pointers are borrowed. */
struct looking {
	struct source *file;   /* a second reader of the file; NULL: `source` is used */
	struct source *source; /* its beginning is examined */
	const struct progress *progress;
	uint64_t at, most; /* unpacked bytes */
	struct error *err; /* an error that the reading would meet too */
};

static bool look_on(void *arg, char *buf, size_t max, size_t *got, struct error *err)
{
	struct looking *l = arg;
	uint64_t left = l->most - l->at;
	struct text head;
	bool ok;

	max = max < SOURCE_HEAD ? max : SOURCE_HEAD;
	max = max < left ? max : (size_t)left;
	*got = 0;
	if (max == 0)
		return true;
	ok = !l->progress || reading_is_wanted(l->progress, l->err);
	if (ok && l->file)
		ok = source_read(l->file, buf, max, got, l->err);
	else if (ok)
		ok = source_head_upto(l->source, (size_t)l->at + max, &head, l->err);
	if (!ok)
		return error_set(err, l->err->kind, "%s", l->err->message);
	if (!l->file) {
		head = text_from(head, l->at < head.len ? (size_t)l->at : head.len);
		*got = head.len < max ? head.len : max;
		memcpy(buf, head.at, *got);
	}
	l->at += *got;
	return true;
}

static bool look_further(struct source *source, const struct progress *progress,
			 const struct format **format, struct error *err)
{
	uint64_t size = source_size(source);
	struct looking l = {.source = source,
			    .progress = progress,
			    .most = FORMATS_LOOK_PIPE,
			    .err = err};
	json_detector *witnesses[JSON_WITNESSES_MOST];
	unsigned sure[JSON_WITNESSES_MOST] = {0}, most = 0;
	size_t n =
	    formats_count() < JSON_WITNESSES_MOST ? formats_count() : JSON_WITNESSES_MOST;
	struct source *stored = NULL, *ahead;

	if (source_file(source) >= 0) { /* read it from its beginning, and unpack it */
		stored = source_part(source, 0, size ? size : UINT64_MAX, err);
		if (stored)
			l.file = source_of_giver((struct source_giver){read_part, stored},
						 err);
		if (!l.file) {
			source_close(stored);
			return false;
		}
		l.most = source_packing(source) == PACKING_NONE ? UINT64_MAX
								: FORMATS_LOOK_PACKED;
	}
	ahead = source_of_giver((struct source_giver){look_on, &l}, err);
	for (size_t i = 0; i < n; i++)
		witnesses[i] = formats[i]->witness;
	if (ahead)
		json_head_recognise(ahead, witnesses, n, sure);
	for (size_t i = 0; ahead && i < n; i++) {
		if (sure[i] <= most)
			continue;
		most = sure[i];
		*format = formats[i];
	}
	source_close(ahead);
	source_close(l.file);
	source_close(stored);
	return err->kind == ERROR_NONE;
}

bool formats_recognise(struct source *source, const struct progress *progress,
		       const struct format **format, struct text *head, struct error *err)
{
	*format = NULL;
	if (!source_head(source, head, err))
		return false;
	*format = formats_detect(*head);
	if (*format || head->len < SOURCE_HEAD || !json_head_may_be(*head))
		return true;
	if (!look_further(source, progress, format, err))
		return false;
	return source_head(source, head, err); /* the head may have moved */
}

#define SURE	 100 /* the result of probe() for a magic number */
#define SOON	 16  /* a magic number is within this many bytes */
#define QUIET_MS 50

bool formats_recognise_soon(struct source *source, const struct progress *progress,
			    const struct format **format, struct text *head,
			    struct error *err)
{
	enum source_head_state state = SOURCE_HEAD_GROWS;

	if (!source_head_upto(source, SOON, head, err))
		return false;
	*format = formats_detect(*head);
	if (*format && formats_certainty(*format, *head) >= SURE)
		return true;
	/* text that arrives line by line has no magic number: detect it when it pauses */
	*format = NULL;
	while (!*format && state != SOURCE_HEAD_WHOLE && !json_head_may_be(*head)) {
		if (!source_head_now(source, QUIET_MS, head, &state, err) ||
		    !reading_is_wanted(progress, err))
			return false;
		if (state == SOURCE_HEAD_QUIET && head->len &&
		    head->at[head->len - 1] == '\n')
			*format = formats_detect(*head);
	}
	if (!*format)
		return formats_recognise(source, progress, format, head, err);
	source_head_settle(source);
	return true;
}
