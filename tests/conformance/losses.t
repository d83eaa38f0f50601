#!/usr/bin/env perl
# What of a recording is lost, and what only has no name, for every recording of the corpus: the
# frames without a name are counted here once more, in the folded stacks; the title, the warning
# of batch commands, `info` and its JSON are compared with each other.

use strict;
use warnings;
use FindBin qw($Bin);
use lib $Bin;
use Corpus;
use Program;

sub sum
{
	my $sum = 0;

	$sum += $_ for @_;
	return $sum;
}

# (all frames, those in brackets) of folded stacks.
sub frames
{
	my ($folded) = @_;
	my ($all, $nameless) = (0, 0);

	for (split /\n/, $folded) {
		my ($stack, $n) = /^(.*) (\d+)$/ or die "not a folded line: $_\n";
		my @frames = split /;/, $stack;

		$all += $n * @frames;
		$nameless += $n * grep { /^\[.*\]$/ } @frames;
	}
	return ($all, $nameless);
}

sub compare
{
	my ($path, $name) = @_;
	my (undef, $json) = run('info', '--json', $path);
	my (undef, $info) = run('info', $path);
	my ($status, $folded) =
	    run('export', '--event', 'all', '--idle', 'show', '--root', 'none', $path);
	my (undef, $picture, $warning) = run('heatmap', '--color', 'never', $path);
	my $facts = json($json);
	my %of;

	push @{$of{$_->{kind}}}, $_ for @{$facts->{losses}};
	my %sum = map { my $k = $_; $k => sum(map { $_->{count} } @{$of{$k} // []}) }
	    qw(samples file unread callers shape names aside);
	my ($title) = $picture ? split /\n/, $picture : '';
	my ($all, $nameless) = frames($folded);

	ok($facts->{lost_samples} == $sum{samples}, "$name: samples lost are a sum");
	ok($facts->{frames} == $all && $facts->{frames_without_name} == $nameless,
	   "$name: frames without a name, and all",
	   "$facts->{frames_without_name} of $facts->{frames}, counted $nameless of $all")
	    if $status eq '0' && !grep { $_->{spans} } @{$facts->{events}};
	ok(!(grep { $_->{aside} xor $_->{kind} eq 'aside' } @{$facts->{losses}}),
	   "$name: what is aside is no loss");
	told($name, $title, \%sum) if $title;
	ok($warning !~ /without a name/, "$name: a frame without a name is no warning", $warning);
	one_by_one($name, \%of, $warning, $info);
	ok(($info =~ /^lost +nothing$/m ? 1 : 0) ==
	       (sum(map { $sum{$_} } qw(samples file unread callers shape names)) ? 0 : 1),
	   "$name: nothing is lost where nothing is counted", $info);
}

sub told
{
	my ($name, $title, $sum) = @_;
	my ($told) = $title =~ /([\d,]+) samples? lost/;
	ok(($told // 0) eq ($sum->{samples} =~ s/(?<=\d)(?=(\d{3})+$)/,/gr),
	   "$name: the title tells samples that are lost, and no others", $title);
	ok($title !~ /loss/, "$name: and adds up nothing else", $title);
	ok(($title =~ /file incomplete/ ? 1 : 0) == ($sum->{file} ? 1 : 0),
	   "$name: the title tells of a damaged file", $title);
}

sub one_by_one
{
	my ($name, $of, $warning, $info) = @_;

	for my $kind (qw(samples file unread callers shape)) {
		next if @{$of->{$kind} // []} != 1;
		my $loss = $of->{$kind}[0];
		(my $n = $loss->{count}) =~ s/(?<=\d)(?=(\d{3})+$)/,/g;
		my $said = "$n $loss->{reason}";
		$said =~ s/(?<=\w)s\b// if $n eq '1'; # one is not called many
		ok(index($warning, $said) >= 0 && index($info, $said) >= 0,
		   "$name: the warning and info tell: $loss->{reason}", $warning);
	}
}

Corpus::start('losses');
for my $path (map { Corpus::files($_) } qw(perf-data folded perf-script trace-event recorded/*)) {
	next if $path !~ m,perf-data/|/perf[^/]*\.data$|trunc|bad|error|unclosed,;
	my ($status) = run('info', $path);

	compare($path, $path =~ s,.*/,,r) if $status eq '0';
}
Corpus::finish();
