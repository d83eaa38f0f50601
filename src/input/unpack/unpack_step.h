/* unpack_step.h - what unpacking one piece came to, of gzip (inflate_member.h) as of zstd. */

#ifndef INPUT_UNPACK_STEP_H
#define INPUT_UNPACK_STEP_H

enum unpack_step {
	UNPACK_GOES_ON,	   /* with nothing got: the input is used up */
	UNPACK_MEMBER_END, /* the check sum is right, the input is just behind it */
	/* nothing more can be had: */
	UNPACK_DAMAGED,
	UNPACK_TOO_LARGE,  /* it wants more memory than it may have */
	UNPACK_DICTIONARY, /* it was packed with a dictionary, which is not here */
	UNPACK_NO_MEMORY,
};

#endif
