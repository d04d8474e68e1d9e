"""Players by the same contract as the students', as rungs of a ladder."""
