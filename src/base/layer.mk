noinst_LIBRARIES += libbase.a
libbase_a_SOURCES = \
	src/base/append.h \
	src/base/bits.c src/base/bits.h \
	src/base/bytes.h \
	src/base/clock.c src/base/clock.h \
	src/base/error.c src/base/error.h \
	src/base/fill.h \
	src/base/idmap.c src/base/idmap.h \
	src/base/intern.c src/base/intern.h \
	src/base/utf8.c src/base/utf8.h src/base/characters.def \
	src/base/library.h \
	src/base/mem.c src/base/mem.h \
	src/base/memory_stream.c src/base/memory_stream.h \
	src/base/timestamp.c src/base/timestamp.h \
	src/base/number.c src/base/number.h \
	src/base/placement.c src/base/placement.h \
	src/base/clock.c src/base/clock.h \
	src/base/regex.c src/base/regex.h \
	src/base/regular_file.c src/base/regular_file.h \
	src/base/bisect.h \
	src/base/hash_seed.c src/base/hash_seed.h \
	src/base/text.c src/base/text.h \
	src/base/threads.c src/base/threads.h \
	src/base/utf8.c src/base/utf8.h
libbase_a_CFLAGS = $(AM_CFLAGS) -pthread $(PCRE2_CFLAGS) $(XXHASH_CFLAGS)
libbase_LIBS = $(PCRE2_LIBS) $(XXHASH_LIBS) -lpthread
