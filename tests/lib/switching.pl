# switching.pl RATE FILE COMMAND...: run a command that sees a machine which switches threads RATE
# times a second, on all CPUs. It has a /proc/stat of its own (FILE, in a mount namespace), in which the count rises.
# Ends with 77, and a sentence on standard error, where there can be no such namespace.
use strict;
use warnings;

eval { require Time::HiRes; Time::HiRes->import('time') } or do {
	print STDERR "switching.pl: perl has no Time::HiRes\n";
	exit 77;
};

my ($rate, $file, @command) = @ARGV;
if (!$ENV{SWITCHING}) {
	if (system('unshare -m true 2> /dev/null') != 0 || !-r '/proc/stat') {
		print STDERR "switching.pl: no mount namespace, or no /proc\n";
		exit 77;
	}
	$ENV{SWITCHING} = 1;
	exec 'unshare', '-m', $^X, $0, @ARGV or die "unshare: $!\n";
}
open my $stat, '<', '/proc/stat' or die "/proc/stat: $!\n";
my $text = join '', <$stat>;
$text =~ s/^ctxt .*$/sprintf 'ctxt %020d', 0/me or exit 77;
my $at = $-[0] + 5;
open my $out, '+>', $file or die "$file: $!\n";
syswrite $out, $text;
system('mount', '--bind', $file, '/proc/stat') == 0 or exit 77;
my ($begun, $parent) = (time(), $$);
pipe my $begins, my $writes or die "pipe: $!\n";
if ($rate && !fork) {
	close $begins;
	open STDIN, '<', '/dev/null';
	open STDOUT, '>', '/dev/null';
	open STDERR, '>', '/dev/null';
	while (getppid == $parent) {
		sysseek $out, $at, 0;
		syswrite $out, sprintf '%020d', (time() - $begun) * $rate;
		close $writes if $writes; # it rises
		undef $writes;
		select undef, undef, undef, 0.01;
	}
	exit;
}
close $writes;
sysread $begins, my $none, 1 if $rate;
exec @command or die "$command[0]: $!\n";
