# Typical mistakes in the FootSteps notebook: the name of each and the check that is run, what a cell holds in place of the
# solution, and how the first line of what the check shows must begin or what it must hold.
# %% legal: the stub | check_legal(legal)
def legal(my_points):
    return []
# says: Legal bids: not written yet. Fill in `legal` in the cell above, then run this check again.
# %% legal: from zero | check_legal(legal)
def legal(my_points):
    return list(range(my_points + 1))
# says: Legal bids: wrong. With 3 points `legal` gave [0, 1, 2, 3]; the rule allows 1 to all of your points: [1, 2, 3].
# %% legal: one too few | check_legal(legal)
def legal(my_points):
    return list(range(1, my_points)) if my_points else [0]
# says: Legal bids: wrong. With 3 points `legal` gave [1, 2]; the rule allows 1 to all of your points: [1, 2, 3].
# %% legal: nothing without points | check_legal(legal)
def legal(my_points):
    return list(range(1, my_points + 1))
# says: Legal bids: wrong. With 0 points `legal` gave []; the rule allows 0 only, once you have no points: [0].
# %% legal: an endless loop | check_legal(legal)
def legal(my_points):
    bids = [0]
    while bids[-1] != my_points:
        bids.append(bids[-1] + 2)
    return bids[1:]
# says: Your `legal` was still running after
# %% legal: a number | check_legal(legal)
def legal(my_points):
    return my_points
# says: Legal bids: wrong. `legal(3)` should return a list of bids, not 3.
# %% legal: prints and does not return | check_legal(legal)
def legal(my_points):
    print(range(1, my_points + 1))
# says: Legal bids: wrong. `legal(3)` returned None. Does every way through it end in `return`? (`append` and `sort` return None.)
# %% outbid: the stub | check_outbid(outbid, thrifty)
def outbid(position, my_points, their_points, their_bid):
    """A legal bid."""
# says: A known bid: not written yet. Fill in `outbid` in the cell above, then run this check again.
# %% outbid: always one more | check_outbid(outbid, thrifty)
def outbid(position, my_points, their_points, their_bid):
    return their_bid + 1
# says: A known bid: wrong. Token at +2, own points 8, other's 10: `outbid` gave 11. Legal are the whole numbers from 1 to 8.
# %% outbid: always one more, while it lasts | check_outbid(outbid, thrifty)
def outbid(position, my_points, their_points, their_bid):
    return min(my_points, their_bid + 1)
# says: A known bid: wrong. Knowing every bid beforehand, it still does not win every game. The game to look at:
# %% outbid: returns half a point | check_outbid(outbid, thrifty)
def outbid(position, my_points, their_points, their_bid):
    return min(my_points, their_bid + 0.5)
# says: A known bid: wrong. Token at 0, own points 50, other's 50: `outbid` gave 1.5. Legal are the whole numbers from 1 to 50.
# %% outbid: one way has no return | check_outbid(outbid, thrifty)
def outbid(position, my_points, their_points, their_bid):
    if their_bid < my_points:
        return their_bid + 1
# says: A known bid: wrong. `outbid(2, 8, 10, 10)` returned None. Does every way through it end in `return`?
# %% two by two: always half | check_two_by_two(two_by_two)
def two_by_two(a, b, c, d):
    return 0.5, (a + b + c + d) / 4
# says: Two by two: wrong. `top` with chance 0.500 guarantees only 0.000; 0.200 is possible.
# %% two by two: divides by nothing | check_two_by_two(two_by_two)
def two_by_two(a, b, c, d):
    chance = (d - c) / (a - b - c + d)
    return chance, chance * a + (1 - chance) * c
# says: Two by two: wrong. `top` with chance 0.500 guarantees only 0.500; 1.000 is possible.
# %% two by two: one number | check_two_by_two(two_by_two)
def two_by_two(a, b, c, d):
    return 0.5
# says: Two by two: wrong. `two_by_two` should return a pair (chance, value), not 0.5.
# %% two by two: tries chances for ever | check_two_by_two(two_by_two)
def two_by_two(a, b, c, d):
    chance = 0.0
    while chance != 1.0:
        chance += 0.3
    return chance, a
# says: Your `two_by_two` was still running after
# %% solve game: nothing added up | check_game(solve_game)
def solve_game(matrix, rounds=50):
    total = np.zeros(len(matrix))
    if not total.any():
        raise NotImplementedError('the loop of solve_game does not add up any mixture yet')
    return total, 0.0
# says: Any matrix: not written yet. Fill in `solve_game` in the cell above, then run this check again.
# %% solve game: all bids alike | check_game(solve_game)
def solve_game(matrix, rounds=50):
    mixture = np.full(len(matrix), 1 / len(matrix))
    return mixture, float((mixture @ matrix).min())
# says: Any matrix: wrong. two against one: the value is 0.20. Your mixture [0.5, 0.5] guarantees 0.00, and you say 0.00.
# %% solve game: only the mixture | check_game(solve_game)
def solve_game(matrix, rounds=50):
    return np.full(len(matrix), 1 / len(matrix))
# says: Any matrix: wrong. `solve_game` should return (mixture, value), one chance a row, not array([0.33333333, 0.33333333, 0.33333333]).
# %% solve game: until it is exact | check_game(solve_game)
def solve_game(matrix, rounds=50):
    mixture = np.full(len(matrix), 1 / len(matrix))
    while (mixture @ matrix).min() != 0.123:
        mixture = mixture * 1.0
    return mixture, 0.0
# says: Your `solve_game` was still running after
# %% solve board: both players' values the same | check_board(solve_board)
def solve_board(goal, points):
    values = np.zeros((2 * goal + 1, points + 1, points + 1))
    values[0], values[-1] = -1, 1
    for mine in range(points + 1):
        for theirs in range(mine + 1):
            for position in range(1 - goal, goal):
                if mine or theirs:
                    _, value = solve_game(outcomes(values, position, mine, theirs))
                    values[goal + position, mine, theirs] = value
                    values[goal - position, theirs, mine] = value
    return values
# says: Small boards: wrong. 3 cells and 5 points. Token at 0, own points 0, other's 1: the value is -1.000, and yours is 1.000. No state with fewer points is wrong.
# %% solve board: the wrong shape | check_board(solve_board)
def solve_board(goal, points):
    return np.zeros((goal, points, points))
# says: Small boards: wrong. `solve_board(1, 5)` should return values of shape (3, 6, 6).
# %% table: not pasted | check_table(read_values)
TABLE = ''
# says: The table: not written yet. Solve the whole board, and paste the table into the cell above.
# %% table: cut off | check_table(read_values)
TABLE = TABLE[:400]
# says: The table: wrong. The pasted table cannot be read: part of it is missing. Copy all that `table_text(values)` shows, from `TABLE` to the last quotes.
# %% mix: the stub | check_mix(mix)
def mix(position, my_points, their_points):
    """The chance of each bid that is made at all."""
# says: Your mixture: not written yet. Paste the table, and fill in `mix` in the cell above, then run this check again.
# %% mix: chances that do not add up | check_mix(mix)
def mix(position, my_points, their_points):
    return {min(my_points, 8): 0.5}
# says: Your mixture: wrong. `mix(position=-2, my_points=0, their_points=1)`: the chances add up to 0.5, not to 1.
# %% mix: one bid always | check_mix(mix)
def mix(position, my_points, their_points):
    return {min(my_points, 8): 1.0}
# says: Your mixture: wrong. Its exploitability is 1.000; the limit is 0.1.
# %% mix: a list | check_mix(mix)
def mix(position, my_points, their_points):
    return [1.0]
# says: Your mixture: wrong. `mix(position=-2, my_points=0, their_points=1)`: a dict from bids to chances was expected, got [1.0].
# %% mix: endless in one state | check_mix(mix)
def mix(position, my_points, their_points):
    while my_points == 20 and their_points == 20:
        pass
    return {min(my_points, 8): 1.0}
# says: Your `mix` was still running after
# %% play: bids more than it has | check_rules(play)
def play(player_id, position, my_points, their_points, previous) -> tuple[int, None]:
    return 8, None
# says: Rules: wrong. A fault in 10 of 12 games. Bidding: 8 bid with only 2 points left.
# %% play: bids a fraction | check_rules(play)
def play(player_id, position, my_points, their_points, previous) -> tuple[int, None]:
    return my_points / 5, None
# says: Rules: wrong. Your player's answer has the wrong shape, so it was not asked any more. Contract: the first part of the reply must be your bid, an int, got float 10.0 (round it with int() first).
# %% play: endless when behind | check_rules(play)
def play(player_id, position, my_points, their_points, previous) -> tuple[int, None]:
    bid = 1
    while position < 0:
        bid = min(my_points, bid + 1)
    return min(my_points, 9), None
# says: Your player took too long over a move, and was not asked any more. Time: this move was still running
# %% board: the index without the goal | check_board(solve_board)
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
# %% outbid: the hint stays after a wrong try | check_outbid(outbid, thrifty)
def outbid(position, my_points, their_points, their_bid):
    return min(my_points, their_bid + 1)
# says: Hint: You need `3 - position` more cells.
# %% play: ignores a right mixture | check_drawing(play, mix)
def play(player_id, position, my_points, their_points, previous) -> tuple[int, None]:
    mix(position, my_points, their_points)
    return min(my_points, 8), None
# says: Bids from the mixture: wrong. With the token at +0, you at 50 and they at 50 points, `play` bid 8 in 250 of 250 tries. `mix` gives it the chance
# %% play: always the likeliest bid | check_drawing(play, mix)
def play(player_id, position, my_points, their_points, previous) -> tuple[int, None]:
    chances = mix(position, my_points, their_points)
    return max(chances, key=chances.get), None
# says: in 250 of 250 tries. `mix` gives it the chance
# %% play: still the thrifty one | check_drawing(play, mix)
def play(player_id, position, my_points, their_points, previous) -> tuple[int, None]:
    return thrifty(position, my_points, their_points), None
# says: Bids from the mixture: not written yet. `play` does not draw its bids from `mix` yet.
# %% outbid: one more than it may have, one cell from losing | check_outbid(outbid, thrifty)
def outbid(position, my_points, their_points, their_bid):
    if position == -2:
        return their_bid + 1
    dearer = min(my_points, their_bid + 1)
    return dearer if dearer * (3 - position) <= my_points else min(my_points, 1)
# says: A known bid: wrong. Token at -2, own points 9, other's 11: `outbid` gave 12. Legal are the whole numbers from 1 to 9.
# %% outbid: one without points | check_outbid(outbid, thrifty)
def outbid(position, my_points, their_points, their_bid):
    dearer = min(my_points, their_bid + 1)
    if my_points and (dearer * (3 - position) <= my_points or position == -2):
        return dearer
    return 1
# says: own points 0, other's 5: `outbid` gave 1. Legal is only 0, without points.
# %% solve board: the exchanged state is not stored | check_board(solve_board)
def solve_board(goal, points):
    values = np.zeros((2 * goal + 1, points + 1, points + 1))
    values[0], values[-1] = -1, 1
    for mine in range(points + 1):
        for theirs in range(mine + 1):
            for position in range(1 - goal, goal):
                if mine or theirs:
                    _, value = solve_game(outcomes(values, position, mine, theirs))
                    values[goal + position, mine, theirs] = value
    return values
# says: Hint: Every state in which you have fewer points than the other is still 0. Store the exchanged state too:
# %% mix: chances of numpy | check_mix(mix)
def mix(position, my_points, their_points):
    return {min(my_points, 8): np.float64(1.0)}
# says: not a plain number from 0 to 1 (`float(chance)` makes one).
# %% mix: one bid always, and what the other does | check_mix(mix)
def mix(position, my_points, their_points):
    return {min(my_points, 8): 1.0}
# says: ; then you get -1.00 on average
# %% mix: one bid always, and what to look at | check_mix(mix)
def mix(position, my_points, their_points):
    return {min(my_points, 8): 1.0}
# says: does `total` count later rounds more (`turn * mine`)?
# %% play: a number of numpy's | check_drawing(play, mix)
import numpy as np


def play(player_id, position, my_points, their_points, previous) -> tuple[int, None]:
    chances = mix(position, my_points, their_points)
    return np.random.choice(list(chances), p=list(chances.values())), None
# says: Bids from the mixture: wrong. A fault in a game: Contract: the first part of the reply must be your bid, an int, got int64
# %% solve game: the other's regret is not added up | check_game(solve_game)
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
