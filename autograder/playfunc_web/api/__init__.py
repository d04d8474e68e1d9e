"""The JSON API: `/api/v1`, its OpenAPI description, and the page `/api` that explains it.

shapes      what is sent, typed
reading     rows of the database → shapes; names only as others may see them
frame       what all methods share, and the page `/api`: every method with an example
ladders     routes: ladders, runs, standings, games, players, head to head
downloads   routes: a run as JSON lines and CSV
versions    routes: uploads, and what became of them
"""
