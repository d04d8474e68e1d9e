# expects: escape=C rules=passed
"""Lists the folders of the course, of the home and of the temporary files."""


def globbed():
    import glob

    return glob.glob(OUTSIDE["folder"] + "/*")


def by_c():
    LIBC.opendir.restype = ctypes.c_void_p
    return LIBC.opendir(OUTSIDE["folder"].encode())


def opponents():
    import pkgutil

    return [m.name for m in pkgutil.iter_modules([OUTSIDE["ours"]["playfunc_opponents"]])]


play = after(
    globbed, by_c, opponents,
    course=lambda: os.listdir(OUTSIDE["folder"]),
    root=lambda: os.listdir("/etc"),
    walked=lambda: [files for _, _, files in os.walk(OUTSIDE["folder"])],
    installed=lambda: [name for name in os.listdir(OUTSIDE["site"]) if "pytest" in name],
)
