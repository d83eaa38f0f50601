/*
 * WalkthroughOrders.java - a service of Java that takes seconds to start; for doc/walkthroughs.
 *
 * Recorded for 22 s by tools/record-walkthroughs. It reads a list of orders, and splits each line by a
 * regular expression that is compiled for each line again; then it answers. Standard output is what
 * happened: "started FROM TO" in seconds of CLOCK_MONOTONIC, and what -XX:+CITime prints.
 */
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

public class WalkthroughOrders {
	static final int LINES = 6_000_000, KEPT_EACH = 30;
	static final double SECONDS = 22;

	record Order(int id, String name, double price, int shop) {}

	static Order parse(String line) {
		String[] part = line.split(" *; *");

		return new Order(Integer.parseInt(part[0]), part[1].toUpperCase(),
				 Double.parseDouble(part[2]), Integer.parseInt(part[3]));
	}

	static List<Order> readOrders() {
		List<Order> all = new ArrayList<>();

		for (int i = 0; i < LINES; i++) {
			Order order = parse(i + "; article " + i % 977 + " ;" + i % 5000 + ".25;" + i % 17);

			if (i % KEPT_EACH == 0)
				all.add(order);
		}
		all.sort(Comparator.comparing(Order::name).thenComparing(Order::price));
		return all;
	}

	static double answer(List<Order> all, int seed) {
		double sum = 0;

		for (int i = 0; i < 60000; i++) {
			Order order = all.get((int) ((i * 31L + seed) % all.size()));

			if (order.shop() == seed % 17)
				sum += order.price() * order.name().length();
		}
		return sum;
	}

	public static void main(String[] args) throws InterruptedException {
		long began = System.nanoTime();
		List<Order> all = readOrders();
		double sum = 0;

		System.out.printf("started %.6f %.6f%n", began / 1e9, System.nanoTime() / 1e9);
		for (int i = 0; System.nanoTime() - began < SECONDS * 1e9; i++) {
			sum += answer(all, i);
			Thread.sleep(4);
		}
		System.out.println("sum " + (long) sum);
	}
}
