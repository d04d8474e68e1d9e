"""Who is in the class: groups, markers, and how well markers agree."""
