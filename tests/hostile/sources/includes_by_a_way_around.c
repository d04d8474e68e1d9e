// expects: refused
#include "../../../../..SECRET"
int main(void) {}
