<?php
// A bot for SkullWhist. Its strategy is the functions `bid` and `play`: put your own in their place.

function setting($place, $word, $usual = '')
{
    $given = $_SERVER['argv'][$place] ?? getenv("WHIST_$word");
    return $given === false ? $usual : $given;
}

define('SERVER', rtrim(setting(1, 'SERVER'), '/') . '/');
define('NAME', setting(2, 'NAME'));
define('PASSWORD', setting(3, 'PASSWORD'));
define('GAMES', setting(4, 'GAMES'));
define('STATUS_SECONDS', (float) setting(99, 'STATUS_SECONDS', '1'));
define('RETRY_SECONDS', (float) setting(99, 'RETRY_SECONDS', '5'));
const TRIES = 24; // requests in a row without an answer: two minutes
$refused = ''; // the reason if register fails: told if login fails too

// Strategy. A card is text, such as "C05" or "S13"; 1 is the lowest value, and spades are trump.

/** How many tricks to bid: one for each spade from 6 up and each other card from 11 up, but at least 1. */
function bid($hand)
{
    $good = array_filter($hand, fn($card) => (int) substr($card, 1) >= ($card[0] === 'S' ? 6 : 11));
    return max(1, count($good));
}

/** The card to play. $lead is the opponent's card, or null if you lead; $status is the server's answer. */
function play($hand, $lead, $status)
{
    $cards = legal($hand, $lead);
    usort($cards, fn($one, $other) => strcmp(rank($one), rank($other)));
    if ($lead === null) {
        return end($cards);
    }
    $winners = array_values(array_filter($cards, fn($card) => wins($card, $lead)));
    return $winners[0] ?? $cards[0];
}

/** The cards that may be played: those of the suit led, else all. */
function legal($hand, $lead)
{
    return array_filter($hand, fn($card) => $lead !== null && $card[0] === $lead[0]) ?: $hand;
}

/** Whether $card wins the trick that $lead began. */
function wins($card, $lead)
{
    return $card[0] === $lead[0] ? strcmp($card, $lead) > 0 : $card[0] === 'S';
}

/** What cards are sorted by: the value, then the suit. */
function rank($card)
{
    return substr($card, 1) . $card[0];
}

// The server.

function stop($sentence, $code = 1)
{
    fwrite(STDERR, "$sentence\n");
    exit($code);
}

function pause($seconds)
{
    usleep((int) ($seconds * 1e6));
}

/** The server's answer. Where none comes, the same request is sent again, which is harmless. */
function ask($method, $fields)
{
    for ($attempt = 1; $attempt <= TRIES; $attempt++) {
        $answer = once($method, $fields);
        if (is_array($answer)) {
            return $answer;
        }
        fwrite(STDERR, "$method: no answer ($answer), try $attempt of " . TRIES . "\n");
        pause(RETRY_SECONDS);
    }
    stop(SERVER . ' does not answer: check the address and your network');
}

/** The answer, or as text why there is none. */
function once($method, $fields)
{
    $url = SERVER . "$method/";
    $http = ['method' => 'POST', 'header' => 'Content-Type: application/json', 'content' => json_encode($fields),
        'ignore_errors' => true, 'follow_location' => 0, 'protocol_version' => 1.1, 'timeout' => 90];
    $stream = @fopen($url, 'r', false, stream_context_create(['http' => $http]));
    if ($stream === false) {
        return error_get_last()['message'];
    }
    $body = stream_get_contents($stream);
    $code = (int) explode(' ', stream_get_meta_data($stream)['wrapper_data'][0])[1];
    if ($code >= 500 || $body === '') {
        return "status $code";
    }
    if ($code !== 200) {
        stop("$url answered $code, not 200: the address has to end in /api/");
    }
    $answer = json_decode($body, true) ?? stop("$url did not answer with JSON: the address has to end in /api/");
    if ($answer['result'] === 'failure' && $method !== 'register') { // the name may be registered already
        global $refused;
        $also = $method === 'login' && $refused ? "\nregister failed: $refused" : '';
        stop("$method failed: {$answer['reason']}$also");
    }
    return $answer;
}

/** Play one game, from the wait for an opponent to its result. */
function game($session)
{
    while (($dealt = ask('new-game', ['session' => $session]))['result'] === 'retry') {
        pause(RETRY_SECONDS);
    }
    ['game' => $number, 'cards' => $hand] = $dealt;
    $tricks = bid($hand);
    echo "game $number: bid $tricks on ", implode(' ', $hand), "\n";
    ask('bid', ['session' => $session, 'bid' => $tricks]);
    while (($status = ask('status', ['session' => $session]))['game'] === $number) {
        if ($status['your-turn']) {
            $card = play($hand, $status['opponent-current-card'], $status);
            echo "game $number: round {$status['round']} $card\n";
            ask('play', ['session' => $session, 'card' => $card]);
            $hand = array_values(array_diff($hand, [$card]));
        } else {
            pause(STATUS_SECONDS);
        }
    }
    $old = ask('old-game', ['session' => $session, 'game' => $number]);
    $result = "over {$old['bot1']} {$old['score1']}, {$old['bot2']} {$old['score2']}";
    $loser = $old['forfeited_by'];
    echo "game $number: ", $loser === null ? $result : "forfeited by $loser", "\n";
}

if (SERVER === '/' || NAME === '' || PASSWORD === '') {
    stop('usage: bot.php SERVER NAME PASSWORD [GAMES], or WHIST_SERVER, WHIST_NAME, WHIST_PASSWORD and WHIST_GAMES in the environment', 2);
}
$refused = ask('register', ['name' => NAME, 'password' => PASSWORD])['reason'] ?? '';
$session = ask('login', ['name' => NAME, 'password' => PASSWORD])['session'];
for ($played = 0; GAMES === '' || $played < (int) GAMES; $played++) {
    game($session);
}
