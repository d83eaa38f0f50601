unit_base = tests/unit/test_numbers tests/unit/test_budget tests/unit/test_names \
	tests/unit/test_fill tests/unit/test_bisect
if HAVE_CMOCKA
check_PROGRAMS += $(unit_base)
TESTS += $(unit_base)
endif

tests_unit_test_numbers_LDADD = $(test_profile)
tests_unit_test_budget_LDADD = $(test_base)
tests_unit_test_names_LDADD = $(test_base)
tests_unit_test_fill_LDADD = $(test_base)
tests_unit_test_bisect_LDADD = $(test_base)
