// expects: refused|ended
#include "/dev/urandom"
int main(void) {}
