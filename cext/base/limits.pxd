# The limits of a search, looked at every few thousand nodes.
from cpython.object cimport PyObject
from libc.stdint cimport uint64_t

cdef enum Stop:
    RUNNING = 0
    NODE_LIMIT = 1
    TIME_LIMIT = 2
    INTERRUPTED = 3

cdef struct Control:
    uint64_t nodes          # cards played in the search so far
    uint64_t node_limit     # 0: none
    uint64_t next_look      # node count at which to look up from the search
    double deadline         # on the monotonic clock, 0: none
    int stop                # a Stop: why the search was given up
    int watch_signals       # look for Ctrl-C too (the main thread)
    int *stop_all           # set by another thread to end all searches
    PyObject *raised        # what a signal handler raised meanwhile, owned; NULL for none (or Ctrl-C)

cdef int raise_again(Control *control) except -1
cdef void look_up(Control *control) noexcept nogil
cdef uint64_t allow(Control *control, uint64_t nodes) noexcept nogil
cdef bint back_to_limit(Control *control, uint64_t limit) noexcept nogil


cdef inline bint count_node(Control *control) noexcept nogil:
    """One more card played; True when the search has to stop."""
    control.nodes += 1
    if control.nodes >= control.next_look:
        look_up(control)
    return control.stop != 0
