# Mistakes by group: after `# ==` what their names begin with, the check that is run, and how each cell begins. After
# `# %%` the rest of a name, and of the cell, or what changes in the cell above (- and +); then what the check must show.
# == legal | check_legal(legal)
def legal(hand, trick):
# %% the stub
    return list(hand)
# says: Step 1, legal cards: not written yet. `legal` still allows every card of the hand. Write it in the cell above.
# %% no card when void
    return [card for card in hand if not trick or card.suit is trick[0][0].suit]
# says: Step 1, legal cards: wrong. Here you allow no card. By the rules it is H12.
# %% a trick taken for cards
    return [card for card in hand if not trick or card.suit is trick[0].suit]
# says: Step 1, legal cards: wrong. Your `legal` raised AttributeError: 'tuple' object has no attribute 'suit'.
# %% endless
    cards = []
    while trick and not cards:
        cards = [card for card in hand if card.suit is trick[0][0].suit]
    return cards or list(hand)
# says: Your `legal` was still running after
# %% compiled and endless
    return list(iter(lambda: hand[0], None)) if trick else list(hand)
# says: Your `legal` was still running after
# == worth | check_worth(expected_tricks)
def expected_tricks(hand):
# %% the same for every hand
    return 6.5
# says: Step 2, the worth of a hand: not written yet. `expected_tricks` still says the same for every hand. Write it in the cell above.
# %% only high cards
    return sum(card.value >= 12 for card in hand)
# says: Step 2, the worth of a hand: wrong. On 200 hands your mean error is 4.585 tricks, compared with the mean of perfect play. At most 1 is allowed.
# %% None
    sum(card.value for card in hand)
# says: Step 2, the worth of a hand: wrong. `expected_tricks` must return a number, not None.
# %% far too much
    return sum(card.value for card in hand) / 7
# says: Step 2, the worth of a hand: wrong. On 200 hands your mean error is 6.488 tricks, compared with the mean of perfect play. At most 1 is allowed.
# == best bid | check_best_bid(best_bid)
# %% the stub
def best_bid(likely):
    return 6
# says: Step 2, the best bid: not written yet. `best_bid` still bids 6, whatever the chances. Write it in the cell above.
# %% the likeliest number
def best_bid(likely):
    return max(likely, key=likely.get)
# says: Step 2, the best bid: wrong. You bid 0, which is no bid. Bid 1 has a mean score of -10.0.
# %% the mean
def best_bid(likely):
    return round(sum(n * chance for n, chance in likely.items()))
# says: Step 2, the best bid: wrong. You bid 0, which is no bid. Bid 1 has a mean score of -10.0.
# == target | check_target(target)
def target(my_bid, their_bid):
# %% the bid
    return my_bid
# says: Step 3, the target: not written yet. `target` still is your own bid. Write it in the cell above.
# %% a tie wins
    return next(n for n in range(14) if score(my_bid, n) >= score(their_bid, 13 - n))
# says: Step 3, the target: wrong. 8 of 169 pairs are wrong. You bid 1, the other 2: you say 11 tricks, but 12 are enough to win.
# %% counts for ever
    n = 0
    while score(my_bid, n % 14) <= score(their_bid, 13):
        n += 1
    return n
# says: Your `target` was still running after
# %% None
    for n in range(14):
        if score(my_bid, n) > score(their_bid, 13 - n):
            n
# says: Step 3, the target: wrong. `target` must return a number, not None.
# %% None, and what to do
    pass
# says: Hint: Does every way through it end in `return`, with a number behind it?
# == choose | check_choose(choose)
def choose(options, trick):
# %% the first
    return options[0]
# says: Step 3, a rule of thumb: not written yet. `choose` still plays the first card. Write it in the cell above.
# %% the highest
    return max(options, key=lambda card: card.value)
# says: Step 3, a rule of thumb: different from the rule of thumb. 128 of 246 replies are different. One of them:
# %% no card at all
    for card in options:
        if trick and card.value > 12:
            return card
# says: Step 3, a rule of thumb: wrong. `choose` must return one of `options`, not None.
# %% hearts as trumps
    if not trick:
        return max(options, key=lambda card: card.value)
    lead = trick[0][0]
    winning = [c for c in options if c.suit is lead.suit and c.value > lead.value]
    if lead.suit is not Suit.HEARTS:
        winning += [c for c in options if c.suit is Suit.HEARTS and c.suit is not lead.suit]
    return min(winning or options, key=lambda card: card.value)
# says: Step 3, a rule of thumb: wrong. You play hearts as if they were trumps, in all
# %% never wins a trick
    return min(options, key=lambda card: card.value)
# says: Hint: Your card loses this trick, and another card of yours wins it.
# %% both cards get the same name
    if trick:
        winning = [card for card in options if trick_winner((trick[0], (card, "me"))) == "me"]
        return min(winning or options, key=cheap)
    return max(options, key=lambda option: lead_worth(option, options))
# says: where "me" led, and 
# == remember | check_remember(remember, Memory)
def remember(player_id, previous) -> Memory:
    trick, memory = previous
# %% the leader taken for the winner
    if not trick:
        return memory
    (lead, _), (reply, _) = trick
    return replace(memory, mine=memory.mine | {lead}, theirs=memory.theirs | {reply})
# says: Step 4, memory: wrong. `won` is 0 here, and should be 1. The tricks so far:
# %% first trick is empty
    (lead, leader), (reply, _) = trick
    return memory
# says: Step 4, memory: wrong. Your `remember` raised ValueError: not enough values to unpack (expected 2, got 0).
# %% None before the first trick
    if not trick:
        return None
    return memory
# says: Step 4, memory: wrong. `remember` must return a `Memory`, not None. Before the first trick, the trick in `previous` is empty: return the memory as it is.
# %% raises before the first trick
    (lead, leader), (reply, _) = trick
    return memory
# says: Hint: Before the first trick, the trick in `previous` is empty: return the memory as it is.
# == remember | check_remember(remember, Memory)
# %% nothing
def remember(player_id, previous) -> Memory:
    return previous[1]
# says: Step 4, memory: not written yet. `remember` does not keep anything yet. Write it in the cell above.
# == possible | check_sure_winners(remember, possible, sure_winners, Memory)
def possible(hand, memory):
# %% the own hand too
    return [card for card in DECK if card not in memory.mine | memory.theirs]
# says: Step 4, what nobody can beat: wrong. `possible` is wrong here. too many: C09 C11 D02 D11 D12 H02 H03 H04 H12 H13 S01 S06 S11; missing: none.
# %% the hint is about possible
    return [card for card in DECK if card not in memory.mine | memory.theirs]
# says: Hint: The other may hold any card that is not in your hand, that neither of you has played
# %% None
    cards = [card for card in DECK if card not in hand]
# says: Step 4, what nobody can beat: wrong. `possible` must return a list of cards, not None.
# %% in another order
    seen = memory.mine.union(memory.theirs, hand)
    return sorted((card for card in DECK if card not in seen and card.suit not in memory.void), key=lambda card: card.value)
# says: `possible` holds the right cards, and not in the order of `DECK`.
# == sure winners | check_sure_winners(remember, possible, sure_winners, Memory)
# %% trumps forgotten
def sure_winners(hand, pool):
    return [card for card in hand if all(card.value > other.value for other in pool if other.suit is card.suit)]
# says: Step 4, what nobody can beat: wrong. `sure_winners` is wrong here. You say H12 H13; nobody can beat: none.
# == imagine | check_imagine(imagine, Memory)
def imagine(hand, trick, memory, their_bid):
# %% the same again
    table = [card for card, _ in trick]
    return [card for card in possible(hand, memory) if card not in table][: len(hand) - len(trick)]
# says: Step 5, imagined hands: wrong. You imagine the same hand again and again. Draw it at random.
# %% a card too many
    return random.sample(possible(hand, memory), len(hand))
# says: Step 5, imagined hands: wrong. The other holds 4 different cards here. You imagine 5 cards, 5 of them different: C03 H10 S03 S08 S13. (`random.sample` draws no card twice.)
# %% draws until the bid fits, for ever
    table = [card for card, _ in trick]
    pool = [card for card in possible(hand, memory) if card not in table]
    while True:
        cards = random.sample(pool, len(hand) - len(trick))
        if expected_tricks(cards) == their_bid:
            return cards
# says: Your `imagine` was still running after
# %% the lead in the other's hand
    return random.sample(sorted(possible(hand, memory)), len(hand) - len(trick))
# says: Hint: The lead is on the table, and `possible` does not know it yet:
# %% the cards played left out of the worth
    size = len(hand) - len(trick)
    pool = [card for card in possible(hand, memory) if card not in [led for led, _ in trick]]
    drawn = [random.sample(pool, size) for _ in range(3)]
    return min(drawn, key=lambda cards: abs(expected_tricks(cards) - their_bid))
# says: The bid tells at the first trick, but not later. Here the other bid 6, and the cards that it has played are worth 6.6 tricks.
# %% the bid left out
    pool = [card for card in possible(hand, memory) if card not in [led for led, _ in trick]]
    return random.sample(pool, len(hand) - len(trick))
# says: the bid tells: hands are no better after a bid of 10 than after 2
# == finish | check_finish(finish, choose)
def finish(mine, other, leading):
    hands, tricks = {True: list(mine), False: list(other)}, 0
    while hands[True]:
        lead = choose(hands[leading], ())
        reply = choose(legal(hands[not leading], ((lead, leading),)), ((lead, leading),))
        hands[leading].remove(lead)
        hands[not leading].remove(reply)
        leading = trick_winner(((lead, leading), (reply, not leading)))
        tricks += leading
    return tricks
# %% cards stay in the hands
# -         hands[leading].remove(lead)
# -         hands[not leading].remove(reply)
# says: Your `finish` was still running after
# %% the leader never changes
# -         leading = trick_winner(((lead, leading), (reply, not leading)))
# -         tricks += leading
# +         tricks += trick_winner(((lead, leading), (reply, not leading)))
# says: Step 5, to the end: wrong. You say 1 tricks, and at the table it is 0. You lead; the other holds D10 S12.
# %% chooses among all cards of a hand
# -         reply = choose(legal(hands[not leading], ((lead, leading),)), ((lead, leading),))
# +         reply = choose(hands[not leading], ((lead, leading),))
# says: `choose` takes any card that it is given, so give it the legal ones alone, to both players.
# == bid | check_rules(bid, play)
# %% beyond the deck
def bid(player_id, opponent_id, hand) -> tuple[int, Memory]:
    return 14, Memory()
# says: Rules: wrong. A fault in 6 of 6 games. Bidding: 14 bid, but a bid is 1 … 13.
# %% a float
def bid(player_id, opponent_id, hand) -> tuple[int, Memory]:
    return expected_tricks(hand), Memory()
# says: Rules: wrong. Your player's answer has the wrong shape, so it was not asked any more. Contract: the first part of the reply must be an int from bid and a WhistCard from play, got float 6.575.
# == play | check_rules(bid, play)
def tricks_after(card, hand, trick, other):
    rest = [held for held in hand if held is not card]
    if trick:
# %% this trick left out when playing second
        return finish(rest, other, beats(card, trick[0][0]))
    reply = choose(legal(other, ((card, "me"),)), ((card, "me"),))
    won = not beats(reply, card)
    return won + finish(rest, [held for held in other if held is not reply], won)
# says: and does not count the trick that it wins now, when it plays second: 
# %% this trick left out when leading
        won = beats(card, trick[0][0])
        return won + finish(rest, other, won)
    reply = choose(legal(other, ((card, "me"),)), ((card, "me"),))
    return finish(rest, [held for held in other if held is not reply], not beats(reply, card))
# says: and does not count the trick that it wins now, when it leads: 
# == play | check_rules(bid, play)
# %% endless in the last trick
def play(player_id, hand, trick, bids, previous) -> tuple[WhistCard, Memory]:
    while len(hand) == 1:
        pass
    return legal(hand, trick)[0], remember(player_id, previous)
# says: Your player took too long over a move, and was not asked any more. Time: this move was still running
# %% a global counter
count = 0

def play(player_id, hand, trick, bids, previous) -> tuple[WhistCard, Memory]:
    global count
    count += 1
    options = legal(hand, trick)
    return options[count % len(options)], remember(player_id, previous)
# says: Line 5 of `play`, your cell:
# %% a global counter, and what is said
seen = []

def play(player_id, hand, trick, bids, previous) -> tuple[WhistCard, Memory]:
    seen.append(hand)
    options = legal(hand, trick)
    return options[len(seen) % len(options)], remember(player_id, previous)
# says: This changes `seen`, which outlives the call.
# %% a search until the clock says so
import time

def play(player_id, hand, trick, bids, previous) -> tuple[WhistCard, Memory]:
    end = time.monotonic() + 0.001
    while time.monotonic() < end:
        pass
    return legal(hand, trick)[0], remember(player_id, previous)
# says: But your player reads a clock, so its answers may differ on another machine
# %% the tricks won before left out
WORLDS = 4

def best_card(hand, trick, memory, my_bid, their_bid):
    worlds = [imagine(hand, trick, memory, their_bid) for _ in range(WORLDS)]
    needed = target(my_bid, their_bid)

    def worth(card):
        won = [tricks_after(card, hand, trick, other) for other in worlds]
        return fmean((tricks >= needed) + TRICK * tricks for tricks in won)

    return max(sorted(legal(hand, trick), key=cheap), key=worth)
# says: But your player asks for its `target`, and forgets the tricks that it has won: in 30 positions it chooses the same card whatever `memory.won` is.
