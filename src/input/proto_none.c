#include "input/nflxprofile.h"
#include "input/pprof.h"

static bool refuse(const char *what, struct error *err)
{
	return error_set(err, ERROR_FORMAT,
			 "%s is protocol buffers, and this flarescope was built without "
			 "protobuf-c, which reads them",
			 what);
}

bool pprof_read(struct reading *r, struct error *err)
{
	(void)r;
	return refuse("a profile of pprof", err);
}

bool nflxprofile_read(struct reading *r, struct error *err)
{
	(void)r;
	return refuse("an nflxprofile", err);
}
