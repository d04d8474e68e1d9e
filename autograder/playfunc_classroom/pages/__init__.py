"""Pages and tables for students, markers and instructors."""
