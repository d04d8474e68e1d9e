from playfunc import Card, legal_cards, Suit
import operator

SA,SK,SQ = Card("SA"),Card("SK"),Card("SQ")
rank = operator.attrgetter("rank")

def play(player_id, hand, trick, previous):
    first = previous is None
    leading = len(trick)==0
    # ---- leading ----
    if leading:
        c = legal_cards(hand, trick, first_trick=first, hearts_broken=False)
        c2 = [x for x in c if x not in (SA,SK,SQ)]
        return min(c2 or c, key=rank), ""
    # ---- following ----
    led = trick[0][0].suit
    follow = [x for x in hand if x.suit is led]
    # never ever take the queen of spades!! so dont touch A K Q of spades
    follow = [x for x in follow if x not in (SA,SK,SQ)]
    if follow:
        top = max((x for x,_ in trick if x.suit is led), key=rank)
        under = [x for x in follow if x.rank<top.rank]
        return (max(under,key=rank) if under else min(follow,key=rank)), ""
    # ---- cant follow: get rid of the bad stuff ----
    if first:
        ok = [x for x in hand if x.suit is not Suit.HEARTS and x is not SQ]
        return max(ok or hand, key=rank), ""
    for bad in (SQ,):
        if bad in hand: return bad, ""
    hearts = [x for x in hand if x.suit is Suit.HEARTS]
    return max(hearts or hand, key=rank), ""
