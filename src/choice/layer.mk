noinst_LIBRARIES += libchoice.a
libchoice_a_SOURCES = \
	src/choice/alignment.c src/choice/alignment.h \
	src/choice/choice.c src/choice/choice.h src/choice/choice.def \
	src/choice/event_choice.c src/choice/event_choice.h \
	src/choice/shell_line.c src/choice/shell_line.h
libchoice_LIBS = libanalysis.a $(libanalysis_LIBS)
