"""Proofs of who wins where play can go round for ever (Enfle).

A party wins from a standing if it can play to the laying of a seat's last card or to a
standing it wins from, or if the other party can play to nothing else. The *least* set
closed under this rule is where the party forces the win; a standing in neither party's
set goes round for ever.

Each set is found from the standing that is asked for, looking only at what the answer
depends on (local fixed points after Liu and Smolka). A node counts as not won until it is
proven. Where the party itself chooses, all it can play to is watched; where the other
chooses, one child at a time: as long as that is not won it is answer enough. When a
watched node is won its watchers are notified: those of the party's own choice are won too,
those of the other's turn to another child, and are won when there is none.

Won is thus proven by induction in the order of discovery, and `distance` falls with
every choice of the winner, so that a line which follows it ends. When no node is left
to look at, nodes that depend on each other and are not won stay so: from each of those nodes the
other party has a play to another of them, or the party has no play but to such, and so
no seat of the party is ever out of cards first.

What is looked at first never changes an answer but decides how long it takes: each
party's open nodes are taken in the order of what the way to them cost (each free choice
of the other party multiplies what must be proven) and how near a seat is to the end.
"""

include "../base/layout.pxi"

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memset

from cext.base.cards cimport LANES, highest_card
from cext.base.limits cimport OUT_OF_MEMORY, poll
from cext.base.mix cimport MIX_START, finish, mix
from cext.base.sorting cimport insert
from cext.endless.state cimport MOST_CHILDREN, STILL_ON, Child, Standing, children_of, hand_sizes, mover_of

cdef enum Mark:
    EXPANDED = 1            # to be shifted by the party
    CLOSED = 4              # to be shifted by the party: never won by it
    SEEN = 16
    ASKED = 32              # asked for itself: wanted though nobody watches it

cdef enum:
    TURN = 64               # nodes a seat that one proof looks at before the other goes on
    CARD_COST = 3           # what each card counts that a party's best seat still holds
    MOST_COST = HEAPS - 1
    COSTLY_SEATS = 4        # with fewer, standings are few and the latest found is the best to look at


# --- memory -------------------------------------------------------------------------------------------

cdef bint allowed(Rounds *rounds, uint64_t more) noexcept nogil:
    """Room for this many bytes more? If not, that is a reason to stop."""
    if rounds.bytes_used + more > rounds.bytes_allowed:
        rounds.control.stop = OUT_OF_MEMORY
        return False
    rounds.bytes_used += more
    return True


cdef bint grown(Rounds *rounds, void **block, uint64_t *room, uint64_t size) noexcept nogil:
    """Half as much room again for things of this size; False where there is none."""
    cdef uint64_t more = (room[0] >> 1) + 64
    cdef void *found
    if not allowed(rounds, more * size):
        return False
    found = realloc(block[0], (room[0] + more) * size)
    if found == NULL:
        rounds.control.stop = OUT_OF_MEMORY
        return False
    block[0] = found
    room[0] += more
    return True


cdef bint rounds_open(Rounds *rounds, int seats, int side_mask, uint64_t bytes_allowed) noexcept nogil:
    """Ready for the positions of one deal and one side; False when memory is out."""
    cdef int seat
    memset(rounds, 0, sizeof(Rounds))
    rounds.seats = seats
    for seat in range(seats):
        rounds.party[seat] = SIDE if side_mask >> seat & 1 else REST
        rounds.strength[rounds.party[seat]] += 1
    rounds.count = 1
    rounds.watch_count = 1
    # The least that anything can be done with is not refused.
    rounds.bytes_allowed = max(bytes_allowed, <uint64_t>1 << 16)
    rounds.place_mask = 511
    rounds.places = <uint32_t *>calloc(512, sizeof(uint32_t))
    rounds.bytes_used = 512 * sizeof(uint32_t)
    return (rounds.places != NULL and grown(rounds, <void **>&rounds.nodes, &rounds.room, sizeof(Node))
            and grown(rounds, <void **>&rounds.watches, &rounds.watch_room, sizeof(Watch)))


cdef void rounds_close(Rounds *rounds) noexcept nogil:
    cdef int party, heap
    free(rounds.nodes)
    free(rounds.places)
    free(rounds.watches)
    free(rounds.news.items)
    for party in range(2):
        for heap in range(HEAPS):
            free(rounds.open[party][heap].items)


cdef void push(Rounds *rounds, Heap *heap, uint32_t number) noexcept nogil:
    if heap.count == heap.room and not grown(rounds, <void **>&heap.items, &heap.room, sizeof(uint32_t)):
        return
    heap.items[heap.count] = number
    heap.count += 1


cdef inline uint64_t place_of(Rounds *rounds, const Standing *standing) noexcept nogil:
    cdef uint64_t hash = MIX_START
    cdef int lane
    for lane in range(LANES):
        hash = mix(hash, standing.lane[lane])
    return finish(hash) & rounds.place_mask


cdef bint more_places(Rounds *rounds) noexcept nogil:
    """Twice as many places in the hash table."""
    cdef uint64_t size = 2 * (rounds.place_mask + 1), number, place
    cdef uint32_t *places
    if not allowed(rounds, size // 2 * sizeof(uint32_t)):
        return False
    places = <uint32_t *>calloc(size, sizeof(uint32_t))
    if places == NULL:
        rounds.control.stop = OUT_OF_MEMORY
        return False
    free(rounds.places)
    rounds.places = places
    rounds.place_mask = size - 1
    for number in range(1, rounds.count):
        place = place_of(rounds, &rounds.nodes[number].standing)
        while places[place]:
            place = (place + 1) & rounds.place_mask
        places[place] = <uint32_t>number
    return True


cdef uint32_t node_at(Rounds *rounds, const Standing *standing, uint64_t *place) noexcept nogil:
    """The standing's node, 0 where there is none; `place` is where the hash table has it or should."""
    cdef const Standing *found
    place[0] = place_of(rounds, standing)
    while rounds.places[place[0]]:
        found = &rounds.nodes[rounds.places[place[0]]].standing
        if (found.lane[0] == standing.lane[0] and found.lane[1] == standing.lane[1]
                and found.lane[2] == standing.lane[2] and found.lane[3] == standing.lane[3]):
            return rounds.places[place[0]]
        place[0] = (place[0] + 1) & rounds.place_mask
    return 0


cdef uint32_t number_of(Rounds *rounds, const Standing *standing) noexcept nogil:
    """The standing's node, made where there is none; 0 when memory is out."""
    cdef uint64_t place
    cdef uint32_t number = node_at(rounds, standing, &place)
    cdef Node *node
    if number:
        return number
    if rounds.count * 4 > rounds.place_mask * 3:
        if not more_places(rounds):
            return 0
        node_at(rounds, standing, &place)
    if rounds.count == rounds.room and not grown(rounds, <void **>&rounds.nodes, &rounds.room, sizeof(Node)):
        return 0
    node = &rounds.nodes[rounds.count]
    memset(node, 0, sizeof(Node))
    node.standing = standing[0]
    node.winner = NEITHER
    rounds.places[place] = <uint32_t>rounds.count
    rounds.count += 1
    return <uint32_t>(rounds.count - 1)


cdef void watch(Rounds *rounds, uint32_t watched, uint32_t watcher, int party) noexcept nogil:
    cdef uint32_t number = rounds.watch_free
    if number:
        rounds.watch_free = rounds.watches[number].next
    else:
        if rounds.watch_count == rounds.watch_room and not grown(
                rounds, <void **>&rounds.watches, &rounds.watch_room, sizeof(Watch)):
            return
        number = <uint32_t>rounds.watch_count
        rounds.watch_count += 1
    rounds.watches[number].node = watcher
    rounds.watches[number].next = rounds.nodes[watched].waiting[party]
    rounds.nodes[watched].waiting[party] = number


# --- what to look at next ---------------------------------------------------------------------------

cdef int fewest(Rounds *rounds, const Standing *standing, int party, int *theirs) noexcept nogil:
    """The cards of the party's shortest hand; `theirs`: of the other's."""
    cdef int[8] sizes
    cdef int[2] least
    cdef int seat
    least[0] = least[1] = 64
    hand_sizes(standing, rounds.seats, sizes)
    for seat in range(rounds.seats):
        least[rounds.party[seat]] = min(least[rounds.party[seat]], sizes[seat])
    theirs[0] = least[1 - party]
    return least[party]


cdef void enqueue(Rounds *rounds, uint32_t number, int party) noexcept nogil:
    cdef int theirs, heap = 0
    cdef Node *node = &rounds.nodes[number]
    if rounds.seats >= COSTLY_SEATS:
        heap = min(MOST_COST, node.cost[party] + CARD_COST * fewest(rounds, &node.standing, party, &theirs))
    push(rounds, &rounds.open[party][heap], number)
    rounds.lowest[party] = min(rounds.lowest[party], heap)


cdef uint32_t dequeue(Rounds *rounds, int party) noexcept nogil:
    """The next node to look at, 0 when there is none."""
    cdef Heap *heap
    while rounds.lowest[party] < HEAPS:
        heap = &rounds.open[party][rounds.lowest[party]]
        if heap.count:
            heap.count -= 1
            return heap.items[heap.count]
        rounds.lowest[party] += 1
    return 0


cdef void depend(Rounds *rounds, uint32_t number, const Standing *standing, int party,
                 int cost) noexcept nogil:
    """Let a node watch a child, which comes to be looked at if it has not been."""
    cdef uint32_t child = number_of(rounds, standing)
    if not child or lost_to(&rounds.nodes[child], party):
        return
    watch(rounds, child, number, party)
    if not rounds.nodes[child].marks & (EXPANDED << party):
        rounds.nodes[child].cost[party] = <uint16_t>min(MOST_COST, rounds.nodes[number].cost[party] + cost)
        enqueue(rounds, child, party)


cdef void in_order(Rounds *rounds, int party, const Child *children, int count, int *order) noexcept nogil:
    """The order to put children on the heaps: the most promising last, so that it is taken first."""
    cdef int[MOST_CHILDREN] scores
    cdef int i, own, theirs
    for i in range(count):
        own = fewest(rounds, &children[i].standing, party, &theirs)
        insert(scores, order, i, own - theirs, i)


# --- the proofs -------------------------------------------------------------------------------------

cdef void win(Rounds *rounds, uint32_t number, int party, uint32_t distance) noexcept nogil:
    rounds.nodes[number].winner = <uint8_t>party
    rounds.nodes[number].distance = distance
    push(rounds, &rounds.news, number)


cdef inline bint lost_to(const Node *node, int party) noexcept nogil:
    """Is it known that the party does not win here?"""
    return node.marks & (CLOSED << party) or node.winner == 1 - party


cdef void count_cards_tried(Rounds *rounds, int cards) noexcept nogil:
    rounds.control.nodes += cards
    if rounds.control.nodes >= rounds.control.next_poll and not rounds.control.stop:
        poll(&rounds.control)


cdef void expand_own(Rounds *rounds, uint32_t number, int party) noexcept nogil:
    """The party chooses: one child won is enough, and till then all are watched."""
    cdef Child[MOST_CHILDREN] children
    cdef int[MOST_CHILDREN] order
    cdef uint64_t place
    cdef uint32_t child
    cdef int count = children_of(&rounds.nodes[number].standing, rounds.seats, children), i, going = 0
    count_cards_tried(rounds, count)
    for i in range(count):
        if children[i].out != STILL_ON:
            if rounds.party[children[i].out] == party:
                win(rounds, number, party, 1)
                return
            continue
        child = node_at(rounds, &children[i].standing, &place)
        if child and rounds.nodes[child].winner == party:
            win(rounds, number, party, rounds.nodes[child].distance + 1)
            return
        children[going] = children[i]
        going += 1
    in_order(rounds, party, children, going, order)
    for i in range(going):
        depend(rounds, number, &children[order[i]].standing, party, 1)
        if rounds.control.stop:
            return


cdef void expand_other(Rounds *rounds, uint32_t number, int party) noexcept nogil:
    """The other party chooses: a child that is not won is watched; without any, the node is won."""
    cdef Child[MOST_CHILDREN] children
    cdef uint64_t place
    cdef uint32_t child, distance = 0
    cdef int count = children_of(&rounds.nodes[number].standing, rounds.seats, children)
    cdef int i, first = -1, left = 0
    count_cards_tried(rounds, 1)
    for i in range(count):
        child = 0
        if children[i].out == STILL_ON:
            child = node_at(rounds, &children[i].standing, &place)
        if children[i].out != STILL_ON and rounds.party[children[i].out] != party or (
                child and lost_to(&rounds.nodes[child], party)):
            rounds.nodes[number].marks |= CLOSED << party
            return
        if child and rounds.nodes[child].winner == party:
            distance = max(distance, rounds.nodes[child].distance)
        elif children[i].out == STILL_ON:
            left += 1
            if first < 0:
                first = i
    if first < 0:
        win(rounds, number, party, distance + 1)
        return
    rounds.nodes[number].watching[party] = <uint8_t>first
    # Three for each doubling of what has to be proven.
    depend(rounds, number, &children[first].standing, party, highest_card(left * left * left))


cdef void notify_watchers(Rounds *rounds) noexcept nogil:
    """Notify the watchers of each node that was won, and theirs."""
    cdef uint32_t number, watch, watcher
    cdef int party
    while rounds.news.count and not rounds.control.stop:
        rounds.news.count -= 1
        number = rounds.news.items[rounds.news.count]
        party = rounds.nodes[number].winner
        while rounds.nodes[number].waiting[party] and not rounds.control.stop:
            watch = rounds.nodes[number].waiting[party]
            rounds.nodes[number].waiting[party] = rounds.watches[watch].next
            rounds.watches[watch].next = rounds.watch_free
            rounds.watch_free = watch
            watcher = rounds.watches[watch].node
            if rounds.nodes[watcher].winner != NEITHER:
                continue
            if rounds.party[mover_of(&rounds.nodes[watcher].standing)] == party:
                win(rounds, watcher, party, rounds.nodes[number].distance + 1)
            else:
                expand_other(rounds, watcher, party)


cdef bint wanted(Rounds *rounds, uint32_t number, int party) noexcept nogil:
    """Does an answer still depend on looking at this node?"""
    cdef const Node *node = &rounds.nodes[number]
    cdef uint32_t watch = node.waiting[party]
    if node.winner != NEITHER or node.marks & ((CLOSED | EXPANDED) << party):
        return False
    if node.marks & ASKED:
        return True
    while watch:
        if rounds.nodes[rounds.watches[watch].node].winner == NEITHER:
            return True
        watch = rounds.watches[watch].next
    return False


cdef bint go_on(Rounds *rounds, int party) noexcept nogil:
    """Look at some more nodes for this party; False when none is left."""
    cdef uint32_t number
    cdef int _turn
    for _turn in range(TURN * rounds.strength[party]):
        number = dequeue(rounds, party)
        if not number:
            return False
        if not wanted(rounds, number, party):
            continue
        rounds.nodes[number].marks |= EXPANDED << party
        if rounds.party[mover_of(&rounds.nodes[number].standing)] == party:
            expand_own(rounds, number, party)
        else:
            expand_other(rounds, number, party)
        notify_watchers(rounds)
        if rounds.control.stop:
            break
    return True


cdef void walk(Rounds *rounds, uint32_t root, int party, bint closing) noexcept nogil:
    """Visit all that the root's answer depends on: close it, or put on the heaps what was not looked at."""
    cdef Child[MOST_CHILDREN] children
    cdef Heap *seen = &rounds.news
    cdef Node *node
    cdef uint32_t child
    cdef uint64_t place = 0, there
    cdef int count, i
    cdef bint own
    push(rounds, seen, root)
    while place < seen.count and not rounds.control.stop:
        node = &rounds.nodes[seen.items[place]]
        place += 1
        if node.winner != NEITHER or node.marks & (CLOSED << party):
            continue
        count_cards_tried(rounds, 1)
        if not node.marks & (EXPANDED << party):
            enqueue(rounds, seen.items[place - 1], party)
            continue
        if closing:
            node.marks |= CLOSED << party
        own = rounds.party[mover_of(&node.standing)] == party
        count = children_of(&node.standing, rounds.seats, children)
        for i in range(count):
            if children[i].out == STILL_ON and (own or i == node.watching[party]):
                child = node_at(rounds, &children[i].standing, &there)
                if child and not rounds.nodes[child].marks & SEEN:
                    rounds.nodes[child].marks |= SEEN
                    push(rounds, seen, child)
    for place in range(seen.count):
        rounds.nodes[seen.items[place]].marks &= ~SEEN
    seen.count = 0


cdef void begin(Rounds *rounds, uint32_t root, int party) noexcept nogil:
    """Fill a party's heaps with what the root's answer depends on."""
    cdef int heap
    if rounds.settled[party]:
        walk(rounds, rounds.settled[party], party, True)
        rounds.settled[party] = 0
    for heap in range(HEAPS):
        rounds.open[party][heap].count = 0
    rounds.lowest[party] = HEAPS
    walk(rounds, root, party, False)


cdef void decide(Rounds *rounds, uint32_t root, bint *may_win) noexcept nogil:
    """Prove who wins from the root.

    `may_win` says which parties are in question; afterwards, which of them still are: one
    that has won (see the node), or both unknown where the proofs were stopped.
    """
    cdef int party
    cdef Node *node = &rounds.nodes[root]
    node.marks |= ASKED
    for party in range(2):
        if may_win[party] and not lost_to(node, party) and node.winner == NEITHER:
            begin(rounds, root, party)
    while True:
        for party in range(2):
            node = &rounds.nodes[root]
            if node.winner != NEITHER:
                may_win[1 - node.winner] = False
                return
            if lost_to(node, party):
                may_win[party] = False
            if rounds.control.stop:
                return
            if may_win[party] and not go_on(rounds, party):
                may_win[party] = False
                rounds.settled[party] = root
        if not may_win[SIDE] and not may_win[REST]:
            return
