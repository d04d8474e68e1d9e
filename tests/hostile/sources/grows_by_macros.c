// expects: refused|ended
#define A(x) x x x x x x x x x x
#define B(x) A(A(A(x)))
char *s = B(B(B(B("x"))));
int main(void) {}
