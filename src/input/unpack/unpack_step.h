/* unpack_step.h - the result of unpacking a piece of gzip (inflate_member.h) or zstd. */

#ifndef INPUT_UNPACK_STEP_H
#define INPUT_UNPACK_STEP_H

enum unpack_step {
	UNPACK_GOES_ON,	   /* without output: the input is used up */
	UNPACK_MEMBER_END, /* the checksum is right; the input is just after the member */
	/* no more bytes can be unpacked: */
	UNPACK_DAMAGED,
	UNPACK_TOO_LARGE,  /* it needs more memory than allowed */
	UNPACK_DICTIONARY, /* it was packed with a dictionary, which we do not have */
	UNPACK_NO_MEMORY,
};

#endif
