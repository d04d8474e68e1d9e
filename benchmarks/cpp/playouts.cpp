// Random hands of four-player Hearts in C++: the same algorithm as playfunc.games.hearts.fast.playouts, for comparison.
// c++ -std=c++20 -O3 -march=native -o playouts playouts.cpp
// Reads lines "SEED DEALS COUNT"; writes, for each, the points of seat 0 in all after COUNT playouts of each of
// DEALS deals (the same number as the Python side's), and the CPU seconds it took, dealing included.
#include <bit>
#include <cstdint>
#include <cstdio>
#include <ctime>
#ifdef __BMI2__
#include <immintrin.h>
#endif

using Cards = uint64_t;
constexpr Cards kAll = (1ULL << 52) - 1, kC2 = 1, kSuit = (1ULL << 13) - 1;
constexpr Cards kHearts = kSuit << 39, kQueen = 1ULL << 36, kPoints = kHearts | kQueen;

struct Luck {
  uint64_t counter;
  uint64_t word() {
    uint64_t z = (counter += 0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
  }
  uint64_t fraction() { return word() >> 32; }
};

inline Cards nth(Cards cards, uint64_t n) {
#ifdef __BMI2__
  return _pdep_u64(1ULL << n, cards);
#else
  for (; n; --n) cards &= cards - 1;
  return cards & -cards;
#endif
}

inline Cards choose(Cards cards, uint64_t& part) {
  part *= std::popcount(cards);
  Cards card = nth(cards, part >> 32);
  part &= 0xFFFFFFFF;
  return card;
}

inline Cards split(Cards cards, int size, Luck& luck) {
  Cards chosen = (luck.word() >> 12) & cards;
  int held = std::popcount(chosen);
  for (; held > size; --held) chosen ^= nth(chosen, luck.fraction() * held >> 32);
  int left = std::popcount(cards) - held;
  for (; held < size; ++held, --left) chosen |= nth(cards & ~chosen, luck.fraction() * left >> 32);
  return chosen;
}

struct Position {
  Cards hands[4];
  int taken[4];

  int deal(Luck& luck) {
    Cards half = split(kAll, 26, luck);
    hands[0] = split(half, 13, luck);
    hands[1] = half & ~hands[0];
    hands[2] = split(kAll & ~half, 13, luck);
    hands[3] = kAll & ~half & ~hands[2];
    for (int& points : taken) points = 0;
    for (int seat = 0; seat < 4; ++seat)
      if (hands[seat] & kC2) return seat;
    return 0;
  }

  void playout(int seat, Luck& luck) {
    Cards played = 0;
    for (int trick = 0; trick < 13; ++trick) {
      uint64_t part = luck.fraction();
      Cards hand = hands[seat];
      Cards allowed = played & kHearts ? hand : hand & ~kHearts;
      if (!allowed) allowed = hand;
      if (!played) allowed = kC2;
      Cards best = choose(allowed, part);
      hands[seat] = hand ^ best;
      const Cards led = kSuit << (std::countr_zero(best) / 13 * 13);
      const Cards barred = played ? 0 : kPoints;
      Cards table = best;
      int holder = seat;
      for (int others = 0; others < 3; ++others) {
        seat = (seat + 1) & 3;
        hand = hands[seat];
        allowed = hand & led;
        if (!allowed) allowed = hand;
        if (allowed & ~barred) allowed &= ~barred;
        Cards card = choose(allowed, part);
        hands[seat] = hand ^ card;
        table |= card;
        if ((card & led) > best) best = card, holder = seat;
      }
      seat = holder;
      played |= table;
      taken[seat] += std::popcount(table & kHearts) + (table & kQueen ? 13 : 0);
    }
  }
};

double seconds(std::clock_t since) { return double(std::clock() - since) / CLOCKS_PER_SEC; }

int main() {
  unsigned long long seed;
  long deals, count;
  while (std::scanf("%llu %ld %ld", &seed, &deals, &count) == 3) {
    Luck luck{seed};
    long total = 0;
    const std::clock_t start = std::clock();
    for (long deal = 0; deal < deals; ++deal) {
      Position dealt;
      const int opener = dealt.deal(luck);
      for (long playout = 0; playout < count; ++playout) {
        Position position = dealt;
        position.playout(opener, luck);
        total += position.taken[0];
      }
    }
    std::printf("%ld %.6f\n", total, seconds(start));
    std::fflush(stdout);
  }
}
