/* formats.h - the table of the formats that can be read, and how a file's format is detected. */

#ifndef INPUT_FORMATS_H
#define INPUT_FORMATS_H

#include "base/library.h"
#include "input/json/json_head.h"
#include "input/reading.h"

/*
 * A format; its definition is at the end of its reader's file. doc/formats describes what each
 * reader reads and what it counts as lost.
 */
struct format {
	const char *name; /* "perf-script", as in --format and `flarescope formats` */
	const char *help; /* one line: the tool that writes it, and how */

	/* How certain the first bytes are of this format: 0 (no) to 100 (a magic number). */
	unsigned (*probe)(struct text head);

	/* Instead of `probe`, for JSON: recognises the format by members anywhere in the text. */
	json_detector *witness;

	/* Read the whole input. Bad records are counted, not errors. */
	bool (*read)(struct reading *r, struct error *err);

	/* Instead of `read`, for files that store a profile. Returns NULL and an error. */
	struct profile *(*open)(struct reading *r, struct error *err);

	/* Its names come from other files, which change: do not cache the profile. */
	bool not_cached;
	const char *advice; /* what to try when it has no samples; NULL: nothing */

	const struct library *library; /* the library that it needs; NULL: none */
};

#define FORMAT(name) extern const struct format name##_format;
#include "input/formats.def"
#undef FORMAT

/* All formats; there are formats_count() of them. */
extern const struct format *const formats[];
size_t formats_count(void);

/* Optional libraries that some formats need. */
extern const struct library csv_library;

const struct format *formats_find(const char *name); /* NULL: unknown */

/* The library that `f` needs and that this flarescope was built without; NULL: none. */
const char *formats_lack(const struct format *f);

/* The certainty that `head` is of this format, as probe() or the witness gives it. */
unsigned formats_certainty(const struct format *f, struct text head);

/*
 * The format that `head` is most certainly of. NULL when none fits, or when `head` is certainly
 * of a kind that cannot be read (refusal_is_sure()).
 */
const struct format *formats_detect(struct text head);

/*
 * The members of a JSON object have no order, so the one that shows the format may be the last.
 * When the head of a JSON text (SOURCE_HEAD) is not enough, more of it is examined: a plain file
 * to its end, a packed one for this many unpacked bytes, and a pipe for this many bytes, which
 * are kept in memory until they are read.
 */
#define FORMATS_LOOK_PACKED (UINT64_C(256) << 20)
#define FORMATS_LOOK_PIPE   (UINT64_C(16) << 20)

/*
 * Find the format of a source. `*format` is NULL when none fits; then `*head` is for
 * refusal_say(). `progress` may be NULL. False and an error when the input cannot be read or the
 * reading was cancelled.
 */
bool formats_recognise(struct source *source, const struct progress *progress,
		       const struct format **format, struct text *head,
		       struct error *err);

/* The same for a stream: if a magic number shows the format, does not wait for more input. */
bool formats_recognise_soon(struct source *source, const struct progress *progress,
			    const struct format **format, struct text *head,
			    struct error *err);

#endif
