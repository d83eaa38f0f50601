// hot.cc - templates and lambdas that are inlined into functions whose instructions are compared.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <numeric>
#include <vector>

namespace hot {

struct item {
	uint32_t key, weight;
};

template <typename T> static inline T turned(T x, int by)
{
	return static_cast<T>(x << by | x >> (8 * sizeof x - by));
}

__attribute__((noinline)) uint64_t weigh(std::vector<item> &items, uint32_t seed)
{
	for (auto &i : items)
		i.key = turned(i.key + seed, 7) * 2654435761u;
	std::sort(items.begin(), items.end(),
		  [](const item &a, const item &b) { return a.key < b.key; });
	return std::accumulate(
	    items.begin(), items.end(), uint64_t{0},
	    [](uint64_t sum, const item &i) { return sum + turned(i.weight ^ i.key, 3); });
}

} // namespace hot

int main()
{
	std::vector<hot::item> items(2000);
	std::clock_t end = std::clock() + CLOCKS_PER_SEC / 3;
	uint64_t sum = 0;
	uint32_t seed = 1;

	for (auto &i : items)
		i.key = i.weight = seed++;
	while (std::clock() < end)
		sum += hot::weigh(items, seed++);
	std::printf("%llu\n", static_cast<unsigned long long>(sum));
}
