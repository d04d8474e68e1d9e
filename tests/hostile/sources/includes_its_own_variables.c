// expects: refused|built
#include "/proc/self/environ"
int main(void) {}
