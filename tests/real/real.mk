# Real programs with a fault built in, recorded here and now: tests/real/record and tests/real/judge,
# which say how they are run. Recordings stay outside the tree.

dist_check_SCRIPTS += tests/real/record tests/real/judge tests/real/oracle tests/real/resample
EXTRA_DIST += tests/real/service.c tests/real/service.js tests/real/Service.java
