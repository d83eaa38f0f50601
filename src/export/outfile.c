#include "export/outfile.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "sandbox/helper.h"
#include "base/placement.h"

struct outfile {
	FILE *stream; /* owned */
	char *path;   /* owned */
	struct placement placement;
	struct helper *helper; /* borrowed: finishes the file; NULL: this process does */
	enum helper_file number; /* the number of the file in the helper */
};

static void release_outfile(struct outfile *o)
{
	if (o->stream)
		fclose(o->stream);
	mem_free(o->path);
	mem_free(o);
}

/* Takes ownership of the descriptor, also on failure. */
static bool open_stream(struct outfile *o, int fd, struct error *err)
{
	if (fd < 0)
		return false;
	o->stream = fdopen(fd, "w");
	if (o->stream)
		return true;
	close(fd);
	return error_sys(err, "cannot write %s", o->path);
}

static struct outfile *make_outfile(const char *path, struct error *err)
{
	struct outfile *o = mem_array(1, sizeof *o, "output file", err);

	if (!o)
		return NULL;
	o->placement.directory = -1;
	o->path = mem_text(path, strlen(path), err);
	if (o->path)
		return o;
	release_outfile(o);
	return NULL;
}

struct outfile *outfile_open(const char *path, bool overwrite, struct error *err)
{
	struct outfile *o = make_outfile(path, err);

	if (!o)
		return NULL;
	if (open_stream(o,
			placement_begin(&o->placement, path,
					overwrite ? PLACEMENT_REPLACE : PLACEMENT_NEW,
					err),
			err))
		return o;
	outfile_abandon(o);
	return NULL;
}

struct outfile *outfile_open_by(struct helper *h, const char *path, bool overwrite,
				struct error *err)
{
	struct outfile *o;

	if (!helper_is_there(h))
		return outfile_open(path, overwrite, err);
	o = make_outfile(path, err);
	if (!o)
		return NULL;
	o->helper = h;
	o->number = HELPER_SAVED;
	if (open_stream(o, helper_save(h, path, overwrite, err), err))
		return o;
	outfile_abandon(o);
	return NULL;
}

FILE *outfile_stream(struct outfile *o)
{
	return o->stream;
}

struct placement *outfile_placement(struct outfile *o)
{
	return o->placement.directory < 0 ? NULL : &o->placement;
}

void outfile_entrust(struct outfile *o, struct helper *h)
{
	o->helper = h;
	o->number = HELPER_OUTPUT;
	close(o->placement.directory);
	o->placement.directory = -1;
}

/* Flush, sync and check a stream. Returns false if something was not written. */
static bool finish_stream(FILE *stream, bool is_file)
{
	bool bad = fflush(stream) != 0 || ferror(stream);

	if (!bad && is_file && fsync(fileno(stream)) != 0 && errno != EINVAL)
		bad = true;
	if (bad) {
		int failed = errno;

		fclose(stream);
		errno = failed;
		return false;
	}
	return fclose(stream) == 0;
}

bool outfile_commit(struct outfile *o, struct error *err)
{
	FILE *stream = o->stream;
	bool ok;

	o->stream = NULL;
	if (!finish_stream(stream, o->helper || o->placement.directory >= 0))
		ok = error_sys(err, "cannot write %s", o->path);
	else
		ok = o->helper ? helper_commit(o->helper, o->number, err)
			       : placement_commit(&o->placement, o->path, err);
	if (ok)
		release_outfile(o);
	else
		outfile_abandon(o);
	return ok;
}

void outfile_abandon(struct outfile *o)
{
	if (!o)
		return;
	if (o->helper)
		helper_abandon(o->helper, o->number);
	else
		placement_abandon(&o->placement);
	release_outfile(o);
}
