#include "sandbox/denial.h"

bool denial_kills(void)
{
	return false;
}
