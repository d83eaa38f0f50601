/*
 * Service.java - service.c for a JVM: java Service.java SECONDS CAUSE [KEY=NUMBER]...
 *
 * Causes are none, slower, lock, takeover, mix, burst, start and gc (the heap fills, and is collected).
 * nanoTime() is CLOCK_MONOTONIC. It tells how long the JVM compiles at first: every program starts so.
 * `record` takes the times of collections from the JVM's own log, which has that clock, too.
 */

import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

public class Service {
	static final double[][] PARTS = {{0.10, 0.14, 0.46, 0.14, 0.08, 0.08},
		{0.08, 0.10, 0.24, 0.40, 0.14, 0.04}, {0.04, 0.08, 0.12, 0.10, 0.50, 0.16}};
	static final Map<String, Double> asked = new HashMap<>(Map.of("seed", 1.0, "load", 80.0, "workers", 4.0,
		"percent", 50.0, "period", 1300.0, "length", 100.0, "at", 5000.0));
	static String cause;
	static double begun, ends, roundsAMs = 100000;
	static volatile long sink;
	static final ReentrantLock cacheLock = new ReentrantLock();
	static final AtomicBoolean held = new AtomicBoolean();

	record Request(double ms, int kind) {}

	static final ArrayBlockingQueue<Request> queue = new ArrayBlockingQueue<>(4096);

	static double now() { return System.nanoTime() / 1e9; }

	static synchronized void tell(double from, double to, String what) {
		System.out.printf("%.6f %.6f %s%n", from, to, what);
	}

	static boolean isTime(String of) {
		double at = (now() - begun) * 1e3;
		return cause.equals(of) && at >= asked.get("at") && at < asked.get("at") + asked.get("length");
	}

	static void waitUntil(double at) {
		for (double left; (left = at - now()) > 0;)
			try { TimeUnit.NANOSECONDS.sleep((long) (left * 1e9)); } catch (InterruptedException e) { return; }
	}

	static void burn(double rounds) {
		long x = sink | 1;
		for (long i = 0, n = (long) rounds; i < n; i++)
			x = x * 6364136223846793005L + 1442695040888963407L;
		sink = x;
	}

	static void parseRequest(double ms) { burn(ms * roundsAMs); }
	static void lookupUser(double ms) { burn(ms * roundsAMs); }
	static void priceItems(double ms) { burn(ms * roundsAMs); }
	static void renderPage(double ms) { burn(ms * roundsAMs); }
	static void compressBody(double ms) { burn(ms * roundsAMs); }
	static void checksumBody(double ms) { burn(ms * roundsAMs); }
	static void refreshCache(double ms) { burn(ms * roundsAMs); }
	static void loadCatalog(double ms) { burn(ms * roundsAMs); }
	static void reportMetrics(double ms) { burn(ms * roundsAMs); }

	static final ArrayDeque<byte[]> kept = new ArrayDeque<>();

	static void keepObjects(double ms) {
		synchronized (kept) {
			for (int i = 0; i < ms * 20; i++) {
				kept.add(new byte[1024 + i % 4096]);
				if (kept.size() > 60000) kept.poll();
			}
		}
	}

	static void readCache(double ms) {
		cacheLock.lock();
		if (isTime("lock") && !held.getAndSet(true)) {
			double from = now();
			waitUntil(from + asked.get("length") / 1e3);
			tell(from, now(), "lock readCache");
		}
		cacheLock.unlock();
		lookupUser(ms);
	}

	static void serveRequest(Request r) {
		double[] part = PARTS[r.kind()];
		double moved = isTime("mix") ? 0.8 * part[2] : 0;
		double slower = cause.equals("slower") ? 1 + asked.get("percent") / 100 : 1;

		parseRequest(part[0] * r.ms());
		readCache(part[1] * r.ms());
		priceItems((part[2] - moved) * r.ms() * slower);
		renderPage(part[3] * r.ms());
		compressBody((part[4] + moved) * r.ms());
		checksumBody(part[5] * r.ms());
		if (cause.equals("gc")) keepObjects(r.ms());
	}

	static void work(int number) {
		while (now() < ends) {
			while (number != 1 && isTime("takeover")) waitUntil(now() + 0.002);
			try {
				Request r = queue.poll(20, TimeUnit.MILLISECONDS);
				if (r != null) serveRequest(r);
			} catch (InterruptedException e) {
				return;
			}
		}
	}

	static void arrive() {
		Random random = new Random(asked.get("seed").longValue());
		double phase = 1, until = 0;

		for (double at = begun; at < ends;) {
			if (at >= until) {
				phase = 0.6 + 0.8 * random.nextDouble();
				until = at + 0.3 + 1.5 * random.nextDouble();
			}
			at += -Math.log(1 - random.nextDouble()) * 52.4 / (asked.get("load") / 100 * phase) / 1e3;
			waitUntil(Math.min(at, ends));
			queue.offer(new Request(Math.pow(300, random.nextDouble()), random.nextInt(3)));
		}
	}

	static void each(double least, double most, Runnable what) {
		Random random = new Random(asked.get("seed").longValue() + 1);

		for (double at = begun; at < ends;) {
			at += (least + (most - least) * random.nextDouble()) / 1e3;
			waitUntil(at);
			what.run();
		}
	}

	static void refresh() {
		double from = now();
		refreshCache(asked.get("length"));
		tell(from, now(), "burst refreshCache");
	}

	static double started() { return now() - ManagementFactory.getRuntimeMXBean().getUptime() / 1e3; }

	static double warm, looked;
	static long compiled;

	/* Until it compiles for less than a twentieth of half a second. */
	static void watchCompiler() {
		if (warm > 0 || now() < looked + 0.5) return;
		long all = ManagementFactory.getCompilationMXBean().getTotalCompilationTime();
		if (looked > 0 && all - compiled < 25) warm = now();
		compiled = all;
		looked = now();
	}

	static void report() {
		reportMetrics(0.5);
		watchCompiler();
	}

	public static void main(String[] args) throws InterruptedException {
		List<Thread> threads = new ArrayList<>();

		System.out.println("pid " + ProcessHandle.current().pid());
		cause = args[1];
		for (int i = 2; i < args.length; i++)
			asked.put(args[i].split("=")[0], Double.valueOf(args[i].split("=")[1]));
		for (int i = 0; i < 60; i++) { /* until it is compiled, and its speed is known */
			double from = now();
			burn(10 * roundsAMs);
			roundsAMs *= 10 / ((now() - from) * 1e3);
		}
		begun = now();
		ends = begun + Double.parseDouble(args[0]);
		if (cause.equals("start")) {
			loadCatalog(asked.get("length"));
			tell(begun, now(), "start loadCatalog");
		}
		threads.add(new Thread(Service::arrive, "acceptor"));
		threads.add(new Thread(() -> each(20, 80, Service::report), "metrics"));
		if (cause.equals("burst"))
			threads.add(new Thread(() -> each(asked.get("period"), asked.get("period"), Service::refresh), "refresher"));
		for (int i = 0; i < asked.get("workers"); i++) {
			int number = i;
			threads.add(new Thread(() -> work(number), "worker-" + i));
		}
		for (Thread t : threads) t.start();
		for (Thread t : threads) t.join();
		if (cause.equals("mix") || cause.equals("takeover"))
			tell(begun + asked.get("at") / 1e3, begun + (asked.get("at") + asked.get("length")) / 1e3,
				cause.equals("mix") ? "mix compressBody" : "takeover worker-1");
		tell(started(), warm, "start JVM");
		tell(begun, now(), "run");
	}
}
