#include "base/patience.h"

#include "base/clock.h"

#define NS_PER_MS  UINT64_C(1000000)
#define LOOK_STEPS 8192		   /* between two looks at the clock */
#define SPENT_NS   (2 * NS_PER_MS) /* between two at what was spent, a call of the system */
#define ASK_NS	   (10 * NS_PER_MS) /* between two questions */

static void begin(struct patience *p)
{
	p->begun = true;
	p->since = clock_spent();
	p->seen = p->asked = clock_now();
}

bool patience_spend(struct patience *p, uint64_t steps)
{
	uint64_t now;

	p->unseen += steps;
	if (!p->begun)
		begin(p);
	if (p->unseen < LOOK_STEPS || p->end != PATIENCE_GOES_ON)
		return p->end == PATIENCE_GOES_ON;
	p->unseen = 0;
	now = clock_now();
	if (now - p->seen < SPENT_NS)
		return true;
	p->seen = now;
	if (clock_spent() - p->since >=
	    (p->most_ms ? p->most_ms : PATIENCE_USUAL_MS) * NS_PER_MS)
		p->end = PATIENCE_OVER;
	else if (p->wanted && now - p->asked >= ASK_NS) {
		p->asked = now;
		p->end = p->wanted(p->arg) ? PATIENCE_GOES_ON : PATIENCE_STOPPED;
	}
	return p->end == PATIENCE_GOES_ON;
}
