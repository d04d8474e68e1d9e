"""What goes over a whole class: collect, choose, enter, look, grade, hand back."""
