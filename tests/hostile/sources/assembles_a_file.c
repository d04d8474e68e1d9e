// expects: refused
__asm__(".incbin \"SECRET\"");
int main(void) { return 0; }
