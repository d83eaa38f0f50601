# mode.t - as many samples ran in the kernel, and in user space, as perf script says of each (-F misc):
# of a program that has no symbols and reads zeros, with names of the kernel and without, read
# from perf.data and from each choice of fields that tells addresses.

use strict;
use warnings;
use Cwd qw(abs_path);
use File::Temp qw(tempdir);
use Peer;
use Program;

my $dir = tempdir(CLEANUP => 1);
my $data = "$dir/zeros.data";

Program::start();

# Samples by mode; those of none left out.
sub modes
{
	my (@args) = @_;
	my ($status, $text, $said) = run('top', '--by', 'mode', '--idle', 'show', '--format', 'json', @args);

	die "top: $said" if $status;
	return join ' ', map { "$_->{name} $_->{self}" } sort { $a->{name} cmp $b->{name} }
		grep { $_->{by} eq 'mode' && $_->{self} } @{json($text)->{rows}};
}

# The same of one mode after the other, by the filter.
sub kept
{
	my (@args) = @_;

	return join ' ', map { modes('--filter', "mode=$_", @args) || () } qw(kernel unknown user);
}

sub script
{
	my ($name, @options) = @_;
	my $text = output('perf', 'script', '-i', $data, @options) // return undef;

	open my $to, '>', "$dir/$name" or die "$dir/$name: $!\n";
	print $to $text;
	close $to;
	return "$dir/$name";
}

sub compare_all
{
	my %letters = (K => 'kernel', U => 'user');
	my $misc = output('perf', 'script', '-i', $data, '-F', 'misc') // return skip('modes', $Peer::why);
	my %count;

	$count{$letters{$_} // $_}++ for $misc =~ /^\s*(\S)/mg;
	my $theirs = join ' ', map { "$_ $count{$_}" } sort keys %count;

	ok(($count{kernel} // 0) > 20 && ($count{user} // 0) > 2, 'there are samples of both', $theirs);
	ok(modes($data) eq $theirs, 'a recording has those', $theirs, modes($data));
	my @nameless = ('--kallsyms', '/dev/null');
	ok(modes(@nameless, $data) eq $theirs, 'without the names of the kernel, too', modes(@nameless, $data));
	ok(kept(@nameless, $data) eq $theirs, 'a filter keeps just those', kept(@nameless, $data));
	# of a stack that perf could not copy its text tells nothing, not even the first address
	my $frames = output('perf', 'script', '-i', $data, '-F', 'misc,ip');
	my %told;
	$told{$letters{$_} // $_}++ for $frames =~ /^\s*([KU])\s*\n\t/mg;
	$theirs = join ' ', map { "$_ $told{$_}" } sort keys %told;
	for my $fields ('comm,tid,time,event,ip,sym,dso', 'comm,tid,time,event,ip,sym', 'comm,tid,time,ip') {
		for my $hidden ([], \@nameless) {
			my $text = script('text', @$hidden, '-F', $fields) // next;
			my $what = "text of -F $fields" . (@$hidden ? ' without the names of the kernel' : '');

			ok(modes($text) eq $theirs, $what, $theirs, modes($text));
		}
	}
}

if (record($data, qw(-e cpu-clock -F 1999 -g -- dd if=/dev/zero of=/dev/null bs=64k count=60000))) {
	compare_all();
} else {
	skip('modes', "perf cannot record here: $Peer::why");
}
Program::finish();
