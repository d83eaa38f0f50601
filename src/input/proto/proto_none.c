#include "input/proto/nflxprofile.h"
#include "input/proto/pprof.h"

const struct library protobuf_library = {"protobuf-c", NULL, "pprof and nflxprofile"};

static bool refuse(const char *what, struct error *err)
{
	return error_set(err, ERROR_FORMAT,
			 "%s: this flarescope was built without protobuf-c, which reads "
			 "it",
			 what);
}

bool pprof_read(struct reading *r, struct error *err)
{
	(void)r;
	return refuse("a pprof profile", err);
}

bool nflxprofile_read(struct reading *r, struct error *err)
{
	(void)r;
	return refuse("an nflxprofile", err);
}
