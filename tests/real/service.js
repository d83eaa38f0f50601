/*
 * service.js - service.c for node: node service.js SECONDS CAUSE [KEY=NUMBER]...
 *
 * One thread serves all. Causes are none, slower, lock (it waits where it should not), mix, burst, start
 * and gc (it keeps objects until the engine has to collect them). hrtime() is CLOCK_MONOTONIC. With
 * --allow-natives-syntax it tells how long V8 interprets what serves requests: every program starts so.
 */
'use strict';

const [, , seconds, cause, ...pairs] = process.argv;
const asked = { seed: 1, load: 40, percent: 50, period: 1300, length: 100, at: 5000 };
for (const pair of pairs) {
	const [key, value] = pair.split('=');
	asked[key] = Number(value);
}

const now = () => Number(process.hrtime.bigint()) / 1e9;
const told = (from, to, what) => console.log(`${from.toFixed(6)} ${to.toFixed(6)} ${what}`);

let state = (asked.seed * 7919 + 12345) >>> 0;
function chance() {
	state = (state + 0x6d2b79f5) >>> 0;
	let t = Math.imul(state ^ (state >>> 15), state | 1);
	t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
	return (((t ^ (t >>> 14)) >>> 0) + 0.5) / 4294967296;
}

let sink = 0;
function burn(rounds) {
	let x = sink | 1;
	for (let i = 0; i < rounds; i++) x = (Math.imul(x, 1664525) + 1013904223) | 0;
	sink = x;
}

let roundsAMs = 100000;
function calibrate() {
	for (let i = 0; i < 30; i++) {
		const from = now();
		burn(roundsAMs);
		roundsAMs = Math.round(roundsAMs / ((now() - from) * 1e3));
	}
}

/* Each a function of its own, that is not inlined away. */
function parseRequest(ms) { burn(ms * roundsAMs); return 0; }
function lookupUser(ms) { burn(ms * roundsAMs); return 1; }
function priceItems(ms) { burn(ms * roundsAMs); return 2; }
function renderPage(ms) { burn(ms * roundsAMs); return 3; }
function compressBody(ms) { burn(ms * roundsAMs); return 4; }
function checksumBody(ms) { burn(ms * roundsAMs); return 5; }
function refreshCache(ms) { burn(ms * roundsAMs); return 6; }
function loadCatalog(ms) { burn(ms * roundsAMs); return 7; }
function reportMetrics(ms) { burn(ms * roundsAMs); return 8; }

const kept = [];
function keepObjects(count) {
	for (let i = 0; i < count; i++) kept.push({ at: i, next: kept[kept.length - 1], text: 'x' + i });
	if (kept.length > 1500000) kept.length = 0;
}

const parts = [
	[0.1, 0.14, 0.46, 0.14, 0.08, 0.08],
	[0.08, 0.1, 0.24, 0.4, 0.14, 0.04],
	[0.04, 0.08, 0.12, 0.1, 0.5, 0.16],
];

let begun = 0;
function isTime(of) {
	const at = (now() - begun) * 1e3;
	return cause === of && at >= asked.at && at < asked.at + asked.length;
}

let held = false;
const cell = new Int32Array(new SharedArrayBuffer(4));
function readDisk() {
	if (!isTime('lock') || held) return;
	held = true;
	const from = now();
	Atomics.wait(cell, 0, 0, asked.length);
	told(from, now(), 'lock readDisk');
}

function serveRequest(ms, kind) {
	const part = parts[kind];
	const moved = isTime('mix') ? 0.8 * part[2] : 0;
	const slower = cause === 'slower' ? 1 + asked.percent / 100 : 1;

	parseRequest(part[0] * ms);
	readDisk();
	lookupUser(part[1] * ms);
	priceItems((part[2] - moved) * ms * slower);
	renderPage(part[3] * ms);
	compressBody((part[4] + moved) * ms);
	checksumBody(part[5] * ms);
	if (cause === 'gc') keepObjects(ms * 2000);
}

const INTERPRETED = 128; /* V8's OptimizationStatus */
let statusOf = () => 0;
try {
	statusOf = new Function('f', 'return %GetOptimizationStatus(f)');
} catch {
	/* nobody asks */
}
let warm = 0;
function watchCompiler() {
	if (warm) return;
	if (![burn, serveRequest, arrive].some((f) => statusOf(f) & INTERPRETED)) warm = now();
}

let phase = 1, until = 0, at = 0;
function arrive() {
	const end = begun + Number(seconds);
	watchCompiler();
	while (at <= now()) {
		if (at >= end) return finish();
		if (at >= until) {
			phase = 0.6 + 0.8 * chance();
			until = at + 0.3 + 1.5 * chance();
		}
		at += (-Math.log(chance()) * 20.6) / ((asked.load / 100) * phase) / 1e3;
		serveRequest(Math.pow(100, chance()), Math.floor(3 * chance()));
	}
	setTimeout(arrive, Math.max(0, (at - now()) * 1e3));
}

let next = 0;
function refresh() {
	while (next <= now()) {
		next += asked.period / 1e3;
		const from = now();
		refreshCache(asked.length);
		told(from, now(), 'burst refreshCache');
	}
	setTimeout(refresh, (next - now()) * 1e3);
}

function finish() {
	if (cause === 'mix') told(begun + asked.at / 1e3, begun + (asked.at + asked.length) / 1e3, 'mix compressBody');
	told(now() - performance.now() / 1e3, warm, 'start V8');
	told(begun, now(), 'run');
	process.exit(0);
}

console.log(`pid ${process.pid}`);
calibrate();
begun = now();
if (cause === 'start') {
	loadCatalog(asked.length);
	told(begun, now(), 'start loadCatalog');
}
if (cause === 'gc') {
	const { PerformanceObserver } = require('perf_hooks');
	new PerformanceObserver((list) => {
		for (const e of list.getEntries())
			if (e.duration > 50) {
				const from = e.startTime / 1e3 + now() - performance.now() / 1e3;
				told(from, from + e.duration / 1e3, 'gc Mark-Compact');
			}
	}).observe({ entryTypes: ['gc'] });
}
at = now();
if (cause === 'burst') {
	next = begun + asked.period / 1e3;
	refresh();
}
const tick = () => { reportMetrics(0.5); setTimeout(tick, 20 + 60 * chance()); };
tick();
arrive();
