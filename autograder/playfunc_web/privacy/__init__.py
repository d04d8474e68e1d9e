"""Personal data: where it lives, and how it is shown, forgotten and pruned.

inventory  every column of every table: whose it is, how long it is kept, what forgetting does to it
forget     a login → whose rows; a person taken out
at_site    both commands at a site; everything about a person, as files
retention  what is over goes by itself, daily
"""
