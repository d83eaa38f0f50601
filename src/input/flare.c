#include "input/formats.h"

#include <inttypes.h>
#include <string.h>

#include "base/mem.h"
#include "profile/store.h"

static unsigned probe_flare(struct text head)
{
	return store_recognise(head) ? 100 : 0;
}

/* Append up to `max` bytes to the first `*len`; fewer only at the end of the input. */
static bool read_up_to(struct reading *r, char *bytes, size_t *len, size_t max,
		       struct error *err)
{
	size_t got = 1;

	while (*len < max && got) {
		if (!source_read(r->source, bytes + *len, max - *len, &got, err))
			return false;
		atomic_store(&r->progress->done,
			     r->progress->before + source_position(r->source));
		if (!reading_is_wanted(r->progress, err))
			return false;
		*len += got;
	}
	return true;
}

/* For packed input and pipes: allocates as much as the header announces. */
static char *read_all(struct reading *r, const char *front, size_t *len,
		      struct error *err)
{
	uint64_t size;
	char *bytes;

	if (!store_length(front, *len, &size, err))
		return NULL;
	if (size >= SIZE_MAX) {
		error_set(err, ERROR_LIMIT, "it is too long for this machine");
		return NULL;
	}
	bytes = mem_array(*len > size ? *len : (size_t)size + 1, 1,
			  "bytes of a parsed profile", err);
	if (!bytes)
		return NULL;
	memcpy(bytes, front, *len);
	if (read_up_to(r, bytes, len, (size_t)size + 1, err) && *len <= size)
		return bytes;
	if (!err->kind)
		error_set(err, ERROR_FORMAT,
			  "the parsed profile is damaged: it is longer than its header "
			  "says, %" PRIu64 " bytes",
			  size);
	mem_free(bytes);
	return NULL;
}

static struct profile *open_pipe(struct reading *r, struct error *err)
{
	char *front = mem_array(STORE_FRONT, 1, "bytes of a parsed profile", err);
	char *bytes = NULL;
	size_t len = 0;

	if (front && read_up_to(r, front, &len, STORE_FRONT, err))
		bytes = read_all(r, front, &len, err);
	mem_free(front);
	return bytes ? store_open_bytes(bytes, len, err) : NULL;
}

static struct profile *open_profile(struct reading *r, struct error *err)
{
	int fd = source_packing(r->source) ? -1 : source_file(r->source);
	struct profile *p = fd < 0 ? open_pipe(r, err) : store_open(fd, err);
	bool ok = p != NULL;

	if (ok && p->samples.count == 0)
		ok = error_set(err, ERROR_FORMAT, "no samples in it");
	if (ok)
		ok = r->options->facts_only ? store_check_facts(p, err)
					    : store_check(p, err);
	if (ok)
		return p;
	profile_free(p);
	return NULL;
}

const struct format flare_format = {
    .name = "flare",
    .help = "parsed profiles, which open immediately: flarescope convert",
    .probe = probe_flare,
    .open = open_profile,
};
