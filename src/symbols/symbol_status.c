#include "symbols/symbol_status.h"

#include <assert.h>

const char *symbol_status_text(enum symbol_status status)
{
	static const char *const texts[SYMBOLS_STATUS_COUNT] = {
	    [SYMBOLS_FOUND] = "found",
	    [SYMBOLS_NO_FILE] = "the file is not here",
	    [SYMBOLS_BUILD_ID] = "the file's build id differs from the recorded one",
	    [SYMBOLS_REPLACED] =
		"the file was replaced since, and no build id is recorded",
	    [SYMBOLS_NOT_PERMITTED] = "no permission to read the file",
	    [SYMBOLS_NOT_ELF] = "not an ELF file, or a damaged one",
	    [SYMBOLS_UNREASONABLE] =
		"the file claims far more than is in it: it is damaged, or "
		"was made to do harm",
	    [SYMBOLS_STRIPPED] =
		"the file is stripped; its debug symbols are not installed",
	    /* kallsyms_show_value() of Linux asks for both, from who is not root */
	    [SYMBOLS_KERNEL_HIDDEN] =
		"the kernel hides its addresses from this user; run as root, or sudo "
		"sysctl kernel.kptr_restrict=0 kernel.perf_event_paranoid=1, or give "
		"--kallsyms",
	    [SYMBOLS_OTHER_KERNEL] = "recorded with another kernel than runs here; give "
				     "its /proc/kallsyms with --kallsyms",
	    [SYMBOLS_KERNEL_UNTOLD] =
		"not recorded which kernel ran; if it is the one here, give --kallsyms "
		"/proc/kallsyms",
	    [SYMBOLS_KERNEL_UNPLACED] =
		"not recorded where the kernel was, as it hides that from users but root "
		"(kptr_restrict); give its /proc/kallsyms with --kallsyms",
	    [SYMBOLS_NO_KALLSYMS] = "no kallsyms could be read",
	    [SYMBOLS_NO_MAP] = "the process left no /tmp/perf-PID.map",
	    [SYMBOLS_OF_OTHERS] =
		"its /tmp/perf-PID.map is another user's; if what it says "
		"can be believed, chown it to root",
	    [SYMBOLS_NOT_BUILT_IN] = "flarescope was built without elfutils",
	    [SYMBOLS_NO_MEMORY] = "out of memory",
	};

	assert((unsigned)status < SYMBOLS_STATUS_COUNT);
	return texts[status];
}
