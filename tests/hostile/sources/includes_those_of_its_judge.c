// expects: refused
#include "/proc/JUDGE/environ"
int main(void) {}
