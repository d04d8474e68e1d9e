# Typical mistakes in the Blackjack notebook: the name of each and the check that is run, what a cell holds in place of the
# solution, and how the first line of what the check shows must begin or what it must hold.
# %% total: aces always 1 | check_total(total)
def best(low, ace):
    return low
# says: Step 1, hand totals: not written yet. Every ace still counts 1. Finish `best` in the cell above.
# %% total: every ace is 11 | check_total(total)
def total(cards):
    return sum(11 if card == 'A' else VALUES[card] for card in cards)
# says: Step 1, hand totals: wrong. 517 of 1,782 hands are wrong. The shortest: A A counts 12, and you said 22.
# %% total: pictures by their place | check_total(total)
def total(cards):
    return sum('A23456789TJQK'.index(card) + 1 for card in cards)
# says: Step 1, hand totals: wrong. 1,219 of 1,782 hands are wrong. The shortest: A counts 11, and you said 1.
# %% total: no return | check_total(total)
def total(cards):
    best(*low_and_ace(cards))
# says: Step 1, hand totals: wrong. `total` must return a number, not NoneType 'None'. Hand: 2.
# %% total: int of a letter | check_total(total)
def total(cards):
    return sum(int(card) for card in cards)
# says: Step 1, hand totals: wrong. Your `total` raised ValueError: invalid literal for int() with base 10: 'A'. Hand: A.
# %% total: endless with an ace | check_total(total)
def total(cards):
    low, ace = low_and_ace(cards)
    while ace and low < 21:
        low = best(low, False)
    return low
# says: Your `total` was still running after
# %% dealer: the stub | check_dealer(dealer_chances)
def dealer_chances(low, ace, unseen):
    """The dealer."""
    chances = {}
    return chances
# says: Step 2, the dealer's chances: not written yet. `dealer_chances` returns nothing so far. Write it in the cell above.
# %% dealer: never stops drawing | check_dealer(dealer_chances)
def dealer_chances(low, ace, unseen):
    chances = {}
    for value, chance in draws(unseen):
        for score, share in dealer_chances(low + value, ace or value == 1, without(unseen, value)).items():
            chances[score] = chances.get(score, 0) + chance * share
    return chances
# says: Step 2, the dealer's chances: wrong. It was asked for `dealer_chances(16, False, (0, 1, 0, 0, 0, 0, 0, 0, 0, 1))`.
# %% dealer: the cards never run out | check_dealer(dealer_chances)
def dealer_chances(low, ace, unseen):
    chances = {}
    for value, chance in draws(unseen):
        for score, share in dealer_chances(low + value, ace or value == 1, unseen).items():
            chances[score] = chances.get(score, 0) + chance * share
    return chances
# says: Step 2, the dealer's chances: wrong. Your `dealer_chances` raised RecursionError: maximum recursion depth exceeded. It was asked for `dealer_chances(16, False
# %% dealer: bust keeps its total | check_dealer(dealer_chances)
def dealer_chances(low, ace, unseen):
    points = best(low, ace)
    if points >= 17:
        return {points: 1.0}
    chances = {}
    for value, chance in draws(unseen):
        for score, share in dealer_chances(low + value, ace or value == 1, without(unseen, value)).items():
            chances[score] = chances.get(score, 0) + chance * share
    return chances
# says: Step 2, the dealer's chances: wrong. The dealer shows A; unseen, aces to tens: 3 3 4 4 4 4 4 4 4 15.
# %% dealer: one branch overwrites the other | check_dealer(dealer_chances)
def dealer_chances(low, ace, unseen):
    points = best(low, ace)
    if points >= 17:
        return {points if points <= 21 else 0: 1.0}
    chances = {}
    for value, chance in draws(unseen):
        for score, share in dealer_chances(low + value, ace or value == 1, without(unseen, value)).items():
            chances[score] = chance * share
    return chances
# says: Step 2, the dealer's chances: wrong. The dealer shows A; unseen, aces to tens: 3 3 4 4 4 4 4 4 4 15.
# %% expectation: the stubs | check_expectation(stand, hit, double)
def stand(low, ace, wins, unseen):
    return 0.0


hit = double = stand
# says: Step 3, what a move is worth: not written yet. `stand`, `hit` and `double` all say 0 so far. Write them in the cell above, `stand` first.
# %% expectation: a tie wins | check_expectation(stand, hit, double)
def stand(low, ace, wins, unseen):
    points = best(low, ace)
    return 2 * wins[min(points + 1, 21)] - 1 if points <= 21 else -1.0
# says: Step 3, what a move is worth: wrong. Compared with the exact expectations:
# %% expectation: bust asks beyond the table | check_expectation(stand, hit, double)
def double(low, ace, wins, unseen):
    return 2 * sum(chance * wins[low + value] for value, chance in draws(unseen))
# says: Step 3, what a move is worth: wrong. Your `double` raised IndexError: tuple index out of range. You hold K 2 (12), the dealer shows A, and 49 cards are unseen
# %% expectation: hit counts one card only | check_expectation(stand, hit, double)
def hit(low, ace, wins, unseen):
    return sum(chance * stand(low + value, ace or value == 1, wins, unseen) for value, chance in draws(unseen))
# says: Step 3, what a move is worth: wrong. Compared with the exact expectations:
# %% best move: stands on 17 | check_best_move(best_move)
def best_move(hand, upcard, unseen, may_double):
    return Hit if total(hand) < 17 else Stand
# says: Step 3, the best move: not written yet. `best_move` still hits below 17 and stands from 17 on. Let it compare what the moves are worth.
# %% best move: doubles whenever it may | check_best_move(best_move)
def best_move(hand, upcard, unseen, may_double):
    return Double if may_double else Stand
# says: Step 3, the best move: wrong. 0.5264 chips given away per chip staked, on average over 120 situations. At most 0.005 is right. The costliest moves:
# %% best move: doubles when it may not | check_best_move(best_move)
def best_move(hand, upcard, unseen, may_double):
    return Double
# says: Step 3, the best move: wrong. `best_move` must return one of Stand, Hit here, not 'D'. You hold 8 Q (18), the dealer shows A, and 21 cards are unseen (aces to
# %% best move: the word | check_best_move(best_move)
def best_move(hand, upcard, unseen, may_double):
    return 'hit'
# says: Step 3, the best move: wrong. `best_move` must return one of Stand, Hit here, not 'hit'. You hold 8 Q (18), the dealer shows A, and 21 cards are unseen (aces 
# %% remember: nothing | check_remember(remember)
def remember(hand, stake, previous) -> Memory:
    return Memory()
# says: Step 4, remember: not written yet. `remember` never keeps a card so far. Write it in the cell above.
# %% remember: at every move | check_remember(remember)
def remember(hand, stake, previous) -> Memory:
    if previous is None:
        return Memory()
    return Memory(previous[1].seen + ''.join(previous[0]))
# says: Step 4, remember: wrong. Hand 3 of the round, your move number 2 in it. `seen` must hold the cards that are gone.
# %% remember: the last hand only | check_remember(remember)
def remember(hand, stake, previous) -> Memory:
    return Memory() if previous is None else Memory(''.join(previous[0]))
# says: Step 4, remember: wrong. Hand 3 of the round, your move number 1 in it. `seen` must hold the cards that are gone.
# %% aces: only the table | check_aces(count_aces)
def count_aces(player_id, hand, visible, stake, chips, previous) -> tuple[Move, Memory]:
    return (Stand if visible.count('A') >= 2 else Hit), remember(hand, stake, previous)
# says: Step 4, counting aces: wrong. 8 of 81 moves are wrong. First: Hit.
# %% aces: never ends | check_aces(count_aces)
def count_aces(player_id, hand, visible, stake, chips, previous) -> tuple[Move, Memory]:
    while visible.count('A') < 4:
        pass
    return Stand, remember(hand, stake, previous)
# says: Time: this move was still running after
# %% bet: against the odds | check_extra_bet(extra_bet)
def extra_bet(worth, chips):
    return int(abs(worth) * chips / 2)
# says: Step 5, the bet: wrong. Look at:
# %% bet: a fraction | check_extra_bet(extra_bet)
def extra_bet(worth, chips):
    return max(worth, 0) * chips / 2
# says: Step 5, the bet: wrong. A bet is a whole number (an int), not float '0.0'. Standing is worth -1.00 per chip, and you hold 0 chips.
# %% bet: more than there is | check_extra_bet(extra_bet)
def extra_bet(worth, chips):
    return int(max(worth, 0) * 3 * chips)
# says: Step 5, the bet: wrong. Look at:
# %% play: hits for ever | check_rules(play)
def play(player_id, hand, visible, stake, chips, previous) -> tuple[Move, None]:
    return Hit, None
# says: Rules: right. 162 moves in 3 games, and none against the rules.
# %% play: a bet beyond the chips | check_rules(play)
def play(player_id, hand, visible, stake, chips, previous) -> tuple[Move, None]:
    return Bet(chips + 1), None
# says: Rules: wrong. A fault in 3 of 3 games. Stakes: B 191, but only 190 chips are left.
# %% play: endless on a pair | check_rules(play)
def play(player_id, hand, visible, stake, chips, previous) -> tuple[Move, None]:
    while hand[0] == hand[1]:
        pass
    return Stand, None
# says: Your player took too long over a move, and was not asked any more. Time: this move was still running
# %% play: bets again after a bet | check_rules(play)
def play(player_id, hand, visible, stake, chips, previous) -> tuple[Move, None]:
    if seventeen(hand) is Hit:
        return Hit, None
    return (Bet(1) if chips and stake < 15 else Stand), None
# says: No move against the rules. But your player bet 5 times in one hand.
# %% play: a move as text | check_rules(play)
def play(player_id, hand, visible, stake, chips, previous) -> tuple[Move, None]:
    return "Hit", None
# says: the first part of the reply must be Hit, Stand, Double or Bet(n), got str 'Hit': write the move without quotation marks.
# %% best move: the best of the moves themselves | check_best_move(best_move)
def best_move(hand, upcard, unseen, may_double):
    return max(worths(hand, upcard, unseen, may_double))
# says: `max(found, key=found.get)`
# %% first play: Hit called | check_rules(first_play)
def seventeen(hand):
    return Hit() if total(hand) < 17 else Stand
# says: `Hit`, `Stand` and `Double` are values: write them without parentheses.
# %% remember: only the hand before | check_remember(remember)
def remember(hand, stake, previous):
    if previous is None:
        return Memory()
    return Memory("".join(previous[0]))
# says: Keep what the memory holds, and add the cards of the hand before behind it
# %% dealer: draws on 17 | check_dealer(dealer_chances)
def dealer_chances(low, ace, unseen):
    points = best(low, ace)
    if points > 17:
        return {points if points <= 21 else 0: 1.0}
    chances = {}
    for value, chance in draws(unseen):
        for score, share in dealer_chances(low + value, ace or value == 1, without(unseen, value)).items():
            chances[score] = chances.get(score, 0) + chance * share
    return chances
# says: The dealer stands on exactly 17, and 21 is not bust.
# %% remember: the cards sorted | check_remember(remember)
def remember(hand, stake, previous):
    if previous is None:
        return Memory()
    cards, memory = previous
    if len(hand) > 2 or stake > 10:
        return memory
    return Memory(seen="".join(sorted(memory.seen + "".join(cards))))
# says: not in the order in which they went
# %% remember: the text of the tuple | check_remember(remember)
def remember(hand, stake, previous):
    if previous is None:
        return Memory()
    cards, memory = previous
    if len(hand) > 2 or stake > 10:
        return memory
    return Memory(seen=memory.seen + str(cards))
# says: Step 4, remember: wrong. `seen` holds more than cards:
# %% aces: the table never shows four | check_aces(count_aces)
def count_aces(player_id, hand, visible, stake, chips, previous) -> tuple[Move, Memory]:
    return (Stand if visible.count('A') > 4 else Hit), remember(hand, stake, previous)
# says: Step 4, counting aces: wrong.
# %% seventeen: the stub | check_seventeen(seventeen)
def seventeen(hand):
    raise NotImplementedError("choose Hit or Stand")
# says: Step 1, hit below 17: not written yet. Choose Hit or Stand in the cell above.
# %% seventeen: hits on 17 too | check_seventeen(seventeen)
def seventeen(hand):
    return Hit if total(hand) <= 17 else Stand
# says: which counts 17, you return Hit, and the dealer's rule is Stand.
# %% seventeen: counts every ace as 1 | check_seventeen(seventeen)
def seventeen(hand):
    return Hit if low_and_ace(hand)[0] < 17 else Stand
# says: With A 6, which counts 17, you return Hit, and the dealer's rule is Stand.
# %% seventeen: a word | check_seventeen(seventeen)
def seventeen(hand):
    return "Hit" if total(hand) < 17 else "Stand"
# says: `seventeen` must return Hit or Stand, not 'Hit'.
# %% bet: everything whenever the odds are good | check_extra_bet(extra_bet)
def extra_bet(worth, chips):
    return chips if worth > 0 else 0
# says: not all of 200 chips when standing is worth no more than +0.1; but at +0.10 with 200 chips you bet 200
# %% bet: the same at all good odds | check_extra_bet(extra_bet)
def extra_bet(worth, chips):
    return min(chips, 10) if worth > 0 else 0
# says: more of 1000 chips at +0.5 than at +0.1; but at +0.50 with 1000 chips you bet 10
