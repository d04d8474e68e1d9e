"""Marking by people, served to browsers: a site of its own beside one course, which no other site reaches.

opening   accounts from the course's list of markers
desk      the course as requests need it: shares, rubric, pseudonyms, gradebook
app       the application
"""
