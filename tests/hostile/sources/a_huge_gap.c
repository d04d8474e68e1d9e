// expects: refused|ended
__asm__(".data; .fill 0x7fffffff, 8, 1");
int main(void) { return 0; }
