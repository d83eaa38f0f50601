#!/bin/sh
# usage.sh - what is wrong with a command line is said in one line, with status 2.

. "$srcdir/tests/cli/tap.sh"

# refused WORDS ARGS...
refused() {
	words=$1
	shift
	run "$@"
	ok "refuses: $*" ends_with 2
	ok "and names it: $words" says "$words"
	ok "in one line" says_one_line
	ok "with where to read on" says "try 'flarescope help"
	ok "and prints nothing" test ! -s "$out"
}

run
ok 'without a file, the usage is shown with status 2' ends_with 2
ok 'and lists the commands' says '^  heatmap '

# A help that is longer than the room for it would be empty.
for command in open heatmap; do
	run help "$command"
	ok "the longest help is there: $command" grep -q 'Show the time that threads' "$out"
done

f=$data/small.txt
refused '--rows' heatmap --rows many "$f"
refused '--rows' heatmap --rows 0 "$f"
refused '--rows' heatmap --rows 1001 "$f"
refused '--rows needs an argument' heatmap --rows
refused '--range' heatmap --range yesterday "$f"
refused '--period' heatmap --period 0 "$f"
refused '--idle' top --idle maybe "$f"
refused '--root' flame --root user "$f"
refused '--color' flame --color blue "$f"
refused '--format' heatmap --format csv "$f"
refused '--format' top --format ansi "$f"
refused '--format' export --format gif "$f"
refused 'perl' open --format perl "$f"
refused 'perl' top --input-format perl "$f"
refused '--width' flame --width 3 "$f"
refused '--width' flame --width 4097 "$f"
refused '--layout' flame --layout up "$f"
refused '--sort' flame --sort self "$f"
refused '--sort' top --sort value "$f"
refused '--weight' export --weight bytes "$f"
refused '--kind' find --kind hot "$f"
refused '--format' find --format ansi "$f"
refused '--limit' top --limit few "$f"
refused '--filter' top --filter '(' "$f"
refused '--search' top --search '[' "$f"
refused '--scale' heatmap --scale rainbow "$f"
refused '--direction' heatmap --direction left "$f"
refused '--colours' flame --colours rainbow "$f"
refused '--mouse' open --mouse pad "$f"
refused 'this command has no option --stackcollapse-names' top --stackcollapse-names "$f"
for command in heatmap flame top report export; do
	refused 'no option --json; did you mean --format json' $command --json "$f"
done
for format in perf-script folded; do
	refused "'$format' is a format of files; use --input-format $format" \
		info --format $format "$f"
done
refused "'csv' is not one of text|json" info --format csv "$f"
refused '--stackcollapse-names takes no argument' export --stackcollapse-names=yes "$f"
refused '--nonsense' top --nonsense "$f"
refused "'-q'" top -q "$f"
refused 'two' heatmap "$f" "$f"
refused 'no file given' export
refused 'no file given' info
refused 'no function given; usage: annotate FUNCTION FILE' annotate
refused 'usage: annotate FUNCTION FILE' annotate "$f"
refused 'is not a command; did you mean heatmap' heatmpa
refused "'exprot' is not a command; did you mean export" exprot "$f"
refused 'neither a command nor a file' zebra "$f"
refused "unknown option '--colors'; did you mean --colours" flame --colors "$f"
refused "'--col' is ambiguous: --colours, --color" flame --col "$f"
for name in x.html x.gz x.pb.gz x.svg.gz x.csv; do
	refused "export cannot write .*$name, only .folded, .timed," export "$f" -o "$work/$name"
	ok "and $name is not made" test ! -e "$work/$name"
done
run export "$f" -o "$work/x.html.txt"
ok 'other endings are folded stacks' ends_with 0
run export --format svg "$f" -o "$work/x.html"
ok 'who says the format may take any name' ends_with 0
for file in zebra ./zebra zebra.txt; do
	for command in open info top; do
		run $command $file
		ok "a missing file is no matter of usage: $command $file" ends_with 1
	done
	run $file
	ok "also without a command: $file" ends_with 1
done
refused 'nonsense' help nonsense
refused "no help on 'range'; did you mean ranges" help range
refused 'did you mean heatmap' help heatmp
refused 'did you mean keys' help key
ok 'no semicolon follows a question' says "did you mean keys? try 'flarescope help'\$"
refused 'nonsense' formats nonsense
refused 'no-such-event' top --event no-such-event "$f"
refused '--zoom' flame --format json --zoom nobody "$f"
refused '--zoom' flame --zoom nobody "$f"

run heatmap --rows 10 --rang 0,1 --format json "$f"
ok 'long options may be shortened' ends_with 0

run --version
ok '--version prints it' prints '^flarescope '
ok '--version says by what reading is confined' \
	prints '^reading is sandboxed by privileges, capabilities'
ok '--version says what inflates' prints '^gzip is unpacked by \(zlib\|ISA-L\) [0-9.]*$'
ok 'with status 0' ends_with 0
run --help
ok '--help is help' prints '^Usage: flarescope'
run help
ok 'help lists the commands' prints '^  export '
commands=$(sed -n 's/^  \([a-z]*\)  .*/\1/p' < "$out")
ok 'all commands are in that list' test "$(echo "$commands" | wc -l)" -ge 23
for topic in $commands keys ranges filters transformations; do
	run help $topic
	ok "help $topic has something to say" test "$(wc -l < "$out")" -gt 2
	ok '... with keys in place of the names of what they do' prints_not '{[a-z]'
	ok "help $topic ends with 0" ends_with 0
done
for command in $commands; do
	ok "the manual describes $command" grep -q "^\.It Cm $command\$" "$srcdir/doc/flarescope.1"
done
for option in thread create headless keep; do
	ok "the manual has --$option, which one command takes" \
		grep -qE "^\.It F.*[\\]-$option( |$)" "$srcdir/doc/flarescope.1"
done
run top --help
ok 'a command explains its options' prints '--limit N'
run formats
ok 'formats lists what can be read' prints 'perf-script'
ok 'and written' prints 'folded'

# The old spelling of --input-format still works, and nothing tells of it.
for command in open info convert; do
	run $command -h
	ok "$command -h has --input-format" prints '^      --input-format FORMAT'
	[ $command = convert ] || continue # of the others --format is another, and was that once
	ok 'and not the old spelling' prints_not '--format '
	ok 'which completion does not know either' \
		grep "^	$command) options='.*--input-format" "$srcdir/data/completions/flarescope.bash"
	ok "of $command" sh -c "! grep '^	$command) options=.*--format' '$srcdir/data/completions/flarescope.bash'"
done
run info --input-format folded "$data/stacks.folded"
ok 'info --input-format folded reads it as that' prints '^format  *folded'
run info --input-format perf-script "$f"
ok 'and --input-format perf-script as that' prints '^format  *perf-script'
for option in --input-format --format; do
	run convert $option perf-script "$f" --force -o "$work/x$option.flare"
	ok "convert takes $option" ends_with 0
	run convert $option nonsense "$f" --force -o "$work/x.flare"
	ok "and refuses what is no format, as $option" says "$option: unknown format 'nonsense'"
	run open $option perf-script "$f"
	ok "open takes $option" ends_with 0
	run open $option nonsense "$f"
	ok "and refuses what is no format, as $option" says "$option: unknown format 'nonsense'"
done
run open -h
ok 'of open, --format is what it prints' prints '--format screen-svg'
ok 'and not what it reads' prints_not '--format FORMAT'
ok 'and so completion has it' grep '^	.*open:--format) words=.screen-svg. ' "$srcdir/data/completions/flarescope.bash"
run info -h
ok 'of info as well' prints '--format text|json'
ok 'and not what it reads' prints_not '--format FORMAT'
ok 'and so completion has it' grep '^	.*info:--format) words=.text json. ' \
	"$srcdir/data/completions/flarescope.bash"
ok 'both are one' cmp "$work/x--input-format.flare" "$work/x--format.flare"
for format in text json; do
	run info --format $format "$f"
	cp "$out" "$work/$format"
done
run info "$f"
ok 'info --format text is what info prints' same_output "$work/text" "$out"
run info --json "$f"
ok 'and --json is --format json' same_output "$work/json" "$out"
for command in heatmap flame top report export; do
	run $command --input-format perf-script "$f"
	ok "$command takes --input-format" ends_with 0
done

for command in open record heatmap flame top diff annotate report export convert info cache formats \
	help; do
	for word in -h --help; do
		run $command $word
		ok "$command $word is help" prints "^Usage: flarescope $command"
		ok 'with status 0' ends_with 0
		ok 'and nothing else is said' is_quiet
		ok 'in lines of at most 80 columns' prints_not '.\{81\}'
	done
done
run annotate main "$f"
ok 'annotate says what it needs, and what a file is' \
	says "^flarescope: annotate needs a perf.data, written by perf record; $f is perf-script"
ok 'with status 1' ends_with 1
run formats
ok 'the list of formats has lines of at most 80 columns' prints_not '.\{81\}'
run open -h
sed -n 's/^\([A-Z][a-z ]*\):$/\1/p' < "$out" > "$work/groups"
printf '%s\n' 'Range and filter' 'Heat map' 'Flame graph' Table Screen Output Input \
	Limits Help > "$work/expected"
ok 'options are grouped by task' same_output "$work/expected" "$work/groups"
run heatmap -h
ok 'a command tells what means something to it' prints '--rows N'
ok 'and nothing else' prints_not '--layout'
run heatmap --layout icicle "$f"
ok 'which it takes all the same' ends_with 0
for group in 'Range and filter' 'Heat map' Table Limits Live; do
	ok "the manual has a section '$group'" grep -q "^\.Ss $group\$" "$srcdir/doc/flarescope.1"
done
refused nonsense help nonsense
ok 'help advises something else than itself' says "try 'flarescope help'\$"

# --limit, --time-unit and a directory, as the manual has them
run top --limit 0 "$f"
ok '--limit 0 prints no function' test "$(wc -l < "$out")" -eq 2
ok 'and says how many were left out' prints '^[0-9]* more functions\{0,1\} (--limit)$'
run top --limit 0 --format json "$f"
ok 'in JSON as well' json '@{$j->{rows}} == 0 && $j->{rows_total} > 0'
run top --limit 1 --format csv "$f"
ok 'and in CSV one' test "$(wc -l < "$out")" -eq 2
printf 'name,start,end\na,0,3000\n' > "$work/unit.csv"
if "$FLARESCOPE" --version | grep -q 'libcsv  *[0-9]'; then
	for unit in 'ns 0.000003' 'us 0.003' 'ms 3' 's 3000'; do
		run info --time-unit ${unit% *} "$work/unit.csv"
		ok "--time-unit ${unit% *} is the unit of a table" prints " s: ${unit#* } s\$"
	done
fi
mkdir "$work/some" "$work/some/deeper"
cp "$f" "$work/some/a.txt"
run open "$work/some"
ok 'a directory is listed without a terminal' ends_with 0
ok 'with its files' prints '^perf-script .*  a\.txt$'
ok 'and directories' prints '^directory .*  deeper$'
run "$work/some"
ok 'as without the command' prints 'a\.txt$'
run info "$work/some"
ok 'what is no recording is refused by others' says 'is a directory; name a file in it'

run flame --width 4096 "$f"
ok 'the widest graph that is allowed can be drawn' ends_with 0

if [ -c /dev/full ]; then
	for words in --help --version 'top --help' 'help --bash' 'help --mdoc keys'; do
		"$FLARESCOPE" $words > /dev/full 2> "$err"
		status=$?
		ok "$words on a full disk ends with 1" ends_with 1
		ok 'and says so' says 'cannot write to standard output'
	done
fi

# ---- how long it takes ----

for command in top flame heatmap export 'diff --range 5,12' find; do
	run $command "$examples/openssl.perf.gz"
	cp "$out" "$work/untimed"
	ok "$command says nothing of time by itself" [ "$(grep -c ' ms' "$err")" -eq 0 ]
	run $command --timing "$examples/openssl.perf.gz"
	ok 'with --timing it does' \
		says '^flarescope: read in [0-9.]* ms, counted in [0-9.]* ms, printed in [0-9.]* ms; [0-9.]* [kM]*B of memory$'
	ok 'and prints the same' same_output "$work/untimed" "$out"
done

done_testing
