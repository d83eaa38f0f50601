#!/bin/sh
# config.sh - choices that are kept: which file, which lines, which commands; and --nice.

. "$srcdir/tests/cli/tap.sh"

example=$examples/openssl.perf.gz
config=$XDG_CONFIG_HOME/flarescope/config
mkdir -p "$XDG_CONFIG_HOME/flarescope"

# keep LINE...: the file has these lines.
keep() { printf '%s\n' "$@" > "$config"; }

# kept NAME VALUE FROM: config says so.
kept() { grep -E "^$1 +$2 +(on the screen|always) +.*$3\$" "$out" || { cat "$out"; false; }; }

run config
ok 'without a file everything is usual' ends_with 0
ok 'as config says' kept scale auto default
ok 'and which file it would be' prints "^$config: does not exist"
ok 'in silence' is_quiet

# ---- how a line may be written ----

n=0
for indent in '' '  ' '	'; do
	for dashes in '' --; do
		for between in ' ' = ' = ' '	' '  '; do
			for after in '' '   ' ' # why' "$(printf '\r')"; do
				n=$((n + 1))
				keep '# first' "" "$indent${dashes}scale${between}dark$after"
				run config
				if ! { kept scale dark :3 && is_quiet; } > "$work/said" 2>&1; then
					ok "'$indent${dashes}scale${between}dark$after' is a line" false
				fi
			done
		done
	done
done
ok "a line may be written in $n ways" [ $n -eq 120 ]
keep ascii 'rows 20' 'scale dark' 'scale safe' 'threads 1' 'memory 512M'
run config --clock local --threads=2
ok 'a flag is kept' kept ascii yes :1
ok 'a number' kept rows 20 :2
ok 'of two lines the last counts' kept scale safe :4
ok 'the command line wins' kept threads 2 'command line'
ok 'and says what is nowhere else' kept clock local 'command line'
ok 'a size' kept memory 512M :6
printf 'scale dark\nclock local' > "$config"
run config
ok 'the last line needs no end' kept clock local :2

# ---- lines that cannot be taken ----

keep 'sclae dark' 'scale mauve' 'range 1,2' 'scale' 'ascii yes' 'threads 99' 'filter x' '=' '--' \
	'clock local' "$(printf '\033[31mscale dark')"
run config
ok 'what cannot be taken is no failure' ends_with 0
ok 'each bad line is told' [ "$(wc -l < "$err")" -eq 10 ]
for wanted in ":1: no option 'sclae'; did you mean scale?" ":2: --scale: 'mauve' is not one of" \
	":3: 'range' cannot be saved" ':4: scale needs a value' ':5: ascii takes no value' \
	":6: --threads: '99' is not" ":7: 'filter' cannot be saved" ":8: no option ''" \
	":9: no option ''" ':11: no option'; do
	ok "$wanted" grep -qF "$config$wanted" "$err"
done
ok 'and the rest counts' kept clock local :10
ok 'an escape sequence stays harmless' [ "$(tr -cd '\033' < "$err" | wc -c)" -eq 0 ]
bad=$(shuf -i 11-5000 -n 1)
{ yes 'sclae dark' | head -n "$bad"; echo 'clock local'; } > "$config"
run config
ok "of $bad bad lines ten are told" [ "$(grep -c "no option 'sclae'" "$err")" -eq 10 ]
ok 'and how many more there are' [ "$(tail -n 1 "$err")" = \
	"flarescope: $config: and $((bad - 10)) more invalid lines" ]
ok 'and what stands behind them counts' kept clock local ":$((bad + 1))"

# ---- files that are none ----

refused() {
	run config
	ok "$1 is not read" says "config: not read"
	ok 'and is no failure' ends_with 0
	ok 'nor counts' kept scale auto default
}
rm "$config"
mkfifo "$config"
refused 'a pipe that nobody writes to'
rm "$config"
mkdir "$config"
refused 'a directory'
rmdir "$config"
ln -s /dev/zero "$config"
refused 'a device'
rm "$config"
{ echo 'scale dark'; yes '# padding' | head -c 70000; } > "$config"
refused 'a large file'
printf 'scale dark\n\0\nmemory 1G\n' > "$config"
refused 'what has a byte 0, behind which nothing would be read,'
keep 'scale dark'
chmod o+w "$config"
refused 'a file that others may write to'
chmod o-w "$config"
chmod o+w "${config%/*}"
refused 'a file in a directory that others may write to'
ok 'which is named' says "others can write to .XDG_CONFIG_HOME/flarescope"
chmod o-w "${config%/*}"
mkdir -p "$work/lax/.config/flarescope"
cp "$config" "$work/lax/.config/flarescope"
chmod o+w "$work/lax/.config"
XDG_CONFIG_HOME= HOME=$work/lax run config
ok 'nor is one below such a directory' says "config: not read: others can write to .HOME/.config$"
if [ "$(id -u)" -eq 0 ] && chown 12345 "$config" 2> "$work/said"; then
	refused "another user's file"
	chown 0 "$config"
	mkdir -p "$work/guest/flarescope" "$work/guest/.config/flarescope"
	echo 'scale secret' > "$work/guest.secret"
	ln -s "$work/guest.secret" "$work/guest/flarescope/config"
	ln -s "$work/guest.secret" "$work/guest/.config/flarescope/config"
	chown 12345 "$work/guest"
	XDG_CONFIG_HOME=$work/guest run config
	ok "a file of root's that another user has linked to is not read" \
		says "config: not read: .XDG_CONFIG_HOME is another user's"
	ok 'nor told' test "$(grep -c secret "$err")" -eq 0
	XDG_CONFIG_HOME= HOME=$work/guest run config
	ok 'nor in a home of that user' says "config: not read: .HOME is another user's"
	chown 0 "$work/guest"
	chown 12345 "$work/guest/flarescope"
	XDG_CONFIG_HOME=$work/guest run config
	ok 'nor in a directory of that user' \
		says "config: not read: .XDG_CONFIG_HOME/flarescope is another user's"
fi
head -c 3000 /dev/urandom > "$config"
run config
ok 'a file of noise is no failure' ends_with 0
keep 'scale dark'
FLARESCOPE_CONFIG=no run config
ok 'FLARESCOPE_CONFIG=no turns it off' kept scale auto default
XDG_CONFIG_HOME=config HOME=$work/home run config
ok 'a relative place is none' prints "^$work/home/.config/flarescope/config: does not exist"
XDG_CONFIG_HOME= HOME= run config
ok 'without a place there is none' prints '^no file: '
run config some.file
ok 'config takes no file' ends_with 2

# ---- keeping ----

is() { printf '%s\n' "$@" | diff - "$config"; }
mode_of() { [ "$(stat -c %a "$1")" = "$2" ]; }

rm -r "$XDG_CONFIG_HOME"
(umask 0; "$FLARESCOPE" config --keep --scale dark --ascii > "$out" 2> "$err")
ok 'what the command line says is kept' is 'scale dark' 'ascii'
ok 'by nobody else to be read' mode_of "$config" 600
ok 'nor its directory' mode_of "$XDG_CONFIG_HOME/flarescope" 700
run config
ok 'and counts from then on' kept scale dark :1
keep '# mine' '' '  --theme = light  # in the sun' 'sclae dark' 'scale dark' 'rows 20' 'scale safe' '# end'
chmod 640 "$config"
run config --keep --scale enhanced --theme dark --clock local --memory 1G
ok 'comments and other lines stay' is '# mine' '' 'theme dark  # in the sun' 'sclae dark' \
	'scale enhanced' 'rows 20' '# end' 'clock local' 'memory 1G'
ok 'and who may read it' mode_of "$config" 640
printf '# no end' > "$config"
run config --keep --rows auto
ok 'the last line gets an end' is '# no end' 'rows auto'
cp "$config" "$work/was"
run config --keep --rows auto
ok 'what is said already is said once' same_output "$work/was" "$config"
run config --keep
ok 'nothing is kept where nothing is said' same_output "$work/was" "$config"
run config --keep --rows 9x
ok 'a bad value is refused' ends_with 2
ok 'and changes nothing' same_output "$work/was" "$config"
ln "$config" "$work/beside"
run config --keep --rows 7
ok 'the file is replaced, not written over' same_output "$work/was" "$work/beside"
mv "$config" "$work/elsewhere"
ln -s "$work/elsewhere" "$config"
run config --keep --rows 8
ok 'a link is not followed' ends_with 1
ok 'and it is said' says "not saved in $config: it is a symbolic link"
ok 'nor replaced' [ -L "$config" ]
ok 'nor is what it leads to' grep -q 'rows 7' "$work/elsewhere"
rm "$config"
keep 'rows 7'
chmod 666 "$config"
run config --keep --rows 8
ok 'a file that others may write to is left alone' is 'rows 7'
ok 'which is said' says 'not saved in .*: others can write to it'
chmod 644 "$config"
chmod 777 "$XDG_CONFIG_HOME/flarescope"
run config --keep --rows 8
ok 'so is one in a place where others may write' is 'rows 7'
chmod 755 "$XDG_CONFIG_HOME/flarescope"
rm "$config"
mkdir "$config"
run config --keep --rows 8
ok 'a directory is no file' ends_with 1
rmdir "$config"
FLARESCOPE_CONFIG=no run config --keep --rows 8
ok 'where it is turned off nothing is kept' says 'nothing is saved'
keep 'rows 7'
run config --no-sandbox --keep --rows 6
ok 'without a sandbox, too' is 'rows 6' 'no-sandbox'
if ln -s /dev/full "$work/full" && [ "$(id -u)" -ne 0 ]; then
	chmod 500 "$XDG_CONFIG_HOME/flarescope"
	run config --keep --rows 5
	ok 'where nothing can be written that is said' ends_with 1
	chmod 700 "$XDG_CONFIG_HOME/flarescope"
fi
ok 'and nothing is left behind' [ "$(ls -A "$XDG_CONFIG_HOME/flarescope")" = config ]
run config -h
ok 'help tells of it' prints '--keep'

# ---- what counts where ----

rm "$config"
for command in 'heatmap --format ansi' 'flame --format ansi' 'top' 'export' 'open' 'info' \
	'heatmap --format json'; do
	rm -f "$config"
	run $command "$example"
	cp "$out" "$work/usual"
	keep 'scale dark' 'clock local' 'direction down' 'rows 7' 'root pid' 'layout icicle' \
		'sort value' 'colours name' 'color always' 'ascii' 'cells counts'
	TZ=XYZ-5 run $command "$example"
	ok "$command prints the same for everybody" same_output "$work/usual" "$out"
	ok 'in silence' is_quiet
done
keep 'memory 1M'
run top "$example"
ok 'limits count for all commands' says 'memory'
keep 'memory 1M'
run top --memory 1G "$example"
ok 'and the command line wins' ends_with 0

# ---- --nice ----

keep '# nothing'
mkdir -p "$XDG_CONFIG_HOME/flarescope/readers"
cat > "$XDG_CONFIG_HOME/flarescope/readers/flarescope-read-priority" <<'EOF'
#!/bin/sh
cat > /dev/null
read -r stat < /proc/$$/stat
set -- ${stat##*) }
io=$(ionice -p $$ 2>/dev/null || echo unknown)
echo "nice ${17};io $io 1"
EOF
chmod 755 "$XDG_CONFIG_HOME/flarescope/readers/flarescope-read-priority"
echo text > "$work/text"
run export --input-format priority --idle show "$work/text"
ok 'usually the priority is as it was' prints_not 'nice 19'
run export --nice --input-format priority --idle show "$work/text"
ok '--nice takes what others leave' prints 'nice 19;'
if ionice -p $$ > "$work/said" 2>&1; then
	ok 'of the disk, too' prints ';io idle 1$'
fi
keep nice
run export --input-format priority --idle show "$work/text"
ok 'and can be kept' prints 'nice 19;'

done_testing
