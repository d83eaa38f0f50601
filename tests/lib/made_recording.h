/* made_recording.h - perf.data files built record by record, also malformed ones. */

#ifndef TESTS_MADE_RECORDING_H
#define TESTS_MADE_RECORDING_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

/* Zero it first; release with free(bytes). A failed allocation ends the test. */
struct made_recording {
	char *bytes; /* owned */
	size_t len, room;
	size_t record; /* the start of the open record */
};

void made_u16(struct made_recording *m, uint16_t v);
void made_u32(struct made_recording *m, uint32_t v);
void made_u64(struct made_recording *m, uint64_t v);
void made_bytes(struct made_recording *m, struct text t);

/* A name with its NUL, padded to a multiple of 8. */
void made_name(struct made_recording *m, const char *name);

/* Begin and end a record; its contents are added in between. */
void made_begin(struct made_recording *m, uint32_t type, uint16_t misc);
void made_end(struct made_recording *m);

/* The header of a piped recording, 16 bytes. */
void made_head(struct made_recording *m);

/* The header of a file with one event of MADE_TYPE; call made_file_end() after the last record. */
void made_file_head(struct made_recording *m, uint32_t type, uint64_t config);
void made_file_end(struct made_recording *m);

/* A HEADER_ATTR record of `size` >= 64 bytes with one id; 0: no id. All have sample_id_all. */
void made_attr(struct made_recording *m, uint32_t type, uint64_t config,
	       uint64_t sample_type, uint64_t read_format, uint32_t size, uint64_t id);

/* The same with 96 bytes and a branch_sample_type. */
void made_attr_of_branches(struct made_recording *m, uint32_t type, uint64_t config,
			   uint64_t sample_type, uint64_t branch_sample_type);

/* Records for recordings with IP, TID, TIME and CALLCHAIN: each has a time and a trailer. */
#define MADE_TYPE 0x27
void made_comm(struct made_recording *m, uint64_t time, uint32_t pid, uint32_t tid,
	       const char *name);
void made_fork(struct made_recording *m, uint64_t time, uint32_t pid, uint32_t ppid,
	       uint32_t tid, uint32_t ptid);
void made_switch(struct made_recording *m, uint64_t time, uint32_t pid, uint32_t tid,
		 bool out);
void made_map(struct made_recording *m, uint64_t time, uint32_t pid, uint64_t start,
	      uint64_t len, uint64_t offset, const char *path);
void made_sample(struct made_recording *m, uint64_t time, uint32_t pid, uint32_t tid,
		 const uint64_t *chain, uint64_t n);

#endif
