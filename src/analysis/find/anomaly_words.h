/* anomaly_words.h - sentences about anomalies. */

#ifndef ANALYSIS_FIND_ANOMALY_WORDS_H
#define ANALYSIS_FIND_ANOMALY_WORDS_H

#include "analysis/find/anomalies.h"

#define ANOMALY_WORDS_MAX 640

/*
 * "34 samples where 4.1 are usual, for 0.20 s, in service; mostly rebuild_index", or "thread
 * worker-1 has 223 of 243 samples in service (92 %, usually 23 %), for 3.0 s". Each part is some
 * words and then a name, which may be empty. Names are borrowed from the profile and must be
 * escaped when printed. `brief` is for a screen that also shows the samples: "thread worker-1 has
 * 92 % of service, usually 23 %, for 3.0 s".
 */
#define ANOMALY_PARTS 3

struct anomaly_sentence {
	struct anomaly_phrase {
		char words[ANOMALY_WORDS_MAX];
		struct text name;
	} part[ANOMALY_PARTS];
};

void anomaly_words_say(struct anomaly_sentence *s, const struct anomaly *m,
		       const struct profile *p, bool brief);

/* The searched part of the profile: "all samples, 2 processes, 7 threads, 31 functions". */
const char *anomaly_words_looked(const struct anomalies *o,
				 char buf[static ANOMALY_WORDS_MAX]);

#endif
