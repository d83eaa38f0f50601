#include "lib/replaced/tiny.h"

struct tiny tiny = {1 << 18, 1 << 20, 1 << 16, 1 << 20, UINT64_MAX};
