/* part.c - a library that busy.c is linked with; it calls back. */

int part_hash(const char *text, int (*mix)(int));

__attribute__((noinline)) static int step(int hash, char c, int (*mix)(int))
{
	return mix(hash * 31 + c);
}

int part_hash(const char *text, int (*mix)(int))
{
	int hash = 0;

	for (int i = 0; i < 200; i++)
		for (const char *at = text; *at; at++)
			hash = step(hash, *at, mix) & 0xffffff;
	return hash;
}
