#include "input/kept_kernel.h"

#include <unistd.h>

#include "symbols/kept_kallsyms.h"

void kept_kernel_expect(struct symbol_source *source, const struct cache *cache,
			const struct module_kernel *kernel)
{
	int fd;

	source->kept = cache ? module_kernel_kept(source, kernel) : NULL;
	fd = source->kept ? cache_kernel_open(cache) : -1;
	if (fd >= 0) {
		kept_kallsyms_load(source->kept, fd);
		close(fd);
	}
	if (!kept_kallsyms_is_loaded(source->kept))
		source->running = module_kernel_prefetch(source, kernel);
}

void kept_kernel_put(const struct symbol_source *source, const struct cache *cache)
{
	struct text bytes = kept_kallsyms_bytes(source->kept);
	struct error ignored = ERROR_INIT;

	if (cache && bytes.len)
		cache_kernel_put(cache, bytes, &ignored);
}
