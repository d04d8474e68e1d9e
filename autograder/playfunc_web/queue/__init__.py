"""Work that a request does not wait for: jobs in the database, and processes that do them.

jobs       queued, leased, done or failed; place and expected time; a leased job as its handler sees it
worker     the process that takes jobs, one after another
supervise  the server's workers: started, started again, stopped
"""
