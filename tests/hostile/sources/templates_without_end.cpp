// expects: refused|ended
template<int D, long N> struct T { T<D-1, 2*N> a; T<D-1, 2*N+1> b; };
template<long N> struct T<0, N> {};
int main() { T<30, 0> t; (void) t; }
