# expects: escape=C
"""Reads and changes what lies outside."""

tell(
    renames=lambda: os.rename(OUTSIDE["victim_file"], OUTSIDE["folder"] + "/renamed") is None,
    links=lambda: os.link(OUTSIDE["secret"], os.path.abspath("linked")) is None,
    removes=lambda: os.unlink(OUTSIDE["database"]) is None,
    judge=lambda: open(f"/proc/{OUTSIDE['judge']}/environ").read(),
    ours=lambda: open(OUTSIDE["ours"]["playfunc_opponents"] + "/__init__.py").read() and "read",
    reads=lambda: open(OUTSIDE["secret"]).read(),
    writes=lambda: open(OUTSIDE["victim_file"], "w").write("changed"),
    cuts=lambda: ok(LIBC.truncate(path("victim_file"), 0)),
    empties=lambda: LIBC.open(path("victim_file"), os.O_TRUNC) >= 0,
    makes=lambda: open(OUTSIDE["folder"] + "/new", "w").write("new"),
    accounts=lambda: open("/etc/passwd").read(),
    own_folder=lambda: open("new", "w").write("new"),
)
