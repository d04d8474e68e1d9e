// expects: refused|ended
char table[1ul << 33] = {1};
int main(void) { return table[0]; }
