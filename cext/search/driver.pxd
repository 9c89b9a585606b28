# From a zero-window search to values, bounds and lines.
from libc.stdint cimport uint64_t
from cext.game.game cimport Payoff, Rules, State, Trick
from cext.base.limits cimport Control
from cext.relaxed.game cimport Relaxed
from cext.relaxed.trumps cimport TrumpGame
from cext.search.search cimport Search

cpdef enum Shortcut:
    # Each gives the same values; tests switch them off one by one.
    RELAX_UPPER = 1         # the relaxed game where the others choose
    GENERALISE = 2          # table entries for classes of positions
    BOUND = 4               # bounds from sure tricks and staying clear
    RELAX_LOWER = 8         # besides that, the one where the soloist chooses
    TRUMP_GAME = 16         # the game in which trumps alone have names
    ALL_SHORTCUTS = 31
    LOWER_ALWAYS = 32       # for tests: ask that one at every trick, not when it seems to pay

cdef struct Bounds:
    int lower
    int upper

cdef struct PlayState:
    # A state of play, in the middle of a trick or between two.
    State state
    Trick trick
    int to_play             # -1 when the trick on the table is complete

cdef struct Solver:
    Search real
    Relaxed upper_game
    Relaxed lower_game
    TrumpGame trump_game
    Control control
    PlayState root
    uint64_t bytes_allowed  # for all tables together

cdef int solver_open(Solver *solver, uint64_t bytes_allowed) noexcept nogil
cdef void solver_close(Solver *solver) noexcept nogil
cdef void solver_begin(Solver *solver, const Rules *rules, const Payoff *payoff, const PlayState *root,
                       int shortcuts) noexcept nogil
cdef Bounds outer_bounds(Solver *solver) noexcept nogil
cdef void solve_position(Solver *solver, Bounds *answer) noexcept nogil
cdef int solve_cards(Solver *solver, Bounds window, Bounds answer, int *slots, Bounds *values) noexcept nogil
cdef int best_line(Solver *solver, Bounds window, int value, int *slots) noexcept nogil
cdef void play_slot(const Rules *rules, PlayState *play, int slot) noexcept nogil
cdef void play_forced(const Rules *rules, PlayState *play) noexcept nogil
cdef int play_quit(const Rules *rules, const Payoff *payoff, PlayState *play) noexcept nogil
