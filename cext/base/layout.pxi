# Included by every module: what it was compiled with, for cext/__init__.py to compare.
cdef extern from *:
    const unsigned int OPENHAND_LAYOUT

LAYOUT = OPENHAND_LAYOUT
