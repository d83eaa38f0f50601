/* scene.h - a screen of the documents: its size, its file, and the keys that lead to it. */

#ifndef TESTS_SCENE_H
#define TESTS_SCENE_H

#include <stdbool.h>

/*
 * "100x30 openssl.perf.gz 30l V": the size of the terminal, the example (or two, with a comma), and
 * the steps, one per word. A step is text to type, in which <Enter>, <Esc>, <Tab> and <F6> are
 * keys, or a mouse event: press:X,Y, drag:X,Y or release:X,Y. rows:A-B is the part of the screen to
 * show, from 1; scale:NAME is its --scale, colour-by:NAME its --colour-by. film:CAPTION makes a
 * moving picture: each such word is a frame with the screen, the keys typed since the previous
 * frame, and the caption, in which _ is a blank.
 */
struct scene {
	int columns, rows;
	int first, last; /* the rows to show, from 0 */
	char file[64];
	char baseline[64]; /* "": none */
	char scale[16];	   /* "": the default */
	char hues[16];	   /* "": by heat */
	const char *rest;  /* borrowed: the steps that are left */
	char caption[80];  /* of the frame that scene_step() has reached, else "" */
	char keys[80];	   /* typed since the previous frame */
};

/* A failure ends the test. */
struct scene scene_of(const char *words);

/*
 * Get the bytes that a terminal sends for the next step; none for a frame (then `caption` is set).
 * False after the last step.
 */
#define SCENE_BYTES 256
bool scene_step(struct scene *s, char bytes[SCENE_BYTES]);

#endif
