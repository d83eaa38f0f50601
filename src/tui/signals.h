/* signals.h - delivers signals to an event loop. */

#ifndef TUI_SIGNALS_H
#define TUI_SIGNALS_H

#include "base/error.h"

struct signals_news {
	bool resized;	/* the terminal was resized */
	bool continued; /* the program was continued after a stop by SIGSTOP */
	bool stop;	/* the program should stop (SIGTSTP) */
	int end;	/* the signal that must end the program; 0: none */
};

/*
 * Catch signals until signals_release(). Call this before anything changes the modes of the
 * terminal `tty`: the current modes are restored after a crash. Only one caller in a process may
 * catch signals at a time.
 */
bool signals_catch(int tty, struct error *err);
void signals_release(void);

/* A descriptor that is readable when there are signals to take. */
int signals_fd(void);

/* The signals since the last call; `end` is never reset. */
struct signals_news signals_take(void);

/* Stop this process and the others in its pipeline, as ^Z does. Returns when it is continued. */
void signals_stop(void);

#endif
