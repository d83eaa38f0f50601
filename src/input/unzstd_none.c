#include "input/unzstd.h"

struct unzstd *unzstd_new(struct error *err)
{
	error_set(err, ERROR_FORMAT,
		  "expected plain records, found compressed ones (perf record -z), and "
		  "this flarescope was built without libzstd; try: perf script --header "
		  "-i FILE | flarescope -");
	return NULL;
}

void unzstd_free(struct unzstd *z)
{
	(void)z;
}

bool unzstd_next(struct unzstd *z, struct text *packed, char *buf, size_t max,
		 size_t *got)
{
	(void)z;
	(void)packed;
	(void)buf;
	(void)max;
	*got = 0;
	return false;
}
