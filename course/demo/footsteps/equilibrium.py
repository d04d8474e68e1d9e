# student: nina
# about: the equilibrium by backward induction, as the steps lead to it
# expects: loads=passed, rules=passed, purity=passed
# expects: beats-basic=passed, beats-minmax=passed, unexploitable=passed
# enters: the contest

# %% imports
# The top of your player: a docstring that sums it up, then your own imports.
"""A FootSteps player that draws its bids from an equilibrium found by backward induction.

`TABLE` holds the value of every state. A bid needs one matrix game more: the one between
both players' bids, each pair of which leads to a state whose value is known.
"""
import base64
import random
import zlib

import numpy as np

__all__ = ["mix", "play"]

# %% legal
def legal(my_points: int) -> list[int]:
    """The bids that the rules allow with so many points, lowest first."""
    bids: list[int] = []
    bids = list(range(1, my_points + 1)) if my_points else [0]
    return bids

# %% sensible
def thrifty(position: int, my_points: int, their_points: int) -> int:
    """A legal bid by a simple rule: cheap enough to last."""
    bid = my_points  # everything at once: legal, and soon broke
    bid = min(my_points, 8)
    return bid


def play(
    player_id: str,
    position: int,
    my_points: int,
    their_points: int,
    previous: tuple[tuple[int, int], None] | None,
) -> tuple[int, None]:
    """The first player: it bids as `thrifty` says."""
    return thrifty(position, my_points, their_points), None

# %% board
def shares(regret: np.ndarray) -> np.ndarray:
    """A mixture in proportion to the regrets; all bids alike if there is nothing to regret."""
    total = regret.sum()
    return regret / total if total > 0 else np.full(len(regret), 1 / len(regret))


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
        other = shares(other_regret)  # answering the new mixture is quicker than the last one
        gains = matrix @ other
        regret = np.maximum(regret + gains - mine @ gains, 0)
        total += turn * mine
        other_total += turn * other
    if not total.any():
        raise NotImplementedError("the loop of solve_game does not add up any mixture yet")
    mine, other = total / total.sum(), other_total / other_total.sum()
    return mine, float(mine @ matrix @ other)


def outcomes(values: np.ndarray, position: int, mine: int, theirs: int) -> np.ndarray:
    """The matrix of a state: the value after each of your bids (rows) and of theirs.

    `values[goal + position, mine, theirs]` holds the values of all states with fewer points.
    More than one above all the other has is wasted, so such bids are left out.
    """
    goal = len(values) // 2
    bids = np.array(legal(mine)[: theirs + 1], dtype=int)[:, np.newaxis]
    answers = np.array(legal(theirs)[: mine + 1], dtype=int)[np.newaxis, :]
    moved = goal + position + np.sign(bids - answers)
    return values[moved, mine - bids, theirs - answers]


def solve_board(goal: int, points: int) -> np.ndarray:
    """The value of every state: `values[goal + position, mine, theirs]`, 1 a win, -1 a loss."""
    values = np.zeros((2 * goal + 1, points + 1, points + 1))
    values[0], values[-1] = -1, 1
    for mine in range(points + 1):
        for theirs in range(mine + 1):
            if mine == theirs == 0:
                continue  # nobody can move the token: a draw
            for position in range(1 - goal, goal):
                matrix = outcomes(values, position, mine, theirs)
                _, value = solve_game(matrix)
                values[goal + position, mine, theirs] = value
                values[goal - position, theirs, mine] = -value  # the same from the other side
    return values

# %% mixture
TABLE = ""
TABLE = """
c-
rlnOOM>R5rFw)=V$GGFMC)Z*yA8TVg#E6+dyI?Ys2=8?dh3*=uL^F_!3i9RQJ4E616~rMUWnQPW??4DT(#5DE1v&
|M@R5o6Ucmxq`Gd)$J+-
hqB4;Rw2M_*!H*zxxR(ensN;S%qEm|vkEErMpwLBfw1f2pIIe3xdvgk8_PSX(h*4Q(^j>e(kqa#y~!%2dXtQ>>;7
NIqEkxSbcB6<$SVP1Y$|em+ul}1p?hsyA_8Id+oGueu`Ut0xs{*Ws^+~h&ZQv`X18marqjUqH00wqe$Q*(3K-
2ib4HHube?g}g)r87pMtOt+h*7CwiVJ^H^)38yI*CMiw5pah0KtEuz&8ly%3O@>aCk$o*-
X8cTFj}PDr?KAhlr`DZd=rvXd|v)obhBFf1bM)7O?a0zR_uai%Ajr^w;%*p&(qh4-
4DV4fm!`$e=|N+D&hwZYVe1%!RuWujKVC`I?DzsNj8irqs8kF%7R88H4L^9*4(hg@)_6kHkz1I*yVFpunx`>yM>R
4`}o7|;~FVxA-
Xa41FF_X;zEhuU6Zo+IXPJi;Vv$gQW*&=kC2o+B*FGgvk?F&anXUNbKck!2a&m%1l}!r;|;#=Jn-uE-
iGG%$S(LpR$q<|R_+Ioz7cz>J;4;1oPzULq<li$+RKjG-_N<AfnhAuKD(3T|biF^q{};uM4_gqLN>l{CoUU{0w$G
OrL*lx2g9Gckn3)XvN+gq2lUw=e+~rY+7HrAAW_E+btHr50`&Yk<MQn26w=6T(Hr)OFc(n3>Tum^d0YoS4@LYid}
|B|c-
12wc!{3c@8s)pbo10I5MBdmhcmTtHj{NULB1C^tKfhQbV#+V9vDS29=Mt!BvjSpMT$>tpQpdKE&<`!}l)Wb*ybs}
N-N51UoU?k8A}kMGtXI22f1-
>*T~+rNb@KYVd3ko|t6@;tjwS2)JDUqA4?%=ac8VIS{qs<JHdJ{>9c_cwJ3>x&*z5%!SZeJ$X*ueDD_<UZTq0n;?
|e);s-
&x>rotpI7Y4`~RyuMdYEEPT8(X>x^2c$FRY73!jKLlR=^y2_5n3c?786A}<6nx@FJyaL6P5GN!c3>H1OnmNdCr%Z
w=!KdfEDY5oJYQ6D3ghhn4ysauMWZ;-R#tDmv=~`Y_Wd&Qa4vH+=Vpu?!Kn8CcNDWmMatjNH6#^Mt{5z~=E-
v<S2vZoRY2Y4cNBxEIgjvKz1}Kzy&|gx_Fo&?77=SpWh748XFo*bF64T<IfeIkZ!IR`JAWZi{c5RCY+I%0q^vqmB
yjB<oDcAwP&XN2VT`5c<%=E|r)L|H^=Pp*(Fok&2gI`Bz)cKejF&7bLjKVko0YYwWV{Sl%%ZRr<#X(A-
&qMhi<AjMQ%))RKGPF05I0bQg62e3j2!m5VfpDWi!vO|;ehOjMqATOZ1b<NIwHb4pLIwzfxzTP0GgGLul-m@-
oYf;UB7I~AKZ*D=L;o;Lk3#RKkpMFg85Ic?hvVEN!Ul&z+T)jr7*n$|2y@Pym`IHKlNkiU81nd$z|3$sGYEvi;b{
Ca5#wg#f6w|>F{AaZVNTY!f;m|q6W_14K34y*3Sr+1#twh%)*$SM8YJc~^%{iz;lT9%AICLF_oqV3!>?tZj<EXgn
QXI<rASBE@onBV`R7{rWQ0AuFPb{LtE5gw`s@=JT($$oCn8J~w|NB?Tg$or<%@PlzRk-
r&uXEkn|IF<&+{EHMaD&MeUgtc-IjY~3SxW;!emz*VfzlMBuGXQ5U<)QE6}i8kSkcUml0+auOYRns))H@ey^84E!
(;Pq^^;%uPyHCLIsy?Qy@~KEZSF%wM#p3h|`pa@b+X%^K!+4MFtU&QewPcFeNC*z@YgxXnwI%7=~F>f;!m)1LD_k
V(c>|yNC=ZF&%gxY8;v0s7lkO1hthIGQU=w+lzDB1Jy_a1L}9S#n{7}ahL(>F*r<nwnd5)15Fh^@6kxW$jBB2>DA
~;SCeJmL!CrlBwLIcM?NwwBm?Tj$rn5Mgqg0$9;OX)L-
RxTi{68sziA{4Fl~^VL|+sq#?1){8_*Rn4*DWlDa?VHMZyp@Mq(h+MeNJY3JEYU9E?N42w|f5%p$;8j57+Olw>4x
2&G1G`cW9kVrCIa%^7nxM)J4?1eusygm5_X2&U#y%OXSi*DoOfZZ>C6`j>)GYA|h4GkcQEC4^D~hWe{f8J7`E?U4
cM|JL`LtnbGhe*LstrEu4H!u{s`8ic*cA<$p5{ThY)Ip4GJOTJyBaGN^k!-
r#8tWdajMa|WhLsiRUguO3#(|y}_JWp4+PuLo}%j>RHHW6{#5=z~DQQ<B((Z}qrYT9aFRvjMmrTLgSLalEOMcu+<
u1%7U^#!EXWM$LFo<)j}sR}A;lUEJLVy7>iL%&3Z9`t~N!eCP^HWL=*%4;a7yutYvw99{Ws(hiRq^WI#J;LsE2<a
E)sza#eJob7>Vf?&YIW4ewqw~b-O*-P|<Z5sRidNfUx9h}UpkdCGoK_SFJ7n^-&-
Xr_KTVnv6=Dp7%^o~hqP_)c=G9cqM;jqcIG5EZOOtjH$jGRz1YyQwRXZ;vP$6O^?#7BAPu1L9hXiZ>sjsA-GShYe
rN~nMDpv0^GuI&@x1i)?toSEp)?v^sV#$XYh=;NB4ik(1xqOc&tHvxj%*idzts8CU9fpcN9rwyp>t;cFqFk8Rj_O
aTEg-
0VBo{;|JSSarm{DS)T*NR5LV~%GkR&2eVn~*BMEYd}hBFElLb_j$5*bIrh)_Zl5+BMfCYLZ43=?8*F}V~ZG7u*Y$
fO`R9Lmk%p>I-@IGmW9H6{^>mlSiei3klRjLh%Z`sjVb6-
T@{{0;oDTXwwyVYd}Pyhw!NB;REaOB`7ebb3oo)PZey8Q9xnBErhH(`@^Yfw|n?B+6AIbZ7InC|kz9HOC~m>Tu!h
8gb;3g?qkBkt<k4o#b5TT=XX7O<OLT5-5vSooIX2;Hzpin2B66C45X>L+3hN!foF0UKC3ThwqGZSm=!5coqV@5-
;9dyn1==0?#THI(W)u50P5j<~~!+t5=68@HMC>T4E`YpgabHYWSIS7<|4htn)fL616$#Gzp8#l#e;<EG@s$cgQQ~
V1&xvWgml;#L-
`k??YJ(WX8WSvETRjUW$$%e7y_T<5*)T@YO_f1dl~<X{48194;&t4@yiwwOV>w8u4`)x>Bg54&S}8GYhOA9MzQZL
+>4VixV@wS`MCS7gBV29m*I$ZpLAd!QC|d*iqnUVrI^g24dpZ@juC!pYgGg!BNxqADOvje4xeNy7+Z_diQ8{<ws_
4Hd6E(nfYQdP$6<|{5oQ@ZKyMIf}ES5<P#GHx~v4blqkdu;{_qaFC)Z2oD-A~Wn=*H&iO>-
#6&6$K_<|EFg>4E#D`e+Bb8Y9hwzwOBJzYuM#wILAJ!nq;GN)ybR;tCkdax1pkalTNMzO_#H>Wv^eX{#%xZ*%e*>
5%o&N
"""


def read_values() -> np.ndarray:
    """The values of all states from `TABLE`: `values[3 + position, mine, theirs]`."""
    if not TABLE:
        raise NotImplementedError("paste the table first")
    packed = zlib.decompress(base64.b85decode("".join(TABLE.split())))
    steps = np.frombuffer(packed, dtype=np.int8).reshape(5, 51, 51)
    inner = np.cumsum(steps, axis=2, dtype=np.int8) / 100
    won = np.ones((1, 51, 51))
    return np.concatenate([-won, inner, won])


VALUES = read_values() if TABLE else None


def mix(position: int, my_points: int, their_points: int) -> dict[int, float]:
    """The chance of each bid that is made at all."""
    chances, _ = solve_game(outcomes(VALUES, position, my_points, their_points))
    return {
        bid: float(chance)
        for bid, chance in zip(legal(my_points), chances, strict=False)
        if chance > 0
    }

# %% player
def play(
    player_id: str,
    position: int,
    my_points: int,
    their_points: int,
    previous: tuple[tuple[int, int], None] | None,
) -> tuple[int, None]:
    """The player that is marked."""
    bid = thrifty(position, my_points, their_points)
    chances = mix(position, my_points, their_points)
    bid = random.choices(list(chances), list(chances.values()))[0]
    return bid, None
