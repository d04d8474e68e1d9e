"""Where players meet on the web: accounts, uploads, a queue of checks, official runs, and the pages of the ladder.

site          an opened site: its folder with settings and keys, and the refusal to lie beside a course
database      tables, migrations
backups       a whole site in one file, and restored from it
accounts      people and groups, how they log in, tokens
access        who may see and do what: the one place that decides
http          the application: who asks, responses, limits, server
pages         the ladder's pages, each beside what it reads, over the templates of layout
admission     from an upload to a player on the ladder
ladders       ladders, official runs, what they led to
jobs, worker  work that a request does not wait for: jobs in the database, and processes that do them
privacy, forget, retention  how personal data is disclosed, forgotten, pruned; personal_data.toml says where it is
serve         the ladder's application, and its server
"""
