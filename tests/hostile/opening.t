# opening.t - what a directory, a recording or /tmp names is opened without waiting, and only
# if it is a regular file of somebody whose word counts.

use strict;
use warnings;
use Compress::Zlib ();
use POSIX qw(mkfifo);
use Program;
use Hostile;
use PerfData;

Program::start();
my $dir = hostile_dir();
my $pid = 4_200_000 + $$; # no process has such a number, and no other test
my $map = "/tmp/perf-$pid.map";
my @kind = (attr(IP|TID|TIME|PERIOD|CALLCHAIN));

sub one_sample
{
	my ($of, $at) = @_;

	return sample(pack 'Q<L<L<Q<Q<Q<Q<Q<', $at, $of, $of, 5, 1, 2, CONTEXT_USER, $at);
}

sub fifo
{
	my ($path) = @_;

	mkfifo($path, 0600) or die "$path: $!\n";
	return $path;
}

# ---- perf record --threads ----

mkdir "$dir/threads" or die;
write_file("$dir/threads/data", recording(\@kind, comm(7, 'app')));
write_file("$dir/threads/data.0", one_sample(7, 0x1000));
harmless('a recording in a directory is read', ['info', "$dir/threads"], status => 0,
	prints => qr/^samples\s+1\b/m);
fifo("$dir/threads/data.1");
harmless('a pipe in it is refused, and not waited for', ['top', "$dir/threads"], status => 1,
	says => qr/data\.1: expected a regular file, found a pipe/, wall => 20);
unlink "$dir/threads/data.1";
symlink '/dev/tty', "$dir/threads/data.1" or die;
harmless('and so is a device', ['top', "$dir/threads"], status => 1,
	says => qr/data\.1: expected a regular file/, wall => 20);

# ---- what the user names ----

my $fifo = fifo("$dir/fifo");
my $writer = fork // die;
if (!$writer) {
	write_file($fifo, recording(\@kind, comm(7, 'app') . one_sample(7, 0x1000)));
	exit 0;
}
harmless('a pipe that the user names is waited for', ['info', $fifo], status => 0,
	prints => qr/^samples\s+1\b/m, wall => 60);
waitpid $writer, 0;

# ---- what a recording names ----

my $app = fifo("$dir/app");
my $file = write_file("$dir/app.perf.data", recording(\@kind,
	comm(7, 'app') . mmap2(7, 0x400000, 0x100000, $app) . one_sample(7, 0x401000)));
harmless('a pipe in place of a program has no symbols', ['top', $file], status => 0, wall => 20);

# ---- what processes leave in /tmp ----

my $jit = write_file("$dir/jit.perf.data", recording(\@kind, comm($pid, 'jit') .
	mmap2($pid, 0x1000, 0x100000, '//anon') . one_sample($pid, 0x2000)));
my $named = qr/\bmade_here\b/;

write_file($map, "2000 10 made_here\n");
harmless('a map of our own tells names', ['top', $jit], status => 0, prints => $named);
if ($> == 0) {
	chown 65534, 65534, $map or die;
	my $run = harmless("another user's does not, and info says why", ['info', $jit],
		status => 0, prints => qr/map belongs to another user/);
	ok(harm(['top', $jit])->{out} !~ $named, 'and the name is nowhere');
	mkdir "$dir/symfs" or die;
	mkdir "$dir/symfs/tmp" or die;
	rename $map, "$dir/symfs$map" or system('mv', $map, "$dir/symfs$map");
	harmless('in --symfs it does', ['top', '--symfs', "$dir/symfs", $jit], status => 0,
		prints => $named);
} else {
	skip("another user's map", 'only root can give a file away');
}
unlink $map;
symlink write_file("$dir/elsewhere", "2000 10 made_here\n"), $map or die;
ok(harm(['top', $jit])->{out} !~ $named, 'a link in /tmp is not followed');
unlink $map;
fifo($map);
harmless('a pipe there is not waited for', ['top', $jit], status => 0, wall => 20);
unlink $map;

# 300 MB of lines in 300 kB
write_file($map, Compress::Zlib::memGzip("0 1 a\n" x 1_000_000) x 50);
harmless('a packed map that is far longer unpacked is refused', ['top', $jit], status => 0,
	memory => 150, seconds => 3);
unlink $map;

Program::finish();
