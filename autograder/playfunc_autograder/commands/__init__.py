"""The bodies of commands, one module each; `playfunc_autograder.cli` registers them."""
