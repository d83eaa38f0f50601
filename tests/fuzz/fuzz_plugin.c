/* fuzz_plugin.c - any bytes as the output of a user's reader, and how it ends. */

#include <stdlib.h>
#include <sys/stat.h>

#include "base/mem.h"
#include "fuzz/mutate/mutate.h"
#include "fuzz/world.h"
#include "input/plugin/plugin_readers.h"
#include "input/reading.h"
#include "lib/check_profile.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

MUTATE_WITH(mutate_text)

/* The last line chooses how it ends: a number, or an error message. */
static const char script[] = "#!/bin/sh\n"
			     "case $(tail -n 1 \"$1\") in\n"
			     "exit*1) exit 1 ;;\n"
			     "complain*) head -c 3000 \"$1\" >&2; exit 3 ;;\n"
			     "killed*) kill -9 $$ ;;\n"
			     "esac\n"
			     "cat \"$1\"\n";

static void furnish(void)
{
	char path[WORLD_PATH_MAX];
	struct plugin_readers list = {0};
	struct error err = ERROR_INIT;

	world_make("flarescope/readers/");
	world_write("flarescope/readers/flarescope-read-it", script, sizeof script - 1);
	chmod(world_path("flarescope/readers/flarescope-read-it", path), 0700);
	setenv("XDG_CONFIG_HOME", world_path(".", path), 1);
	setenv("PATH", "/usr/bin:/bin", 1);
	if (!plugin_readers_list(&list, &err))
		abort();
	plugin_readers_release(&list);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static bool furnished;
	struct reading_options o = {.format = "it", .threads = 1};
	struct error err = ERROR_INIT;
	char path[WORLD_PATH_MAX];
	struct profile *p;
	size_t used = mem_used();

	if (!furnished)
		furnish();
	furnished = true;
	world_write("printed", data, size);
	p = reading_run(world_path("printed", path), &o, NULL, &err);
	if (p ? !check_profile(p, &err) : !err.message[0])
		abort();
	profile_free(p);
	if (mem_used() != used)
		abort();
	return 0;
}
