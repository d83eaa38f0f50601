/* signals.h - turns signals into news for an event loop. */

#ifndef TUI_SIGNALS_H
#define TUI_SIGNALS_H

#include "base/error.h"

struct signals_news {
	bool resized;	/* the terminal has another size */
	bool continued; /* the program was stopped and continued */
	bool stop;	/* the program should stop (SIGTSTP) */
	int end;	/* the signal that asks it to end, 0 for none */
};

/*
 * Catch signals until signals_release(). Call it before anything changes the modes of the
 * terminal `tty`: after a crash the present modes are restored. Only one caller in a process at a
 * time.
 */
bool signals_catch(int tty, struct error *err);
void signals_release(void);

/* A descriptor that is readable when there is news. */
int signals_fd(void);

/* The news since the last call. */
struct signals_news signals_take(void);

/* Stop this process and the others of the pipeline, as ^Z does; returns when continued. */
void signals_stop(void);

#endif
