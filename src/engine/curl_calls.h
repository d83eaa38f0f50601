/* curl_calls.h - libcurl, loaded when it is needed: linked it would triple how long any command takes to start. */

#ifndef ENGINE_CURL_CALLS_H
#define ENGINE_CURL_CALLS_H

#include <curl/curl.h>

#include "base/error.h"

/* What is used of it: the name in here, and there without "curl_". */
#define CURL_CALLS(CALL)                                                                 \
	CALL(global_init)                                                                \
	CALL(easy_init)                                                                  \
	CALL(easy_cleanup)                                                               \
	CALL(easy_setopt)                                                                \
	CALL(easy_perform)                                                               \
	CALL(easy_getinfo)                                                               \
	CALL(easy_strerror)                                                              \
	CALL(multi_init)                                                                 \
	CALL(multi_cleanup)                                                              \
	CALL(multi_add_handle)                                                           \
	CALL(multi_remove_handle)                                                        \
	CALL(multi_perform)                                                              \
	CALL(multi_poll)                                                                 \
	CALL(multi_info_read)                                                            \
	CALL(url)                                                                        \
	CALL(url_cleanup)                                                                \
	CALL(url_dup)                                                                    \
	CALL(url_get)                                                                    \
	CALL(url_set)                                                                    \
	CALL(free)

struct curl_calls {
	void *loaded; /* owned */
#define CALL(name) __typeof__(curl_##name) *name;
	CURL_CALLS(CALL)
#undef CALL
};

/* False and an error where it is not installed. Release it, also after a failure. */
bool curl_calls_load(struct curl_calls *c, struct error *err);
void curl_calls_release(struct curl_calls *c);

#endif
