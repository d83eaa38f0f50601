unit_base = tests/unit/base/test_numbers tests/unit/base/test_budget \
	tests/unit/base/test_names tests/unit/base/test_fill tests/unit/base/test_bisect
if HAVE_CMOCKA
check_PROGRAMS += $(unit_base)
TESTS += $(unit_base)
endif

tests_unit_base_test_numbers_LDADD = $(test_profile)
tests_unit_base_test_budget_LDADD = $(test_base)
tests_unit_base_test_names_LDADD = $(test_base)
tests_unit_base_test_fill_LDADD = $(test_base)
tests_unit_base_test_bisect_LDADD = $(test_base)
