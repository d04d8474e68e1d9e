"""The frame of every application of the site: headers, forms, problems, limits, rendering.

frame     the application: routers in, FastAPI out
headers   what every response carries
viewer    request → who asks
content   replays and positions on a host of their own
forms     cross-site request forgery
problems  errors → pages and RFC 9457 objects
limits    bodies too large, requests too many
render    templates → pages
"""
