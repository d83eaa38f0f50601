noinst_LIBRARIES += librecorder.a
librecorder_a_SOURCES = \
	src/recorder/events.c src/recorder/events.h \
	src/recorder/opened.c src/recorder/opened.h \
	src/recorder/recorder.c src/recorder/recorder.h \
	src/recorder/records.c src/recorder/records.h \
	src/recorder/ring.c src/recorder/ring.h \
	src/recorder/running.c src/recorder/running.h \
	src/recorder/stream.c src/recorder/stream.h
librecorder_LIBS = libbase.a $(libbase_LIBS)
