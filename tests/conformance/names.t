# names.t - functions in recordings have the names that perf script printed.
#
# The programs recorded are in recorded/bin, the kernel's symbols in kallsyms.txt; libraries are
# those of the system where the corpus was recorded. On another one they have other build ids,
# so nothing is named by them: then what is left of the comparison is said.

use strict;
use warnings;
use Corpus;
use Differences;
use File::Path qw(make_path);
use File::Temp qw(tempdir);

Corpus::start('names', 'inlined');

my $dir = tempdir(CLEANUP => 1);
my @options = ('--symfs', "$dir/symfs", '--kallsyms', "$dir/kallsyms");

sub write_file
{
	my ($path, $bytes) = @_;

	open my $f, '>:raw', $path or die "$path: $!\n";
	print $f $bytes;
	close $f;
}

# Folded stacks of one input: stack => samples. Dies when it is refused.
sub stacks
{
	my ($path, $event, @options) = @_;
	my ($status, $out, $err) = run('export', '--root', 'comm', '--idle', 'show',
		'--event', $event, @options, $path);

	die refused($status, $err), "\n" if $status;
	return folded($out);
}

# Of how many addresses the library has no build id, so that it is not looked for here.
my %unproven = (both => 2);

# Is some library another one here, or none?
sub foreign
{
	my ($name, $path) = @_;
	my ($status, $out, $err) = run('info', '--json', @options, $path);
	my $absent = 0;

	for (@{json($out)->{losses}}) {
		return 1 if $_->{reason} =~ /the file's build id differs|built without elfutils/;
		$absent = $_->{count} if $_->{reason} =~ /without a name: the file is not here/;
	}
	return $absent != ($unproven{$name} // 0);
}

make_path("$dir/symfs/tmp/fsw");
write_file("$dir/symfs/tmp/fsw/$_", Corpus::slurp("recorded/bin/$_")) for qw(threads threads-nofp);
write_file("$dir/kallsyms", Corpus::slurp('recorded/kallsyms.txt'));

my %recordings = recordings();
my $foreign; # the libraries of all recordings are those of the first
for my $name (qw(threads lost both names dwarf)) {
	my $path = $recordings{"recorded/$name/perf.data"} // next;
	my $which = $name eq 'dwarf' ? 'no-inline' : 'script';
	my $text = Corpus::slurp("recorded/$name/$which.txt") // next;

	# perf notes the build ids of what samples hit: of callers' libraries there is none
	symlink '/usr', "$dir/symfs/usr" if $name eq 'dwarf' && !$foreign;
	$foreign //= foreign($name, $path);
	if ($foreign || foreign($name, $path)) {
		print STDERR "conformance: $name: NOT COMPARED: other libraries here, or no elfutils\n";
		Corpus::allowed('names', "recorded/$name");
		next;
	}
	write_file("$dir/text", $text);
	my ($status, $out) = run('info', '--json', $path);
	my @events = map { $_->{name} } @{json($out)->{events}};
	my @found = map { folded_delta(stacks("$dir/text", $_), stacks($path, $_, @options)) } @events;
	differs('names', "recorded/$name", @found);
}
# Functions inlined at the address of a sample, behind the one that they are in: => samples.
sub inlined_here
{
	my (@options) = @_;
	my $stacks = stacks($recordings{'recorded/dwarf/perf.data'}, 'cpu-clock', @options,
		'--annotate', 'all', '--inline');
	my %found;

	for my $stack (keys %$stacks) {
		my ($here) = $stack =~ /([^;]+(?:;[^;]+_\[i\])+)$/ or next;

		$found{$here} += $stacks->{$stack};
	}
	return \%found;
}

# The same of a text: perf prints the same address for all of them, the innermost first.
sub inlined_in_text
{
	my %found;

	for my $sample (split /\n\n/, $_[0]) {
		my (@names, $place);

		for (split /\n/, $sample) {
			my ($ip, $name, $module) = /^\t\s*([0-9a-f]+) (.*)\+0x[0-9a-f]+ \((.*)\)$/ or next;

			last if defined $place && $ip ne $place;
			$place = $ip;
			unshift @names, $module eq 'inlined' ? "${name}_[i]" : $name;
		}
		$found{join ';', @names}++ if @names > 1;
	}
	return \%found;
}

if (!$recordings{'recorded/dwarf/perf.data'}) {
	print STDERR "conformance: dwarf: NOT COMPARED: it is not there\n";
} elsif (foreign('dwarf', $recordings{'recorded/dwarf/perf.data'})) {
	print STDERR "conformance: dwarf: NOT COMPARED: other libraries here, or no elfutils\n";
	Corpus::allowed('inlined', 'recorded/dwarf');
} else {
	differs('inlined', 'recorded/dwarf',
		folded_delta(inlined_in_text(Corpus::slurp('recorded/dwarf/script.txt')),
			inlined_here(@options)));
}
ok(1, 'what could be compared was');

# whoever wonders about a name looks there, not in a table of tests
my $src = $ENV{srcdir} || '.';
open my $in, '<', "$src/doc/formats/perf-data.md" or die "$src/doc/formats/perf-data.md: $!\n";
my %explained = map { /^\| `([\w-]+)` \|/ ? ($1 => 1) : () } <$in>;
close $in;
my @classes = Differences::reasons(qw(names frames chains samples));
my @missing = grep { !$explained{$_} } @classes;
ok(@classes > 1 && !@missing, 'doc/formats/perf-data.md explains each class of difference', @missing);
Corpus::finish();
