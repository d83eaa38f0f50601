#include "workspace/saving.h"

#include "export/outfile.h"

/* As the graph on the screen is drawn. */
static struct export_job job_of(const struct open_profile *o)
{
	struct settings settings = *o->settings;

	settings.file = o->path;
	settings.order = o->flame.order;
	settings.icicle = o->flame.icicle;
	return session_export_job(o->session, &settings);
}

bool saving_write(const struct open_profile *o, const struct notation *notation,
		  const char *path, bool overwrite, struct error *err)
{
	const struct export_job job = job_of(o);
	struct outfile *out;

	if (!export_has(notation, &job, err) || !export_is_expected(notation, &job, err))
		return false;
	out = outfile_open_by(o->settings->reading.helper, path, overwrite, err);
	if (out && notation->write(&job, outfile_stream(out), err))
		return outfile_commit(out, err);
	outfile_abandon(out);
	return false;
}
