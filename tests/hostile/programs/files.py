# expects: escape=C
"""Reads and changes what lies outside."""


def renames():
    os.rename(OUTSIDE["victim_file"], OUTSIDE["folder"] + "/renamed")
    return True


def links():
    os.link(OUTSIDE["secret"], os.path.abspath("linked"))
    return True


def removes():
    os.unlink(OUTSIDE["database"])
    return True


def judge():
    return open(f"/proc/{OUTSIDE['judge']}/environ").read()


def ours():
    return open(OUTSIDE["ours"]["playfunc_opponents"] + "/__init__.py").read() and "read"


tell(
    renames, links, removes, judge, ours,
    reads=lambda: open(OUTSIDE["secret"]).read(),
    writes=lambda: open(OUTSIDE["victim_file"], "w").write("changed"),
    cuts=lambda: ok(LIBC.truncate(path("victim_file"), 0)),
    empties=lambda: LIBC.open(path("victim_file"), os.O_TRUNC) >= 0,
    makes=lambda: open(OUTSIDE["folder"] + "/new", "w").write("new"),
    accounts=lambda: open("/etc/passwd").read(),
    own_folder=lambda: open("new", "w").write("new"),
)
