# What a game is to the core: rules of play, a payoff, a state and a trick.
#
# `Rules` and `Payoff` never change during a search; `State` is everything that play
# changes between tricks; `Trick` is the trick on the table.
from libc.stdint cimport int16_t, int32_t, uint8_t
from cext.base.cards cimport cardset

cdef enum:
    MAX_SEATS = 7
    UNBOUNDED = 32000       # beyond any value: what is counted stays within solver.rules.schema.MOST_COUNTED
    MAX_TAKERS = 256        # masks of takers, with one more bit for the owner's mark

# Python reads these two by name: solver/core/deal.py has a word of the rules for each.

cpdef enum Follow:
    FOLLOW = 0              # the led suit if able, else anything
    FOLLOW_OR_TRUMP = 1     # Cinch: following or trumping, as one likes
    FOLLOW_AND_HEAD = 2     # the Bezique family: follow, and beat the trick if able
    FOLLOW_OR_DRAW = 3      # Domino: draw from the stock until able
    FOLLOW_OR_TAKE_UP = 4   # Enfle: take the trick into hand (cext.api.endless)

cpdef enum Counting:
    NO_COUNTS = 0
    SPOT_COUNTS = 1         # the lowest collects from each other the excess
    EXCESS_COUNTS = 2       # the most loaded pays each of the others the excess

cdef struct Rules:
    int seats
    int follow
    int trump               # lane of the trumps, -1 for none
    cardset trumps          # that lane's slots, empty for none
    bint draw_each          # after a trick each seat draws a card, the winner first
    bint cancels            # identical cards in one trick cancel each other
    bint has_twins          # some slots hold identical cards
    bint house              # any of the modern table's four rules below is on
    bint ends_alone         # the deal ends when one seat alone holds cards (Domino)
    bint one_trick_a_card   # hands of one size, no draws beyond the stock: tricks left are known
    int joker               # its slot, -1 for none
    cardset over_joker      # the hearts that take a trick from the Joker
    cardset unled           # may not be led before they are broken
    cardset breakers        # a discard of one of these breaks them
    cardset kept_from_first # may not be played to the first trick
    cardset must_lead       # the card (all its copies) that must be led to the first trick, if any
    uint8_t grade[64]       # strength; identical cards share one
    cardset beaten_by[64]   # the cards that beat this one when it is the best so far
    cardset unused          # slots that hold no card of this pack
    int stock_size
    uint8_t stock[64]       # slots in the order of drawing

cdef struct PayoffBounds:
    # What must and what can come of a payoff, whoever captures what.
    int16_t least[64]               # of a card, over the seats
    int16_t most[64]
    int32_t any_least               # of a trick, over the seats
    int32_t any_most
    int32_t first_least
    int32_t first_most
    int32_t last_least
    int32_t last_most
    int32_t bonus_least[MAX_TAKERS] # over every set of takers that this one may grow to
    int32_t bonus_most[MAX_TAKERS]

cdef struct PayoffTraits:
    # What the search makes use of: which bounds hold, which cards are alike.
    bint shared                     # a card is worth the same to whichever seat of one party captures it
    bint tricks_only                # one number a trick for the side, a lower one for the rest
    bint trumps_only                # trumps captured count, and nothing else
    bint avoids_captures            # captures cost the side
    bint[2] shuns                   # a party had best capture nothing; by `maximises`
    cardset classes[64]             # cards of one class may stand for each other when they touch
    int class_count
    uint8_t class_of[64]            # which of `classes` a slot belongs to
    cardset special                 # the cards that are not of their lane's commonest class

cdef struct Payoff:
    # What a side plays for. Bounds and traits follow from the rest (packed.GamePayoff derives them).
    uint8_t maximises[MAX_SEATS]    # 1 for the seats of the side
    int16_t worth[MAX_SEATS][64]    # to the side, when that seat captures the card
    cardset valued                  # cards with any worth at all
    int16_t any_trick[MAX_SEATS]
    int16_t first_trick[MAX_SEATS]
    int16_t last_trick[MAX_SEATS]
    bint has_tricks                 # any of the three is not flat zero
    bint has_bonus
    cardset pointed                 # capturing one of these makes a seat a taker
    bint pointed_any
    bint pointed_first
    bint pointed_last
    int mark_seat                   # this seat capturing mark_card sets the bit over the seats
    int mark_card
    int32_t bonus[MAX_TAKERS]       # by the takers at the end
    uint8_t takers_before           # from what was captured before the position
    int counting
    int16_t count_worth[64]
    int16_t counts_before[MAX_SEATS]
    PayoffBounds bounds
    PayoffTraits traits

cdef struct State:
    cardset hands[MAX_SEATS]
    cardset left            # in the hands and in the stock; a card in the trick has left
    cardset pile            # widow and cancelled tricks: they go with the next trick won
    int leader
    int stock_next          # how many of the stock are drawn
    int tricks_left         # where Rules.one_trick_a_card; else an upper bound
    int least               # what the uncaptured cards must and can still bring to the side
    int most
    uint8_t takers
    bint first              # the first trick is still to be won
    bint broken             # hearts have been broken
    int16_t counts[MAX_SEATS]

cdef struct Node:
    # What the search asks its bounds and its order about: a state under rules and a payoff.
    const Rules *rules
    const Payoff *payoff
    State state

cdef struct Trick:
    cardset cards
    int leader
    int led                 # lane of the suit led
    int best                # slot of the winning card so far
    int winner              # seat that played it
    int last                # seat that played last
    int played
    uint8_t card[MAX_SEATS] # slot each seat played, NO_CARD for none


cdef inline int next_seat(int seat, int seats) noexcept nogil:
    """The seat to the left, at a table of this many."""
    return seat + 1 if seat + 1 < seats else 0
