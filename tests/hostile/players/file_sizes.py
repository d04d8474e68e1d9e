# expects: escape=BC rules=passed
"""Asks for a file's size and time, which a lock without a small world of its own cannot hide."""


def size():
    return os.stat(OUTSIDE["secret"]).st_size


def there():
    return os.path.exists(OUTSIDE["folder"])


play = after(size, there)
