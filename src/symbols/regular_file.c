#include "symbols/regular_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "base/mem.h"

#define BLOCK (256 * 1024)

int regular_file_open(const char *path, uint64_t *inode, enum symbol_status *why)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	struct stat st;

	if (fd < 0) {
		*why = errno == EACCES || errno == EPERM ? SYMBOLS_NOT_PERMITTED
							 : SYMBOLS_NO_FILE;
		return -1;
	}
	if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode)) {
		*why = SYMBOLS_NO_FILE;
		close(fd);
		return -1;
	}
	*inode = st.st_ino;
	*why = SYMBOLS_FOUND;
	return fd;
}

void regular_file_close(int fd)
{
	if (fd >= 0)
		close(fd);
}

/* All that comes; false when there is no memory, it is damaged, or too long. */
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

char *regular_file_text(const char *path, size_t max, size_t *len,
			enum symbol_status *why)
{
	uint64_t inode;
	int fd = regular_file_open(path, &inode, why);
	gzFile in = fd < 0 ? NULL : gzdopen(fd, "rb");
	char *text = NULL;

	if (!in) {
		regular_file_close(fd);
		if (fd >= 0)
			*why = SYMBOLS_NO_MEMORY;
		return NULL;
	}
	if (!read_all(in, max, &text, len)) {
		*why = SYMBOLS_NO_FILE;
		mem_free(text);
		text = NULL;
	}
	gzclose(in);
	return text;
}

bool regular_file_crc(const char *path, uint32_t *crc)
{
	struct error none = ERROR_INIT;
	enum symbol_status why;
	uint64_t inode;
	int fd = regular_file_open(path, &inode, &why);
	uint8_t *block = fd < 0 ? NULL : mem_array(BLOCK, 1, "bytes", &none);
	uLong sum = crc32(0, NULL, 0);
	ssize_t got = -1;

	while (block && (got = read(fd, block, BLOCK)) > 0)
		sum = crc32(sum, block, (uInt)got);
	*crc = (uint32_t)sum;
	mem_free(block);
	regular_file_close(fd);
	return got == 0;
}
