"""What the ladder, SkullWhist's server and the marking site stand on.

application  routers in, FastAPI out
middleware   around every request: headers, HEAD, measuring
viewer       request → who asks; cookies
content      replays and positions on a host of their own
limits       refusals: pages of other sites, bodies too large, requests too many
responses    templates → pages; errors → pages and RFC 9457 objects
server       a port, connections within limits of time, and the end at a signal
"""
