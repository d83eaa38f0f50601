#!/bin/sh
# made.sh - the manual and the completions are what the program's tables make of them.

. "$srcdir/tests/cli/tap.sh"

status=0
: > "$err"
"$srcdir/tools/make-man" "$FLARESCOPE" "$srcdir" "$work/made"
for made in doc/keys.mdoc doc/options.mdoc doc/formats.mdoc doc/flarescope.1 \
	data/completions/flarescope.bash data/completions/_flarescope data/completions/flarescope.fish; do
	ok "$made is up to date (else: tools/make-man ./flarescope .)" \
		same_output "$srcdir/$made" "$work/made/$made"
done
for schema in "$work"/made/data/schemas/*.json; do
	schema=${schema##*/}
	ok "data/schemas/$schema is up to date (else: tools/make-man ./flarescope .)" \
		same_output "$srcdir/data/schemas/$schema" "$work/made/data/schemas/$schema"
done
known=$(sed -n 's/.*make-terminals with \(.*\)\.$/\1/p' "$srcdir/src/tui/terminals.def")
if [ "$known" = "$(infocmp -V 2> "$err")" ] && infocmp -Q 2 tmux-256color > "$out" 2>&1; then
	"$srcdir/tools/make-terminals" "$work/terminals.def" 2> "$err"
	ok 'src/tui/terminals.def is up to date (else: tools/make-terminals)' \
		same_output "$srcdir/src/tui/terminals.def" "$work/terminals.def"
else
	skip 'src/tui/terminals.def is up to date' "infocmp of $known with all its terminals is not here"
fi
if command -v mandoc > "$out"; then
	ok 'mandoc finds nothing wrong with the manual' \
		mandoc -Tlint -W warning "$work/made/doc/flarescope.1" "$srcdir/doc/flare.5"
fi
if command -v bash > "$out"; then
	ok 'bash can read the completion' bash -n "$work/made/data/completions/flarescope.bash"
	ok 'which completes the words of an option' bash -c '
		. "$1"
		COMP_WORDS=(flarescope top --sort t) COMP_CWORD=3
		_flarescope
		[ "${COMPREPLY[*]}" = total ]
	' - "$work/made/data/completions/flarescope.bash"
	mkdir "$work/bin"
	for name in fine '$(touch ran)' '`touch ran`' 'a b' '{x,y}'; do
		printf '#!/bin/sh\n' > "$work/bin/flarescope-read-$name"
		chmod 755 "$work/bin/flarescope-read-$name"
	done
	completion=$(cd "$work/made" && pwd)/data/completions/flarescope.bash
	ok 'and readers of your own, whatever files are called like some' bash -c '
		. "$1"
		cd "$2"
		PATH=$2:$PATH
		COMP_WORDS=(flarescope top --input-format "") COMP_CWORD=3
		_flarescope
		echo "${COMPREPLY[*]}"
		[[ " ${COMPREPLY[*]} " = *" fine "* && "${COMPREPLY[*]}" != *[!a-z0-9\ -]* ]]
	' - "$completion" "$work/bin"
	ok 'of which none is a command' test ! -e "$work/bin/ran"
fi

if command -v zsh > "$out"; then
	ok 'zsh can read its completion' zsh -fn "$work/made/data/completions/_flarescope"
	# What zsh's own functions are given; they want a terminal for more.
	cat > "$work/zsh" <<'END'
_arguments() { print -rl -- "$@" }
_describe() { print -rl -- $commands }
_files() { print files }
file=$1
shift
words=("$@") CURRENT=$#
set --
source $file
END
	zsh -f "$work/zsh" "$work/made/data/completions/_flarescope" flarescope per > "$out" 2> "$err"
	ok 'which offers commands' prints '^periods:'
	ok 'and files' prints '^files$'
	zsh -f "$work/zsh" "$work/made/data/completions/_flarescope" flarescope top --s > "$out" 2> "$err"
	ok 'the options of a command with their words' prints '^\*--sort=\[.*:(.*total.*)$'
	ok 'and not those of others' prints_not '^\*--keep='
	ok 'without a complaint' is_quiet
fi
if command -v fish > "$out"; then
	ok 'fish completes the words of an option' sh -c '
		HOME=$2 XDG_CONFIG_HOME=$2 fish -c "source $1; complete -C \"flarescope top --sort t\"" | grep "^total"
	' - "$work/made/data/completions/flarescope.fish" "$work"
	ok 'the options of a command' sh -c '
		HOME=$2 XDG_CONFIG_HOME=$2 fish -c "source $1; complete -C \"flarescope live --ke\"" | grep "^--keep"
	' - "$work/made/data/completions/flarescope.fish" "$work"
	ok 'and commands' sh -c '
		HOME=$2 XDG_CONFIG_HOME=$2 fish -c "source $1; complete -C \"flarescope per\"" | grep "^periods"
	' - "$work/made/data/completions/flarescope.fish" "$work"
fi

done_testing
