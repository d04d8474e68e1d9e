// A bot for SkullWhist. Its strategy is the functions `bid` and `play`: put your own in their place.

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.*;
import java.util.regex.*;

public class Bot {
    static String server;
    static String refused; // the reason if register fails: told if login fails too
    static double statusSeconds = Double.parseDouble(setting(null, 0, "STATUS_SECONDS", "1"));
    static double retrySeconds = Double.parseDouble(setting(null, 0, "RETRY_SECONDS", "5"));
    static final int TRIES = 24; // requests in a row without an answer: two minutes
    static final HttpClient HTTP = HttpClient.newHttpClient();

    // Strategy. A card is text, such as "C05" or "S13"; 1 is the lowest value, and spades are trump.

    /** How many tricks to bid: one for each spade from 6 up and each other card from 11 up, but at least 1. */
    static int bid(List<String> hand) {
        int good = 0;
        for (String card : hand) {
            if (Integer.parseInt(card.substring(1)) >= (card.charAt(0) == 'S' ? 6 : 11)) good++;
        }
        return Math.max(1, good);
    }

    /** The card to play. lead is the opponent's card, or null if you lead; status is the server's answer. */
    static String play(List<String> hand, String lead, Map<String, String> status) {
        List<String> cards = legal(hand, lead);
        cards.sort(Comparator.comparing(Bot::rank));
        if (lead == null) return cards.get(cards.size() - 1);
        return cards.stream().filter(card -> wins(card, lead)).findFirst().orElse(cards.get(0));
    }

    /** The cards that may be played: those of the suit led, else all. */
    static List<String> legal(List<String> hand, String lead) {
        List<String> following = new ArrayList<>(hand);
        following.removeIf(card -> lead == null || card.charAt(0) != lead.charAt(0));
        return following.isEmpty() ? new ArrayList<>(hand) : following;
    }

    /** Whether card wins the trick that lead began. */
    static boolean wins(String card, String lead) {
        return card.charAt(0) == lead.charAt(0) ? card.compareTo(lead) > 0 : card.charAt(0) == 'S';
    }

    /** What cards are sorted by: the value, then the suit. */
    static String rank(String card) {
        return card.substring(1) + card.charAt(0);
    }

    // The server. Java has no JSON of its own; the answers are simple enough for a pattern.

    static final Pattern FIELD = Pattern.compile(
        "\"([\\w-]+)\"\\s*:\\s*(?:\"((?:[^\"\\\\]|\\\\.)*)\"|\\[([^\\]]*)\\]|([-\\w.]+))");

    /** The fields of an answer as text: null is left out, and of a list only what is between the brackets is kept. */
    static Map<String, String> fields(String json) {
        Map<String, String> found = new HashMap<>();
        for (Matcher field = FIELD.matcher(json); field.find();) {
            String value = field.group(2) != null ? field.group(2).replaceAll("\\\\(.)", "$1")
                : field.group(3) != null ? field.group(3) : field.group(4);
            if (!"null".equals(field.group(4))) found.putIfAbsent(field.group(1), value);
        }
        return found;
    }

    /** The server's answer. Where none comes, the same request is sent again, which is harmless. */
    static Map<String, String> ask(String method, String body) throws InterruptedException {
        for (int attempt = 1; attempt <= TRIES; attempt++) {
            try {
                return once(method, body);
            } catch (IOException error) {
                System.err.println(method + ": no answer (" + error + "), try " + attempt + " of " + TRIES);
            }
            pause(retrySeconds);
        }
        throw stop(server + " does not answer: check the address and your network", 1);
    }

    static Map<String, String> once(String method, String body) throws IOException, InterruptedException {
        URI url = URI.create(server + method + "/");
        HttpRequest request = HttpRequest.newBuilder(url).timeout(Duration.ofSeconds(90))
            .header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString(body)).build();
        HttpResponse<String> response = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
        int code = response.statusCode();
        if (code >= 500) throw new IOException("status " + code);
        if (code != 200) throw stop(url + " answered " + code + ", not 200: the address has to end in /api/", 1);
        Map<String, String> answer = fields(response.body());
        String result = answer.get("result");
        if (result == null) throw stop(url + " did not answer with JSON: the address has to end in /api/", 1);
        if (result.equals("failure") && !method.equals("register")) { // the name may be registered already
            String also = method.equals("login") && refused != null ? "\nregister failed: " + refused : "";
            throw stop(method + " failed: " + answer.get("reason") + also, 1);
        }
        return answer;
    }

    /** Play one game, from the wait for an opponent to its result. */
    static void game(String session) throws InterruptedException {
        String me = "{\"session\": \"" + session + "\"";
        Map<String, String> dealt, status;
        while ((dealt = ask("new-game", me + "}")).get("result").equals("retry")) pause(retrySeconds);
        String number = dealt.get("game");
        List<String> hand = new ArrayList<>(List.of(dealt.get("cards").replaceAll("[\"\\s]", "").split(",")));
        int tricks = bid(hand);
        System.out.println("game " + number + ": bid " + tricks + " on " + String.join(" ", hand));
        ask("bid", me + ", \"bid\": " + tricks + "}");
        while (number.equals((status = ask("status", me + "}")).get("game"))) {
            if (status.get("your-turn").equals("true")) {
                String card = play(hand, status.get("opponent-current-card"), status);
                System.out.println("game " + number + ": round " + status.get("round") + " " + card);
                ask("play", me + ", \"card\": \"" + card + "\"}");
                hand.remove(card);
            } else pause(statusSeconds);
        }
        Map<String, String> old = ask("old-game", me + ", \"game\": " + number + "}");
        String loser = old.get("forfeited_by");
        System.out.println("game " + number + (loser != null ? ": forfeited by " + loser : ": over "
            + old.get("bot1") + " " + old.get("score1") + ", " + old.get("bot2") + " " + old.get("score2")));
    }

    public static void main(String[] arguments) throws InterruptedException {
        server = setting(arguments, 0, "SERVER", "").replaceAll("/*$", "") + "/";
        String name = setting(arguments, 1, "NAME", ""), password = setting(arguments, 2, "PASSWORD", "");
        String games = setting(arguments, 3, "GAMES", "");
        if (server.equals("/") || name.isEmpty() || password.isEmpty()) {
            throw stop("usage: Bot.java SERVER NAME PASSWORD [GAMES], or "
                + "WHIST_SERVER, WHIST_NAME, WHIST_PASSWORD and WHIST_GAMES in the environment", 2);
        }
        String me = "{\"name\": " + quoted(name) + ", \"password\": " + quoted(password) + "}";
        refused = ask("register", me).get("reason");
        String session = ask("login", me).get("session");
        for (int played = 0; games.isEmpty() || played < Integer.parseInt(games); played++) game(session);
        System.exit(0);
    }

    static String setting(String[] arguments, int place, String word, String usual) {
        if (arguments != null && arguments.length > place) return arguments[place];
        return System.getenv().getOrDefault("WHIST_" + word, usual);
    }

    static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    static void pause(double seconds) throws InterruptedException {
        Thread.sleep((long) (seconds * 1000));
    }

    static RuntimeException stop(String sentence, int code) {
        System.err.println(sentence);
        System.exit(code);
        return new IllegalStateException(sentence);
    }
}
