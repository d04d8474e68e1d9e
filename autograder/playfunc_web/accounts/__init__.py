"""People and groups, and how the site knows who asks.

people      accounts and parties: made, found, named, closed
class_list  a CSV file → accounts, and one-time links
sessions    logins by cookie, one-time links, tokens, passwords
hub, lti    people of JupyterHub and of a learning platform
"""
