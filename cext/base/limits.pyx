"""When a search must stop: node and time limits, Ctrl-C, another thread's word."""

include "../base/layout.pxi"

from cpython.object cimport PyObject
from cpython.ref cimport Py_DECREF, Py_INCREF

from cext.base.cards cimport seconds_now

cdef extern from "Python.h":
    int PyErr_CheckSignals() except -1

cdef enum:
    POLL_EVERY = 1 << 14    # nodes between two looks at the clock and for Ctrl-C

STOPS = ("", "nodes", "seconds", "interrupt", "memory")  # by StopReason


cdef void set_limits(Control *control, uint64_t nodes, double seconds, bint watch_signals,
                     int *stop_all) noexcept nogil:
    """Limits of what is searched from now on: 0 is for none, NULL for no flag of another thread."""
    control.node_limit = nodes
    control.deadline = seconds_now() + seconds if seconds > 0 else 0.0
    control.watch_signals = watch_signals
    control.stop_all = stop_all
    control.next_poll = 1


cdef void poll(Control *control) noexcept nogil:
    """Every few thousand nodes: is it time to stop?"""
    control.next_poll = control.nodes + POLL_EVERY
    if control.node_limit:
        if control.nodes >= control.node_limit:
            control.stop = NODE_LIMIT
        elif control.next_poll > control.node_limit:
            control.next_poll = control.node_limit
    if control.deadline and seconds_now() >= control.deadline:
        control.stop = TIME_LIMIT
    if control.stop_all != NULL and control.stop_all[0]:
        control.stop = INTERRUPTED
    if control.watch_signals:
        answer_signals(control)


cdef uint64_t allow(Control *control, uint64_t nodes) noexcept nogil:
    """Stop after this many more nodes if not before; the limit that was, for `back_to_limit`."""
    cdef uint64_t limit = control.node_limit
    if limit == 0 or control.nodes + nodes < limit:
        control.node_limit = control.nodes + nodes
        control.next_poll = min(control.next_poll, control.node_limit)
    return limit


cdef bint back_to_limit(Control *control, uint64_t limit) noexcept nogil:
    """End an allowance; True when it was used up, and the search may go on."""
    control.node_limit = limit
    if control.stop != NODE_LIMIT or (limit and control.nodes >= limit):
        return False
    control.stop = RUNNING
    return True


cdef void answer_signals(Control *control) noexcept with gil:
    """Run the handlers of signals that have come. What one raises ends the search, and is kept for later.

    Of Ctrl-C nothing is kept: the search answers with its bounds, and the caller says what becomes of it.
    """
    try:
        PyErr_CheckSignals()
    except BaseException as error:
        control.stop = INTERRUPTED
        if type(error) is not KeyboardInterrupt and control.raised == NULL:
            Py_INCREF(error)
            control.raised = <PyObject *>error


cdef int raise_again(Control *control) except -1:
    """After a search: raise what a signal handler raised during it, if one did."""
    cdef object error
    if control.raised == NULL:
        return 0
    error = <object>control.raised
    control.raised = NULL
    Py_DECREF(error)
    raise error
