/* In the place of src/sandbox/denial.c: a call that is not allowed ends the process. */

#include "sandbox/denial.h"

bool denial_kills(void)
{
	return true;
}
