if HAVE_CMOCKA
check_PROGRAMS += tests/unit/test_profile
TESTS += tests/unit/test_profile
tests_unit_test_profile_SOURCES = tests/unit/test_profile.c \
	tests/lib/made_profile.c tests/lib/made_profile.h
tests_unit_test_profile_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_profile_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_profile_LDADD = libprofile.a $(libprofile_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_builder
TESTS += tests/unit/test_builder
tests_unit_test_builder_SOURCES = tests/unit/test_builder.c \
	tests/lib/hunger.c tests/lib/hunger.h \
	tests/lib/made_profile.c tests/lib/made_profile.h
tests_unit_test_builder_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_builder_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_builder_LDFLAGS = $(AM_LDFLAGS) \
	-Wl,--wrap=malloc -Wl,--wrap=calloc -Wl,--wrap=realloc
tests_unit_test_builder_LDADD = libprofile.a $(libprofile_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_preview
TESTS += tests/unit/test_preview
tests_unit_test_preview_SOURCES = tests/unit/test_preview.c
tests_unit_test_preview_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_preview_LDADD = libprofile.a $(libprofile_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_joint
TESTS += tests/unit/test_joint
tests_unit_test_joint_SOURCES = tests/unit/test_joint.c
tests_unit_test_joint_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
tests_unit_test_joint_LDADD = libprofile.a $(libprofile_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_store
TESTS += tests/unit/test_store
tests_unit_test_store_SOURCES = tests/unit/test_store.c \
	tests/lib/made_profile.c tests/lib/made_profile.h \
	tests/lib/stored.c tests/lib/stored.h
tests_unit_test_store_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_store_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(XXHASH_CFLAGS)
tests_unit_test_store_LDADD = libprofile.a $(libprofile_LIBS) $(CMOCKA_LIBS)
check_PROGRAMS += tests/unit/test_cache
TESTS += tests/unit/test_cache
tests_unit_test_cache_SOURCES = tests/unit/test_cache.c \
	tests/lib/made_profile.c tests/lib/made_profile.h \
	tests/lib/stored.c tests/lib/stored.h
tests_unit_test_cache_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests
tests_unit_test_cache_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(XXHASH_CFLAGS) -pthread
tests_unit_test_cache_LDADD = libprofile.a $(libprofile_LIBS) $(CMOCKA_LIBS) -lpthread
endif
