"""SkullWhist's server: bots of any language meet through plain HTTP requests.

app           the application: pages about the API's methods, and the server
api           a request → the answer of a method, before anything that pages need; also for scripts in browsers
methods       what each method reads from a request, and does
matchmaking   who waits, who plays, and the live games in memory
event_log     live games ↔ rows of the database, and counts of games that are over
sessions      which bots are logged in, and their passwords
bots          bots, and the page where people make them
bot_workers   the processes in which built-in bots think
server_state  built-in bots, who play with whoever finds nobody else; all of these together; what happens by time alone
games         pages about games, open to all
statistics    the home page, rounds a minute, pages about bots, open to all
kits          a client in each of seven languages
"""
