// expects: refused|ended
__asm__(".incbin \"/dev/zero\"");
int main(void) {}
