#!/usr/bin/env perl
# renamed.t - two builds of one program that are called otherwise are compared as one. They are built and
# recorded here; nothing is compared where perf may not record.

use strict;
use warnings;
use Cwd qw(abs_path);
use File::Temp qw(tempdir);
use FindBin;
use lib $FindBin::Bin;
use Peer;
use Program;

Program::start();

my $src = abs_path($ENV{srcdir} || '.');
my $dir = tempdir(CLEANUP => 1);
my @cc = (split(' ', $ENV{CC} || 'cc'), qw(-g -O0 -fno-omit-frame-pointer));

# A recording of the service under this name; undef where that cannot be.
sub recording
{
	my ($name, @options) = @_;

	return undef unless defined output(@cc, @options, '-o', "$dir/$name",
		"$src/tests/conformance/machine/versions.c");
	return record("$dir/$name.data", qw(-e cpu-clock:u -F 999 -g), "$dir/$name", 0.4)
		? "$dir/$name.data" : undef;
}

sub rows
{
	my ($by, @words) = @_;
	my ($status, $text, $said) = run('diff', '--format', 'json', '--by', $by, '--normalise', 'share', @words);

	die "diff --by $by: $said" if $status;
	return ($said, map { $_->{name} => $_ } @{json($text)->{rows}});
}

# What has a value on one side alone.
sub alone
{
	my (%rows) = @_;

	return grep { !$rows{$_}{share} != !$rows{$_}{baseline_share} } sort keys %rows;
}

sub compared
{
	my ($old, $new, @options) = @_;
	my @files = ("$dir/$new.data", "$dir/$old.data");

	for my $by ('process', 'thread', 'module') {
		my ($said, %rows) = rows($by, @options, @files);
		my ($name) = grep { m{^(?:.*/)?\Q$new\E$} } keys %rows;

		ok($said =~ /\Q$old\E of the second file is compared as \Q$new\E/, "$new: $by: that is said", $said);
		ok($name && $rows{$name}{share} > 0.5 && $rows{$name}{baseline_share} > 0.5 &&
		   !grep({ /\Q$old\E$/ } keys %rows), "$new: each $by of it is one", sort keys %rows);
	}
	my (undef, %functions) = rows('function', @options, @files);
	ok((join ' ', grep { /^(?:check_limit|find_record|parse_request|render_answer|serve)$/ } alone(%functions))
	   eq 'check_limit', "$new: what is new is one function", alone(%functions));

	my (undef, $folded) = run('export', @options, @files);
	my ($slower) = $folded =~ /^(\Q$new\E;.*;main;serve;find_record) \d+ \d+$/m;
	ok($slower && $folded =~ /^\Q$slower\E;check_limit 0 \d+$/m && $folded !~ /^\Q$old\E;/m,
	   "$new: call paths are those of one program", $folded);
	my (undef, $graph) = run('flame', '--format', 'json', '--normalise', 'share', @options, @files);
	my $all = json($graph)->{root};
	my @roots = @{$all->{children}};
	ok(@roots == 1 && $roots[0]{name} eq $new &&
	   $roots[0]{baseline_total} == $all->{baseline_total},
	   "$new: the graph has one root, with all of both", map { $_->{name} } @roots);
}

if (!recording('ver_a')) {
	skip('two builds', 'they cannot be built or recorded here');
	Program::finish();
}
recording('ver_b', '-DSLOWER');
recording('svc-1.2.0');
recording('svc-1.10', '-DSLOWER');
compared('ver_a', 'ver_b');
compared('svc-1.2.0', 'svc-1.10');
compared('svc-1.2.0', 'ver_b');
compared('ver_a', 'ver_b', qw(--compare-as ver_a=ver_b --compare-as none));

my ($said, %rows) = rows('process', qw(--compare-as none), "$dir/ver_b.data", "$dir/ver_a.data");
ok(!$said && $rows{ver_a} && $rows{ver_b} && alone(%rows) == 2, 'none: they stay two', $said, sort keys %rows);
Program::finish();
