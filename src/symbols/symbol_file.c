#include "symbols/symbol_file.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "base/mem.h"
#include "sandbox/helper.h"

#define BLOCK (256 * 1024)

/* Text with names of functions is compressed to a tenth; hostile files to a thousandth. */
#define UNPACKED_MORE (16u * 1024 * 1024)
#define RATIO_MOST    32

int symbol_file_open(struct helper *helper, const char *path, struct stat *st,
		     enum symbol_status *why)
{
	int fd = helper_open(helper, path, 0, st);

	*why = SYMBOLS_FOUND;
	if (fd < 0)
		*why = errno == EACCES || errno == EPERM ? SYMBOLS_NOT_PERMITTED
							 : SYMBOLS_NO_FILE;
	return fd;
}

void symbol_file_close(int fd)
{
	if (fd >= 0)
		close(fd);
}

/* Read everything; false when memory runs out, or the file is damaged or too long. */
static bool read_all(gzFile in, size_t max, char **text, size_t *len)
{
	struct error none = ERROR_INIT;
	size_t capacity = 0;
	int got;

	for (*len = 0;; *len += (size_t)got) {
		if (*len > max ||
		    !mem_reserve(text, &capacity, *len + BLOCK, 1, "bytes", &none))
			return false;
		got = gzread(in, *text + *len, BLOCK - 1);
		if (got <= 0) {
			(*text)[*len] = '\0';
			return got == 0;
		}
	}
}

char *symbol_file_read(int fd, uint64_t size, size_t max, size_t *len,
		       enum symbol_status *why)
{
	gzFile in = gzdopen(fd, "rb");
	char *text = NULL;

	if (!in) {
		symbol_file_close(fd);
		*why = SYMBOLS_NO_MEMORY;
		return NULL;
	}
	*why = SYMBOLS_FOUND;
	/* a compressed text must not be much longer than the file */
	if (!gzdirect(in) && max >= UNPACKED_MORE &&
	    size <= (max - UNPACKED_MORE) / RATIO_MOST)
		max = UNPACKED_MORE + (size_t)size * RATIO_MOST;
	if (!read_all(in, max, &text, len)) {
		*why = SYMBOLS_NO_FILE;
		mem_free(text);
		text = NULL;
	}
	gzclose(in);
	return text;
}

char *symbol_file_text(const char *path, size_t max, size_t *len, enum symbol_status *why)
{
	struct stat st;
	int fd = symbol_file_open(NULL, path, &st, why);

	return fd < 0 ? NULL : symbol_file_read(fd, (uint64_t)st.st_size, max, len, why);
}

bool symbol_file_is_hollow(const struct stat *st)
{
	uint64_t size = (uint64_t)st->st_size, stored = (uint64_t)st->st_blocks * 512;

	return size > UNPACKED_MORE && (size - UNPACKED_MORE) / RATIO_MOST > stored;
}

bool symbol_file_crc(int fd, uint32_t *crc)
{
	struct error none = ERROR_INIT;
	struct stat st;
	bool fits = fstat(fd, &st) == 0 && !symbol_file_is_hollow(&st);
	uint8_t *block = fits ? mem_array(BLOCK, 1, "bytes", &none) : NULL;
	uLong sum = crc32(0, NULL, 0);
	ssize_t got = -1;
	off_t at = 0;

	for (; block && (got = pread(fd, block, BLOCK, at)) > 0; at += got)
		sum = crc32(sum, block, (uInt)got);
	*crc = (uint32_t)sum;
	mem_free(block);
	return got == 0;
}

/* In the build id table of perf.data 5.10 and older: 20 bytes, of which an MD5 fills 16. */
#define PADDED 20

bool build_id_same(const struct build_id *recorded, const struct build_id *file)
{
	static const uint8_t zeros[PADDED];

	if (file->len == 0 || recorded->len < file->len ||
	    memcmp(recorded->bytes, file->bytes, file->len) != 0)
		return false;
	return recorded->len == file->len ||
	       (recorded->len == PADDED &&
		memcmp(recorded->bytes + file->len, zeros, PADDED - file->len) == 0);
}

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
		"the file claims far more than it contains: it is damaged or malicious",
	    [SYMBOLS_TOO_MUCH] =
		"the files of this recording would take far too long for their size",
	    [SYMBOLS_STRIPPED] =
		"the file is stripped; its debug symbols are not installed",
	    /* kallsyms_show_value() of Linux checks both for users other than root */
	    [SYMBOLS_KERNEL_HIDDEN] =
		"the kernel hides its addresses from this user; run as root, or sudo "
		"sysctl kernel.kptr_restrict=0 kernel.perf_event_paranoid=1, or give "
		"--kallsyms",
	    [SYMBOLS_OTHER_KERNEL] =
		"recorded on a different kernel; give its /proc/kallsyms with --kallsyms",
	    [SYMBOLS_KERNEL_UNKNOWN] = "the recording does not say which kernel ran; if "
				       "it was this one, give --kallsyms /proc/kallsyms",
	    [SYMBOLS_KERNEL_UNPLACED] =
		"the recording lacks the address of the kernel, which only root can see "
		"(kptr_restrict); give its /proc/kallsyms with --kallsyms",
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
