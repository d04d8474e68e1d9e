# expects: escape=C
"""Reads and changes what lies outside."""


def reads():
    return open(OUTSIDE["secret"]).read()


def writes():
    return open(OUTSIDE["victim_file"], "w").write("changed")


def cuts():
    return ok(LIBC.truncate(path("victim_file"), 0))


def empties():
    return LIBC.open(path("victim_file"), os.O_TRUNC) >= 0


def makes():
    return open(OUTSIDE["folder"] + "/new", "w").write("new")


def renames():
    os.rename(OUTSIDE["victim_file"], OUTSIDE["folder"] + "/renamed")
    return True


def links():
    os.link(OUTSIDE["secret"], os.path.abspath("linked"))
    return True


def removes():
    os.unlink(OUTSIDE["database"])
    return True


def accounts():
    return open("/etc/passwd").read()


def judge():
    return open(f"/proc/{OUTSIDE['judge']}/environ").read()


def ours():
    return open(OUTSIDE["ours"]["playfunc_opponents"] + "/__init__.py").read() and "read"


def own_folder():
    return open("new", "w").write("new")


tell(reads, writes, cuts, empties, makes, renames, links, removes, accounts, judge, ours, own_folder)
