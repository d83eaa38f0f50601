#include "cli/subcommand.h"

#include <unistd.h>

#include "cli/batch.h"
#include "cli/sandbox.h"
#include "profile/store.h"

static bool write_profile(const struct profile *p, struct outfile *to, const char *name,
			  struct error *err)
{
	if (store_write(p, TEXT(""), outfile_stream(to), err))
		return outfile_commit(to, err);
	outfile_abandon(to);
	return error_at(err, "%.100s", name);
}

static bool write_to_pipe(const struct options *o, struct error *err)
{
	struct profile *p;
	bool ok;

	if (isatty(STDOUT_FILENO))
		return error_set(err, ERROR_USAGE,
				 "a parsed profile cannot be written to a terminal: name "
				 "a file, --output OUT.flare, or pipe it");
	if (!batch_read(o, NULL, &p, err))
		return false;
	batch_warn(p, &o->settings.reading, o->file);
	ok = store_write(p, TEXT(""), stdout, err) || error_at(err, "standard output");
	profile_free(p);
	return ok;
}

bool cmd_convert_run(const struct options *o, struct error *err)
{
	struct outfile *to;
	struct profile *p;
	bool ok;

	if (!o->file)
		return error_set(err, ERROR_USAGE, "no file given");
	if (o->piped)
		return write_to_pipe(o, err);
	if (!o->output)
		return error_set(err, ERROR_USAGE,
				 "name the file to write: --output OUT.flare");
	if (export_names_file(text_basename(text_of(o->output))) &&
	    !text_ends(text_of(o->output), TEXT(".flare")))
		return error_set(
		    err, ERROR_USAGE,
		    "convert only writes .flare; for %.80s: flarescope export",
		    o->output);
	to = sandbox_take_output(o);
	if (!batch_read(o, NULL, &p, err)) {
		outfile_abandon(to);
		return false;
	}
	batch_warn(p, &o->settings.reading, o->file);
	ok = write_profile(p, to, o->output, err);
	profile_free(p);
	return ok;
}
