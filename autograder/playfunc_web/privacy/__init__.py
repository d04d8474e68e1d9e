"""Personal data: where it lives, and how it is shown, forgotten and pruned.

inventory  every column of every table: whose it is, how long it is kept, what forgetting does to it
people     a login → whose rows
forget     a person taken out
disclose   everything about a person, as files
retention  what is over goes by itself, daily
"""
