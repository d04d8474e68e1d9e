"""The demo class: sample submissions, marked in a course of their own."""
