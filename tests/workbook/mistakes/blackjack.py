# Mistakes by group: after `# ==` what their names begin with, the check that is run, and how each cell begins. After
# `# %%` the rest of a name, and of the cell, or what changes in the cell above (- and +); then what the check must show.
# == total | check_total(total)
def total(cards):
# %% every ace is 11
    return sum(11 if card == 'A' else VALUES[card] for card in cards)
# says: Step 1, hand totals: wrong. 517 of 1,782 hands are wrong. The shortest: A A counts 12, and you said 22.
# %% pictures by their place
    return sum('A23456789TJQK'.index(card) + 1 for card in cards)
# says: Step 1, hand totals: wrong. 1,219 of 1,782 hands are wrong. The shortest: A counts 11, and you said 1.
# %% no return
    best(*low_and_ace(cards))
# says: Step 1, hand totals: wrong. `total` must return a number, not NoneType 'None'. Hand: 2.
# %% int of a letter
    return sum(int(card) for card in cards)
# says: Step 1, hand totals: wrong. Your `total` raised ValueError: invalid literal for int() with base 10: 'A'. Hand: A.
# %% endless with an ace
    low, ace = low_and_ace(cards)
    while ace and low < 21:
        low = best(low, False)
    return low
# says: Your `total` was still running after
# == seventeen | check_seventeen(seventeen)
# %% no move from 17 on
def seventeen(hand):
    move = None
    if total(hand) < 17:
        move = Hit
    if move is None:
        raise NotImplementedError('choose Hit or Stand')
    return move
# says: `seventeen` sets no move for 7 J, which counts 17.
# == total | check_total(total)
# %% bust scores nothing
def best(low, ace):
    return low + 10 if ace and low <= 11 else low if low <= 21 else 0
# says: Here a bust hand keeps its sum
# %% aces always 1
def best(low, ace):
    return low
# says: Step 1, hand totals: not written yet. Every ace still counts 1. Finish `best` in the cell above.
# == dealer | check_dealer(dealer_chances)
def dealer_chances(low, ace, unseen):
    points = best(low, ace)
    if points >= 17:
        return {points if points <= 21 else 0: 1.0}
    chances = {}
    for value, chance in draws(unseen):
        for score, share in dealer_chances(low + value, ace or value == 1, without(unseen, value)).items():
            chances[score] = chances.get(score, 0) + chance * share
    return chances
# %% never stops drawing
# -     points = best(low, ace)
# -     if points >= 17:
# -         return {points if points <= 21 else 0: 1.0}
# says: Step 2, the dealer's chances: wrong. The example in the text: `dealer_chances(16, False, (0, 1, 0, 0, 0, 0, 0, 0, 0, 1))`.
# %% bust keeps its total
# -         return {points if points <= 21 else 0: 1.0}
# +         return {points: 1.0}
# says: A bust dealer scores 0, whatever its cards add up to.
# %% one branch overwrites the other
# -             chances[score] = chances.get(score, 0) + chance * share
# +             chances[score] = chance * share
# says: Step 2, the dealer's chances: wrong. The dealer shows A; unseen, aces to tens: 3 3 4 4 4 4 4 4 4 15.
# %% draws on 17
# -     if points >= 17:
# +     if points > 17:
# says: The dealer stands on exactly 17, and 21 is not bust.
# %% bust is a word
# -         return {points if points <= 21 else 0: 1.0}
# +         return {points if points <= 21 else 'bust': 1.0}
# says: `dealer_chances` has the key 'bust': a score is a whole number, and a bust scores 0.
# %% returns in the loop
# -     return chances
# +         return chances
# says: Is one branch left out, or counted twice?
# == dealer | check_dealer(dealer_chances)
# %% the stub
def dealer_chances(low, ace, unseen):
    """The dealer."""
    chances = {}
    return chances
# says: Step 2, the dealer's chances: not written yet. `dealer_chances` returns nothing so far. Write it in the cell above.
# %% the cards never run out
def dealer_chances(low, ace, unseen):
    chances = {}
    for value, chance in draws(unseen):
        for score, share in dealer_chances(low + value, ace or value == 1, unseen).items():
            chances[score] = chances.get(score, 0) + chance * share
    return chances
# says: Step 2, the dealer's chances: wrong. Your `dealer_chances` raised RecursionError: maximum recursion depth exceeded. The example in the text: `dealer_chances(16, False
# == expectation | check_expectation(stand, hit, double)
# %% the stubs
def stand(low, ace, wins, unseen):
    return 0.0


hit = double = stand
# says: Step 3, what a move is worth: not written yet. `stand`, `hit` and `double` all say 0 so far. Write them in the cell above, `stand` first.
# %% a tie wins
def stand(low, ace, wins, unseen):
    points = best(low, ace)
    return 2 * wins[min(points + 1, 21)] - 1 if points <= 21 else -1.0
# says: Step 3, what a move is worth: wrong. Compared with the exact expectations:
# %% stand knows no bust
def stand(low, ace, wins, unseen):
    return 2 * wins[best(low, ace)] - 1
# says: Step 3, what a move is worth: wrong. Your `stand` raised IndexError: tuple index out of range. A bust hand, `low` 22, no ace; the dealer shows
# %% stand thinks little of a bust
def stand(low, ace, wins, unseen):
    points = best(low, ace)
    return 2 * wins[points] - 1 if points <= 21 else 0.0
# says: `stand` of a bust hand, 22, is worth −1, and you say +0.000
# %% bust asks beyond the table
def double(low, ace, wins, unseen):
    return 2 * sum(chance * wins[low + value] for value, chance in draws(unseen))
# says: Step 3, what a move is worth: wrong. Your `double` raised IndexError: tuple index out of range. You hold K 2 (12), the dealer shows A, and 49 cards are unseen
# %% hit counts one card only
def hit(low, ace, wins, unseen):
    return sum(chance * stand(low + value, ace or value == 1, wins, unseen) for value, chance in draws(unseen))
# says: Step 3, what a move is worth: wrong. Compared with the exact expectations:
# == best move | check_best_move(best_move)
def best_move(hand, upcard, unseen, may_double):
# %% stands on 17
    return Hit if total(hand) < 17 else Stand
# says: Step 3, the best move: not written yet. `best_move` still hits below 17 and stands from 17 on. Let it compare what the moves are worth.
# %% doubles whenever it may
    return Double if may_double else Stand
# says: Step 3, the best move: wrong. 0.5264 chips given away per chip staked, on average over 120 situations. At most 0.005 is right. The costliest moves:
# %% doubles when it may not
    return Double
# says: Step 3, the best move: wrong. `best_move` returns Double, and may not here: `may_double` is False. You hold 8 Q (18), the dealer shows A, and 21 cards are unseen (aces to
# %% the word
    return 'hit'
# says: Step 3, the best move: wrong. `best_move` must return one of Stand, Hit here, not 'hit'. You hold 8 Q (18), the dealer shows A, and 21 cards are unseen (aces 
# %% the best of the moves themselves
    return max(worths(hand, upcard, unseen, may_double))
# says: `max(found, key=found.get)`
# == remember | check_remember(remember)
def remember(hand, stake, previous):
    if previous is None:
        return Memory()
# %% only the hand before
    return Memory("".join(previous[0]))
# says: Keep what the memory holds, and add the cards of the hand before behind it
# %% the cards sorted
    cards, memory = previous
    if len(hand) > 2 or stake > 10:
        return memory
    return Memory(seen="".join(sorted(memory.seen + "".join(cards))))
# says: not in the order in which they went
# %% the text of the tuple
    cards, memory = previous
    if len(hand) > 2 or stake > 10:
        return memory
    return Memory(seen=memory.seen + str(cards))
# says: Step 4, remember: wrong. `seen` holds more than cards:
# == remember | check_remember(remember)
# %% nothing
def remember(hand, stake, previous) -> Memory:
    return Memory()
# says: Step 4, remember: not written yet. `remember` never keeps a card so far. Write it in the cell above.
# %% at every move
def remember(hand, stake, previous) -> Memory:
    if previous is None:
        return Memory()
    return Memory(previous[1].seen + ''.join(previous[0]))
# says: Step 4, remember: wrong. Hand 3 of the round, your move number 2 in it. `seen` must hold the cards that are gone.
# %% the last hand only
def remember(hand, stake, previous) -> Memory:
    return Memory() if previous is None else Memory(''.join(previous[0]))
# says: Step 4, remember: wrong. Hand 3 of the round, your move number 1 in it. `seen` must hold the cards that are gone.
# %% all in a global
GONE = []
def remember(hand, stake, previous) -> Memory:
    if previous is None:
        GONE.clear()
    elif len(hand) == 2 and stake == 10:
        GONE.extend(previous[0])
    return Memory(''.join(GONE))
# says: The answers are right, but your code keeps something outside its memory.
# says: This changes `GONE`, which outlives the call.
# == aces | check_aces(count_aces)
# %% only the table
def count_aces(player_id, hand, visible, stake, chips, previous) -> tuple[Move, Memory]:
    return (Stand if visible.count('A') >= 2 else Hit), remember(hand, stake, previous)
# says: Step 4, counting aces: wrong. 8 of 81 moves are wrong. At the first of them you returned Hit.
# %% never ends
def count_aces(player_id, hand, visible, stake, chips, previous) -> tuple[Move, Memory]:
    while visible.count('A') < 4:
        pass
    return Stand, remember(hand, stake, previous)
# says: Time: this move was still running after
# %% the table never shows four
def count_aces(player_id, hand, visible, stake, chips, previous) -> tuple[Move, Memory]:
    return (Stand if visible.count('A') > 4 else Hit), remember(hand, stake, previous)
# says: Step 4, counting aces: wrong.
# == bet | check_extra_bet(extra_bet)
def extra_bet(worth, chips):
# %% against the odds
    return int(abs(worth) * chips / 2)
# says: Step 5, the bet: wrong. Look at:
# %% a fraction
    return max(worth, 0) * chips / 2
# says: Step 5, the bet: wrong. A bet is a whole number (an int), not float '0.0'. Standing is worth -1.00 per chip, and you hold 0 chips.
# %% more than there is
    return int(max(worth, 0) * 3 * chips)
# says: Step 5, the bet: wrong. Look at:
# %% everything whenever the odds are good
    return chips if worth > 0 else 0
# says: not all of 200 chips when standing is worth no more than +0.1; but at +0.10 with 200 chips you bet 200
# %% the same at all good odds
    return min(chips, 10) if worth > 0 else 0
# says: more of 1000 chips at +0.5 than at +0.1; but at +0.50 with 1000 chips you bet 10
# == play | check_rules(play)
def play(player_id, hand, visible, stake, chips, previous) -> tuple[Move, None]:
# %% hits for ever
    return Hit, None
# says: Rules: right. 162 moves in 3 games, and none against the rules.
# %% a bet beyond the chips
    return Bet(chips + 1), None
# says: Rules: wrong. A fault in 3 of 3 games. Stakes: B 191, but only 190 chips are left.
# %% endless on a pair
    while hand[0] == hand[1]:
        pass
    return Stand, None
# says: Your player took too long over a move, and was not asked any more. Time: this move was still running
# %% bets again after a bet
    if seventeen(hand) is Hit:
        return Hit, None
    return (Bet(1) if chips and stake < 15 else Stand), None
# says: No move against the rules. But your player bet 5 times in one hand.
# %% a move as text
    return "Hit", None
# says: the first part of the reply must be Hit, Stand, Double or Bet(n), got str 'Hit': write the move without quotation marks.
# == first play | check_rules(first_play)
# %% Hit called
def seventeen(hand):
    return Hit() if total(hand) < 17 else Stand
# says: `Hit`, `Stand` and `Double` are values: write them without parentheses.
# == seventeen | check_seventeen(seventeen)
def seventeen(hand):
# %% the stub
    raise NotImplementedError("choose Hit or Stand")
# says: Step 1, hit below 17: not written yet. Choose Hit or Stand in the cell above.
# %% hits on 17 too
    return Hit if total(hand) <= 17 else Stand
# says: which counts 17, you return Hit, and the dealer's rule is Stand.
# %% counts every ace as 1
    return Hit if low_and_ace(hand)[0] < 17 else Stand
# says: With A 6, which counts 17, you return Hit, and the dealer's rule is Stand.
# %% a word
    return "Hit" if total(hand) < 17 else "Stand"
# says: `seventeen` must return Hit or Stand, not 'Hit'.
