#!/usr/bin/env perl
# processes.t - a process is called as the kernel calls it, wherever it is named: a program whose first
# thread only waits, while the others have names of their own, is recorded on this machine when it has begun
# to wait: of that thread there is no sample.
# Nothing is compared where perf may not record all CPUs, or there is no compiler.

use strict;
use warnings;
use File::Temp qw(tempdir);
use Peer qw(output);
use Program;

my $top = $ENV{srcdir} || '.';
my $dir = tempdir(CLEANUP => 1);
my $name = 'crew-' . substr $$, -6; # whoever else runs this has another
my @cc = split ' ', $ENV{CC} || 'cc';

sub none
{
	my ($why) = @_;

	print "1..0 # SKIP $why: nothing was compared\n";
	print STDERR "conformance: processes.t: NOTHING COMPARED: $why\n";
	exit 0;
}

sub answer
{
	my ($status, $out, $err) = run(@_);

	die "@_: $err\n" if $status;
	return $out;
}

sub rows
{
	return @{json(answer(@_, '--format', 'json'))->{rows}};
}

# The rows that a process has in lists of them; what is wrong with these.
sub is_row
{
	my ($what, @rows) = @_;

	ok(@rows == 1 && $rows[0]{name} eq $name && $rows[0]{by} eq 'process', $what,
		map { "$_->{pid} $_->{name} $_->{threads}" } @rows);
}

sub compare
{
	my ($what, $file, $pid) = @_;

	is_row("$what: the list of processes has its name",
		grep { $_->{pid} == $pid } rows(qw(top --by process), $file));
	is_row("$what: in a part of the time, too",
		grep { $_->{pid} == $pid } rows(qw(top --by process --range 1,), $file));
	my @threads = rows(qw(top --by thread --filter), "process=$name", $file);
	ok(join(',', sort map { $_->{name} } @threads) eq 'GC Thread#0,GC Thread#1,server' &&
		!grep({ $_->{pid} != $pid || $_->{process} ne $name } @threads),
		"$what: the filter keeps all of its threads, which have names of their own",
		map { "$_->{pid} $_->{name} $_->{process}" } @threads);
	my @roots = map { $_->{name} } @{json(answer(qw(flame --root pid --format json --filter),
		"pid=$pid", $file))->{root}{children}};
	ok("@roots" eq "$name-$pid", "$what: it is one root", @roots);
	my @lanes = grep { ($_->{pid} // -1) == $pid } rows(qw(heatmap --lanes process), $file);
	ok(@lanes == 1 && $lanes[0]{name} eq $name, "$what: it is one lane",
		map { $_->{name} } @lanes);
	my @changes = grep { $_->{name} =~ /-$pid$/ }
		rows(qw(diff --by process --range 1,), $file);
	ok(@changes == 1 && $changes[0]{name} eq "$name-$pid", "$what: it is one row of what differs",
		map { $_->{name} } @changes);
}

none('no compiler: ' . ((split /\n/, $Peer::why)[0] // ''))
	unless defined output(@cc, qw(-O1 -pthread -o), "$dir/$name", "$top/tests/conformance/machine/crew.c");
my $started = open my $crew, '-|', "$dir/$name", 4;
my $said = $started ? <$crew> : '';
none('perf may not record all CPUs: ' . ((split /\n/, $Peer::why)[0] // ''))
	unless Peer::record("$dir/crew.data", qw(-a -e cpu-clock -F 499 -g --), $^X, '-e',
		'my $end = time + 2; 1 while time < $end');
close $crew;
Program::start();
my ($pid, $comm) = $said =~ /^(\d+) (\S+)$/ or die "crew: $said\n";
ok($comm eq $name, 'the kernel calls it by its file', $comm);
compare('recording', "$dir/crew.data", $pid);
answer('convert', '-o', "$dir/crew.flare", "$dir/crew.data");
compare('.flare', "$dir/crew.flare", $pid);
my @hosts = grep { $_->{pid} == $pid }
	rows(qw(top --by process --align start --together), "$dir/crew.data", "$dir/crew.flare");
ok(@hosts == 2 && !grep({ $_->{name} ne $name } @hosts), 'on each of two hosts it has its name',
	map { $_->{name} } @hosts);
Program::finish();
