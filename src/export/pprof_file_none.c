#include "export/pprof_file.h"

bool pprof_file_is_there(void)
{
	return false;
}

bool pprof_file_write(const struct flame *f, FILE *out, struct error *err)
{
	(void)f;
	(void)out;
	return error_set(
	    err, ERROR_USAGE,
	    "this flarescope was built without protobuf-c, which writes pprof files");
}
