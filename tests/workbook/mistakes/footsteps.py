# Mistakes by group: after `# ==` what their names begin with, the check that is run, and how each cell begins. After
# `# %%` the rest of a name, and of the cell, or what changes in the cell above (- and +); then what the check must show.
# == legal | check_legal(legal)
def legal(my_points):
# %% the stub
    return []
# says: Legal bids: not written yet. Fill in `legal` in the cell above, then run this check again.
# %% from zero
    return list(range(my_points + 1))
# says: Legal bids: wrong. With 3 points `legal` gave [0, 1, 2, 3]; the rule allows 1 to all of your points: [1, 2, 3].
# %% one too few
    return list(range(1, my_points)) if my_points else [0]
# says: Legal bids: wrong. With 3 points `legal` gave [1, 2]; the rule allows 1 to all of your points: [1, 2, 3].
# %% nothing without points
    return list(range(1, my_points + 1))
# says: Legal bids: wrong. With 0 points `legal` gave []; the rule allows 0 only, once you have no points: [0].
# %% an endless loop
    bids = [0]
    while bids[-1] != my_points:
        bids.append(bids[-1] + 2)
    return bids[1:]
# says: Your `legal` was still running after
# %% a number
    return my_points
# says: Legal bids: wrong. `legal(3)` should return a list of bids, not 3.
# %% prints and does not return
    print(range(1, my_points + 1))
# says: Legal bids: wrong. `legal(3)` returned None. Does every way through it end in `return`? (`append` and `sort` return None.)
# == outbid | check_outbid(outbid, thrifty)
def outbid(position, my_points, their_points, their_bid):
# %% the stub
    """A legal bid."""
# says: A known bid: not written yet. Fill in `outbid` in the cell above, then run this check again.
# %% always one more
    return their_bid + 1
# says: A known bid: wrong. Token at +2, own points 8, other's 10: `outbid` gave 11. Legal are the whole numbers from 1 to 8.
# %% always one more, while it lasts
    return min(my_points, their_bid + 1)
# says: A known bid: wrong. Knowing every bid beforehand, it still does not win every game. The game to look at:
# %% returns half a point
    return min(my_points, their_bid + 0.5)
# says: A known bid: wrong. Token at 0, own points 50, other's 50: `outbid` gave 1.5. Legal are the whole numbers from 1 to 50.
# %% one way has no return
    if their_bid < my_points:
        return their_bid + 1
# says: A known bid: wrong. `outbid(2, 8, 10, 10)` returned None. Does every way through it end in `return`?
# %% the hint stays after a wrong try
    return min(my_points, their_bid + 1)
# says: Hint: You need `3 - position` more cells.
# %% one more than it may have, one cell from losing
    if position == -2:
        return their_bid + 1
    dearer = min(my_points, their_bid + 1)
    return dearer if dearer * (3 - position) <= my_points else min(my_points, 1)
# says: A known bid: wrong. Token at -2, own points 9, other's 11: `outbid` gave 12. Legal are the whole numbers from 1 to 9.
# %% one without points
    dearer = min(my_points, their_bid + 1)
    if my_points and (dearer * (3 - position) <= my_points or position == -2):
        return dearer
    return 1
# says: own points 0, other's 5: `outbid` gave 1. Legal is only 0, without points.
# == two by two | check_two_by_two(two_by_two)
def two_by_two(a, b, c, d):
# %% always half
    return 0.5, (a + b + c + d) / 4
# says: Two by two: wrong. `top` with chance 0.500 guarantees only 0.000; 0.200 is possible.
# %% divides by nothing
    chance = (d - c) / (a - b - c + d)
    return chance, chance * a + (1 - chance) * c
# says: Two by two: wrong. `top` with chance 0.500 guarantees only 0.500; 1.000 is possible.
# %% more than all
    return 1.2, a
# says: You give `top` the chance 1.200: a chance lies between 0 and 1.
# %% one number
    return 0.5
# says: Two by two: wrong. `two_by_two` should return a pair (chance, value), not 0.5.
# %% tries chances for ever
    chance = 0.0
    while chance != 1.0:
        chance += 0.3
    return chance, a
# says: Your `two_by_two` was still running after
# == solve game | check_game(solve_game)
def solve_game(matrix, rounds=50):
# %% nothing added up
    total = np.zeros(len(matrix))
    if not total.any():
        raise NotImplementedError('the loop of solve_game does not add up any mixture yet')
    return total, 0.0
# says: Any matrix: not written yet. Fill in `solve_game` in the cell above, then run this check again.
# %% all bids alike
    mixture = np.full(len(matrix), 1 / len(matrix))
    return mixture, float((mixture @ matrix).min())
# says: Any matrix: wrong. two against one: the value is 0.20. Your mixture [0.5, 0.5] guarantees 0.00, and you say 0.00.
# %% no number
    return np.full(len(matrix), 1 / len(matrix)), float('nan')
# says: Do you add up `other_total` too?
# %% only the mixture
    return np.full(len(matrix), 1 / len(matrix))
# says: Any matrix: wrong. `solve_game` should return (mixture, value), one chance a row, not array([0.33333333, 0.33333333, 0.33333333]).
# %% until it is exact
    mixture = np.full(len(matrix), 1 / len(matrix))
    while (mixture @ matrix).min() != 0.123:
        mixture = mixture * 1.0
    return mixture, 0.0
# says: Your `solve_game` was still running after
# == solve game | check_game(solve_game)
# %% the other's regret is not added up
def solve_game(matrix: np.ndarray, rounds: int = 50) -> tuple[np.ndarray, float]:
    """Your mixture (one chance a row) and the value of a game, payoffs to you in `matrix`."""
    safe = matrix.min(axis=1)
    if safe.max() >= matrix.max(axis=0).min():  # a saddle: no need to mix
        return np.eye(len(safe))[safe.argmax()], float(safe.max())
    regret, other_regret = np.zeros(matrix.shape[0]), np.zeros(matrix.shape[1])
    total, other_total = np.zeros(matrix.shape[0]), np.zeros(matrix.shape[1])
    for turn in range(1, rounds + 1):
        mine, other = shares(regret), shares(other_regret)
        costs = mine @ matrix
        other_regret = np.maximum(costs @ other - costs, 0)
        other = shares(other_regret)
        gains = matrix @ other
        regret = np.maximum(regret + gains - mine @ gains, 0)
        total += turn * mine
        other_total += turn * other
    if not total.any():
        raise NotImplementedError("the loop of solve_game does not add up any mixture yet")
    mine, other = total / total.sum(), other_total / other_total.sum()
    return mine, float(mine @ matrix @ other)
# says: three against nothing: the value is -0.20.
# %% no regret ever falls
def solve_game(matrix: np.ndarray, rounds: int = 50) -> tuple[np.ndarray, float]:
    """Your mixture (one chance a row) and the value of a game, payoffs to you in `matrix`."""
    safe = matrix.min(axis=1)
    if safe.max() >= matrix.max(axis=0).min():  # a saddle: no need to mix
        return np.eye(len(safe))[safe.argmax()], float(safe.max())
    regret, other_regret = np.zeros(matrix.shape[0]), np.zeros(matrix.shape[1])
    total, other_total = np.zeros(matrix.shape[0]), np.zeros(matrix.shape[1])
    for turn in range(1, rounds + 1):
        mine, other = shares(regret), shares(other_regret)
        costs = mine @ matrix
        other_regret = np.maximum(other_regret + costs @ other - costs, 0)
        other = shares(other_regret)
        gains = matrix @ other
        regret += np.maximum(gains - mine @ gains, 0)
        total += turn * mine
        other_total += turn * other
    if not total.any():
        raise NotImplementedError("the loop of solve_game does not add up any mixture yet")
    mine, other = total / total.sum(), other_total / other_total.sum()
    return mine, float(mine @ matrix @ other)
# says: nine against nothing: the value is -0.09.
# == solve board | check_board(solve_board)
def solve_board(goal, points):
    values = np.zeros((2 * goal + 1, points + 1, points + 1))
    values[0], values[-1] = -1, 1
    for mine in range(points + 1):
        for theirs in range(mine + 1):
            for position in range(1 - goal, goal):
                if mine or theirs:
                    _, value = solve_game(outcomes(values, position, mine, theirs))
                    values[goal + position, mine, theirs] = value
                    values[goal - position, theirs, mine] = -value
    return values
# %% both players' values the same
# -                     values[goal - position, theirs, mine] = -value
# +                     values[goal - position, theirs, mine] = value
# says: Small boards: wrong. 3 cells and 5 points. Token at 0, own points 0, other's 1: the value is -1.000, and yours is 1.000. No state with fewer points is wrong.
# %% the exchanged state is not stored
# -                     values[goal - position, theirs, mine] = -value
# says: Hint: Every state in which you have fewer points than the other is still 0. Store the exchanged state too:
# == solve board | check_board(solve_board)
# %% the wrong shape
def solve_board(goal, points):
    return np.zeros((goal, points, points))
# says: Small boards: wrong. `solve_board(1, 5)` should return values of shape (3, 6, 6).
# == table | check_table(read_values)
# %% not pasted
TABLE = ''
# says: The table: not written yet. Solve the whole board, and paste the table over the line `TABLE = ""` in the cell above.
# %% cut off
TABLE = TABLE[:400]
# says: The table: wrong. The pasted table cannot be read: part of it is missing. Copy all that `table_text(values)` shows, from `TABLE` to the last quotes.
# == mix | check_mix(mix)
def mix(position, my_points, their_points):
# %% the stub
    """The chance of each bid that is made at all."""
# says: Your mixture: not written yet. Paste the table, and fill in `mix` in the cell above, then run this check again.
# %% chances that do not add up
    return {min(my_points, 8): 0.5}
# says: Your mixture: wrong. `mix(position=-2, my_points=0, their_points=1)`: the chances add up to 0.5, not to 1.
# %% one bid always
    return {min(my_points, 8): 1.0}
# says: Your mixture: wrong. Its exploitability is 1.000; the limit is 0.1.
# %% a list
    return [1.0]
# says: Your mixture: wrong. `mix(position=-2, my_points=0, their_points=1)`: a dict from bids to chances was expected, got [1.0].
# %% endless in one state
    while my_points == 20 and their_points == 20:
        pass
    return {min(my_points, 8): 1.0}
# says: Your `mix` was still running after
# %% bids that have no chance
    chances = [1.0]
    return {bid: chances[bid] for bid in range(my_points + 1)}
# says: IndexError: list index out of range. It was asked for `mix(-2, 1,
# %% chances of numpy
    return {min(my_points, 8): np.float64(1.0)}
# says: not a plain number from 0 to 1 (`float(chance)` makes one).
# %% one bid always, and what the other does
    return {min(my_points, 8): 1.0}
# says: , and from there you get -1.00 on average
# %% one bid always, and what to look at
    return {min(my_points, 8): 1.0}
# says: does `total` count later rounds more (`turn * mine`)?
# == play | check_rules(play)
# %% bids more than it has
def play(player_id, position, my_points, their_points, previous) -> tuple[int, None]:
    return 8, None
# says: Rules: wrong. A fault in 10 of 12 games. Bidding: 8 bid with only 2 points left.
# %% bids a fraction
def play(player_id, position, my_points, their_points, previous) -> tuple[int, None]:
    return my_points / 5, None
# says: Rules: wrong. Your player's answer has the wrong shape, so it was not asked any more. Contract: the first part of the reply must be your bid, an int, got float 10.0 (round it with int() first).
# %% endless when behind
def play(player_id, position, my_points, their_points, previous) -> tuple[int, None]:
    bid = 1
    while position < 0:
        bid = min(my_points, bid + 1)
    return min(my_points, 9), None
# says: Your player took too long over a move, and was not asked any more. Time: this move was still running
# == board | check_board(solve_board)
# %% the index without the goal
def solve_board(goal, points):
    values = np.zeros((2 * goal + 1, points + 1, points + 1))
    values[0], values[-1] = -1, 1
    for mine in range(points + 1):
        for theirs in range(mine + 1):
            for position in range(1 - goal, goal):
                if mine or theirs:
                    values[position, mine, theirs] = 0.5
    return values
# says: The index of a state is `goal + position`.
# == play | check_drawing(play, mix)
# %% ignores a right mixture
def play(player_id, position, my_points, their_points, previous) -> tuple[int, None]:
    mix(position, my_points, their_points)
    return min(my_points, 8), None
# says: Bids from the mixture: wrong. With the token at +0, you at 50 and they at 50 points, `play` bid 8 in 250 of 250 tries. `mix` gives it the chance
# %% always the likeliest bid
def play(player_id, position, my_points, their_points, previous) -> tuple[int, None]:
    chances = mix(position, my_points, their_points)
    return max(chances, key=chances.get), None
# says: in 250 of 250 tries. `mix` gives it the chance
# %% still the thrifty one
def play(player_id, position, my_points, their_points, previous) -> tuple[int, None]:
    return thrifty(position, my_points, their_points), None
# says: Bids from the mixture: not written yet. `play` does not draw its bids from `mix` yet.
# %% a number of numpy's
import numpy as np


def play(player_id, position, my_points, their_points, previous) -> tuple[int, None]:
    chances = mix(position, my_points, their_points)
    return np.random.choice(list(chances), p=list(chances.values())), None
# says: Bids from the mixture: wrong. A fault in a game: Contract: the first part of the reply must be your bid, an int, got int64
