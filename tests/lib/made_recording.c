#include "lib/made_recording.h"

#include <endian.h>
#include <stdlib.h>

#include "base/mem.h"

/* freq, sample_id_all, exclude_guest */
#define FLAGS (UINT64_C(1) << 10 | UINT64_C(1) << 18 | UINT64_C(1) << 20)

void made_bytes(struct made_recording *m, struct text t)
{
	struct error err = ERROR_INIT;

	if (!mem_reserve(&m->bytes, &m->room, m->len + t.len + 1, 1, "a recording", &err))
		abort();
	if (t.len)
		memcpy(m->bytes + m->len, t.at, t.len);
	m->len += t.len;
}

void made_u16(struct made_recording *m, uint16_t v)
{
	v = htole16(v);
	made_bytes(m, (struct text){(const char *)&v, sizeof v});
}

void made_u32(struct made_recording *m, uint32_t v)
{
	v = htole32(v);
	made_bytes(m, (struct text){(const char *)&v, sizeof v});
}

void made_u64(struct made_recording *m, uint64_t v)
{
	v = htole64(v);
	made_bytes(m, (struct text){(const char *)&v, sizeof v});
}

void made_name(struct made_recording *m, const char *name)
{
	made_bytes(m, text_of(name));
	do
		made_bytes(m, TEXT("\0"));
	while ((m->len - m->record) % 8);
}

void made_begin(struct made_recording *m, uint32_t type, uint16_t misc)
{
	m->record = m->len;
	made_u32(m, type);
	made_u16(m, misc);
	made_u16(m, 0);
}

void made_end(struct made_recording *m)
{
	uint16_t size = htole16((uint16_t)(m->len - m->record));

	memcpy(m->bytes + m->record + 6, &size, sizeof size);
}

void made_head(struct made_recording *m)
{
	made_bytes(m, TEXT("PERFILE2"));
	made_u64(m, 16);
}

static void put_attr(struct made_recording *m, uint32_t type, uint64_t config,
		     uint64_t sample_type, uint64_t read_format, uint32_t size)
{
	made_u32(m, type);
	made_u32(m, size);
	made_u64(m, config);
	made_u64(m, 99);
	made_u64(m, sample_type);
	made_u64(m, read_format);
	made_u64(m, FLAGS);
	for (uint32_t i = 48; i < size; i += 8)
		made_u64(m, 0);
}

#define FILE_HEAD     104
#define FILE_ATTR     112
#define FILE_ATTR_ALL (FILE_ATTR + 16) /* with the position of its ids */
#define FILE_DATA     (FILE_HEAD + FILE_ATTR_ALL)

void made_file_head(struct made_recording *m, uint32_t type, uint64_t config)
{
	const uint64_t numbers[] = {FILE_HEAD, FILE_ATTR_ALL,
				    FILE_HEAD, FILE_ATTR_ALL,
				    FILE_DATA, 0,
				    0,	       0,
				    0,	       0,
				    0,	       0};

	made_bytes(m, TEXT("PERFILE2"));
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		made_u64(m, numbers[i]);
	put_attr(m, type, config, MADE_TYPE, 0, FILE_ATTR);
	made_u64(m, 0);
	made_u64(m, 0);
}

void made_file_end(struct made_recording *m)
{
	uint64_t size = htole64(m->len - FILE_DATA);

	memcpy(m->bytes + 48, &size, sizeof size);
}

void made_attr(struct made_recording *m, uint32_t type, uint64_t config,
	       uint64_t sample_type, uint64_t read_format, uint32_t size, uint64_t id)
{
	made_begin(m, 64, 0);
	put_attr(m, type, config, sample_type, read_format, size);
	if (id)
		made_u64(m, id);
	made_end(m);
}

void made_attr_of_branches(struct made_recording *m, uint32_t type, uint64_t config,
			   uint64_t sample_type, uint64_t branch_sample_type)
{
	size_t attr = m->len + 8;

	made_attr(m, type, config, sample_type, 0, 96, 0);
	branch_sample_type = htole64(branch_sample_type);
	memcpy(m->bytes + attr + 72, &branch_sample_type, sizeof branch_sample_type);
}

static void end_with_trailer(struct made_recording *m, uint64_t time, uint32_t pid,
			     uint32_t tid)
{
	made_u32(m, pid);
	made_u32(m, tid);
	made_u64(m, time);
	made_end(m);
}

void made_comm(struct made_recording *m, uint64_t time, uint32_t pid, uint32_t tid,
	       const char *name)
{
	made_begin(m, 3, 0);
	made_u32(m, pid);
	made_u32(m, tid);
	made_name(m, name);
	end_with_trailer(m, time, pid, tid);
}

void made_fork(struct made_recording *m, uint64_t time, uint32_t pid, uint32_t ppid,
	       uint32_t tid, uint32_t ptid)
{
	made_begin(m, 7, 0);
	made_u32(m, pid);
	made_u32(m, ppid);
	made_u32(m, tid);
	made_u32(m, ptid);
	made_u64(m, time);
	end_with_trailer(m, time, ppid, ptid);
}

void made_switch(struct made_recording *m, uint64_t time, uint32_t pid, uint32_t tid,
		 bool out)
{
	made_begin(m, 14, out ? 1 << 13 : 0);
	end_with_trailer(m, time, pid, tid);
}

void made_map(struct made_recording *m, uint64_t time, uint32_t pid, uint64_t start,
	      uint64_t len, uint64_t offset, const char *path)
{
	made_begin(m, 1, pid == UINT32_MAX ? 1 : 2);
	made_u32(m, pid);
	made_u32(m, pid);
	made_u64(m, start);
	made_u64(m, len);
	made_u64(m, offset);
	made_name(m, path);
	end_with_trailer(m, time, pid, pid);
}

void made_sample(struct made_recording *m, uint64_t time, uint32_t pid, uint32_t tid,
		 const uint64_t *chain, uint64_t n)
{
	made_begin(m, 9, 2);
	made_u64(m, n ? chain[n - 1] : 0);
	made_u32(m, pid);
	made_u32(m, tid);
	made_u64(m, time);
	made_u64(m, n);
	for (uint64_t i = 0; i < n; i++)
		made_u64(m, chain[i]);
	made_end(m);
}
