unit_profile = tests/unit/profile/test_profile tests/unit/profile/test_builder \
	tests/unit/profile/test_preview tests/unit/profile/test_merge \
	tests/unit/profile/test_store tests/unit/profile/test_cache \
	tests/unit/profile/test_join tests/unit/profile/test_sample_run
if HAVE_CMOCKA
check_PROGRAMS += $(unit_profile)
TESTS += $(unit_profile)
endif

tests_unit_profile_test_profile_LDADD = $(test_profile)
tests_unit_profile_test_builder_LDADD = $(test_profile)
tests_unit_profile_test_builder_LDFLAGS = $(AM_LDFLAGS) $(hungry)
tests_unit_profile_test_preview_LDADD = $(test_profile)
tests_unit_profile_test_merge_LDADD = $(test_profile)
tests_unit_profile_test_store_LDADD = $(test_profile)
tests_unit_profile_test_join_LDADD = $(test_profile)
tests_unit_profile_test_sample_run_LDADD = $(test_profile)
tests_unit_profile_test_cache_CFLAGS = $(AM_CFLAGS) -pthread
tests_unit_profile_test_cache_LDADD = $(test_profile) -lpthread
