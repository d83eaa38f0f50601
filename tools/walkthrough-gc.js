/*
 * walkthrough-gc.js - a service of node whose collections of garbage show; for doc/walkthroughs.
 *
 * Recorded for 40 s by tools/record-walkthroughs. It keeps 60,000 sessions and answers a request every
 * few milliseconds, which makes some of them anew. Standard output is what happened: "KIND FROM TO"
 * of each collection, in seconds of CLOCK_MONOTONIC; --trace-gc adds lines that say how long the
 * marking before each took.
 */
'use strict';
const { performance, PerformanceObserver, constants } = require('perf_hooks');

const SECONDS = 40, SESSIONS = 60000;
const monotonic = Number(process.hrtime.bigint()) / 1e9 - performance.now() / 1e3;
const sessions = new Array(SESSIONS);
let made = 0;

function makeSession(id) {
	const basket = [];

	for (let i = 0; i < 30; i++)
		basket.push({ id: id * 31 + i, name: 'item ' + (id + i), next: basket[i - 1] });
	return { id, basket };
}

function renderAnswer(session) {
	let sum = 0;

	for (let round = 0; round < 400; round++)
		for (const item of session.basket)
			sum = (sum * 31 + item.name.length + item.id) | 0;
	return sum;
}

function answerRequest() {
	let sum = 0;

	for (let i = 0; i < 30; i++) {
		const at = (made * 7919) % SESSIONS;

		sessions[at] = makeSession(made++);
		sum += renderAnswer(sessions[at]);
	}
	return sum;
}

new PerformanceObserver((list) => {
	for (const e of list.getEntries()) {
		const kind = e.detail.kind;
		const name = kind === constants.NODE_PERFORMANCE_GC_MAJOR ? 'major' :
			kind === constants.NODE_PERFORMANCE_GC_MINOR ? 'minor' :
			kind === constants.NODE_PERFORMANCE_GC_INCREMENTAL ? 'incremental' : 'weak';
		const from = monotonic + e.startTime / 1e3;

		console.log(name, from.toFixed(6), (from + e.duration / 1e3).toFixed(6));
	}
}).observe({ entryTypes: ['gc'] });

for (let i = 0; i < SESSIONS; i++)
	sessions[i] = makeSession(made++);
const timer = setInterval(() => {
	answerRequest();
	if (performance.now() > SECONDS * 1000)
		clearInterval(timer);
}, 5);
