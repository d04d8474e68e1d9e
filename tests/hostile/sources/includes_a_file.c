// expects: refused
const char *got =
#include "SECRET"
;
int main(void) { return 0; }
