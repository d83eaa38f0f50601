#include "cli/nearest.h"

#define LONGEST 32 /* characters; longer words are not compared */

static unsigned least(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

/* Three rows of the usual table: of two characters ago, of the one before, and of this. */
static unsigned distance(struct text a, struct text b)
{
	unsigned rows[3][LONGEST + 1];
	unsigned *two = rows[0], *one = rows[1], *now = rows[2];

	for (unsigned j = 0; j <= b.len; j++)
		one[j] = j;
	for (unsigned i = 1; i <= a.len; i++) {
		unsigned *spare = two;

		now[0] = i;
		for (unsigned j = 1; j <= b.len; j++) {
			bool same = a.at[i - 1] == b.at[j - 1];

			now[j] = least(least(one[j], now[j - 1]) + 1, one[j - 1] + !same);
			if (i > 1 && j > 1 && a.at[i - 1] == b.at[j - 2] &&
			    a.at[i - 2] == b.at[j - 1])
				now[j] = least(now[j], two[j - 2] + 1);
		}
		two = one;
		one = now;
		now = spare;
	}
	return one[b.len];
}

void nearest_offer(struct nearest *n, const char *word)
{
	struct text other = text_of(word);
	size_t longer = other.len > n->given.len ? other.len : n->given.len;
	unsigned steps;

	if (longer > LONGEST || n->given.len < 2)
		return;
	steps = distance(n->given, other);
	if (steps * 3 > longer || (n->word && steps >= n->steps))
		return;
	n->word = word;
	n->steps = steps;
}
