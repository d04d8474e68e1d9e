// expects: refused|ended
class bot { interface N<Z> {} interface L<X> extends N<N<? super L<L<X>>>> {}
 N<? super L<Byte>> f(L<Byte> x) { return x; } }
