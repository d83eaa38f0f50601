#include "input/formats.h"
#include "input/proto/proto_wire.h"

const struct library protobuf_library = {"protobuf-c", NULL, "pprof and nflxprofile"};

static bool refuse(const char *what, struct error *err)
{
	return error_set(err, ERROR_FORMAT,
			 "%s: this flarescope was built without protobuf-c, which reads "
			 "it",
			 what);
}

static bool refuse_pprof(struct reading *r, struct error *err)
{
	(void)r;
	return refuse("a pprof profile", err);
}

static bool refuse_nflxprofile(struct reading *r, struct error *err)
{
	(void)r;
	return refuse("an nflxprofile", err);
}

const struct format nflxprofile_format = {
    .name = "nflxprofile",
    .help =
	"Netflix's nflxprofile, which its converters make of perf script or V8 profiles",
    .probe = nflxprofile_probe,
    .read = refuse_nflxprofile,
    .library = &protobuf_library,
};

const struct format pprof_format = {
    .name = "pprof",
    .help = "pprof profiles: Go's runtime/pprof, py-spy, Parca and many others",
    .probe = pprof_probe,
    .read = refuse_pprof,
    .library = &protobuf_library,
};
