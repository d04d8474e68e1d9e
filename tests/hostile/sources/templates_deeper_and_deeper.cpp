// expects: refused|ended
template<class T> struct P {};
template<class T> int f(T t) { return f(P<T>()); }
int main() { return f(0); }
