/* signals.h - what the kernel tells the program, as news for an event loop. */

#ifndef TUI_SIGNALS_H
#define TUI_SIGNALS_H

#include "base/error.h"

struct signals_news {
	bool resized;	/* the terminal has another size */
	bool continued; /* someone stopped the program, and let it go on */
	bool stop;	/* someone asks the program to stop */
	int end;	/* the signal that asks it to end, 0 for none */
};

/*
 * Catch signals until signals_release(). Call before anything changes the modes of the
 * terminal `tty`: after a crash they are put back as they are now. Once per process at
 * a time.
 */
bool signals_catch(int tty, struct error *err);
void signals_release(void);

/* Ready for reading when there are news. */
int signals_fd(void);

/* What has happened since the last call. */
struct signals_news signals_take(void);

/* Stop, and with us who else is in the pipeline, as ^Z does; returns when continued. */
void signals_stop(void);

#endif
