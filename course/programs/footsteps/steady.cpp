// FootSteps by lines: bids an eighth of what is left, and one more than the last bid when it lost.
#include <algorithm>
#include <iostream>
#include <string>

int main() {
    int points = 50, lost = 0;
    std::string line;
    while (true) {
        const int bid = points == 0 ? 0 : std::min(points, std::max(1, points / 8 + lost));
        std::cout << bid << std::endl;  // endl flushes; unflushed, it would never arrive
        points -= bid;
        if (!std::getline(std::cin, line) || line == "fin") return 0;
        lost = std::stoi(line) > bid;
    }
}
