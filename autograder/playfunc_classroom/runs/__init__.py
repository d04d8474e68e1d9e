"""What goes over a whole class: collect, select, enter, look, grade, hand back."""
