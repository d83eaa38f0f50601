/* formats.h - what a format is, the table of those that can be read, and which one a file is in. */

#ifndef INPUT_FORMATS_H
#define INPUT_FORMATS_H

#include "base/library.h"
#include "input/json/json_head.h"
#include "input/reading.h"

/*
 * One format, at the end of the file of its reader. What it reads and what it counts as lost is
 * told in doc/formats.
 */
struct format {
	const char *name; /* "perf-script", as in --format and `flarescope formats` */
	const char *help; /* a line on what writes it and how */

	/* How sure are we, from the first bytes: 0 no ... 100 a magic number. */
	unsigned (*probe)(struct text head);

	/* Read it all. Bad records are counted, not errors. */
	bool (*read)(struct reading *r, struct error *err);

	/* Instead of `read`, for what is a profile already: no builder. NULL and an error. */
	struct profile *(*open)(struct reading *r, struct error *err);

	bool
	    elsewhere; /* its names are in other files, which change: not for the cache */
	const char *advice; /* what to try when there is no sample in it; NULL: nothing */

	/* of JSON: by what it is known, wherever that stands; NULL: its head tells */
	const struct json_witness *witness;

	const struct library *library; /* without which it is refused; NULL: none */
};

#define FORMAT(name) extern const struct format name##_format;
#include "input/formats.def"
#undef FORMAT

/* All of them, `formats_count()`. */
extern const struct format *const formats[];
size_t formats_count(void);

/* What some formats need and flarescope can be built without. */
extern const struct library protobuf_library, csv_library;

const struct format *formats_find(const char *name); /* NULL: there is none */

/* The library that this flarescope was built without and `f` needs; NULL: none. */
const char *formats_lack(const struct format *f);

/* The one that is surest about `head`; NULL when none is. */
const struct format *formats_detect(struct text head);

/*
 * The members of a JSON object have no order, so what tells the format may be the last of
 * them. Where the head of a JSON text (SOURCE_HEAD) does not tell, it is looked into further: a
 * plain file to its end, a packed one for so many bytes of what is in it, and a pipe for so many
 * as are kept in memory until they are read.
 */
#define FORMATS_LOOK_PACKED (UINT64_C(256) << 20)
#define FORMATS_LOOK_PIPE   (UINT64_C(16) << 20)

/*
 * `*format` is NULL where none claims it. `*head` is for the message that says so. False and an
 * error when the input cannot be read, or `progress` (NULL: nobody's) is told to stop.
 */
bool formats_recognise(struct source *source, const struct progress *progress,
		       const struct format **format, struct text *head,
		       struct error *err);

/* The same, without waiting for more to come of what a magic tells already. */
bool formats_recognise_soon(struct source *source, const struct progress *progress,
			    const struct format **format, struct text *head,
			    struct error *err);

#endif
