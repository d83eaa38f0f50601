noinst_LIBRARIES += libengine.a
libengine_a_SOURCES = \
	src/engine/clickhouse.c src/engine/clickhouse.h \
	src/engine/curl_calls.h
libengine_a_CPPFLAGS = $(AM_CPPFLAGS)
if WITH_CURL
libengine_a_SOURCES += src/engine/curl_calls.c
libengine_a_CPPFLAGS += -DWITH_CURL
endif
libengine_a_CFLAGS = $(AM_CFLAGS) $(CURL_CFLAGS)
libengine_LIBS = libbase.a $(libbase_LIBS) -ldl
