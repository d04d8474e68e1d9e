"""Marking by people, served to browsers: a site of its own beside one course, which no other site reaches.

grading_session   the course as requests need it: shares, rubric, pseudonyms, gradebook
submission        a marker's share, the page of one submission, and what it saves
instructor_pages  progress, calibration and phrases of the rubric
regrade_requests  what students ask, and the answer
app               the application, its accounts from the course's list of markers, and its server
"""
