// FootSteps by lines: bids an eighth of what is left, and one more than the last bid when it lost.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
)

func main() {
	points, lost := 50, 0
	lines := bufio.NewScanner(os.Stdin)
	for {
		bid := points/8 + lost
		if bid < 1 {
			bid = 1
		}
		if bid > points {
			bid = points
		}
		fmt.Println(bid) // to the system at once
		points -= bid
		if !lines.Scan() || lines.Text() == "fin" {
			return
		}
		lost = 0
		if theirs, err := strconv.Atoi(lines.Text()); err == nil && theirs > bid {
			lost = 1
		}
	}
}
