"""The JSON API: `/api/v1`, its OpenAPI description, and the page `/api` that explains it.

shapes      what is sent, typed; rows of the database → shapes, with names only as others may see them
frame       what all methods share, and the page `/api`: every method with an example
ladders     routes: ladders, runs, standings, games, players, head to head, uploads and what became of them
downloads   routes: a run as JSON lines and CSV
"""
