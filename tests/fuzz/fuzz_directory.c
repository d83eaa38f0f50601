/* fuzz_directory.c - a perf record --threads directory: its file `data`, and one of records. */

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "fuzz/mutate/pair.h"
#include "fuzz/world.h"
#include "input/reading.h"
#include "lib/check_profile.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void mutate_both(struct buffer *b, struct dice *d)
{
	pair_mutate(b, d, mutate_perf, mutate_perf);
}

MUTATE_WITH(mutate_both)

static void read_place(const char *name)
{
	struct reading_options o = {.threads = 2};
	struct error err = ERROR_INIT;
	char path[WORLD_PATH_MAX];
	struct profile *p = reading_run(world_path(name, path), &o, NULL, &err);

	if (p ? !check_profile(p, &err) : !err.message[0])
		abort();
	profile_free(p);
}

/* Things that are not recordings, and must not block. */
static void read_odd_places(void)
{
	char path[WORLD_PATH_MAX];

	world_make("none/");
	world_make("waits/");
	world_write("waits/data", "PERFILE2", 8);
	if (mkfifo(world_path("waits/data.0", path), 0600) != 0 ||
	    mkfifo(world_path("pipe", path), 0600) != 0 ||
	    symlink("/dev/null", world_path("device", path)) != 0)
		abort();
	read_place("none");
	read_place("waits");
	read_place("device");
	read_place("not/there");
	if (source_is_recording(world_path("none", path)) ||
	    source_is_recording(world_path("pipe", path)))
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static bool begun;
	struct text head, records;
	size_t used = mem_used();

	mem_set_budget((size_t)1 << 30);
	pair_split(data, size, &head, &records);
	world_make("dir/");
	world_write("dir/data", head.at, head.len);
	world_write("dir/data.0", records.at, records.len);
	world_write("dir/data.1", records.at, records.len / 2);
	if (!begun)
		read_odd_places();
	begun = true;
	read_place("dir");
	if (mem_used() != used)
		abort();
	return 0;
}
