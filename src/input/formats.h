/* formats.h - the table of input formats, and the detection of a file's format. */

#ifndef INPUT_FORMATS_H
#define INPUT_FORMATS_H

#include "base/library.h"
#include "input/json/json_head.h"
#include "input/reading.h"

/*
 * An input format, defined at the end of its reader's .c file. doc/formats describes the supported
 * input of each reader, and the losses that the reader counts.
 */
struct format {
	const char *name; /* "perf-script", as in --format and `flarescope formats` */
	const char *help; /* one line: the tool that writes the format, and how */

	/* The certainty that `head` is of this format: 0 (no) to 100 (a magic number). */
	unsigned (*probe)(struct text head);

	/* Instead of `probe`, for JSON: recognises the format by members of objects. */
	json_detector *witness;

	/* Read the whole input. Bad records are counted as losses; they are not errors. */
	bool (*read)(struct reading *r, struct error *err);

	/* Instead of `read`, for files that store a profile. NULL and an error on failure. */
	struct profile *(*open)(struct reading *r, struct error *err);

	/* The profile is not cached: its names come from other files, which may change. */
	bool not_cached;
	const char *advice; /* for the user, if a file has no samples; NULL: none */

	const struct library *library; /* the library that it requires; NULL: none */
};

#define FORMAT(name) extern const struct format name##_format;
#include "input/formats.def"
#undef FORMAT

/* All formats, and their number. */
extern const struct format *const formats[];
size_t formats_count(void);

/* libcsv: an optional library that some formats need. */
extern const struct library csv_library;

const struct format *formats_find(const char *name); /* NULL: unknown */

/* The name of the library that `f` needs and this build lacks; NULL: none. */
const char *formats_lack(const struct format *f);

/* The certainty that `head` is of this format, by its `probe` or `witness`. */
unsigned formats_certainty(const struct format *f, struct text head);

/*
 * The format with the greatest certainty for `head`. NULL if no format fits, or if `head` is
 * certainly of a kind that flarescope does not read (refusal_is_sure()).
 */
const struct format *formats_detect(struct text head);

/*
 * Members of a JSON object may be in any order, so the last one may decide the format. If the first
 * SOURCE_HEAD bytes of a JSON text do not decide it, more bytes are examined: all of a plain file,
 * up to FORMATS_LOOK_PACKED unpacked bytes of a compressed file, or up to FORMATS_LOOK_PIPE bytes
 * of a pipe, which stay in memory until they are read.
 */
#define FORMATS_LOOK_PACKED (UINT64_C(256) << 20)
#define FORMATS_LOOK_PIPE   (UINT64_C(16) << 20)

/*
 * Find the format of a source. If no format fits, `*format` is NULL: pass `*head` to refusal_say().
 * `progress` may be NULL. False and an error if the input cannot be read or the reading was
 * cancelled.
 */
bool formats_recognise(struct source *source, const struct progress *progress,
		       const struct format **format, struct text *head,
		       struct error *err);

/*
 * Like formats_recognise(), for a stream. Except for JSON, does not wait for the whole head, but
 * decides at a magic number, or when the stream pauses after a line. `progress` must not be NULL.
 */
bool formats_recognise_soon(struct source *source, const struct progress *progress,
			    const struct format **format, struct text *head,
			    struct error *err);

#endif
