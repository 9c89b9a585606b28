# Sorting as things come: few at a time, by insertion.


cdef inline int insert(int *scores, int *items, int count, int score, int item) noexcept nogil:
    """Put an item before those of a lower score, behind its equals; how many there are then."""
    cdef int place = count
    while place > 0 and scores[place - 1] < score:
        scores[place] = scores[place - 1]
        items[place] = items[place - 1]
        place -= 1
    scores[place] = score
    items[place] = item
    return count + 1
