# The limits of a search, polled every few thousand nodes.
from cpython.object cimport PyObject
from libc.stdint cimport uint64_t

cdef enum StopReason:
    # Python has a word for each (limits.STOPS).
    RUNNING = 0
    NODE_LIMIT = 1
    TIME_LIMIT = 2
    INTERRUPTED = 3
    OUT_OF_MEMORY = 4

cdef struct Control:
    uint64_t nodes          # cards played in the search so far
    uint64_t node_limit     # 0: none
    uint64_t next_poll      # node count at which to poll
    double deadline         # on the monotonic clock, 0: none
    int stop                # a StopReason: why the search was given up
    int watch_signals       # look for Ctrl-C too (the main thread)
    int *stop_all           # set by another thread to end all searches
    PyObject *raised        # what a signal handler raised meanwhile, owned; NULL for none (or Ctrl-C)

cdef int raise_again(Control *control) except -1
cdef void set_limits(Control *control, uint64_t nodes, double seconds, bint watch_signals,
                     int *stop_all) noexcept nogil
cdef void poll(Control *control) noexcept nogil
cdef uint64_t allow(Control *control, uint64_t nodes) noexcept nogil
cdef bint back_to_limit(Control *control, uint64_t limit) noexcept nogil


cdef inline bint count_node(Control *control) noexcept nogil:
    """One more card played; True when the search has to stop."""
    control.nodes += 1
    if control.nodes >= control.next_poll:
        poll(control)
    return control.stop != 0
