// The search of playfunc_opponents.hearts.exact in C++, line by line the same, to compare its speed with.
//
//     solver BITS WEIGHTS     a table of 2^BITS numbers; WEIGHTS is the file of `order.order_weights()`
//
// Each line of the input, `N` and then N times `mine live queen moon broken target`, empties the table and asks
// these questions one after the other. The answer is `NODES:SUM SECONDS`: how many openings of tricks were
// looked at, the sum of the bounds, and CPU seconds.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iostream>
#include <utility>
#include <vector>

using i64 = std::int64_t;

constexpr i64 LANE = (1 << 15) - 1, HEARTS = LANE << 48, FIRST_HEART = i64(1) << 48;
constexpr i64 BOTTOM = 1 | i64(1) << 16 | i64(1) << 32 | i64(1) << 48;
constexpr int MOON = 26, BOTH = 3, NEVER = 127, DUCKED = 1, RUN = 2;
constexpr int KINDS = 5, LEAD = 7, REPLY = 4, REPLIES = 3 * KINDS * LEAD;

static std::vector<i64> table;
static i64 weights[512];
static std::uint8_t facts[1 << 14];
static i64 nodes = 0;

struct Moves { i64 cards[32], scores[32]; };
static Moves leads_of[27], answers_of[27];

static int count(i64 cards) { return __builtin_popcountll(cards); }
static int index_of(i64 cards) { return __builtin_ctzll(cards); }
static i64 lane_of(i64 card) { return LANE << (index_of(card) & 48); }

static i64 drop(i64 cards, i64 card, i64 lane) {
    i64 above = lane & ~(card | (card - 1));
    return (cards & ~(above | card)) | ((cards & above) >> 1);
}

static i64 lower(i64 queen, i64 card, i64 lane) {
    if (queen == card) return 0;
    return (queen & lane) && queen > card ? queen >> 1 : queen;
}

static int least_points(i64 mine, i64 live, int moon, int left) {
    if (moon == BOTH) return 0;
    if (moon == 2) return 1;
    i64 ours = mine >> 48, theirs = (live >> 48) ^ ours;
    bool stopped = ours && theirs > ours;
    if (moon == 1) return stopped ? 0 : left - MOON;
    return stopped ? 1 : 0;
}

static int most_points(i64 mine, i64 live, int moon, int left) {
    if (moon == BOTH) return left;
    if (moon == 1) return left - 1;
    i64 ours = mine >> 48, theirs = (live >> 48) ^ ours;
    bool stopped = theirs && ours > theirs;
    if (moon == 2) return stopped ? left : MOON;
    return stopped ? MOON - 1 : MOON;
}

static i64 key_of(i64 ended, i64 queen, int moon, int broken) {
    i64 clubs = ended & LANE, diamonds = ended >> 16 & LANE, spades = ended >> 32 & LANE, place = 13;
    if (clubs < diamonds) std::swap(clubs, diamonds);
    if (queen) {
        place = index_of(queen) - 32;
    } else {
        if (diamonds < spades) std::swap(diamonds, spades);
        if (clubs < diamonds) std::swap(clubs, diamonds);
    }
    i64 suits = (ended & HEARTS) | spades << 32 | diamonds << 16 | clubs;
    return suits | (place & 3) << 14 | (place >> 2) << 30 | i64(moon) << 46 | i64(broken) << 62;
}

static i64 bucket_of(i64 key) {
    i64 mixed = (key & 0x7FFFFFFF) * 0x2E1B2134 ^ (key >> 31) * 0x1F35A7BD;
    mixed ^= mixed >> 29;
    return mixed & (i64(table.size()) - 1) & ~i64(7);
}

static int kind_of(i64 card, i64 queen, i64 others) {
    if (card == queen) return 3;
    if (card >= FIRST_HEART) return 4;
    if (queen && index_of(card) >= 32) return queen & others ? 2 : 1;
    return 0;
}

static i64 lead_score(int goal, i64 card, i64 mine, i64 other, i64 queen) {
    i64 lane = lane_of(card), ours = mine & lane, theirs = other & lane, below = theirs & (card - 1);
    const i64* w = weights + (goal * KINDS + kind_of(card, queen, other)) * LEAD;
    i64 score = w[0] + w[3] * count(ours) + w[6] * count(ours & (card - 1));
    if (!theirs) return score + w[4];
    if (!below) score += w[5];
    return score + w[1] * count(below) + w[2] * count(theirs ^ below);
}

static i64 reply_score(int goal, int group, i64 card, i64 mine, i64 other, i64 queen) {
    i64 lane = lane_of(card), theirs = mine & lane, below = theirs & (card - 1);
    const i64* w = weights + REPLIES + ((goal * 3 + group) * KINDS + kind_of(card, queen, mine)) * REPLY;
    return w[0] + w[1] * count(below) + w[2] * count(theirs ^ below) + w[3] * count(other & lane);
}

static i64 take_best(i64* items, i64* scores, int size) {
    int best = 0;
    for (int place = 1; place < size; place++)
        if (scores[place] > scores[best]) best = place;
    i64 item = items[best];
    items[best] = items[0];
    scores[best] = scores[0];
    return item;
}

static int at_least(i64 mine, i64 live, i64 queen, int moon, int broken, int target) {
    nodes++;
    int left = count(live >> 48) + (queen ? 13 : 0);
    i64 key = key_of(mine | (live + BOTTOM), queen, moon, broken);
    i64* bucket = &table[bucket_of(key)];
    i64* entry = nullptr;
    i64 tried = 0;
    int least = least_points(mine, live, moon, left), most = most_points(mine, live, moon, left);
    for (int place = 0; place < 8; place += 2)
        if (bucket[place] == key) {
            i64 found = bucket[place + 1];
            least = int(found & 255) - 64, most = int(found >> 8 & 255) - 64, tried = found >> 16 & 255;
            if (least >= target) return least;
            if (most < target) return most;
            entry = bucket + place;
            break;
        }

    i64 other = live ^ mine, edges = queen | queen << 1;
    int size = count(mine), goal = moon == 1 && target <= 0 ? 1 : moon == 2 && target > left ? 2 : 0;
    Moves &leads = leads_of[size], &answers = answers_of[size];
    i64 legal = broken ? mine : mine & ~HEARTS;
    int lead_count = 0;
    for (i64 rest = (legal ? legal : mine) & (~(mine << 1) | edges); rest; rest &= rest - 1) {
        i64 card = rest & -rest;
        leads.cards[lead_count] = card;
        leads.scores[lead_count++] =
            tried && card == i64(1) << (tried - 1) ? 1 << 20 : lead_score(goal, card, mine, other, queen);
    }

    int value = NEVER;
    i64 best = 0;
    for (int at_lead = 0; at_lead < lead_count; at_lead++) {
        i64 lead = take_best(leads.cards + at_lead, leads.scores + at_lead, lead_count - at_lead);
        i64 lane = lane_of(lead), following = other & lane;
        int answer_count = 0;
        for (i64 rest = (following ? following : other) & (~(other << 1) | edges); rest; rest &= rest - 1) {
            i64 card = rest & -rest;
            answers.cards[answer_count] = card;
            answers.scores[answer_count++] =
                reply_score(goal, following ? card > lead : 2, card, mine, other, queen);
        }
        i64 mine_after = drop(mine, lead, lane), live_after = drop(live, lead, lane);
        i64 queen_after = lower(queen, lead, lane);
        int worst = -NEVER;
        for (int at = 0; at < answer_count && worst < target; at++) {
            i64 answer = take_best(answers.cards + at, answers.scores + at, answer_count - at);
            bool over = following && answer > lead;
            int cost = (queen == lead || queen == answer ? 13 : 0) + (lead >= FIRST_HEART) + (answer >= FIRST_HEART);
            i64 card = over ? answer >> 1 : answer, card_lane = following ? lane : lane_of(card);
            i64 next_mine = drop(mine_after, card, card_lane), next_live = drop(live_after, card, card_lane);
            i64 next_queen = queen == answer ? 0 : lower(queen_after, card, card_lane);
            int next_left = left - cost, next_moon = cost ? moon | (over ? 2 : 1) : moon;
            int gained = over ? 0 : cost, found;
            if (!next_left) {
                found = gained + (next_moon == 1 ? -MOON : next_moon == 2 ? MOON : 0);
            } else {
                int next_broken = broken || lead >= FIRST_HEART || answer >= FIRST_HEART;
                int next_target = target - cost;
                if (over) {
                    next_mine ^= next_live;
                    next_moon = next_moon >> 1 | (next_moon & 1) << 1;
                    next_target = next_left - target + 1;
                }
                int low = least_points(next_mine, next_live, next_moon, next_left);
                int high = most_points(next_mine, next_live, next_moon, next_left);
                if (low < next_target && next_target <= high) {
                    i64 ends = next_mine | (next_live + BOTTOM);
                    int known = facts[ends & LANE] & facts[ends >> 16 & LANE] & facts[ends >> 32 & LANE] &
                                facts[ends >> 48];
                    if (known & DUCKED && next_moon >= 2) low = next_left;
                    if (known & RUN && next_moon < 2) high = low = next_left - MOON;
                }
                if (low >= next_target) {
                    found = low;
                } else if (high < next_target) {
                    found = high;
                } else {
                    if (next_moon == 1 && next_target < 0) next_target = 0;
                    else if (next_moon == 2 && next_target > next_left) next_target = MOON;
                    found = at_least(next_mine, next_live, next_queen, next_moon, next_broken, next_target);
                }
                found = over ? next_left - found : gained + found;
            }
            worst = std::max(worst, found);
        }
        if (worst < value) {
            value = worst, best = lead;
            if (value < target) break;
        }
    }

    if (value >= target) {
        least = std::max(least, value);
        if (tried) best = i64(1) << (tried - 1);
    } else {
        most = std::min(most, value);
    }
    if (!entry) {
        i64 smallest = NEVER;
        for (int place = 0; place < 8; place += 2) {
            i64 cards = bucket[place] ? bucket[place + 1] >> 24 : -1;
            if (cards < smallest) entry = bucket + place, smallest = cards;
        }
    }
    entry[0] = key;
    entry[1] = (least + 64) | (most + 64) << 8 | (index_of(best) + 1) << 16 | size << 24;
    return value;
}

static int facts_of(int ours, int size) {
    int held = count(ours), other = size - held, ducked = DUCKED, mine = 0, theirs = 0, above = 0;
    for (int place = 0; place < size; place++) {
        if (ours >> place & 1) {
            if (theirs < std::min(++mine, other)) ducked = 0;
        } else {
            theirs++;
        }
    }
    while (above < held && ours >> (size - 1 - above) & 1) above++;
    return ducked | (above >= std::min(held, other) ? RUN : 0);
}

int main(int argc, char** argv) {
    if (argc != 3) return std::fprintf(stderr, "usage: solver BITS WEIGHTS\n"), 2;
    table.resize(std::size_t(1) << std::atoi(argv[1]));
    std::ifstream file(argv[2]);
    for (int place = 0; file >> weights[place]; place++) {}
    for (int size = 0; size < 14; size++)
        for (int ours = 0; ours < 1 << size; ours++) facts[1 << size | ours] = facts_of(ours, size);
    int questions;
    while (std::cin >> questions) {
        std::fill(table.begin(), table.end(), 0);
        nodes = 0;
        i64 sum = 0;
        double seconds = 0;
        while (questions--) {
            i64 mine, live, queen;
            int moon, broken, target;
            std::cin >> mine >> live >> queen >> moon >> broken >> target;
            std::clock_t start = std::clock();
            sum += at_least(mine, live, queen, moon, broken, target);
            seconds += double(std::clock() - start) / CLOCKS_PER_SEC;
        }
        std::printf("%lld:%lld %.6f\n", (long long)nodes, (long long)sum, seconds);
        std::fflush(stdout);
    }
}
