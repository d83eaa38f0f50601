#include "symbols/symbol_status.h"

#include <assert.h>

const char *symbol_status_text(enum symbol_status status)
{
	static const char *const texts[SYMBOLS_STATUS_COUNT] = {
	    [SYMBOLS_FOUND] = "found",
	    [SYMBOLS_NO_FILE] = "the file is not here",
	    [SYMBOLS_BUILD_ID] = "the file's build id differs from the recorded one",
	    [SYMBOLS_REPLACED] =
		"the file was replaced since, and no build ID was recorded",
	    [SYMBOLS_NOT_PERMITTED] = "no permission to read the file",
	    [SYMBOLS_NOT_ELF] = "not an ELF file, or a damaged one",
	    [SYMBOLS_UNREASONABLE] =
		"the file claims far more than it holds: it is damaged or malicious",
	    [SYMBOLS_STRIPPED] =
		"the file is stripped; its debug symbols are not installed",
	    /* kallsyms_show_value() of Linux asks for both, from who is not root */
	    [SYMBOLS_KERNEL_HIDDEN] =
		"the kernel hides its addresses from this user; run as root, or sudo "
		"sysctl kernel.kptr_restrict=0 kernel.perf_event_paranoid=1, or give "
		"--kallsyms",
	    [SYMBOLS_OTHER_KERNEL] = "recorded under another kernel than this one; give "
				     "its /proc/kallsyms with --kallsyms",
	    [SYMBOLS_KERNEL_UNTOLD] = "the recording does not say which kernel ran; if "
				      "it was this one, give --kallsyms /proc/kallsyms",
	    [SYMBOLS_KERNEL_UNPLACED] =
		"the recording does not say where the kernel was, which only root may "
		"know (kptr_restrict); give its /proc/kallsyms with --kallsyms",
	    [SYMBOLS_NO_KALLSYMS] = "no kallsyms could be read",
	    [SYMBOLS_NO_MAP] = "the process left no /tmp/perf-PID.map",
	    [SYMBOLS_OF_OTHERS] = "its /tmp/perf-PID.map belongs to another user; if you "
				  "trust it, chown it to root",
	    [SYMBOLS_NOT_BUILT_IN] = "flarescope was built without elfutils",
	    [SYMBOLS_NO_MEMORY] = "out of memory",
	};

	assert((unsigned)status < SYMBOLS_STATUS_COUNT);
	return texts[status];
}
