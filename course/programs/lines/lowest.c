/* Hearts by lines: plays the lowest legal card. Compile with: cc -O2 -o lowest lowest.c */
#include <stdio.h>
#include <string.h>

static const char *RANKS = "23456789TJQKA";

static int rank(const char *card) {
    return (int)(strchr(RANKS, card[1] == '1' ? 'T' : card[1]) - RANKS);
}

static int is_point(const char *card) { return card[0] == 'H' || strncmp(card, "SQ", 2) == 0; }

/* May this card be played when `other` could be instead? The worst rule that a card breaks is its class. */
static int class_of(const char *card, const char *trick, int first, int broken) {
    if (trick[0] != '.') {
        if (card[0] == trick[0]) return 0;
        return first && is_point(card) ? 2 : 1;
    }
    if (first) return strncmp(card, "C2", 2) != 0;
    return card[0] == 'H' && !broken;
}

int main(void) {
    char line[70000];
    setvbuf(stdout, NULL, _IOLBF, 0); /* a line leaves as soon as it ends; a pipe would wait for more */
    while (fgets(line, sizeof line, stdin)) {
        char *memory = strchr(line, '\t');
        int broken = memory && strncmp(memory + 1, "broken", 6) == 0;
        if (memory) *memory = 0;
        strtok(line, " \n"); /* play */
        strtok(NULL, " \n"); /* who I am */
        char *hand = strtok(NULL, " \n"), *trick = strtok(NULL, " \n"), *previous = strtok(NULL, " \n");
        int first = previous[0] == '-';
        for (char *card = previous; !first && card; card = strchr(card, ',') ? strchr(card, ',') + 1 : NULL)
            if (card[0] == 'H') broken = 1;
        char *best = NULL;
        for (char *card = strtok(hand, ","); card; card = strtok(NULL, ",")) {
            int a = class_of(card, trick, first, broken);
            int b = best ? class_of(best, trick, first, broken) : 9;
            if (a < b || (a == b && rank(card) < rank(best))) best = card;
        }
        printf("%s\t%s\n", best, broken ? "broken" : "");
    }
    return 0;
}
