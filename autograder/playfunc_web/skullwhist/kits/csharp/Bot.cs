// A bot for SkullWhist. Its strategy is the functions `bid` and `play`: put your own in their place.
// The functions are named as in the other languages' bots.

using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Net.Http;
using System.Text;
using System.Text.RegularExpressions;
using System.Threading;

class Stop : Exception { public Stop(string sentence) : base(sentence) { } }

class Bot
{
    static string server;
    static string refused; // the reason if register fails: told if login fails too
    static double statusSeconds = double.Parse(setting(null, 0, "STATUS_SECONDS", "1"), CultureInfo.InvariantCulture);
    static double retrySeconds = double.Parse(setting(null, 0, "RETRY_SECONDS", "5"), CultureInfo.InvariantCulture);
    const int TRIES = 24; // requests in a row without an answer: two minutes
    static readonly HttpClient HTTP = new HttpClient(new HttpClientHandler { AllowAutoRedirect = false });

    // Strategy. A card is text, such as "C05" or "S13"; 1 is the lowest value, and spades are trump.

    /// How many tricks to bid: one for each spade from 6 up and each other card from 11 up, but at least 1.
    static int bid(List<string> hand) =>
        Math.Max(1, hand.Count(card => int.Parse(card.Substring(1)) >= (card[0] == 'S' ? 6 : 11)));

    /// The card to play. lead is the opponent's card, or null if you lead; status is the server's answer.
    static string play(List<string> hand, string lead, Dictionary<string, string> status)
    {
        var cards = legal(hand, lead).OrderBy(rank, StringComparer.Ordinal).ToList();
        if (lead == null) return cards.Last();
        return cards.FirstOrDefault(card => wins(card, lead)) ?? cards[0];
    }

    /// The cards that may be played: those of the suit led, else all.
    static List<string> legal(List<string> hand, string lead)
    {
        var following = hand.Where(card => lead != null && card[0] == lead[0]).ToList();
        return following.Count > 0 ? following : hand;
    }

    /// Whether card wins the trick that lead began.
    static bool wins(string card, string lead) =>
        card[0] == lead[0] ? string.CompareOrdinal(card, lead) > 0 : card[0] == 'S';

    /// What cards are sorted by: the value, then the suit.
    static string rank(string card) =>
        card.Substring(1) + card[0];

    // The server. The answers are simple enough for a pattern, so that no package for JSON is needed.

    static readonly Regex FIELD = new Regex(
        @"""([\w-]+)""\s*:\s*(?:""((?:[^""\\]|\\.)*)""|\[([^\]]*)\]|([-\w.]+))");

    /// The fields of an answer as text: null is left out, and of a list only what is between the brackets is kept.
    static Dictionary<string, string> fields(string json)
    {
        var found = new Dictionary<string, string>();
        foreach (Match field in FIELD.Matches(json))
        {
            var name = field.Groups[1].Value;
            if (field.Groups[4].Value == "null" || found.ContainsKey(name)) continue;
            var value = field.Groups.Cast<Group>().Skip(2).First(part => part.Success).Value;
            found[name] = field.Groups[2].Success ? Regex.Replace(value, @"\\(.)", "$1") : value;
        }
        return found;
    }

    /// The server's answer. Where none comes, the same request is sent again, which is harmless.
    static Dictionary<string, string> ask(string method, string body)
    {
        for (var attempt = 1; attempt <= TRIES; attempt++)
        {
            try { return once(method, body); }
            catch (AggregateException error)
            {
                Exception why = error;
                while (why.InnerException != null) why = why.InnerException;
                Console.Error.WriteLine("{0}: no answer ({1}), try {2} of {3}", method, why.Message, attempt, TRIES);
            }
            pause(retrySeconds);
        }
        throw new Stop(server + " does not answer: check the address and your network");
    }

    static Dictionary<string, string> once(string method, string body)
    {
        var url = server + method + "/";
        var request = new HttpRequestMessage(HttpMethod.Post, url);
        request.Headers.ExpectContinue = true; // the server may refuse before the body is sent
        request.Content = new StringContent(body, Encoding.UTF8, "application/json");
        var response = HTTP.SendAsync(request).Result;
        var code = (int)response.StatusCode;
        if (code >= 500) throw new AggregateException(new Exception("status " + code));
        if (code != 200) throw new Stop(url + " answered " + code + ", not 200: the address has to end in /api/");
        var answer = fields(response.Content.ReadAsStringAsync().Result);
        if (!answer.ContainsKey("result"))
            throw new Stop(url + " did not answer with JSON: the address has to end in /api/");
        if (answer["result"] == "failure" && method != "register") // the name may be registered already
        {
            var also = method == "login" && refused != null ? "\nregister failed: " + refused : "";
            throw new Stop(method + " failed: " + answer["reason"] + also);
        }
        return answer;
    }

    /// Play one game, from the wait for an opponent to its result.
    static void game(string session)
    {
        var me = "{\"session\": \"" + session + "\"";
        Dictionary<string, string> dealt, status;
        while ((dealt = ask("new-game", me + "}"))["result"] == "retry") pause(retrySeconds);
        var number = dealt["game"];
        var hand = Regex.Matches(dealt["cards"], @"\w+").Cast<Match>().Select(card => card.Value).ToList();
        var tricks = bid(hand);
        Console.WriteLine("game {0}: bid {1} on {2}", number, tricks, string.Join(" ", hand));
        ask("bid", me + ", \"bid\": " + tricks + "}");
        while (get(status = ask("status", me + "}"), "game") == number)
        {
            if (get(status, "your-turn") == "true")
            {
                var card = play(hand, get(status, "opponent-current-card"), status);
                Console.WriteLine("game {0}: round {1} {2}", number, get(status, "round"), card);
                ask("play", me + ", \"card\": \"" + card + "\"}");
                hand.Remove(card);
            }
            else pause(statusSeconds);
        }
        var old = ask("old-game", me + ", \"game\": " + number + "}");
        var loser = get(old, "forfeited_by");
        Console.WriteLine("game {0}: {1}", number, loser != null ? "forfeited by " + loser : "over "
            + old["bot1"] + " " + old["score1"] + ", " + old["bot2"] + " " + old["score2"]);
    }

    static string get(Dictionary<string, string> answer, string name) =>
        answer.ContainsKey(name) ? answer[name] : null;

    static int Main(string[] arguments)
    {
        server = setting(arguments, 0, "SERVER", "").TrimEnd('/') + "/";
        string name = setting(arguments, 1, "NAME", ""), password = setting(arguments, 2, "PASSWORD", "");
        var games = setting(arguments, 3, "GAMES", "");
        if (server == "/" || name == "" || password == "")
        {
            Console.Error.WriteLine("usage: Bot.exe SERVER NAME PASSWORD [GAMES], or "
                + "WHIST_SERVER, WHIST_NAME, WHIST_PASSWORD and WHIST_GAMES in the environment");
            return 2;
        }
        try
        {
            var me = "{\"name\": " + quoted(name) + ", \"password\": " + quoted(password) + "}";
            refused = get(ask("register", me), "reason");
            var session = ask("login", me)["session"];
            for (var played = 0; games == "" || played < int.Parse(games); played++) game(session);
            return 0;
        }
        catch (Stop sentence)
        {
            Console.Error.WriteLine(sentence.Message);
            return 1;
        }
    }

    static string setting(string[] arguments, int place, string word, string usual) =>
        arguments != null && arguments.Length > place ? arguments[place]
            : Environment.GetEnvironmentVariable("WHIST_" + word) ?? usual;

    static string quoted(string text) =>
        "\"" + text.Replace("\\", "\\\\").Replace("\"", "\\\"") + "\"";

    static void pause(double seconds) => Thread.Sleep((int)(seconds * 1000));
}
