noinst_LIBRARIES += libsandbox.a
libsandbox_a_SOURCES = \
	src/sandbox/calls.h \
	src/sandbox/confinement.c src/sandbox/confinement.h \
	src/sandbox/denial.c src/sandbox/denial.h \
	src/sandbox/helper.c src/sandbox/helper.h \
	src/sandbox/landlock.c src/sandbox/landlock.h \
	src/sandbox/messages.c src/sandbox/messages.h \
	src/sandbox/placement.c src/sandbox/placement.h \
	src/sandbox/privileges.c src/sandbox/privileges.h \
	src/sandbox/scratch.c src/sandbox/scratch.h
if WITH_SECCOMP
libsandbox_a_SOURCES += src/sandbox/calls.c
else
libsandbox_a_SOURCES += src/sandbox/calls_none.c
endif
libsandbox_a_CFLAGS = $(AM_CFLAGS) -pthread $(SECCOMP_CFLAGS)
libsandbox_LIBS = libbase.a $(libbase_LIBS) $(SECCOMP_LIBS)
