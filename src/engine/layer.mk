noinst_LIBRARIES += libengine.a
libengine_a_SOURCES = \
	src/engine/query_process.c src/engine/query_process.h \
	src/engine/clickhouse.c src/engine/clickhouse.h \
	src/engine/statement.c src/engine/statement.h
libengine_a_CPPFLAGS = $(AM_CPPFLAGS)
if WITH_CURL
libengine_a_CPPFLAGS += -DWITH_CURL
endif
libengine_a_CFLAGS = $(AM_CFLAGS) $(CURL_CFLAGS)
libengine_LIBS = libsandbox.a libbase.a $(libsandbox_LIBS) $(libbase_LIBS) -ldl
