unit_tui = tests/unit/test_keymap tests/unit/test_keyboard tests/unit/test_clipboard
if HAVE_CMOCKA
check_PROGRAMS += $(unit_tui)
TESTS += $(unit_tui)
endif

tests_unit_test_keymap_LDADD = $(test_tui)
tests_unit_test_keyboard_LDADD = $(test_tui)
tests_unit_test_clipboard_LDADD = $(test_tui)
