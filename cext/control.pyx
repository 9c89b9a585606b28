"""When a search must stop: node and time limits, Ctrl-C, another thread's word."""

include "layout.pxi"

from cext.cards cimport seconds_now

cdef extern from "Python.h":
    int PyErr_CheckSignals() except -1

cdef enum:
    LOOK_EVERY = 1 << 14    # nodes between two looks at the clock and for Ctrl-C


cdef void look_up(Control *control) noexcept nogil:
    """Every few thousand nodes: is it time to stop?"""
    control.next_look = control.nodes + LOOK_EVERY
    if control.node_limit:
        if control.nodes >= control.node_limit:
            control.stop = NODE_LIMIT
        elif control.next_look > control.node_limit:
            control.next_look = control.node_limit
    if control.deadline and seconds_now() >= control.deadline:
        control.stop = TIME_LIMIT
    if control.stop_all != NULL and control.stop_all[0]:
        control.stop = INTERRUPTED
    if control.watch_signals and signal_waits():
        control.stop = INTERRUPTED


cdef bint signal_waits() noexcept with gil:
    """True when Ctrl-C was pressed; the caller raises KeyboardInterrupt in its own time."""
    try:
        PyErr_CheckSignals()
    except BaseException:
        return True
    return False
