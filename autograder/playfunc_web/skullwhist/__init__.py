"""SkullWhist's server: bots of any language meet through plain HTTP requests.

app        the application: the API, and the pages beside it
api        a request → the answer of a method
parsing    bodies and queries → fields
methods    what each method takes and does
described  what pages say about methods
documents  a page about each method
jsonp      the same methods for scripts in browsers
lobby      who waits, who plays, and the live games in memory
journal    live games ↔ rows of the database
sessions   which bots are logged in
bots       bots: their names and passwords
own_bots   the page where people make bots
passwords  hashes, in a bounded pool
waits      requests that wait for an opponent
house      house bots, who play with whoever finds nobody else
thoughts   what a house bot is asked, and its answer
minds      the processes in which house bots think
clocks     what happens by time alone
hall       all of these together
protocol   HTTP as this server speaks it
serve      start and stop
tallies    counts of games that are over
stats      pages about games and bots, open to all
kits       a client in each of seven languages
"""
