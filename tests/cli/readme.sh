#!/bin/sh
# readme.sh - every command line in README and the pages beside it does what it is there for.
#
# FILE, NAME and DIRECTORY stand for an example. What records is printed (--print, --help) instead. What
# belongs to other tools must be what doc/formats says of them.

. "$srcdir/tests/cli/tap.sh"

status=0
: > "$err"
if ! command -v perl > "$out"; then
	echo '1..0 # SKIP there is no perl'
	exit 0
fi
mkdir "$work/here" "$work/bin" "$work/here/data"
ln -s "$FLARESCOPE" "$work/bin/flarescope"
ln -s "$srcdir/data/examples" "$work/here/data/examples"
cp "$srcdir"/data/examples/*.perf.gz "$work/here"
for name in perf.data x.gz FILE; do
	cp "$srcdir/data/examples/service.perf.gz" "$work/here/$name"
done
ln -s "$srcdir/data/examples/new.perf.gz" "$work/here/NEW"
ln -s "$srcdir/data/examples/old.perf.gz" "$work/here/OLD"
cd "$work/here" || exit 1
PATH=$work/bin:$PATH

# Of an indented line, the parts that more than one blank divides; of text, what is in quotes.
commands() {
	perl -CSD -ne '
		my @parts = /^ {4}\S/ ? split / {2,}/ : /^\$ (.*?)(?: {2,}.*)?$/ ? $1 : ();
		push @parts, /"(flarescope [^"]*)"/g, /`(flarescope [^`]*)`/g;
		print "$_\n" for grep { !/\x{2581}|@/ } map { s/^\s+|\s+$//gr } grep { /^flarescope( [-a-z.\/xFDN].*)?$/ } @parts;
	' "$@" | sort -u
}

# As in the shell, but nothing is recorded, and of what is not installed only our part runs.
try() {
	line=$(echo "$1" | sed -e 's/\bNAME\b/perf-script/; s/\bDIRECTORY\b/data\/examples/' \
		-e 's/^flarescope record/flarescope record --print/; s/^flarescope live.*/flarescope live --help/')
	tool=$(echo "$line" | sed -n 's/.* | \([a-z.]*\).*/\1/p')
	if [ -n "$tool" ] && ! command -v "$tool" > "$out"; then
		echo "# $tool is not installed: only flarescope's part is run" >&2
		line=${line%% | *}
	fi
	sh -c "$line" > "$out" 2> "$err" < /dev/null
	status=$?
}

for file in README.md doc/batch.md doc/recording.md doc/coming-from.md doc/walk.md; do
	commands "$srcdir/$file" > "$work/lines"
	ok "$file has command lines" test "$(wc -l < "$work/lines")" -gt 3
	while read -r line; do
		case $line in
		*.pb\ *) "$FLARESCOPE" formats | grep -q '^  pprof .*go tool' || continue ;; # not built in
		*clickhouse://*) continue ;; # tests/cli/push.sh
		*DIRECTORY*) continue ;; # a list on a screen: tests/e2e/test_surroundings
		esac
		rm -f ./*.svg ./*.pb ./*.json ./*.flare
		try "$line"
		ok "$file: $line" ends_with 0
		case $line in
		*' -o '* | *'> '*) ok 'writes its file' test -n "$(find . -newer "$work/lines" -type f)" ;;
		*) ok 'and prints something' test -s "$out" ;;
		esac
	done < "$work/lines"
done

# What the walk says of the numbers of a line stands behind it.
try "flarescope export --range 30,91 openssl.perf.gz | awk '{ n += \$NF } END { print n }'"
ok 'the sum that the walk tells of is right' grep -qx "$(cat "$out")" "$srcdir/doc/walk.md"

for goal in demo check; do
	ok "./bootstrap $goal is what .ci/bare runs on a bare machine" \
		grep "&& ./bootstrap $goal'" "$srcdir/.ci/bare"
	ok 'and README or CONTRIBUTING says' grep -q "^    ./bootstrap $goal  " "$srcdir/README.md" "$srcdir/CONTRIBUTING.md"
done

# Commands of other tools: without blanks, as lines break differently.
for tool in bpftrace dtrace node austin curl; do
	ok "$tool is told to do what doc/formats says" perl -e '
		my ($tool, $page, @pages) = @ARGV;
		sub all { local (@ARGV, $/) = @_; join "", <> }
		my ($here) = all($page) =~ /\s(\Q$tool\E -.*)/s or die "not in recording.md\n";
		my %said = map { s/\s+//gr => 1 } map { split /\n/ } map { /(\Q$tool\E -[^`]*)/g } all(@pages);
		s/\bno map\b//g, s/\s+//g for $here;
		exit !grep { length > 12 && index($here, $_) == 0 } keys %said;
	' $tool "$srcdir/doc/recording.md" "$srcdir"/doc/formats/*.md "$srcdir/doc/formats.mdoc"
done

# The lines of the table whose tools are here, from the tool to the picture.
busy='i=0; while [ $i -lt 1000000 ]; do i=$((i + 1)); done'
if perf record -F 49 -a -g -o perf.data -- sh -c "$busy" > "$out" 2> "$err"; then
	try 'flarescope'
	ok 'what perf has recorded is opened' prints '^ flarescope  perf\.data '
	line=$(sed -n 's/.*\(perf script --header | gzip > x\.gz\).*/\1/p' "$srcdir/doc/recording.md")
	rm -f x.gz
	sh -c "$line" 2> "$err" < /dev/null # of a pipe perf would read
	try 'flarescope x.gz'
	ok 'and what is made of it for another machine' prints '^ flarescope  x\.gz '
else
	skip 'perf records, and what recording.md does with that opens' 'perf is not here, or may not record'
fi
if command -v node > "$out"; then
	echo 'for (let i = 0; i < 3e8; i++);' > PROGRAM
	sh -c "$(sed -n 's/.*\(node --cpu-prof PROGRAM\).*/\1/p' "$srcdir/doc/recording.md")" 2> "$err"
	try 'flarescope CPU.*.cpuprofile'
	ok 'what node makes of a program opens' prints '^ flarescope  CPU\.'
else
	skip 'what node makes of a program opens' 'there is no node'
fi

# The figures of README: what is told of the example.
try "flarescope flame --range 1,8 service.perf.gz"
ok 'both CPUs are busy when the service starts' prints '2\.0 of 2 CPUs busy'
try "flarescope export --range 38.7,40.6 --filter comm=service service.perf.gz"
ok 'in the gap the service has no sample' ends_with 1
try "flarescope top --range 15.6,16 --limit 1 service.perf.gz"
ok 'a short column is a collection' prints 'mark_reachable'
try "flarescope flame --root thread --range 53,66 service.perf.gz"
ok 'one thread sorts' prints 'service-2974/2974\|2974'

# And those of the walk.
while read -r range file samples; do
	try "flarescope flame --range $range $file.perf.gz"
	ok "$file has $samples samples in $range" prints " $samples of "
	ok 'as the walk says' grep -q "\b$samples\( of the [0-9,]*\)\? samples" "$srcdir/doc/walk.md"
done << 'END'
30,91 openssl 5,875
30,40 openssl 979
1,8 service 1,385
15.6,16 service 51
53,66 service 1,363
END

done_testing
