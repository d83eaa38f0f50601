/* scene.h - what a page says of a screen that it shows: its size, its file, what is typed. */

#ifndef TESTS_SCENE_H
#define TESTS_SCENE_H

#include <stdbool.h>

/*
 * "100x30 openssl.perf.gz 30l V": the size of the terminal, the example (or two, with a comma),
 * and the steps, a word each. A step is what is typed, in which <Enter>, <Esc>, <Tab> and <F6> are keys,
 * or one of press:X,Y, drag:X,Y and release:X,Y with the mouse. rows:A-B is the part of the screen
 * that is shown, from 1; scale:NAME the --scale it is shown in, colour-by:NAME the --colour-by.
 * film:CAPTION makes the picture move: a frame is the screen at such a word, with the keys typed since
 * the frame before and the caption, in which _ is a blank.
 */
struct scene {
	int columns, rows;
	int first, last; /* of the rows that are shown, from 0 */
	char file[64];
	char baseline[64]; /* "": there is one file */
	char scale[16];	   /* "": the usual one */
	char hues[16];	   /* "": heat */
	const char *rest;  /* borrowed from the words: the steps that are left */
	char caption[80];  /* of the frame that scene_step() has come to, else "" */
	char keys[80];	   /* typed since the frame before */
};

/* A failure is the test's. */
struct scene scene_of(const char *words);

/*
 * The bytes that a terminal sends at the next step, none where a frame is to be drawn (`caption`);
 * false after the last one.
 */
#define SCENE_BYTES 256
bool scene_step(struct scene *s, char bytes[SCENE_BYTES]);

#endif
