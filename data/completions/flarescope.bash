# flarescope.bash - completion for bash. Made by: flarescope help --bash

_flarescope()
{
	local word=${COMP_WORDS[COMP_CWORD]}
	local previous=${COMP_WORDS[COMP_CWORD - 1]}
	local command=open options= words= argument= files= own= w
	local commands='open record heatmap flame chart tree top diff annotate periods find report export convert info cache config formats help'
	for w in $commands; do
		[ "$COMP_CWORD" -gt 1 ] && [ "${COMP_WORDS[1]}" = "$w" ] && command=$w
	done
	case $command in
	open) options='--range --against --against-filter --align --swap --normalise --event --idle --filter --search --weight --period --lanes --rows --cells --value --colour-by --direction --clock --scale --root --reverse --transform --zoom --layout --sort --fold --min-share --colours --show --below --hide --self --percent --color --theme --ascii --width --height --mouse --format --input-format --time-unit --symfs --kallsyms --no-symbols --inline --addresses --threads --memory --no-cache --no-sandbox --timing --nice --help --version ' ;;
	record) options='--duration --print --no-sandbox --nice --help ' ;;
	heatmap) options='--range --event --idle --filter --search --period --lanes --rows --cells --value --colour-by --direction --clock --scale --limit --color --theme --ascii --width --format --output --force --large --input-format --time-unit --symfs --kallsyms --no-symbols --inline --addresses --threads --memory --no-cache --no-sandbox --timing --nice --help --version ' ;;
	flame) options='--range --against --against-filter --align --swap --normalise --event --idle --filter --search --weight --root --reverse --transform --zoom --layout --sort --fold --min-share --colours --show --hide --self --color --theme --ascii --width --format --output --force --input-format --time-unit --symfs --kallsyms --no-symbols --inline --addresses --threads --memory --no-cache --no-sandbox --timing --nice --help --version ' ;;
	chart) options='--range --event --idle --filter --search --thread --color --theme --ascii --width --format --output --force --large --input-format --time-unit --symfs --kallsyms --no-symbols --inline --addresses --threads --memory --no-cache --no-sandbox --timing --nice --help --version ' ;;
	tree) options='--range --against --against-filter --align --swap --normalise --event --idle --filter --search --weight --root --reverse --transform --zoom --sort --depth --min-share --show --hide --percent --format --output --force --input-format --time-unit --symfs --kallsyms --no-symbols --inline --addresses --threads --memory --no-cache --no-sandbox --timing --nice --help --version ' ;;
	top) options='--range --against --against-filter --align --swap --normalise --event --idle --filter --search --weight --transform --percent --sort --by --limit --format --output --force --input-format --time-unit --symfs --kallsyms --no-symbols --inline --addresses --threads --memory --no-cache --no-sandbox --timing --nice --help --version ' ;;
	diff) options='--range --against --against-filter --align --swap --normalise --event --idle --filter --weight --by --self --fail-above --limit --format --output --force --input-format --time-unit --symfs --kallsyms --no-symbols --inline --addresses --threads --memory --no-cache --no-sandbox --timing --nice --help --version ' ;;
	annotate) options='--range --event --idle --filter --format --output --force --input-format --time-unit --symfs --source --kallsyms --no-symbols --inline --addresses --threads --memory --no-cache --no-sandbox --timing --nice --help --version ' ;;
	periods) options='--range --event --idle --filter --search --format --output --force --input-format --time-unit --symfs --kallsyms --no-symbols --inline --addresses --threads --memory --no-cache --no-sandbox --timing --nice --help --version ' ;;
	find) options='--range --event --idle --filter --kind --format --output --force --input-format --time-unit --symfs --kallsyms --no-symbols --inline --addresses --threads --memory --no-cache --no-sandbox --timing --nice --help --version ' ;;
	report) options='--range --event --idle --filter --format --output --force --input-format --time-unit --symfs --kallsyms --no-symbols --inline --addresses --threads --memory --no-cache --no-sandbox --timing --nice --help --version ' ;;
	export) options='--range --against --against-filter --align --swap --normalise --event --idle --filter --search --weight --root --reverse --transform --layout --sort --colours --show --hide --format --unit --tidy --annotate --output --force --large --input-format --time-unit --symfs --kallsyms --no-symbols --inline --addresses --threads --memory --no-cache --no-sandbox --timing --nice --help --version ' ;;
	convert) options='--output --force --input-format --time-unit --symfs --kallsyms --no-symbols --inline --addresses --threads --memory --no-cache --no-sandbox --nice --help --version ' ;;
	info) options='--clock --json --input-format --time-unit --symfs --kallsyms --no-symbols --inline --addresses --threads --memory --no-cache --no-sandbox --nice --help --version ' ;;
	cache) options='--list --clear --no-sandbox --help --version ' ;;
	config) options='--keep --no-sandbox --help --version ' ;;
	esac
	case $command:$previous in
	open:--range|open:-r) words='' argument=yes ;;
	heatmap:--range|heatmap:-r) words='' argument=yes ;;
	flame:--range|flame:-r) words='' argument=yes ;;
	chart:--range|chart:-r) words='' argument=yes ;;
	tree:--range|tree:-r) words='' argument=yes ;;
	top:--range|top:-r) words='' argument=yes ;;
	diff:--range|diff:-r) words='' argument=yes ;;
	annotate:--range|annotate:-r) words='' argument=yes ;;
	periods:--range|periods:-r) words='' argument=yes ;;
	find:--range|find:-r) words='' argument=yes ;;
	report:--range|report:-r) words='' argument=yes ;;
	export:--range|export:-r) words='' argument=yes ;;
	open:--against) words='rest' argument=yes ;;
	flame:--against) words='rest' argument=yes ;;
	tree:--against) words='rest' argument=yes ;;
	top:--against) words='rest' argument=yes ;;
	diff:--against) words='rest' argument=yes ;;
	export:--against) words='rest' argument=yes ;;
	open:--against-filter) words='' argument=yes ;;
	flame:--against-filter) words='' argument=yes ;;
	tree:--against-filter) words='' argument=yes ;;
	top:--against-filter) words='' argument=yes ;;
	diff:--against-filter) words='' argument=yes ;;
	export:--against-filter) words='' argument=yes ;;
	open:--align) words='' argument=yes ;;
	flame:--align) words='' argument=yes ;;
	tree:--align) words='' argument=yes ;;
	top:--align) words='' argument=yes ;;
	diff:--align) words='' argument=yes ;;
	export:--align) words='' argument=yes ;;
	open:--normalise) words='time share none' argument=yes ;;
	flame:--normalise) words='time share none' argument=yes ;;
	tree:--normalise) words='time share none' argument=yes ;;
	top:--normalise) words='time share none' argument=yes ;;
	diff:--normalise) words='time share none' argument=yes ;;
	export:--normalise) words='time share none' argument=yes ;;
	open:--event|open:-e) words='all' argument=yes ;;
	heatmap:--event|heatmap:-e) words='all' argument=yes ;;
	flame:--event|flame:-e) words='all' argument=yes ;;
	chart:--event|chart:-e) words='all' argument=yes ;;
	tree:--event|tree:-e) words='all' argument=yes ;;
	top:--event|top:-e) words='all' argument=yes ;;
	diff:--event|diff:-e) words='all' argument=yes ;;
	annotate:--event|annotate:-e) words='all' argument=yes ;;
	periods:--event|periods:-e) words='all' argument=yes ;;
	find:--event|find:-e) words='all' argument=yes ;;
	report:--event|report:-e) words='all' argument=yes ;;
	export:--event|export:-e) words='all' argument=yes ;;
	open:--idle|open:-i) words='hide show only' argument=yes ;;
	heatmap:--idle|heatmap:-i) words='hide show only' argument=yes ;;
	flame:--idle|flame:-i) words='hide show only' argument=yes ;;
	chart:--idle|chart:-i) words='hide show only' argument=yes ;;
	tree:--idle|tree:-i) words='hide show only' argument=yes ;;
	top:--idle|top:-i) words='hide show only' argument=yes ;;
	diff:--idle|diff:-i) words='hide show only' argument=yes ;;
	annotate:--idle|annotate:-i) words='hide show only' argument=yes ;;
	periods:--idle|periods:-i) words='hide show only' argument=yes ;;
	find:--idle|find:-i) words='hide show only' argument=yes ;;
	report:--idle|report:-i) words='hide show only' argument=yes ;;
	export:--idle|export:-i) words='hide show only' argument=yes ;;
	open:--filter|open:-f) words='' argument=yes ;;
	heatmap:--filter|heatmap:-f) words='' argument=yes ;;
	flame:--filter|flame:-f) words='' argument=yes ;;
	chart:--filter|chart:-f) words='' argument=yes ;;
	tree:--filter|tree:-f) words='' argument=yes ;;
	top:--filter|top:-f) words='' argument=yes ;;
	diff:--filter|diff:-f) words='' argument=yes ;;
	annotate:--filter|annotate:-f) words='' argument=yes ;;
	periods:--filter|periods:-f) words='' argument=yes ;;
	find:--filter|find:-f) words='' argument=yes ;;
	report:--filter|report:-f) words='' argument=yes ;;
	export:--filter|export:-f) words='' argument=yes ;;
	open:--search|open:-s) words='' argument=yes ;;
	heatmap:--search|heatmap:-s) words='' argument=yes ;;
	flame:--search|flame:-s) words='' argument=yes ;;
	chart:--search|chart:-s) words='' argument=yes ;;
	tree:--search|tree:-s) words='' argument=yes ;;
	top:--search|top:-s) words='' argument=yes ;;
	periods:--search|periods:-s) words='' argument=yes ;;
	export:--search|export:-s) words='' argument=yes ;;
	chart:--thread) words='' argument=yes ;;
	open:--weight|open:-w) words='samples period' argument=yes ;;
	flame:--weight|flame:-w) words='samples period' argument=yes ;;
	tree:--weight|tree:-w) words='samples period' argument=yes ;;
	top:--weight|top:-w) words='samples period' argument=yes ;;
	diff:--weight|diff:-w) words='samples period' argument=yes ;;
	export:--weight|export:-w) words='samples period' argument=yes ;;
	open:--period|open:-p) words='' argument=yes ;;
	heatmap:--period|heatmap:-p) words='' argument=yes ;;
	open:--lanes) words='thread process cpu event function module kind' argument=yes ;;
	heatmap:--lanes) words='thread process cpu event function module kind' argument=yes ;;
	open:--rows|open:-n) words='auto' argument=yes ;;
	heatmap:--rows|heatmap:-n) words='auto' argument=yes ;;
	open:--cells) words='busy counts' argument=yes ;;
	heatmap:--cells) words='busy counts' argument=yes ;;
	open:--value) words='activity share' argument=yes ;;
	heatmap:--value) words='activity share' argument=yes ;;
	open:--colour-by) words='heat process thread module function kind' argument=yes ;;
	heatmap:--colour-by) words='heat process thread module function kind' argument=yes ;;
	open:--direction) words='up down' argument=yes ;;
	heatmap:--direction) words='up down' argument=yes ;;
	open:--clock) words='utc local' argument=yes ;;
	heatmap:--clock) words='utc local' argument=yes ;;
	info:--clock) words='utc local' argument=yes ;;
	open:--scale) words='auto default enhanced safe dark' argument=yes ;;
	heatmap:--scale) words='auto default enhanced safe dark' argument=yes ;;
	open:--root|open:-b) words='comm thread pid cpu none' argument=yes ;;
	flame:--root|flame:-b) words='comm thread pid cpu none' argument=yes ;;
	tree:--root|tree:-b) words='comm thread pid cpu none' argument=yes ;;
	export:--root|export:-b) words='comm thread pid cpu none' argument=yes ;;
	open:--transform) words='' argument=yes ;;
	flame:--transform) words='' argument=yes ;;
	tree:--transform) words='' argument=yes ;;
	top:--transform) words='' argument=yes ;;
	export:--transform) words='' argument=yes ;;
	open:--zoom|open:-z) words='' argument=yes ;;
	flame:--zoom|flame:-z) words='' argument=yes ;;
	tree:--zoom|tree:-z) words='' argument=yes ;;
	open:--layout|open:-l) words='flame icicle' argument=yes ;;
	flame:--layout|flame:-l) words='flame icicle' argument=yes ;;
	export:--layout|export:-l) words='flame icicle' argument=yes ;;
	open:--sort) words='name value start' argument=yes ;;
	flame:--sort) words='name value start' argument=yes ;;
	export:--sort) words='name value start' argument=yes ;;
	tree:--sort) words='total self name start' argument=yes ;;
	tree:--depth) words='' argument=yes ;;
	open:--fold) words='on off' argument=yes ;;
	flame:--fold) words='on off' argument=yes ;;
	open:--min-share) words='' argument=yes ;;
	flame:--min-share) words='' argument=yes ;;
	tree:--min-share) words='' argument=yes ;;
	open:--colours) words='kind name module heat hot mem io wakeup chain java js perl red green blue aqua yellow purple orange rust python' argument=yes ;;
	flame:--colours) words='kind name module heat hot mem io wakeup chain java js perl red green blue aqua yellow purple orange rust python' argument=yes ;;
	export:--colours) words='kind name module heat hot mem io wakeup chain java js perl red green blue aqua yellow purple orange rust python' argument=yes ;;
	flame:--show) words='subject both elided' argument=yes ;;
	tree:--show) words='subject both elided' argument=yes ;;
	export:--show) words='subject both elided' argument=yes ;;
	open:--show) words='subject both elided range' argument=yes ;;
	open:--below) words='graph top why' argument=yes ;;
	open:--hide) words='' argument=yes ;;
	flame:--hide) words='' argument=yes ;;
	tree:--hide) words='' argument=yes ;;
	export:--hide) words='' argument=yes ;;
	open:--percent) words='range kept everything' argument=yes ;;
	tree:--percent) words='range kept everything' argument=yes ;;
	top:--percent) words='range kept everything' argument=yes ;;
	top:--sort) words='self total name change' argument=yes ;;
	diff:--by) words='function thread process cpu module kind all' argument=yes ;;
	top:--by) words='function thread process cpu module kind' argument=yes ;;
	diff:--fail-above) words='' argument=yes ;;
	top:--limit) words='' argument=yes ;;
	diff:--limit) words='' argument=yes ;;
	heatmap:--limit) words='' argument=yes ;;
	find:--kind) words='spot column stripe stall single all' argument=yes ;;
	open:--color) words='auto always never 256' argument=yes ;;
	heatmap:--color) words='auto always never 256' argument=yes ;;
	flame:--color) words='auto always never 256' argument=yes ;;
	chart:--color) words='auto always never 256' argument=yes ;;
	open:--theme) words='auto dark light' argument=yes ;;
	heatmap:--theme) words='auto dark light' argument=yes ;;
	flame:--theme) words='auto dark light' argument=yes ;;
	chart:--theme) words='auto dark light' argument=yes ;;
	open:--width) words='' argument=yes ;;
	heatmap:--width) words='' argument=yes ;;
	flame:--width) words='' argument=yes ;;
	chart:--width) words='' argument=yes ;;
	open:--height) words='' argument=yes ;;
	open:--mouse) words='auto hover click off' argument=yes ;;
	heatmap:--format) words='ansi text json screen-svg' argument=yes ;;
	flame:--format) words='ansi text json screen-svg' argument=yes ;;
	chart:--format) words='ansi text json screen-svg' argument=yes ;;
	open:--format) words='screen-svg' argument=yes ;;
	tree:--format) words='text json' argument=yes ;;
	annotate:--format) words='text json' argument=yes ;;
	periods:--format) words='text json' argument=yes ;;
	top:--format) words='text csv json' argument=yes ;;
	diff:--format) words='text csv json' argument=yes ;;
	find:--format) words='text csv json' argument=yes ;;
	report:--format) words='text markdown json' argument=yes ;;
	export:--format) words='folded timed-folded speedscope pprof json svg' argument=yes ;;
	export:--unit) words='ns us ms s' argument=yes ;;
	export:--annotate) words='kernel jit all' argument=yes ;;
	heatmap:--output|heatmap:-o) files=yes ;;
	flame:--output|flame:-o) files=yes ;;
	chart:--output|chart:-o) files=yes ;;
	tree:--output|tree:-o) files=yes ;;
	top:--output|top:-o) files=yes ;;
	diff:--output|diff:-o) files=yes ;;
	annotate:--output|annotate:-o) files=yes ;;
	periods:--output|periods:-o) files=yes ;;
	find:--output|find:-o) files=yes ;;
	report:--output|report:-o) files=yes ;;
	export:--output|export:-o) files=yes ;;
	convert:--output|convert:-o) files=yes ;;
	open:--input-format) words='perf-data perf-script folded flare timed-folded dtrace bpftrace austin nflxprofile pprof cpuprofile speedscope trace-event firefox spans' argument=yes own=yes ;;
	heatmap:--input-format) words='perf-data perf-script folded flare timed-folded dtrace bpftrace austin nflxprofile pprof cpuprofile speedscope trace-event firefox spans' argument=yes own=yes ;;
	flame:--input-format) words='perf-data perf-script folded flare timed-folded dtrace bpftrace austin nflxprofile pprof cpuprofile speedscope trace-event firefox spans' argument=yes own=yes ;;
	chart:--input-format) words='perf-data perf-script folded flare timed-folded dtrace bpftrace austin nflxprofile pprof cpuprofile speedscope trace-event firefox spans' argument=yes own=yes ;;
	tree:--input-format) words='perf-data perf-script folded flare timed-folded dtrace bpftrace austin nflxprofile pprof cpuprofile speedscope trace-event firefox spans' argument=yes own=yes ;;
	top:--input-format) words='perf-data perf-script folded flare timed-folded dtrace bpftrace austin nflxprofile pprof cpuprofile speedscope trace-event firefox spans' argument=yes own=yes ;;
	diff:--input-format) words='perf-data perf-script folded flare timed-folded dtrace bpftrace austin nflxprofile pprof cpuprofile speedscope trace-event firefox spans' argument=yes own=yes ;;
	annotate:--input-format) words='perf-data perf-script folded flare timed-folded dtrace bpftrace austin nflxprofile pprof cpuprofile speedscope trace-event firefox spans' argument=yes own=yes ;;
	periods:--input-format) words='perf-data perf-script folded flare timed-folded dtrace bpftrace austin nflxprofile pprof cpuprofile speedscope trace-event firefox spans' argument=yes own=yes ;;
	find:--input-format) words='perf-data perf-script folded flare timed-folded dtrace bpftrace austin nflxprofile pprof cpuprofile speedscope trace-event firefox spans' argument=yes own=yes ;;
	report:--input-format) words='perf-data perf-script folded flare timed-folded dtrace bpftrace austin nflxprofile pprof cpuprofile speedscope trace-event firefox spans' argument=yes own=yes ;;
	export:--input-format) words='perf-data perf-script folded flare timed-folded dtrace bpftrace austin nflxprofile pprof cpuprofile speedscope trace-event firefox spans' argument=yes own=yes ;;
	convert:--input-format) words='perf-data perf-script folded flare timed-folded dtrace bpftrace austin nflxprofile pprof cpuprofile speedscope trace-event firefox spans' argument=yes own=yes ;;
	info:--input-format) words='perf-data perf-script folded flare timed-folded dtrace bpftrace austin nflxprofile pprof cpuprofile speedscope trace-event firefox spans' argument=yes own=yes ;;
	open:--time-unit) words='auto ns us ms s' argument=yes ;;
	heatmap:--time-unit) words='auto ns us ms s' argument=yes ;;
	flame:--time-unit) words='auto ns us ms s' argument=yes ;;
	chart:--time-unit) words='auto ns us ms s' argument=yes ;;
	tree:--time-unit) words='auto ns us ms s' argument=yes ;;
	top:--time-unit) words='auto ns us ms s' argument=yes ;;
	diff:--time-unit) words='auto ns us ms s' argument=yes ;;
	annotate:--time-unit) words='auto ns us ms s' argument=yes ;;
	periods:--time-unit) words='auto ns us ms s' argument=yes ;;
	find:--time-unit) words='auto ns us ms s' argument=yes ;;
	report:--time-unit) words='auto ns us ms s' argument=yes ;;
	export:--time-unit) words='auto ns us ms s' argument=yes ;;
	convert:--time-unit) words='auto ns us ms s' argument=yes ;;
	info:--time-unit) words='auto ns us ms s' argument=yes ;;
	open:--symfs) words='' argument=yes ;;
	heatmap:--symfs) words='' argument=yes ;;
	flame:--symfs) words='' argument=yes ;;
	chart:--symfs) words='' argument=yes ;;
	tree:--symfs) words='' argument=yes ;;
	top:--symfs) words='' argument=yes ;;
	diff:--symfs) words='' argument=yes ;;
	annotate:--symfs) words='' argument=yes ;;
	periods:--symfs) words='' argument=yes ;;
	find:--symfs) words='' argument=yes ;;
	report:--symfs) words='' argument=yes ;;
	export:--symfs) words='' argument=yes ;;
	convert:--symfs) words='' argument=yes ;;
	info:--symfs) words='' argument=yes ;;
	annotate:--source) words='' argument=yes ;;
	open:--kallsyms) words='' argument=yes ;;
	heatmap:--kallsyms) words='' argument=yes ;;
	flame:--kallsyms) words='' argument=yes ;;
	chart:--kallsyms) words='' argument=yes ;;
	tree:--kallsyms) words='' argument=yes ;;
	top:--kallsyms) words='' argument=yes ;;
	diff:--kallsyms) words='' argument=yes ;;
	annotate:--kallsyms) words='' argument=yes ;;
	periods:--kallsyms) words='' argument=yes ;;
	find:--kallsyms) words='' argument=yes ;;
	report:--kallsyms) words='' argument=yes ;;
	export:--kallsyms) words='' argument=yes ;;
	convert:--kallsyms) words='' argument=yes ;;
	info:--kallsyms) words='' argument=yes ;;
	record:--duration) words='' argument=yes ;;
	open:--threads) words='' argument=yes ;;
	heatmap:--threads) words='' argument=yes ;;
	flame:--threads) words='' argument=yes ;;
	chart:--threads) words='' argument=yes ;;
	tree:--threads) words='' argument=yes ;;
	top:--threads) words='' argument=yes ;;
	diff:--threads) words='' argument=yes ;;
	annotate:--threads) words='' argument=yes ;;
	periods:--threads) words='' argument=yes ;;
	find:--threads) words='' argument=yes ;;
	report:--threads) words='' argument=yes ;;
	export:--threads) words='' argument=yes ;;
	convert:--threads) words='' argument=yes ;;
	info:--threads) words='' argument=yes ;;
	open:--memory) words='' argument=yes ;;
	heatmap:--memory) words='' argument=yes ;;
	flame:--memory) words='' argument=yes ;;
	chart:--memory) words='' argument=yes ;;
	tree:--memory) words='' argument=yes ;;
	top:--memory) words='' argument=yes ;;
	diff:--memory) words='' argument=yes ;;
	annotate:--memory) words='' argument=yes ;;
	periods:--memory) words='' argument=yes ;;
	find:--memory) words='' argument=yes ;;
	report:--memory) words='' argument=yes ;;
	export:--memory) words='' argument=yes ;;
	convert:--memory) words='' argument=yes ;;
	info:--memory) words='' argument=yes ;;
	esac
	if [ -n "$own" ]; then
		w=${XDG_CONFIG_HOME:-$HOME/.config}/flarescope/readers
		words="$words $( (compgen -c flarescope-read-; compgen -f "$w/flarescope-read-") |
			sed -n 's,.*flarescope-read-\([a-z0-9-]*\)$,\1,p')"
	fi
	if [ -n "$argument" ]; then
		mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
	elif [ -z "$files" ] && [ "${word#-}" != "$word" ]; then
		mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
	elif [ "$COMP_CWORD" -eq 1 ] || [ "$command" = help ]; then
		mapfile -t COMPREPLY < <(compgen -W "$commands" -- "$word"; compgen -f -- "$word")
	else
		mapfile -t COMPREPLY < <(compgen -f -- "$word")
	fi
}

complete -o filenames -F _flarescope flarescope
