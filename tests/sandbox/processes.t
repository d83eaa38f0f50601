# processes.t - what only another process sees is found all the same: Landlock keeps a confined
# process from looking into others, so the helper does it.

use strict;
use warnings;
use Program;
use Hostile;
use PerfData;

Program::start();
my $dir = hostile_dir();

# A process with a /tmp of its own and a map in it, as in a container or with PrivateTmp.
my $script = 'mount -t tmpfs none /tmp && echo "2000 10 made_inside" > /tmp/perf-$$.map &&
	echo $$ && read end';
my @unshare = ('unshare', $> ? '-rm' : '-m', '--propagation', 'private', 'sh', '-c', $script);
pipe(my $hear, my $said) && pipe(my $wait, my $end) or die "pipe: $!\n";
my $child = fork;

die "fork: $!\n" unless defined $child;
if (!$child) {
	close $hear;
	close $end;
	open STDIN, '<&', $wait;
	open STDOUT, '>&', $said;
	open STDERR, '>', '/dev/null';
	exec @unshare or exit 127;
}
close $said;
close $wait;
my $pid = <$hear>;

if (!defined $pid) {
	print "1..0 # SKIP no process with mounts of its own can be made here\n";
	print STDERR "SKIPPED: the symbols of a process with mounts of its own\n";
	exit 0;
}
chomp $pid;
my $file = write_file("$dir/inside.perf.data", recording([attr(IP|TID|TIME|PERIOD|CALLCHAIN)],
	comm($pid, 'jit') . mmap2($pid, 0x1000, 0x100000, '//anon') .
	sample(pack 'Q<L<L<Q<Q<Q<Q<Q<', 0x2000, $pid, $pid, 5, 1, 2, CONTEXT_USER, 0x2000)));
my $named = qr/\bmade_inside\b/;

harmless('a map that only its process sees tells names', ['top', $file], status => 0,
	prints => $named);
harmless('as it does without a sandbox', ['top', '--no-sandbox', $file], status => 0,
	prints => $named);
close $end;
waitpid $child, 0;
ok(harm(['top', $file])->{out} !~ $named, 'and none when the process is no more');
Program::finish();
