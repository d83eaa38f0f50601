# inputs.t - doc/formats/inputs.md says of each input of the corpus whether it opens, why not,
# and for what reasons it differs from a peer; every number and sentence there is derived here.
#
# UPDATE=1 writes the tables into the page, and fails all the same if they had to change.

use strict;
use warnings;
use Corpus;

Corpus::start();

my $page = ($ENV{srcdir} || '.') . '/doc/formats/inputs.md';

# Name => format's directory, of all inputs.
my %inputs = map { my ($kind) = m,^([^/]+)/,; ($_ => $kind) }
	map { $_->{file} =~ s/\.gz$//r } grep { $_->{file} } values %{facts()};

# What the program says of a file: (format, '') or ('', the sentence).
sub opened
{
	my (@args) = @_;
	my ($status, $info, $err) = run(qw(info --no-cache --json), @args);

	return (json($info)->{format}, '') if !$status;
	chomp $err;
	$err =~ s/^flarescope: \S*?: (?:not a profile: )?//;
	$err =~ s/; if it is .*//;
	return ('', $err);
}

my %formats = map { /^  (\S+) / ? ($1 => 1) : () } split /\n/, (run('formats'))[1];
my (%count, %as, %refused);
for my $name (sort keys %inputs) {
	my $kind = $inputs{$name};
	my ($format, $why) = opened(Corpus::path($name));

	$count{$kind}{files}++;
	if ($format ne '') {
		$count{$kind}{open}++;
		$as{$kind}{$format}++;
	} elsif ($formats{$kind} &&
		(opened('--input-format', $kind, Corpus::path($name)))[0] eq $kind) {
		$count{$kind}{named}++;
	} else {
		$count{$kind}{refused}++;
		push @{$refused{$kind}{$why}}, $name =~ s,.*/,,r;
	}
}

# "folded 28, austin 2"; just the format where the directory has its name.
sub read_as
{
	my ($as) = @_;
	my @formats = sort { $as->{$b} <=> $as->{$a} || $a cmp $b } keys %$as;

	return join ', ', map { @formats > 1 ? "$_ $as->{$_}" : $_ } @formats;
}

sub counted
{
	my %all;
	my @rows = ('| inputs | files | open | open when named | refused | read as |',
		'|---|---|---|---|---|---|');

	for my $kind (sort keys %count) {
		my @n = map { $count{$kind}{$_} // 0 } qw(files open named refused);
		$all{$_} += shift @n for my @names = qw(files open named refused);
		push @rows, '| ' . join(' | ', $kind, (map { $count{$kind}{$_} // 0 } @names),
			read_as($as{$kind} // {})) . ' |';
	}
	return (@rows, '| **all** | ' . join(' | ', map { $all{$_} // 0 }
		qw(files open named refused)) . ' | |');
}

sub refusals
{
	my @rows = ('| inputs | files | what is said |', '|---|---|---|');

	for my $kind (sort keys %refused) {
		for my $why (sort keys %{$refused{$kind}}) {
			my @names = @{$refused{$kind}{$why}};
			my $names = @names > 4 ? scalar(@names) . ' files' : join ', ', @names;
			push @rows, "| $kind | $names | " . $why =~ s/\|/\\|/gr . ' |';
		}
	}
	return @rows;
}

# The reasons of `differences` for which an input, no matter in which check, differs.
sub peers
{
	my @rows = ('| reason | inputs | |', '|---|---|---|');
	my %files = Differences::files();

	for my $reason (sort keys %files) {
		my @mine = grep { $inputs{$_} } @{$files{$reason}} or next;
		my %of;

		$of{$inputs{$_}}++ for @mine;
		my $where = join ', ', map { "$_ $of{$_}" } sort keys %of;
		push @rows, "| $reason | $where | " .
			Differences::text($reason) =~ s/\|/\\|/gr . ' |';
	}
	return @rows;
}

sub slurp_page
{
	open my $in, '<', $page or die "$page: $!\n";
	local $/;
	return <$in>;
}

my $text = slurp_page();
my %table = (counted => [counted()], refused => [refusals()], peers => [peers()]);
my $new = $text;
for my $name (sort keys %table) {
	my $right = join '', map { "$_\n" } @{$table{$name}};
	my ($begin, $end) = ("<!-- $name -->\n", "<!-- end -->\n");
	my ($there) = $text =~ /\Q$begin\E(.*?)\Q$end\E/s;
	my %old = map { $_ => 1 } split /\n/, $there // '';
	my %now = map { $_ => 1 } @{$table{$name}};

	ok(defined $there && $there eq $right, "the table '$name' of inputs.md is true",
	   'to write it anew: UPDATE=1 make check TESTS=tests/conformance/inputs.t',
	   (map { "strike out: $_" } grep { !$now{$_} } sort keys %old),
	   (map { "write: $_" } grep { !$old{$_} } @{$table{$name}}));
	$new =~ s/\Q$begin\E.*?\Q$end\E/$begin$right$end/s;
}
if ($ENV{UPDATE} && $new ne $text) {
	open my $out, '>', $page or die "$page: $!\n";
	print $out $new;
	close $out or die "$page: $!\n";
}

my $all = keys %inputs;
ok($all == 188, 'all 188 inputs were opened', "$all were");
ok($text =~ /\b$all\b/, 'the page says how many there are');
Corpus::finish();
