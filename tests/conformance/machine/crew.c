/*
 * crew.c - a program whose threads give themselves names and work, while the thread that it
 * began with only waits for them. It says its number, and its name as /proc has it.
 *
 *	crew SECONDS
 */

#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#define CREW 3

static double end;

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void *work(void *name)
{
	prctl(PR_SET_NAME, name);
	while (now() < end)
		;
	return NULL;
}

int main(int argc, char **argv)
{
	static char names[CREW][16] = {"GC Thread#0", "GC Thread#1", "server"};
	pthread_t threads[CREW];
	char name[17] = "";
	FILE *comm = fopen("/proc/self/comm", "r");

	if (!comm || fscanf(comm, "%16[^\n]", name) != 1)
		return 1;
	fclose(comm);
	end = now() + (argc > 1 ? atof(argv[1]) : 1);
	for (int i = 0; i < CREW; i++)
		if (pthread_create(&threads[i], NULL, work, names[i]) != 0)
			return 1;
	printf("%d %s\n", (int)getpid(), name);
	fflush(stdout);
	for (int i = 0; i < CREW; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
