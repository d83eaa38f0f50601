#include "input/unpack/unzstd.h"

const struct library zstd_library = {"libzstd", NULL,
				     "zstd, and what perf record -z wrote"};

bool unzstd_is_there(void)
{
	return false;
}

struct unzstd *unzstd_new(struct error *err)
{
	error_set(err, ERROR_FORMAT, "this flarescope was built without libzstd");
	return NULL;
}

void unzstd_free(struct unzstd *z)
{
	(void)z;
}

void unzstd_restart(struct unzstd *z)
{
	(void)z;
}

enum unpack_step unzstd_run(struct unzstd *z, struct text *packed, char *buf, size_t max,
			    size_t *got)
{
	(void)z;
	(void)packed;
	(void)buf;
	(void)max;
	*got = 0;
	return UNPACK_DAMAGED;
}
