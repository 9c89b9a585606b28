"""The table in the browser: a server for one page on this machine.

`guard` lets in who may come in, `work` bounds what is searched, `app` has the addresses, `serve` listens
until Ctrl-C. The answers come from outside, as functions by name: the command line gives its own.
The page is in `static/`, plain files that a browser reads as they are.
"""
