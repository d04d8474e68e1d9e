"""The bodies of commands, one module each; `playfunc_cli.main` registers them."""
