#!/bin/sh
# pictures.sh - heat maps and flame graphs on paper.

. "$srcdir/tests/cli/tap.sh"

esc=$(printf '\033')
f=$data/small.txt
example=$examples/service.perf.gz

run "$f"
ok 'without a terminal, open prints' ends_with 0
ok 'the flame graph' prints 'main'
ok 'and says nothing else' is_quiet
ok 'without colours' prints_not "$esc"
cp "$out" "$work/report"
run open "$f"
ok 'open may be said' same_output "$work/report" "$out"
env -u TERM "$FLARESCOPE" "$f" > "$out" 2> "$err"
ok 'TERM may be unset' same_output "$work/report" "$out"

run flame "$example"
cp "$out" "$work/utf8"
LC_ALL=xx_YY.UTF-8 "$FLARESCOPE" flame "$example" > "$out" 2> "$err"
ok 'a locale of UTF-8 that this host does not have is UTF-8' same_output "$work/utf8" "$out"
LC_ALL=xx_YY "$FLARESCOPE" flame "$example" > "$out" 2> "$err"
ok 'any other one that it does not have is ASCII' prints_not '[^ -~]'

run heatmap "$f"
ok 'a heat map ends with 0' ends_with 0
ok 'and is text in a pipe' prints_not "$esc"
run heatmap --color always "$f"
ok '--color always makes it coloured' prints "$esc"
NO_COLOR=1 "$FLARESCOPE" heatmap --color always "$f" > "$out" 2> "$err"
ok '--color always wins over NO_COLOR' prints "$esc"
run heatmap --format ansi "$f"
ok '--format ansi is coloured' prints "$esc\\[[0-9;]*48;5;"
run heatmap --format ansi --color never "$f"
ok '--format ansi without colours has no colours' prints_not '8;5;'
run heatmap --format text --color always "$f"
ok '--format text is text' prints_not "$esc"
run heatmap --format text --ascii "$f"
ok '--ascii is ASCII' sh -c '! LC_ALL=C grep -q "[^ -~]" "$1"' - "$out"
LC_ALL=C "$FLARESCOPE" heatmap "$f" > "$out" 2> "$err"
ok 'and so is the C locale' sh -c '! LC_ALL=C grep -q "[^ -~]" "$1"' - "$out"

openssl=$examples/openssl.perf.gz
run heatmap --format text --period 1 --width 140 "$openssl"
ok "a map of a clock of all CPUs is of CPUs that were busy" prints "CPUs busy"
ok "all of them: no row is without" sh -c 'test "$(grep -c "@@@@@@@@@@" "$1")" -eq 50' - "$out"
run heatmap --format text --cells counts --period 1 --width 140 "$openssl"
ok "--cells counts is of samples" prints " samples\$"
ok "of which a row can have none" sh -c 'test "$(grep -c "@@@@@@@@@@" "$1")" -eq 49' - "$out"
run heatmap --format json --cells counts "$openssl"
ok "and so is its JSON" prints_not "\"ticks\""
run heatmap --format text --idle only "$openssl"
ok "idle samples are of idle CPUs" prints "CPUs idle"
sed "s/cpu-clock/cycles/" "$f" > "$work/cycles"
run heatmap --format text --cells busy "$work/cycles"
ok "where it is not known samples are counted" prints_not "CPUs busy"

run flame --range 3,3.005 "$example"
ok "a few ticks do not tell how busy CPUs were" prints_not "CPUs* busy"
run flame --range 3,3.105 "$example"
ok "ten do" prints "  [0-9.]* of 2 CPUs busy"
run flame --range 3,3.105 --filter cpu=1 "$example"
ok "of the CPUs that a filter leaves" prints "  [0-9.]* of 1 CPU busy"
run flame "$f"
ok "nothing was lost" prints "  [0-9.]* of 2 CPUs busy"
{ cat "$f"; echo "app 100/101 [000] 1002.999500: PERF_RECORD_LOST lost 12"; } > "$work/lossy"
run flame "$work/lossy"
ok "where samples were lost, it is no less" prints "  at least [0-9.]* of 2 CPUs busy"

# Not one line has more characters (awk may count bytes).
narrow() {
	perl -CSD -e '
		my $most = shift;
		while (<STDIN>) { chomp; die "$. is longer: $_\n" if length($_) > $most }
	' "$1" < "$out"
}

for width in 40 80 200; do
	run flame --format text --width $width "$example"
	ok "a graph of width $width is at most so wide" narrow $width
	run heatmap --format text --width $width "$example"
	ok "and so is a map" narrow $width
done
COLUMNS=61 "$FLARESCOPE" flame --format text "$example" > "$work/columns" 2> "$err"
run flame --format text --width 61 "$example"
ok 'COLUMNS is the width' same_output "$work/columns" "$out"

lines_of_cells() { [ "$(grep -c "[┤│]" "$out")" -eq "$1" ]; }
for rows in 1 7 50 333; do
	run heatmap --format text --rows $rows "$example"
	ok "$rows rows are drawn on paper as $rows lines" lines_of_cells $rows
done

run flame --format text "$f"
cp "$out" "$work/flame"
run flame --format text --layout icicle "$f"
ok 'an icicle is another picture' sh -c '! cmp -s "$1" "$2"' - "$work/flame" "$out"
run flame --format text --zoom 'app;main' "$f"
ok 'zoomed, the rest is not shown' prints_not 'my prog'
run flame --format text --zoom 'app;main' --search work "$f"
ok 'and what a search found is of the zoom' prints '/work: 2 of 3 '
run flame --format text --root none "$f"
ok 'without groups there is no process name' prints_not 'my prog'
run flame --format text --root thread "$f"
ok 'threads have their numbers' prints 'app-100/101'
run flame --format ansi --colours name "$f"
cp "$out" "$work/name"
run flame --format ansi --colours kind "$f"
ok 'colours by name differ from those by kind' \
	sh -c '! cmp -s "$1" "$2"' - "$work/name" "$out"

printf 'app;foo 7\napp;core::fmt 2\n' > "$work/foo.folded"
for palette in kind name module heat hot mem io wakeup chain java js perl red green blue aqua \
	yellow purple orange rust python; do
	run flame --format ansi --color always --colours $palette "$work/foo.folded"
	ok "--colours $palette is one" prints "$esc"
	run export --format svg --colours $palette "$work/foo.folded"
	cp "$out" "$work/palette-$palette"
done
# fill_of PALETTE NAME: the colour of its box
fill_of() { sed -n "s/.* fill=\"#\([0-9a-f]*\)\".*>$2\$/\1/p" "$work/palette-$1"; }
ok 'hot is what flamegraph.pl makes of foo' test dc4711 = "$(fill_of hot foo)"
for palette in java js perl rust; do
	ok "what is of no language is red by $palette" \
		test "$(fill_of red foo)" = "$(fill_of $palette foo)"
done
ok 'core is orange by rust' test "$(fill_of orange core::fmt)" = "$(fill_of rust core::fmt)"
ok 'what is as wide as all is red' test eb2d28 = "$(fill_of heat app)"
ok 'and what is narrow is pale' test "$(fill_of heat core::fmt)" '!=' "$(fill_of heat foo)"

run flame --format ansi --color always --colours module "$example"
ok 'the legend has the modules, what has most of its own first' \
	prints 'service.*libc\.so\.6.*\[kernel\.kallsyms\]'
run flame --format ansi --color always --colours heat "$example"
ok 'or how wide what is' prints '1 %.*25 %.*100 % wide'
run flame --format text --colours heat "$example"
ok 'which without colours would say nothing' prints_not 'wide'

for scale in default enhanced safe dark; do
	run heatmap --format ansi --scale $scale "$example"
	cp "$out" "$work/scale-$scale"
done
ok 'the four scales are four' test \
	"$(cksum < "$work/scale-default")" != "$(cksum < "$work/scale-enhanced")" -a \
	"$(cksum < "$work/scale-safe")" != "$(cksum < "$work/scale-dark")" -a \
	"$(cksum < "$work/scale-default")" != "$(cksum < "$work/scale-safe")"
run heatmap --format text --direction up "$f"
cp "$out" "$work/up"
run heatmap --format text --direction down "$f"
ok 'time can run downwards' sh -c '! cmp -s "$1" "$2"' - "$work/up" "$out"
run heatmap --format text --rows 10 "$f"
cp "$out" "$work/ten"
run heatmap --format text --rows auto "$f"
ok '--rows auto is fine' ends_with 0
ok 'ten rows take fewer lines than fifty' test \
	"$(wc -l < "$work/ten")" -lt "$(wc -l < "$work/up")"

run heatmap -o "$work/map.txt" "$f"
ok 'a picture can go to a file' test -s "$work/map.txt"
ok 'which has no colours' sh -c '! grep -q "$1" "$2"' - "$esc" "$work/map.txt"

narrow="--threads 1 --memory 30M --no-cache --period 0.05 --rows 1000"
# shellcheck disable=SC2086 # options, each a word
run heatmap --format json $narrow "$example"
ok 'where busy cells do not fit into memory, samples are counted' prints '"counts"'
ok 'and only they' prints_not '"busy"'
ok 'with status 0' ends_with 0

run "$data/timeless.txt"
ok 'without times there is still a flame graph' prints 'work'
ok 'and a reason' prints 'no times'
ok 'with status 0' ends_with 0
run heatmap "$data/timeless.txt"
ok 'a heat map without times is an error' ends_with 1
ok 'in one line' says_one_line

# An SVG has lines of seven kinds, and nothing in one is markup that is not ours.
is_screen_svg() {
	perl -CSD -ne '
		my $number = qr/-?\d+(?:\.5)?/;
		my $colour = qr/#(?:[0-9a-f]{3}){1,2}/;
		$kinds{$1}++ if
			m{^<(svg) xmlns="http://www\.w3\.org/2000/svg" width="\d+" height="\d+" viewBox="-8 -8 \d+ \d+" font-family="[^"<&]*" font-size="13\.333">$} ||
			m{^<(rect) x="$number" y="$number" width="\d+" height="\d+" rx="5" fill="$colour" stroke="$colour"/>$} ||
			m{^<(g)(?: shape-rendering="crispEdges" transform="scale\(8\)"| fill="$colour")>$} ||
			m{^<(path) fill="$colour" d="(?:M\d+ \d+h\d+v\d+h-\d+)+"/>$} ||
			m{^<(text) x="\d+" y="\d+"(?: textLength="\d+")?(?: fill="$colour")?(?: font-weight="bold")?>(?:[^<>&\0-\x1f\x7f-\x9f]|&(?:lt|gt|amp);)+</text>$} ||
			m{^(</g>)$} || m{^(</svg>)$} or die "$.: $_";
		END { exit !($kinds{svg} == 1 && $kinds{"</svg>"} == 1 && $kinds{g} == $kinds{"</g>"} && $kinds{text}) }
	' "$out"
}

# The size in cells: 8 by 16, and a margin of 8.
is_sized() { grep -q "^<svg .* width=\"$(($1 * 8 + 16))\" height=\"$(($2 * 16 + 16))\" " "$out"; }

for command in "heatmap" "flame --range 15.6,16" "open" "open --scale dark" "open --color never"; do
	# shellcheck disable=SC2086 # options, each a word
	run $command --format screen-svg "$example"
	ok "$command --format screen-svg prints an SVG" is_screen_svg
	ok 'and says nothing' is_quiet
	ok 'a few kB' test "$(wc -c < "$out")" -lt 20000
	cp "$out" "$work/once"
	# shellcheck disable=SC2086
	LC_ALL=C NO_COLOR=1 "$FLARESCOPE" $command --format screen-svg --threads 2 "$example" > "$out" 2> "$err"
	ok 'which is the same everywhere' same_output "$work/once" "$out"
done
ok 'without colours there are four: ink, paper, what is dim, and the edge' test \
	"$(grep -o '"#[0-9a-f]*' "$work/once" | sort -u | wc -l)" -eq 4
run --format screen-svg --width 100 --height 30 "$example"
ok 'a screen has the size that was asked for' is_sized 100 30
ok 'and the keys in its last line' prints "y=\"$((29 * 16 + 12))\".*>quit<"
COLUMNS=90 LINES=28 "$FLARESCOPE" --format screen-svg "$example" > "$out" 2> "$err"
ok 'or that of COLUMNS and LINES' is_sized 90 28
run --format screen-svg "$example"
ok 'or 120 by 36' is_sized 120 36
run --format screen-svg --ascii "$example"
ok '--ascii is ASCII in an SVG, too' sh -c '! LC_ALL=C grep -q "[^ -~]" "$1"' - "$out"
for theme in dark light; do
	run --format screen-svg --theme $theme "$example"
	grep -o '<rect .*' "$out" > "$work/paper-$theme"
done
ok '--theme says whether the ground is dark' grep -q 'fill="#121417"' "$work/paper-dark"
ok 'or light' grep -q 'fill="#fff"' "$work/paper-light"
run --format screen-svg --scale dark "$example"
ok 'and so does --scale' prints '<rect .*fill="#121417"'
run --format screen-svg --scale dark --theme light "$example"
ok 'which gives way to it' prints '<rect .*fill="#fff"'
run --format screen-svg --range 53,66 "$example"
ok 'what is selected is as on the screen' prints '>1,363 of 4,613 samples (29.5 %)<'
run --format screen-svg "$examples/new.perf.gz" "$examples/old.perf.gz"
ok 'and so is a baseline' prints '>in % of all<'
run --format screen-svg "$data/timeless.txt"
ok 'without times there is the graph' prints '>work<'
run --format screen-svg "$examples"
ok 'of a directory there is the list' prints 'service\.perf\.gz'
run --format screen-svg "$work/nothing"
ok 'of no file there is none' ends_with 1
ok 'and why' says_one_line
ok 'and no half of a picture' test ! -s "$out"
run --format screen-svg --range 1000,2000 "$example"
ok 'of a range that is not there the screen says so' prints '>nothing was recorded in 1000-2000 s'
run --format perf-script "$f"
ok '--format of open is still the old name of --input-format, too' ends_with 0
run --format png "$f"
ok 'but not any word' ends_with 2
run --height 9 --format screen-svg "$f"
ok 'no screen is lower than ten lines' ends_with 2
run heatmap --format screen-svg -o "$work/map.svg" "$f"
cp "$work/map.svg" "$out"
ok 'an SVG can go to a file' is_screen_svg
for command in heatmap flame open; do
	run $command --format screen-svg "$data/hostile.txt"
	ok "$command: names are no markup" is_screen_svg
done
perl -e 'print "app;<script>x=1</script>;a&b;]]>;日本語;\xe2\x80\xae;x\x27\" onload=\"y 1\n"' > "$work/evil.folded"
run flame --format screen-svg --width 200 "$work/evil.folded"
ok 'whatever they are' is_screen_svg
ok 'and can be read' prints '>&lt;script&gt;x=1&lt;/script&gt;<'
ok 'wide characters have two cells each' prints 'textLength="48"[^>]*>日本語<'

for command in heatmap flame top export open info; do
	run $command "$data/hostile.txt"
	ok "$command: escape sequences in names do not get out" prints_not "$esc"
done

done_testing
