// FootSteps by lines: bids an eighth of what is left, and one more than the last bid when it lost.
import std.algorithm : max, min;
import std.conv : to;
import std.stdio : readln, stdout, writeln;
import std.string : strip;

void main()
{
    int points = 50, lost = 0;
    while (true)
    {
        const bid = min(points, max(1, points / 8 + lost));
        writeln(bid);
        stdout.flush(); // unflushed, it would never arrive
        points -= bid;
        const line = readln().strip;
        if (line.length == 0 || line == "fin")
            return;
        lost = line.to!int > bid;
    }
}
