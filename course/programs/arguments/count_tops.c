/* SkullWhist by arguments: bids its high cards and spades, plays its highest card when it can win, else its lowest.
   Started anew for every move; what it returned to remember is its last argument. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int value(const char *card) { return atoi(card + 1); }

static int beats(const char *card, const char *other) {
    return card[0] == other[0] ? value(card) > value(other) : card[0] == 'S';
}

static int before(const char *a, const char *b) {
    return value(a) != value(b) ? value(a) < value(b) : a[0] < b[0];
}

int main(int count, char **words) {
    if (count < 5) return 1;
    if (strcmp(words[1], "bid") == 0) {
        int strong = 0;
        for (char *card = strtok(words[4], ","); card; card = strtok(NULL, ","))
            strong += value(card) > (card[0] == 'S' ? 7 : 11);
        printf("%d\n", strong > 1 ? strong : 1);
        return 0;
    }
    char *led = words[4][0] == '.' ? NULL : words[4], *best = NULL;
    int best_class = -1;
    for (char *card = strtok(words[3], ","); card; card = strtok(NULL, ",")) {
        int follows = led && card[0] == led[0], kind;
        if (!led) kind = 0;
        else kind = follows ? 2 + beats(card, led) : beats(card, led);
        int better = led ? best && before(card, best) : best && before(best, card);
        if (kind > best_class || (kind == best_class && better)) best = card, best_class = kind;
    }
    printf("%s\n", best);
    return 0;
}
