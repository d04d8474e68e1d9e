# Mistakes by group: after `# ==` what their names begin with, the check that is run, and how each cell begins. After
# `# %%` the rest of a name, and of the cell, or what changes in the cell above (- and +); then what the check must show.
# == legal | check_legal(legal)
def legal(hand, trick, first_trick, hearts_broken):
    allowed = list(hand)
    if trick:
        allowed = [card for card in hand if card.suit is trick[0][0].suit] or allowed
        if first_trick:
            allowed = [card for card in allowed if not points(card)] or allowed
    elif first_trick:
        allowed = [Card('C2')]
    elif not hearts_broken:
        allowed = [card for card in hand if card.suit is not Suit.HEARTS] or allowed
    return allowed
# %% Breaking forgotten
# -     elif not hearts_broken:
# -         allowed = [card for card in hand if card.suit is not Suit.HEARTS] or allowed
# says: Step 2, legal cards: wrong. 603 of 3,165 positions are wrong. The simplest of them:
# %% the flag for the first trick inverted
# -         if first_trick:
# +         if not first_trick:
# -     elif first_trick:
# +     elif not first_trick:
# says: Step 2, legal cards: wrong. 1,579 of 3,165 positions are wrong. The simplest of them:
# %% Leading forgotten
# -     elif first_trick:
# -         allowed = [Card('C2')]
# says: Step 2, legal cards: wrong. 60 of 3,165 positions are wrong. The simplest of them:
# %% only hearts bleed
# -             allowed = [card for card in allowed if not points(card)] or allowed
# +             allowed = [card for card in allowed if card.suit is not Suit.HEARTS] or allowed
# says: Step 2, legal cards: wrong. 16 of 3,165 positions are wrong. The simplest of them:
# %% hearts broken taken the other way round
# -     elif not hearts_broken:
# +     elif hearts_broken:
# says: Step 2, legal cards: wrong. 952 of 3,165 positions are wrong. The simplest of them:
# %% no card left on the first trick
# -             allowed = [card for card in allowed if not points(card)] or allowed
# +             allowed = [card for card in allowed if not points(card)]
# says: Step 2, legal cards: wrong. 2 of 3,165 positions are wrong. The simplest of them:
# == legal | check_legal(legal)
def legal(hand, trick, first_trick, hearts_broken):
# %% the stub
    return list(hand)
# says: Step 2, legal cards: not written yet. `legal` still allows every card of the hand. Write it in the cell above.
# %% a while loop that never ends
    allowed = []
    while len(allowed) < len(hand):
        for card in hand:
            if trick and card.suit is trick[0][0].suit:
                allowed.append(card)
    return allowed or list(hand)
# says: Your `legal` was still running after
# %% while True without break
    place = 0
    while True:
        if hand[place].suit is not Suit.HEARTS:
            place = 0
    return list(hand)
# says: Your `legal` was still running after
# %% a compiled loop
    return [card for card in hand if sum(iter(int, 1))]
# says: Your `legal` was still running after
# %% catches everything in a loop
    while True:
        try:
            return [card for card in hand if card.suit is trick[0].suit]
        except:
            pass
# says: Your `legal` was still running after
# %% waits for input that never comes
    import time
    time.sleep(3600)
    return list(hand)
# says: nearly all of it asleep; 10 s is allowed
# %% a trick taken for cards
    if trick:
        return [card for card in hand if card.suit is trick[0].suit] or list(hand)
    return list(hand)
# says: Step 2, legal cards: wrong. Your `legal` raised AttributeError: 'tuple' object has no attribute 'suit'.
# %% no return
    allowed = [card for card in hand if not trick or card.suit is trick[0][0].suit]
# says: Step 2, legal cards: wrong. `legal` must return a list of cards. It returned None: is a `return` missing?
# %% returns one card
    return hand[0]
# says: Step 2, legal cards: wrong. `legal` must return a list of cards, not one card: for a single card return [Card('H3')].
# %% returns text
    return [card.text for card in hand]
# says: Step 2, legal cards: wrong. `legal` must return a list of cards, and this list holds text: 'H3' is not a card. Return the cards of `hand`.
# %% returns a set
    return set(hand)
# says: Step 2, legal cards: wrong. `legal` must return a list of cards, not a set (which has no order).
# %% returns a generator
    return (card for card in hand)
# says: Step 2, legal cards: wrong. `legal` must return a list of cards, not a generator: write [...] in place of (...).
# %% compares a suit with text
    if trick:
        return [card for card in hand if card.suit == trick[0][0].suit] or list(hand)
    return [card for card in hand if card.suit != "H"] or list(hand)
# says: Step 2, legal cards: wrong. 705 of 3,165 positions are wrong. The simplest of them:
# %% no card when void
    if trick:
        return [card for card in hand if card.suit is trick[0][0].suit]
    return list(hand)
# says: Step 2, legal cards: wrong. 1,207 of 3,165 positions are wrong. The simplest of them:
# %% a name that is not defined
    return [card for card in hand if card.suit is lead_suit] or list(hand)
# says: Step 2, legal cards: wrong. Your `legal` raised NameError: name 'lead_suit' is not defined.
# %% an index beyond the trick
    return [card for card in hand if card.suit is trick[1][0].suit] or list(hand)
# says: Step 2, legal cards: wrong. Your `legal` raised IndexError: tuple index out of range.
# %% calls itself for ever
    return legal(hand, trick, first_trick, hearts_broken)
# says: Step 2, legal cards: wrong. Your `legal` raised RecursionError: maximum recursion depth exceeded.
# %% changes the hand
    hand.remove(hand[0])
    return list(hand)
# says: Step 2, legal cards: wrong. Your `legal` raised AttributeError: 'tuple' object has no attribute 'remove'.
# %% ends the process
    import os
    os._exit(1)
# says: Step 2, legal cards: wrong. Your `legal` ended the whole process (exit code 1).
# %% exits
    raise SystemExit
# says: Step 2, legal cards: wrong. Your `legal` raised SystemExit.
# %% prints a lot
    for card in hand:
        print(card)
    return list(hand)[:1]
# says: Step 2, legal cards: wrong. 2,793 of 3,165 positions are wrong. The simplest of them:
# %% a member of Suit in small letters
    if trick:
        return [card for card in hand if card.suit is trick[0][0].suit] or list(hand)
    return [card for card in hand if card.suit is not Suit.Hearts] or list(hand)
# says: Hint: Suits are written in capitals: `Suit.CLUBS`, `Suit.DIAMONDS`, `Suit.SPADES`, `Suit.HEARTS`.
# %% an attribute that cards lack
    return [card for card in hand if card.value > 0]
# says: Hint: A card has a suit, `card.suit`, a rank, `card.rank`, and a name, `card.text`.
# %% the same card twice
    allowed = []
    for card in hand:
        if not trick or card.suit is trick[0][0].suit:
            allowed.append(card)
        if card.suit is Suit.HEARTS and hearts_broken:
            allowed.append(card)
    return allowed or list(hand)
# says: Step 2, legal cards: wrong. 1,765 of 3,165 positions are wrong. The simplest of them:
# %% asks somebody
    return [Card(input("Which card? "))]
# says: Your `legal` raised EOFError: input() has nobody to ask
# %% in another order
    return legal_cards(hand, trick, first_trick=first_trick, hearts_broken=hearts_broken)[::-1]


from playfunc import legal_cards
# says: The cards are right, but they should come once each, in hand order: H3 H5. You return H5 H3.
# == legal | check_legal(legal)
# %% too few parameters
def legal(hand, trick):
    return list(hand)
# says: Step 2, legal cards: wrong. Your `legal` raised TypeError: legal() takes 2 positional arguments but 4 were given.
# %% counts without end
import itertools


def legal(hand, trick, first_trick, hearts_broken):
    return [hand[max(itertools.count())]]
# says: Your `legal` was still running after
# == choose | check_choose(choose)
def choose(options, trick, taken):
# %% the stub
    return options[0]
# says: Step 3, a rule of thumb: not written yet. `choose` still plays the first card it is offered. Write it in the cell above.
# %% the lowest card always
    return min(options)
# says: Step 3, a rule of thumb: different from the rule of thumb. Your card is the usual one in 6 of 16 situations. The first that you see differently:
# %% an own opinion on one situation
    if not trick:
        return max(options, key=lead_value)
    if options[0].suit is trick[0][0].suit:
        return follow(options, trick, taken)
    return max(options, key=lambda card: card.rank)
# says: Step 3, a rule of thumb: different from the rule of thumb. Your card is the usual one in 14 of 16 situations. The first that you see differently:
# %% the name of a card
    return options[0].text
# says: Step 3, a rule of thumb: wrong. `choose` must return one of the options, not text: the name of a card is not a card: return Card("H4").
# %% no return
    best = min(options)
# says: Step 3, a rule of thumb: wrong. `choose` must return one of the options. It returned None: is a `return` missing?
# %% max of nothing
    return max(card for card in options if card.suit is Suit.CLUBS)
# says: Step 3, a rule of thumb: wrong. Your `choose` raised ValueError: max() arg is an empty sequence.
# %% endless
    place = 0
    while options[place] is not Card('SQ'):
        place = (place + 1) % len(options)
    return options[place]
# says: Your `choose` was still running after
# %% a card that is not offered
    return Card('C2')
# says: Step 3, a rule of thumb: wrong. `choose` must return one of the options, and C2 is not among them.
# %% a pair is compared with a card
    return max(options, key=lambda card: card > trick[0])
# says: Step 3, a rule of thumb: wrong. Your `choose` raised TypeError: '>' not supported between instances of 'Card' and 'tuple'.
# %% a list of one card
    return options[:1]
# says: Step 3, a rule of thumb: wrong. `choose` must return one of the options, not a list of cards: return one card of it.
# %% the place of a card
    return options.index(max(options))
# says: Step 3, a rule of thumb: wrong. `choose` must return one of the options, not a number. A place in the list is not a card: return `
# %% removes a card that may not be there
    options.remove(Card("SQ"))
    return options[0]
# says: Hint: The list does not hold this value. Look first, with `in`.
# %% a key that is no function
    return max(options, key=options[0].rank)
# says: Hint: What stands before the parentheses, or behind `key=`, must be a function, such as `key=lambda card: card
# %% ducks with the highest, the queen or not
    if not trick:
        return max(options, key=lead_value)
    if options[0].suit is not trick[0][0].suit:
        return max(options, key=lambda card: (points(card), card.rank))
    top = max(card for card, _ in trick if card.suit is options[0].suit)
    losing = [card for card in options if card < top]
    others = [card for card in options if card is not QUEEN] or options
    return max(losing) if losing else others[-1] if len(trick) == len(taken) - 1 else others[0]
# says: give away the queen before a higher card
# %% wins with the highest before others
    if not trick:
        return max(options, key=lead_value)
    if options[0].suit is not trick[0][0].suit:
        return max(options, key=lambda card: (points(card), card.rank))
    return follow(options, trick, (0,) * (len(trick) + 1))
# says: Win with the lowest before others (4 players)
# %% discards points, and else the first card
    if not trick:
        return max(options, key=lead_value)
    if options[0].suit is trick[0][0].suit:
        return follow(options, trick, taken)
    return max(options, key=points)
# says: Void: discard the highest rank (2 players)
# == choose | check_choose(choose)
# %% leads a high heart
def lead_value(card):
    return card is not QUEEN, card.suit is not Suit.SPADES, card.rank
# says: Lead no heart early (2 players)
# == gone | check_gone(gone_so_far)
def gone_so_far(previous):
# %% the stub
    return '' if previous is None else previous[1]
# says: Step 4, memory as text: not written yet. `gone_so_far` never adds a card so far. Finish it in the cell of your first player.
# %% forgets the older tricks
    if previous is None:
        return ''
    return ' '.join(card.text for card, _ in previous[0])
# says: Step 4, memory as text: wrong. The text does not name the cards that are gone.
# %% a list in place of text
    if previous is None:
        return []
    return previous[1] + [card.text for card, _ in previous[0]]
# says: Step 4, memory as text: wrong. `gone_so_far` must return text, not list.
# %% no blanks between tricks
    if previous is None:
        return ''
    return previous[1] + ' '.join(card.text for card, _ in previous[0])
# says: Step 4, memory as text: wrong. The text does not name the cards that are gone.
# %% previous taken for the trick
    if previous is None:
        return ''
    return ' '.join(card.text for card, _ in previous)
# says: Step 4, memory as text: wrong. Your `gone_so_far` raised AttributeError: 'tuple' object has no attribute 'text'.
# %% adds the players too
    if previous is None:
        return ''
    return previous[1] + ' ' + ' '.join(f'{card} {who}' for card, who in previous[0])
# says: Step 4, memory as text: wrong. The text does not name the cards that are gone.
# %% keeps it in a global
    global kept
    kept = globals().get('kept', '')
    if previous is not None:
        kept += ' ' + ' '.join(card.text for card, _ in previous[0])
    return kept
# says: Step 4, memory as text: wrong. The text does not name the cards that are gone.
# %% appends to text
    if previous is None:
        return ""
    trick, gone = previous
    for card, player in trick:
        gone.append(card.text)
    return gone
# says: Hint: Text cannot be changed. Put pieces together: `text + " " + card.text`, or `" ".join(names)`.
# %% None is not looked at
    trick, gone = previous
    return gone + " " + " ".join(card.text for card, player in trick)
# says: Hint: Something here is `None`: `previous` at the beginning of a hand or game, or what a function gives that has no 
# %% adds a card to text
    gone = ""
    if previous is not None:
        trick, gone = previous
        for card, player in trick:
            gone = gone + " " + card
    return gone
# says: Hint: A card is not text. Its name is: `card.text`.
# %% no return
    gone = "" if previous is None else previous[1]
# says: `gone_so_far` must return text. It returned None: is a `return` missing?
# == lead hearts | check_lead_hearts(lead_hearts)
# %% only what lies in the last trick
def lead_hearts(player_id, hand, trick, previous) -> tuple[Card, str]:
    broken = previous is not None and any(c.suit is Suit.HEARTS for c, _ in previous[0])
    options = legal(hand, trick, previous is None, broken)
    hearts = [c for c in options if c.suit is Suit.HEARTS]
    return (hearts if hearts and not trick else options)[0], ''
# says: Step 4, leading hearts: wrong. 5 of 61 times a heart could be led, and was not. The first time:
# %% whatever is allowed first
def lead_hearts(player_id, hand, trick, previous) -> tuple[Card, str]:
    gone = gone_so_far(previous)
    return legal(hand, trick, previous is None, 'H' in gone)[0], gone
# says: Step 4, leading hearts: not written yet. `lead_hearts` never chooses a heart to lead so far. Make sure first that `gone_so_far` is right.
# %% hearts always count as broken
def lead_hearts(player_id, hand, trick, previous) -> tuple[Card, str]:
    options = legal(hand, trick, previous is None, True)
    hearts = [c for c in options if c.suit is Suit.HEARTS]
    return (hearts if hearts and not trick else options)[0], ''
# says: Step 4, leading hearts: wrong. In 7 of 12 hands your player made a fault. Here is one:
# == remember | check_remember(remember)
def remember(player_id, hand, previous) -> Memory:
    seats = 52 // len(hand) if previous is None else len(previous[0])
# %% a fresh memory each time
    return Memory((0,) * seats, (frozenset(),) * seats)
# says: Step 4, memory as a type: not written yet. `remember` returns a fresh Memory every time so far. Write it in the cell above.
# %% only gone
    if previous is None:
        return Memory((0,) * seats, (frozenset(),) * seats)
    trick, old = previous
    return Memory(old.taken, old.void, old.gone | {card for card, _ in trick})
# says: Step 4, memory as a type: partly. Right so far. Some fields are not written yet.
# %% seats counted from the leader
    if previous is None:
        return Memory((0,) * seats, (frozenset(),) * seats)
    trick, old = previous
    taken = list(old.taken)
    players = [player for _, player in trick]
    taken[players.index(trick_winner(trick))] += trick_points(trick)
    return Memory(tuple(taken), old.void, old.gone | {card for card, _ in trick})
# says: Step 4, memory as a type: wrong. `taken` is wrong. The first time:
# %% a list in a frozen memory
    if previous is None:
        return Memory((0,) * seats, (frozenset(),) * seats)
    trick, old = previous
    old.gone.add(trick[0][0])
    return old
# says: Step 4, memory as a type: wrong. Your `remember` raised AttributeError: 'frozenset' object has no attribute 'add'.
# %% assigns to a frozen memory
    if previous is None:
        return Memory((0,) * seats, (frozenset(),) * seats)
    trick, old = previous
    old.gone = old.gone | {card for card, _ in trick}
    return old
# says: Step 4, memory as a type: wrong. Your `remember` raised FrozenInstanceError: cannot assign to field 'gone'.
# %% a dict
    if previous is None:
        return {}
    trick, old = previous
    return {}
# says: Step 4, memory as a type: wrong. This memory cannot be kept: you returned {}, and the return annotation says Memory
# %% None
    if previous is None:
        return Memory((0,) * seats, (frozenset(),) * seats)
    trick, old = previous
    learn(player_id, trick, old)
# says: Step 4, memory as a type: wrong. This memory cannot be kept: you returned None, and the return annotation says Memory
# %% changes a place of a tuple
    memory = Memory(taken=(0,) * seats, void=(frozenset(),) * seats)
    if previous is not None:
        trick, memory = previous
        memory.taken[0] += trick_points(trick)
    return memory
# says: Hint: A tuple cannot be changed: `hand`, `trick` and `DECK` are tuples. Make a list of it first, `cards = list
# %% the winner's id for a place
    memory = Memory(taken=(0,) * seats, void=(frozenset(),) * seats)
    if previous is not None:
        trick, memory = previous
        taken = list(memory.taken)
        taken[trick_winner(trick)] += trick_points(trick)
        memory = Memory(tuple(taken), memory.void, memory.gone)
    return memory
# says: Hint: A list is asked by a place, a number. `trick_winner` gives an id: whose place is that?
# %% a set in place of a frozenset
    memory = Memory(taken=(0,) * seats, void=(set(),) * seats)
    if previous is not None:
        memory = learn(player_id, *previous)
        memory = Memory(memory.taken, [set(each) for each in memory.void], set(memory.gone))
    return memory
# says: Step 4, memory as a type: wrong. This memory cannot be kept: `void` is a list, and Memory says tuple: write tuple(…)
# %% void of the suit that was played
    memory = Memory(taken=(0,) * seats, void=(frozenset(),) * seats)
    if previous is not None:
        trick, old = previous
        memory = learn(player_id, trick, old)
        players = [player for _, player in trick]
        me = players.index(player_id)
        void = list(old.void)
        for place, (card, player) in enumerate(trick):
            if card.suit is not trick[0][0].suit:
                void[(place - me) % len(trick)] |= {card.suit}
        memory = Memory(memory.taken, tuple(void), memory.gone)
    return memory
# says: Step 4, memory as a type: wrong. `void` is wrong. The first time:
# == look ahead | check_look_ahead(look_ahead, World)
def look_ahead(world, tricks, low=0, high=26):
    if not world.trick and (tricks <= 0 or not world.left):
        return estimate(world)
    for card in world.options():
        after = world.play(card)
        cost = look_ahead(after, tricks - (not after.trick), low, high)
        low, high = (low, min(high, cost)) if world.turn == 0 else (max(low, cost), high)
        if low >= high:
            break
    return high if world.turn == 0 else low
# %% alpha-beta cuts too much
# -         return estimate(world)
# +         return estimate(world)
# +     mine = world.turn == 0
# +     best = 26 if mine else 0
# -         low, high = (low, min(high, cost)) if world.turn == 0 else (max(low, cost), high)
# +         best = min(best, cost) if mine else max(best, cost)
# +         if mine:
# +             low = max(low, best)
# +         else:
# +             high = min(high, best)
# -     return high if world.turn == 0 else low
# +     return best
# says: Step 5, looking ahead: wrong. Wrong with 3 cards each. Seat 0 is you:
# %% tricks are never counted down
# -     if not world.trick and (tricks <= 0 or not world.left):
# +     if not world.options():
# -         after = world.play(card)
# -         cost = look_ahead(after, tricks - (not after.trick), low, high)
# +         cost = look_ahead(world.play(card), tricks, low, high)
# says: Hint: Your search plays to the end of the hand, whatever `tricks` says.
# %% always one trick more
# -     if not world.trick and (tricks <= 0 or not world.left):
# +     if not world.trick and (tricks < 0 or not world.left):
# says: by your `estimate` after 2 tricks; yours is
# %% counts points of the past only, no estimate
# -         return estimate(world)
# +         return 26 - world.taken[0] if 26 in world.taken else world.taken[0]
# says: Is `estimate` asked between two tricks only
# == look ahead | check_look_ahead(look_ahead, World)
def look_ahead(world, tricks, low=0, high=26):
# %% the stub
    return estimate(world)
# says: Step 5, looking ahead: not written yet. `look_ahead` only estimates so far, without playing a card. Write it in the cell above.
# %% no end to the recursion
    return min(look_ahead(world.play(card), tricks) for card in world.options()) if world.options() else look_ahead(world, tricks)
# says: Step 5, looking ahead: wrong. Your `look_ahead` raised RecursionError: maximum recursion depth exceeded in comparison.
# %% both seats take the least
    if not world.trick and (tricks <= 0 or not world.left):
        return estimate(world)
    costs = []
    for card in world.options():
        after = world.play(card)
        costs.append(look_ahead(after, tricks - (not after.trick)))
    return min(costs)
# says: Step 5, looking ahead: wrong. Wrong with 3 cards each. Seat 0 is you:
# %% plain minimax
    if not world.trick and (tricks <= 0 or not world.left):
        return estimate(world)
    costs = []
    for card in world.options():
        after = world.play(card)
        costs.append(look_ahead(after, tricks - (not after.trick)))
    return min(costs) if world.turn == 0 else max(costs)
# says: Step 5, looking ahead: partly. Exact in all 155 endings. It looks at 92,643 positions where plain minimax looks at 95,475: alpha-beta needs far fewer.
# %% returns the card
    if not world.options():
        return None
    return min(world.options(), key=lambda card: estimate(world.play(card)))
# says: Step 5, looking ahead: wrong. Wrong with 1 card each. Seat 0 is you:
# %% min of nothing
    return min(look_ahead(world.play(card), tricks) for card in world.options())
# says: Step 5, looking ahead: wrong. Your `look_ahead` raised ValueError: min() arg is an empty sequence.
# %% a loop without end
    while tricks > 0:
        world.play(world.options()[0])
    return estimate(world)
# says: Your `look_ahead` was still running after
# %% a method that is not called
    if not world.trick and (tricks <= 0 or not world.left):
        return estimate(world)
    costs = [look_ahead(world.play(card), tricks - 1) for card in world.options]
    return min(costs) if world.turn == 0 else max(costs)
# says: Hint: Call it: write `()` behind the name.
# %% every card counts as a trick
    if tricks <= 0 or not world.left:
        return estimate(world)
    costs = [look_ahead(world.play(card), tricks - 1) for card in world.options()]
    return min(costs) if world.turn == 0 else max(costs)
# says: Step 5, looking ahead: wrong. Wrong with 1 card each. Seat 0 is you:
# %% cuts before it begins
    if low <= high:
        return estimate(world)
    return min(look_ahead(world.play(card), tricks, low, high) for card in world.options())
# says: in alpha-beta when low >= high (not low <= high)
# == look ahead | check_look_ahead(look_ahead, World)
# %% the player opposite plays with you
def search(world, tricks, low, high):
    mine = world.turn % 2 == 0
    for card in distinct(world):
        after = world.play(card)
        cost = look_ahead(after, tricks - (not after.trick), low, high)
        low, high = (low, min(high, cost)) if mine else (max(low, cost), high)
        if low >= high:
            break
    return high if mine else low
# says: With four players all three others play against seat 0
# == imagine | check_imagine(imagine, remember)
def imagine(hand, trick, memory):
    seats = len(memory.taken)
    leader = -len(trick) % seats
    table = tuple((card, (leader + place) % seats) for place, (card, _) in enumerate(trick))
    seen = memory.gone.union(hand, [card for card, _ in table])
    played = [seat for _, seat in table]
    room = [0, *(len(hand) - (seat in played) for seat in range(1, seats))]
    hands = deal_unseen([card for card in DECK if card not in seen], room, memory.void)
    hidden = (tuple(sorted(other)) for other in hands[1:])
    return World((hand, *hidden), table, 0, memory.taken, memory.hearts_broken)
# %% without the lead
# -     return World((hand, *hidden), table, 0, memory.taken, memory.hearts_broken)
# +     return World((hand, *hidden), table[1:], 0, memory.taken, memory.hearts_broken)
# says: The trick should be what lies on the table, its seats counted from you:
# %% the trick's cards in another order
# -     table = tuple((card, (leader + place) % seats) for place, (card, _) in enumerate(trick))
# +     right = tuple((card, (leader + place) % seats) for place, (card, _) in enumerate(trick))
# +     table = tuple((card, (leader + place) % seats) for place, (card, _) in enumerate(sorted(trick)))
# says: The trick should be what lies on the table, its seats counted from you:
# %% points and hearts are forgotten
# -     return World((hand, *hidden), table, 0, memory.taken, memory.hearts_broken)
# +     return World((hand, *hidden), table, 0, (0,) * seats, False)
# says: `taken` and `hearts_broken` should be those of your memory.
# %% hands are not sorted
# -     hidden = (tuple(sorted(other)) for other in hands[1:])
# -     return World((hand, *hidden), table, 0, memory.taken, memory.hearts_broken)
# +     return World((hand, *map(tuple, hands[1:])), table, 0, memory.taken, memory.hearts_broken)
# says: The cards of each hand should be sorted
# == imagine | check_imagine(imagine, remember)
def deal_unseen(unseen, room, void):
# %% voids are ignored
    cards = random.sample(unseen, len(unseen))
    ends = [sum(room[: seat + 1]) for seat in range(len(room))]
    return [cards[end - count : end] for end, count in zip(ends, room, strict=True)]
# says: Step 6, imagined hands: not written yet.
# %% few tries, then whatever comes
    for _ in range(3):
        cards = random.sample(unseen, len(unseen))
        ends = [sum(room[: seat + 1]) for seat in range(len(room))]
        hands = [cards[end - count : end] for end, count in zip(ends, room, strict=True)]
        if not any(card.suit in void[seat] for seat, hand in enumerate(hands) for card in hand):
            break
    return hands
# says: worlds cannot be. One of them:
# %% tries until it fits, for ever
    while True:
        cards = random.sample(unseen, len(unseen))
        ends = [sum(room[: seat + 1]) for seat in range(len(room))]
        hands = [cards[end - count : end] for end, count in zip(ends, room, strict=True)]
        if not any(card.suit in void[seat] for seat, hand in enumerate(hands) for card in hand):
            return hands
# says: s of CPU time; 1 s is allowed.
# %% gives up with None
    return None
# says: Step 6, imagined hands: wrong. Your `imagine` raised TypeError: 'NoneType' object is not subscriptable.
# %% the same world each time
    random.seed(1)
    return deal_fitting(unseen, room, void) or deal_fitting(unseen, room, void) or deal_fitting(unseen, room, void)
# says: Step 6, imagined hands: wrong. With four players `imagine` always gives the same world: deal at random.
# %% too many cards for one seat
    return [list(unseen) if seat else [] for seat in range(len(room))]
# says: Step 6, imagined hands: wrong. This cannot be.
# %% shuffles the deck itself
    random.shuffle(DECK)
    return [[DECK[0]] * count for count in room]
# says: Hint: A tuple cannot be changed: `hand`, `trick` and `DECK` are tuples. Make a list of it first, `cards = list
# %% a sample of a set
    cards = set(unseen)
    hands = []
    for count in room:
        drawn = random.sample(cards, count)
        cards -= set(drawn)
        hands.append(drawn)
    return hands
# says: Step 6, imagined hands: wrong. Your `imagine` raised TypeError: Population must be a sequence. For dicts or sets, use sorted(d).
# == play | check_rules(play)
def play(player_id, hand, trick, previous) -> tuple[Card, None]:
# %% any card
    return hand[0], None
# says: Keeping to the rules: wrong. In 34 of 36 hands your player made a fault. Here is one:
# %% the name of a card
    return hand[0].text, None
# says: Keeping to the rules: wrong. Your player's answer has the wrong shape, so it was not asked any more. The call:
# %% hearts broken by the last trick only
    broken = previous is not None and any(card.suit is Suit.HEARTS for card, _ in previous[0])
    return legal(hand, trick, previous is None, not broken)[-1], None
# says: Keeping to the rules: wrong. In 30 of 36 hands your player made a fault. Here is one:
# %% too slow at the end of the hand
    seen = 0
    while len(hand) < 5:
        seen += 1
    return legal(hand, trick, previous is None, False)[0], None
# says: Your player took too long over a move
# %% compiled and endless
    if len(hand) < 5:
        sum(iter(int, 1))
    return legal(hand, trick, previous is None, False)[0], None
# says: Your player took too long over a move
# %% asks for the suit of a pair
    if trick:
        return [card for card in hand if card.suit is trick[0].suit][0], None
    return legal(hand, trick, previous is None, False)[0], None
# says: Keeping to the rules: wrong. In 36 of 36 hands your player made a fault. Here is one:
# == play | check_rules(play)
def play(player_id, hand, trick, previous) -> tuple[Card, Memory]:
    memory = remember(player_id, hand, previous)
# %% memory first
    options = legal(hand, trick, previous is None, memory.hearts_broken)
    return memory, choose(options, trick, memory.taken)
# says: Contract: the first part of the reply must be a Card, got Memory Memory(taken=(0, 0), void=(frozenset(), froze
# %% a list of both
    options = legal(hand, trick, previous is None, memory.hearts_broken)
    return [choose(options, trick, memory.taken), memory]
# says: Contract: the reply must be a pair (move, memory), got list [Card('C2'), Memory(taken=(0, 0), void=(frozenset(
# %% the memory is forgotten
    return legal(hand, trick, previous is None, memory.hearts_broken)[0], None
# says: this memory cannot be kept: you returned None, and the return annotation says Memory
# == play | check_rules(play)
# %% returns only the card
def play(player_id, hand, trick, previous) -> tuple[Card, str]:
    return hand[0]
# says: Keeping to the rules: wrong. Your player's answer has the wrong shape, so it was not asked any more. The call:
# %% no annotation for a memory class
class Kept:
    def __init__(self):
        self.cards = []


def play(player_id, hand, trick, previous):
    return legal(hand, trick, previous is None, True)[0], Kept()
# says: Keeping to the rules: wrong. In 36 of 36 hands your player made a fault. Here is one:
# %% memory grows too big
def play(player_id, hand, trick, previous) -> tuple[Card, str]:
    kept = 'x' * 9000 if previous is None else previous[1] * 2
    return legal(hand, trick, previous is None, True)[0], kept
# says: Keeping to the rules: wrong. In 36 of 36 hands your player made a fault. Here is one:
# %% previous is None forgotten
def play(player_id, hand, trick, previous) -> tuple[Card, str]:
    last, memory = previous
    return hand[0], memory
# says: Keeping to the rules: wrong. In 36 of 36 hands your player made a fault. Here is one:
# %% leaves legal unwritten
def legal(hand, trick, first_trick, hearts_broken):
    return list(hand)


def play(player_id, hand, trick, previous) -> tuple[Card, None]:
    return legal(hand, trick, previous is None, False)[0], None
# says: Keeping to the rules: not written yet. First write `legal`, in step 2. Without it a player breaks the rules.
# %% a parameter too many
def play(player_id, hand, trick, previous, debug) -> tuple[Card, Memory]:
    memory = remember(player_id, hand, previous)
    options = legal(hand, trick, previous is None, memory.hearts_broken)
    return choose(options, trick, memory.taken), memory
# says: Hint: Keep the parameters of the function as they were given to you: the check calls it with all of them.
# %% asks the user
def play(player_id, hand, trick, previous) -> tuple[Card, Memory]:
    return Card(input("Which card? ")), None
# says: Hint: Nobody can answer: a player must not use `input()`.
# %% a function in the memory
def play(player_id, hand, trick, previous):
    options = legal(hand, trick, previous is None, True)
    return options[0], {"how": lambda card: card.rank}
# says: Memory: this memory cannot be kept: JSON cannot hold this function, whatever the annotation says; keep a value
# %% memory as a plain dict, with cards for keys
def play(player_id, hand, trick, previous) -> tuple[Card, dict]:
    memory = {} if previous is None else previous[1]
    if previous is not None:
        memory = {**memory, **{card: player for card, player in previous[0]}}
    broken = any(card.suit is Suit.HEARTS for card in memory)
    return legal(hand, trick, previous is None, broken)[0], memory
# says: Memory: this memory cannot be kept: the keys of a dict are not text; say in the return annotation what they ar
# == play | checkpoint(play, "basic", deals=1)
# %% too slow, at a checkpoint
def play(player_id, hand, trick, previous) -> tuple[Card, None]:
    seen = 0
    while len(hand) < 5:
        seen += 1
    return legal(hand, trick, previous is None, False)[0], None
# says: Checkpoint: wrong. A move took too long in 2 of 2 hands. A move may take 1 s of CPU time.
# == play | watch(play, "basic")
# %% too slow, while watching
def play(player_id, hand, trick, previous) -> tuple[Card, None]:
    while len(hand) < 20:
        pass
    return legal(hand, trick, previous is None, False)[0], None
# says: Time: this move was still running after
# == play | gate(play)
# %% too slow, at the gate
def play(player_id, hand, trick, previous) -> tuple[Card, None]:
    while len(hand) < 20:
        pass
    return legal(hand, trick, previous is None, False)[0], None
# says: Your player took too long over a move
# == play | cost_plot(play, "basic", games=2)
# %% too slow, its costs
def play(player_id, hand, trick, previous) -> tuple[Card, None]:
    while len(hand) < 20:
        pass
    return legal(hand, trick, previous is None, False)[0], None
# says: Your player took too long over a move
# == play | table_of_four(play, "basic", deals=1)
# %% too slow, at a table of four
def play(player_id, hand, trick, previous) -> tuple[Card, None]:
    while len(hand) < 9:
        pass
    return legal(hand, trick, previous is None, False)[0], None
# says: Your player took too long over a move
# == play | watch("bassic", "minmax")
# %% without numbers to watch
play = None
# says: There is no player 'bassic'. Did you mean 'basic'? Give the name of an opponent (basic, naive, heuristic, hasty, minmax, deepening, advanced, perfect), a function, a .py file or a notebook.
# == legal | check_legal(legal(example_hand, (), False, False))
# %% the check gets its result
example_hand = (Card("C2"), Card("H3"))
# says: This check calls your function, and no function was given: Card('C2'). Write the name of the function alone, without quotes, and w
# == play | rate(play("you", (Card("C2"), Card("H3")), (), None))
# %% called, not given
x = 1
# says: A player of Hearts is one function, play; this was given: Card('C2'), Memory(taken=(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
# == play | rate("play")
# %% its name as text
x = 1
# says: A player of Hearts is one function, play; this was given: 'play'. Write the name of the function alone, without quotes, and withou
# == play | checkpoint(play, "basic", deals=0)
# %% no deals
x = 1
# says: `deals` must be a whole number, 1 or more; this was given: 0.
# == play | checkpoint(play, "basic", deals="25")
# %% a string for deals
x = 1
# says: `deals` must be a whole number, 1 or more; this was given: '25'.
# == first card | try_card("S5")
# %% keeps the queen
# says: But you keep SQ, and later it may cost you 13 points.
# == first card | try_card("H2")
# %% none of the hand
# says: Write one of your cards, such as try_card("S5").
# == arguments | check_arguments(winner_of_last_trick=True, hearts_broken=True, points_so_far=False, first_trick=True, what_it_returned_last=True)
# %% hearts broken is told
# says: hearts_broken: A heart may have been played in any earlier trick, and only the last one is shown.
# == arguments | check_arguments()
# %% no answers
# says: Step 1, the arguments: not written yet. Write True or False in place of each None.
# == arguments | check_arguments(suit_led=True)
# %% a question of one's own
# says: There is no question suit_led: the questions are winner_of_last_trick
# == moon | check_moon(choose)
# %% taken is not looked at
def shooter(taken):
    return None
# says: Step 4, stop a moon: not written yet. `choose` does not look at `taken` so far.
# %% wins every trick with points
def stops_a_moon(trick, taken):
    return any(points(card) for card, _ in trick)
# says: No moon to stop (4 players, taken = (0, 5, 3, 0))
# %% wins tricks without points
def stops_a_moon(trick, taken):
    return shooter(taken) not in (None, 0)
# says: Nothing to win against a moon (4 players, taken = (0, 5, 0, 0))
