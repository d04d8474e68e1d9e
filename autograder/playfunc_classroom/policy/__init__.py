"""The course's rules about a mark: attempts, lateness, overrides and rubrics."""
