"""What an instructor does with a class, from the first release to the last appeal."""
