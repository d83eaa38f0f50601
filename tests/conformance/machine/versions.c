/*
 * A service that answers requests for so many seconds of CPU time. Built with -DSLOWER it is its
 * next version, in which records are found more slowly.
 */
#include <stdlib.h>
#include <time.h>

#define APART __attribute__((noinline, noclone))

static volatile unsigned sum;

static APART void parse_request(void)
{
	for (unsigned i = 0; i < 30000; i++)
		sum += i;
}

#ifdef SLOWER
static APART void check_limit(void)
{
	for (unsigned i = 0; i < 120000; i++)
		sum += i;
}
#endif

static APART void find_record(void)
{
	for (unsigned i = 0; i < 30000; i++)
		sum += i;
#ifdef SLOWER
	check_limit();
#endif
	sum++;
}

static APART void render_answer(void)
{
	for (unsigned i = 0; i < 30000; i++)
		sum += i;
}

static APART void serve(void)
{
	parse_request();
	find_record();
	render_answer();
	sum++;
}

int main(int argc, char **argv)
{
	clock_t end = (clock_t)(atof(argc > 1 ? argv[1] : "1") * CLOCKS_PER_SEC);

	while (clock() < end)
		serve();
	return 0;
}
