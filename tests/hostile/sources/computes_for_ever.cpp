// expects: refused|ended
constexpr long f(long n) { long s = 0; while (n) s += f(n - 1) + f(n - 1), n--; return s; }
static_assert(f(60) == 1); int main() {}
