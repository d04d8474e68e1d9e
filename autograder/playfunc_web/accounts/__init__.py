"""People and groups, and how the site knows who asks.

people      accounts and parties: made, found, listed
class_list  a CSV file → accounts
passwords   hashes, in a bounded pool
sessions    logins by cookie, one-time links, tokens
"""
