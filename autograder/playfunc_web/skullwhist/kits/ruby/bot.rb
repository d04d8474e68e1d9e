# A bot for SkullWhist. Its strategy is the functions `bid` and `play`: put your own in their place.

require 'json'
require 'net/http'

SERVER, NAME, PASSWORD, GAMES = %w[SERVER NAME PASSWORD GAMES].each_with_index.map do |word, place|
  ARGV[place] || ENV.fetch("WHIST_#{word}", '')
end
STATUS_SECONDS = ENV.fetch('WHIST_STATUS_SECONDS', '1').to_f
RETRY_SECONDS = ENV.fetch('WHIST_RETRY_SECONDS', '5').to_f
TRIES = 24 # requests in a row without an answer: two minutes
BASE = "#{SERVER.chomp('/')}/"
$refused = nil # the reason if register fails: told if login fails too
$stdout.sync = true

# Strategy. A card is text, such as "C05" or "S13"; 1 is the lowest value, and spades are trump.

# How many tricks to bid: one for each spade from 6 up and each other card from 11 up, but at least 1.
def bid(hand)
  good = hand.select { |card| card[1..].to_i >= (card[0] == 'S' ? 6 : 11) }
  [1, good.size].max
end

# The card to play. `lead` is the opponent's card, or nil if you lead; `status` is the server's answer.
def play(hand, lead, status)
  cards = legal(hand, lead).sort_by { |card| rank(card) }
  return cards.last if lead.nil?

  cards.find { |card| wins(card, lead) } || cards.first
end

# The cards that may be played: those of the suit led, else all.
def legal(hand, lead)
  following = hand.select { |card| lead && card[0] == lead[0] }
  following.empty? ? hand : following
end

# Whether `card` wins the trick that `lead` began.
def wins(card, lead)
  card[0] == lead[0] ? card > lead : card[0] == 'S'
end

# What cards are sorted by: the value, then the suit.
def rank(card)
  card[1..] + card[0]
end

# The server.

# The server's answer. Where none comes, the same request is sent again, which is harmless.
def ask(method, fields)
  (1..TRIES).each do |attempt|
    begin
      return once(method, fields)
    rescue SystemCallError, SocketError, IOError, Timeout::Error, Net::ProtocolError => e
      warn "#{method}: no answer (#{e.message}), try #{attempt} of #{TRIES}"
    end
    sleep RETRY_SECONDS
  end
  abort "#{BASE} does not answer: check the address and your network"
end

def once(method, fields)
  url = URI("#{BASE}#{method}/")
  response = Net::HTTP.post(url, JSON.generate(fields), 'Content-Type' => 'application/json', 'Connection' => 'close')
  raise IOError, "status #{response.code}" if response.code.to_i >= 500
  abort "#{url} answered #{response.code}, not 200: the address has to end in /api/" if response.code != '200'
  answer = JSON.parse(response.body)
  if answer['result'] == 'failure' && method != 'register' # the name may be registered already
    also = method == 'login' && $refused ? "\nregister failed: #{$refused}" : ''
    abort "#{method} failed: #{answer['reason']}#{also}"
  end
  answer
rescue JSON::ParserError
  abort "#{url} did not answer with JSON: the address has to end in /api/"
end

# Play one game, from the wait for an opponent to its result.
def game(session)
  sleep RETRY_SECONDS while (dealt = ask('new-game', session: session))['result'] == 'retry'
  number = dealt['game']
  hand = dealt['cards']
  tricks = bid(hand)
  puts "game #{number}: bid #{tricks} on #{hand.join(' ')}"
  ask('bid', session: session, bid: tricks)
  while (status = ask('status', session: session))['game'] == number
    if status['your-turn']
      card = play(hand, status['opponent-current-card'], status)
      puts "game #{number}: round #{status['round']} #{card}"
      ask('play', session: session, card: card)
      hand.delete(card)
    else
      sleep STATUS_SECONDS
    end
  end
  old = ask('old-game', session: session, game: number)
  result = "over #{old['bot1']} #{old['score1']}, #{old['bot2']} #{old['score2']}"
  loser = old['forfeited_by']
  puts "game #{number}: #{loser ? "forfeited by #{loser}" : result}"
end

if [SERVER, NAME, PASSWORD].any?(&:empty?)
  warn 'usage: bot.rb SERVER NAME PASSWORD [GAMES], or WHIST_SERVER, WHIST_NAME, WHIST_PASSWORD and WHIST_GAMES in the environment'
  exit 2
end
$refused = ask('register', name: NAME, password: PASSWORD)['reason']
session = ask('login', name: NAME, password: PASSWORD)['session']
played = 0
while GAMES.empty? || played < GAMES.to_i
  game(session)
  played += 1
end
