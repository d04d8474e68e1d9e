# A bot for SkullWhist. Its strategy is the functions `bid` and `play`: put your own in their place.

use strict;
use warnings;
use HTTP::Tiny;
use JSON::PP;
use Time::HiRes qw(sleep);

my ($SERVER, $NAME, $PASSWORD, $GAMES) = map { shift @ARGV // $ENV{"WHIST_$_"} // '' } qw(SERVER NAME PASSWORD GAMES);
my $STATUS_SECONDS = $ENV{WHIST_STATUS_SECONDS} // 1;
my $RETRY_SECONDS = $ENV{WHIST_RETRY_SECONDS} // 5;
my $TRIES = 24;    # requests in a row without an answer: two minutes
my $HTTP = HTTP::Tiny->new(timeout => 90, max_redirect => 0, keep_alive => 0);
my $refused;    # the reason if register fails: told if login fails too
$| = 1;

# Strategy. A card is text, such as "C05" or "S13"; 1 is the lowest value, and spades are trump.

# How many tricks to bid: one for each spade from 6 up and each other card from 11 up, but at least 1.
sub bid {
    my ($hand) = @_;
    my @good = grep { substr($_, 1) >= (substr($_, 0, 1) eq 'S' ? 6 : 11) } @$hand;
    return @good || 1;
}

# The card to play. $lead is the opponent's card, or undef if you lead; $status is the server's answer.
sub play {
    my ($hand, $lead, $status) = @_;
    my @cards = sort { rank($a) cmp rank($b) } legal($hand, $lead);
    return $cards[-1] if !defined $lead;
    my @winners = grep { wins($_, $lead) } @cards;
    return @winners ? $winners[0] : $cards[0];
}

# The cards that may be played: those of the suit led, else all.
sub legal {
    my ($hand, $lead) = @_;
    my @following = grep { defined $lead && substr($_, 0, 1) eq substr($lead, 0, 1) } @$hand;
    return @following ? @following : @$hand;
}

# Whether $card wins the trick that $lead began.
sub wins {
    my ($card, $lead) = @_;
    return substr($card, 0, 1) eq substr($lead, 0, 1) ? $card gt $lead : substr($card, 0, 1) eq 'S';
}

# What cards are sorted by: the value, then the suit.
sub rank {
    my ($card) = @_;
    return substr($card, 1) . substr($card, 0, 1);
}

# The server.

sub stop {
    print STDERR "$_[0]\n";
    exit 1;
}

# The server's answer. Where none comes, the same request is sent again, which is harmless.
sub ask {
    my ($method, %fields) = @_;
    for my $attempt (1 .. $TRIES) {
        my $answer = once($method, \%fields);
        return $answer if ref $answer;
        print STDERR "$method: no answer ($answer), try $attempt of $TRIES\n";
        sleep $RETRY_SECONDS;
    }
    stop("$SERVER does not answer: check the address and your network");
}

# The answer, or as text why there is none.
sub once {
    my ($method, $fields) = @_;
    my $url = "$SERVER$method/";
    my $response = $HTTP->post($url, {headers => {'Content-Type' => 'application/json'}, content => encode_json($fields)});
    if ($response->{status} >= 500) {    # 599 stands for a connection that failed
        my $why = $response->{status} == 599 ? $response->{content} : "status $response->{status}";
        return $why =~ s/\s+$//r;
    }
    stop("$url answered $response->{status}, not 200: the address has to end in /api/") if $response->{status} != 200;
    my $answer = eval { decode_json($response->{content}) }
        or stop("$url did not answer with JSON: the address has to end in /api/");
    if ($answer->{result} eq 'failure' && $method ne 'register') {    # the name may be registered already
        my $also = $method eq 'login' && $refused ? "\nregister failed: $refused" : '';
        stop("$method failed: $answer->{reason}$also");
    }
    return $answer;
}

# Play one game, from the wait for an opponent to its result.
sub game {
    my ($session) = @_;
    my $dealt;
    sleep $RETRY_SECONDS while ($dealt = ask('new-game', session => $session))->{result} eq 'retry';
    my ($number, @hand) = ($dealt->{game}, @{$dealt->{cards}});
    my $tricks = bid(\@hand);
    print "game $number: bid $tricks on @hand\n";
    ask('bid', session => $session, bid => "$tricks");    # numbers may be sent as text
    while (defined((my $status = ask('status', session => $session))->{game})) {
        if ($status->{'your-turn'}) {
            my $card = play(\@hand, $status->{'opponent-current-card'}, $status);
            print "game $number: round $status->{round} $card\n";
            ask('play', session => $session, card => $card);
            @hand = grep { $_ ne $card } @hand;
        } else {
            sleep $STATUS_SECONDS;
        }
    }
    my $old = ask('old-game', session => $session, game => $number);
    my $loser = $old->{forfeited_by};
    my $result = $loser ? "forfeited by $loser" : sprintf('over %s %d, %s %d', @$old{qw(bot1 score1 bot2 score2)});
    print "game $number: $result\n";
}

if ($SERVER eq '' || $NAME eq '' || $PASSWORD eq '') {
    print STDERR "usage: bot.pl SERVER NAME PASSWORD [GAMES], or WHIST_SERVER, WHIST_NAME, WHIST_PASSWORD and WHIST_GAMES in the environment\n";
    exit 2;
}
$SERVER =~ s{/*$}{/};
$refused = ask('register', name => $NAME, password => $PASSWORD)->{reason};
my $session = ask('login', name => $NAME, password => $PASSWORD)->{session};
for (my $played = 0; $GAMES eq '' || $played < $GAMES; $played++) {
    game($session);
}
