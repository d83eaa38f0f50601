// busy.cc - names of all kinds: templates, operators, lambdas, constructors, namespaces.
//
//	busy SECONDS

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#define NOINLINE __attribute__((noinline))

static volatile unsigned long sum;

NOINLINE static void spend(unsigned long n)
{
	for (unsigned long i = 0; i < n * 100; i++)
		sum = sum * 31 + i;
}

namespace shop {
namespace detail {

template <typename K, typename V, int Size = 4> struct Table {
	std::map<K, std::vector<V>> rows;

	NOINLINE Table() { spend(30); }
	NOINLINE ~Table() { spend(30); }
	NOINLINE void put(const K &k, V &&v) { rows[k].push_back(std::move(v)); spend(5); }
	NOINLINE V &operator[](const K &k) { spend(5); return rows[k][Size % rows[k].size()]; }
	NOINLINE explicit operator bool() const { spend(20); return !rows.empty(); }
};

} // namespace detail

struct Price {
	long cents;

	NOINLINE Price operator+(const Price &o) const { spend(9); return {cents + o.cents}; }
	NOINLINE Price &operator<<=(int n) { spend(9); cents <<= n & 3; return *this; }
	NOINLINE bool operator<(const Price &o) const { spend(2); return cents < o.cents; }
	NOINLINE bool operator()(int, char) const { spend(9); return cents > 0; }
	NOINLINE Price *operator->() { spend(9); return this; }
	NOINLINE operator long() const { spend(9); return cents; }
	NOINLINE static void *operator new(std::size_t n) { spend(9); return std::malloc(n); }
	NOINLINE static void operator delete(void *p) { spend(9); std::free(p); }
};

NOINLINE Price operator"" _eur(unsigned long long n)
{
	spend(9);
	return {static_cast<long>(n) * 100};
}

struct Visitor {
	virtual ~Visitor() = default;
	virtual long visit(int depth) const = 0;
};

struct Marker {
	virtual ~Marker() = default;
	NOINLINE virtual long mark(int n) { spend(n); return n; }
};

// the second base's functions are called by way of thunks
struct Deep final : Visitor, Marker {
	NOINLINE long visit(int depth) const override
	{
		spend(4);
		return depth ? visit(depth - 1) + 1 : 0;
	}
	NOINLINE long mark(int n) override { spend(2 * n); return -n; }
};

template <typename... Parts> NOINLINE std::string joined(const Parts &...parts)
{
	std::ostringstream out;

	(void)std::initializer_list<int>{(out << parts << ',', 0)...};
	spend(20);
	return out.str();
}

template <long (*F)(long), typename T> NOINLINE T applied(T x)
{
	spend(10);
	return static_cast<T>(F(static_cast<long>(x)));
}

enum class Colour { red, green };

template <Colour C> NOINLINE long coloured(const char (&text)[5])
{
	spend(10);
	return text[0] + static_cast<long>(C);
}

NOINLINE static long half(long x)
{
	spend(6);
	return x / 2;
}

} // namespace shop

namespace {

struct Hidden {
	NOINLINE static long work(std::function<long(int)> f) { spend(5); return f(3); }
};

NOINLINE auto counter(int by)
{
	return [by, n = 0](auto x) mutable {
		spend(10);
		return n += by + static_cast<int>(x);
	};
}

NOINLINE void throws(int n)
{
	spend(5);
	if (n == 0)
		throw std::runtime_error("nothing");
	throws(n - 1);
}

} // namespace

NOINLINE static void all()
{
	using namespace shop;
	detail::Table<std::string, std::tuple<int, Price>> table;
	std::vector<Price> prices;
	std::unique_ptr<Price> one(new Price{5});
	Deep deep;
	Marker *marker = &deep;
	Visitor *visitor = &deep;
	auto count = counter(2);

	for (int i = 0; i < 40; i++) {
		table.put(joined("key", i % 7, 'c', 1.5), std::make_tuple(i, Price{i}));
		prices.push_back(Price{i * 7919 % 41} + 3_eur);
	}
	std::sort(prices.begin(), prices.end());
	std::sort(prices.begin(), prices.end(), [](const Price &a, const Price &b) {
		spend(1);
		return b.cents < a.cents;
	});
	prices[0] <<= 2;
	sum = sum + prices[0](1, 'x') + prices[1]->cents + static_cast<long>(prices[2]);
	sum = sum + marker->mark(20) + visitor->visit(30) + count(1) + count('a') + count(2.5);
	sum = sum + applied<half>(7) + applied<half, char>('a') + coloured<Colour::green>("five");
	sum = sum + Hidden::work([&](int n) { spend(20); return one->cents + n; });
	if (table)
		sum = sum + std::get<0>(table["key,1,c,1.5,"]);
	try {
		throws(10);
	} catch (const std::exception &e) {
		sum = sum + e.what()[0];
	}
}

int main(int argc, char **argv)
{
	auto start = std::chrono::steady_clock::now();
	std::chrono::duration<double> length(argc > 1 ? std::atof(argv[1]) : 1);

	while (std::chrono::steady_clock::now() - start < length)
		all();
	return sum == 0;
}
