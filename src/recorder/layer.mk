noinst_LIBRARIES += librecorder.a
librecorder_a_SOURCES = \
	src/recorder/cpus.c src/recorder/cpus.h \
	src/recorder/events.c src/recorder/events.h \
	src/recorder/kernel_events.h \
	src/recorder/record_builder.c src/recorder/record_builder.h \
	src/recorder/output_queue.c src/recorder/output_queue.h \
	src/recorder/recorder.c src/recorder/recorder.h \
	src/recorder/ring.c src/recorder/ring.h \
	src/recorder/running.c src/recorder/running.h \
	src/recorder/small_file.c src/recorder/small_file.h \
	src/recorder/stream.c src/recorder/stream.h
librecorder_a_CFLAGS = $(AM_CFLAGS) -pthread
librecorder_LIBS = libbase.a $(libbase_LIBS)
