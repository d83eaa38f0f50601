# Differences.pm - the table of what may differ from peers, and why: `differences`.

package Differences;

use strict;
use warnings;
use Exporter qw(import);
use Program;

our @EXPORT = qw(differs);

my (%mine, @table, %reason);
my $update = $ENV{UPDATE};

# Read those rows of the table that are about `checks`.
sub start
{
	my ($src, @checks) = @_;

	%mine = map { $_ => 1 } @checks;
	read_table("$src/tests/conformance/differences");
}

# Every row that nothing needed is wrong: the table must stay true.
sub finish
{
	for my $row (grep { !$_->{used} } @table) {
		next unless grep { about($row, $_) } keys %mine;
		ok(0, "the difference [$row->{check} $row->{file}] is still there",
		   "line $row->{line}: nothing differs any more: strike it out");
	}
}

# "reason NAME: text", then "[check file]", "because NAME", and what may differ, a line each.
sub read_table
{
	my ($path) = @_;
	my ($row, $last);

	open my $in, '<', $path or die "$path: $!\n";
	while (my $line = <$in>) {
		chomp $line;
		next if $line =~ /^#/ || $line eq '';
		if ($line =~ /^reason (\S+): (.+)/) {
			$reason{$last = $1} = $2;
		} elsif ($line =~ /^\t(.+)/ && defined $last) {
			$reason{$last} .= " $1";
		} elsif ($line =~ /^\[(\S+) (.+)\]$/) {
			$row = {check => $1, file => $2, line => $., allow => []};
			push @table, $row;
			$last = undef;
		} elsif ($row && $line =~ /^because (\S+)$/) {
			die "$path:$.: no such reason: $1\n" unless $reason{$1};
			$row->{because} = $1;
		} elsif ($row) {
			push @{$row->{allow}}, $line;
		} else {
			die "$path:$.: not understood: $line\n";
		}
	}
	for (@table) {
		die "$path:$_->{line}: an entry without a reason\n" unless $_->{because};
	}
	for my $name (keys %reason) {
		die "$path: nothing differs for this reason: $name\n"
			unless grep { $_->{because} eq $name } @table;
	}
}

# "folded*" is about all checks that begin so.
sub about
{
	my ($row, $check) = @_;
	my ($name, $star) = $row->{check} =~ /^(.*?)(\*?)$/;

	return $star ? index($check, $name) == 0 : $name eq $check;
}

# The lines that say how `file` may differ in `check`; () when it may not. Rows are used up.
sub allowed
{
	my ($check, $file) = @_;
	my @rows = grep { about($_, $check) && $_->{file} eq $file } @table;

	$_->{used} = 1 for @rows;
	return map { @{$_->{allow}} } @rows;
}

# Pass when the difference found (a list of lines) is exactly the one that is allowed.
sub differs
{
	my ($check, $file, @found) = @_;
	my %left = map { $_ => 1 } allowed($check, $file);
	my @extra = grep { !delete $left{$_} } @found;

	if ($update && (@extra || %left)) {
		print STDERR join("\n", "[$check $file]", 'because ?', @found), "\n\n";
	}
	ok(!@extra && !%left, "$check $file" . (@found ? ' but for what is named' : ''),
	   (map { "found, not allowed: $_" } @extra),
	   (map { "allowed, not found: $_" } sort keys %left));
}

# The names of the reasons for which something differs in `checks`.
sub reasons
{
	my %mine = map { $_ => 1 } @_;
	my %names = map { $_->{because} => 1 } grep { $mine{$_->{check}} } @table;

	return sort keys %names;
}

# Reason => [the files for which it is given], in any check.
sub files
{
	my %files;

	$files{$_->{because}}{$_->{file}} = 1 for @table;
	return map { ($_ => [sort keys %{$files{$_}}]) } keys %files;
}

# The words of a reason.
sub text
{
	return $reason{$_[0]};
}

# Rows of `check` about frames as ["reason", theirs, ours], both patterns: see `differences`.
sub classes
{
	my ($check) = @_;
	my @found;

	for my $row (grep { $_->{check} eq $check } @table) {
		for (@{$row->{allow}}) {
			m,^frame /(.*)/ -> /(.*)/$, or die "line $row->{line}: not a class: $_\n";
			push @found, [$row->{because}, qr/$1/, qr/$2/];
		}
	}
	return @found;
}

1;
