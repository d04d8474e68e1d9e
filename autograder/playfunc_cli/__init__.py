"""The bodies of commands; `playfunc_cli.main` registers them."""
