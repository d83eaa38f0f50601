unit_tui = tests/unit/tui/test_keyboard tests/unit/tui/test_pen \
	tests/unit/tui/test_replies tests/unit/tui/test_screen
if HAVE_CMOCKA
check_PROGRAMS += $(unit_tui)
TESTS += $(unit_tui)
endif

tests_unit_tui_test_keyboard_LDADD = $(test_tui)
tests_unit_tui_test_pen_LDADD = $(test_tui)
tests_unit_tui_test_replies_LDADD = $(test_tui)
tests_unit_tui_test_screen_LDADD = $(test_tui)
