// expects: refused
#if __has_include("SECRET")
#else
#error absent
#endif
int main(void) {}
