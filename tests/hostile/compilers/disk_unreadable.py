# expects: built|folders_that_cannot
"""A folder that can be written to but not read, with a file in it. (Root reads it all the same.)"""

os.mkdir("closed", 0o300)
with open("closed/file", "wb") as file:
    file.write(bytes(1 << 20))
