// FootSteps by lines: bids an eighth of what is left, and one more than the last bid when it lost.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

public class Steady {
    public static void main(String[] arguments) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        int points = 50;
        int lost = 0;
        while (true) {
            int bid = Math.min(points, Math.max(1, points / 8 + lost));
            System.out.println(bid);
            System.out.flush(); // unflushed, it might never arrive
            points -= bid;
            String line = lines.readLine();
            if (line == null || line.equals("fin")) return;
            lost = Integer.parseInt(line) > bid ? 1 : 0;
        }
    }
}
