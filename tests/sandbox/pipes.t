# pipes.t - a pipe that is read holds as much as any user may have one hold, so that who writes into
# it waits less; confined, too, and where one call that is not allowed would kill.

use strict;
use warnings;
use Fcntl;
use File::Temp qw(tempdir);
use POSIX qw(mkfifo);

use constant {
	SET => 1031, # F_SETPIPE_SZ and F_GETPIPE_SZ of Linux
	GET => 1032,
	MOST => 1 << 20,
};

my $program = $ENV{FLARESCOPE} || './flarescope';
my $killed = './tests/sandbox/flarescope_killed';
my $inside = './tests/sandbox/inside';
my $dir = tempdir(CLEANUP => 1);
my $text = "main;work 3\n";
my $read = qr/^samples +3\b/m;
my ($tests, $failed) = (0, 0);

alarm 60;

sub ok
{
	my ($is, $name, @why) = @_;

	$tests++;
	$failed++ unless $is;
	print $is ? 'ok' : 'not ok', " $tests - $name\n";
	print "# $_\n" for $is ? () : @why;
}

# What it prints, with $text on the pipe as standard input, or in the place of the name.
sub run
{
	my ($pipe, @command) = @_;
	my $pid = open(my $out, '-|') // die "fork: $!\n";

	if (!$pid) {
		open STDIN, '<&', $pipe or die "pipe: $!\n" if $command[-1] eq '-';
		open STDERR, '>', "$dir/err";
		exec @command or exit 126;
	}
	local $/;
	my $printed = <$out>;
	close $out;
	return $printed . ($? ? "status $?\n" : '');
}

sub holds_afterwards
{
	my ($bytes, @command) = @_;

	pipe(my $read, my $write) or die "pipe: $!\n";
	my $set = fcntl $write, SET, $bytes or return;
	syswrite $write, $text;
	close $write;
	my $printed = run($read, @command);
	return (fcntl($read, GET, 0) + 0, $printed);
}

# A system may allow less, or no more to whoever has many.
pipe(my $probe, my $other) or die "pipe: $!\n";
if (!defined fcntl $probe, SET, MOST) {
	print "1..0 # SKIP no pipe of 1 MiB can be had here\n";
	exit 0;
}
close $probe;
close $other;

for my $of ([$program, 'the program'], [$killed, 'the one whose calls that are not allowed kill it']) {
	my ($path, $name) = @$of;
	next unless -x $path;
	my ($holds, $printed) = holds_afterwards(1 << 16, $path, 'info', '-');
	ok($holds == MOST, "a pipe of 64 KiB holds 1 MiB then: $name", "holds $holds");
	ok(scalar($printed =~ $read), '... and is read', $printed);
}

my ($holds, $printed) = holds_afterwards(4 << 20, $program, 'info', '-');
if (defined $holds) {
	ok($holds == 4 << 20, 'one that holds more is left as it is', "holds $holds");
	ok(scalar($printed =~ $read), '... and is read', $printed);
} else {
	print "# a pipe of more than 1 MiB cannot be had here\n";
}

# A name: the pipe is kept open here, so that what it holds can be asked of it.
mkfifo("$dir/named", 0600) or die "mkfifo: $!\n";
sysopen(my $named, "$dir/named", O_RDONLY | O_NONBLOCK) or die "$dir/named: $!\n";
sysopen(my $into, "$dir/named", O_WRONLY) or die "$dir/named: $!\n";
syswrite $into, $text;
close $into;
$printed = run(undef, $program, 'info', "$dir/named");
ok(fcntl($named, GET, 0) == MOST, 'so does one with a name');
ok(scalar($printed =~ $read), '... and is read', $printed);

if (-x $inside) {
	my @refused = ($inside, 'deny=fcntl', $program, 'info', '--no-sandbox', '-');
	my ($holds, $printed) = holds_afterwards(1 << 16, @refused);
	ok($holds == 1 << 16, 'where that is refused it holds what it did', "holds $holds");
	ok(scalar($printed =~ $read), '... and is read', $printed);
}
print "1..$tests\n";
exit($failed ? 1 : 0);
