/* BlackJack by arguments: hits below 17. Started anew for every move. */
#include <stdio.h>
#include <stdlib.h>

int main(int count, char **words) {
    /* score, hand, table, stake, chips */
    puts(count > 1 && atoi(words[1]) < 17 ? "H" : "S");
    return 0;
}
