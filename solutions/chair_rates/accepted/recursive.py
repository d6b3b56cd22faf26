"""One caption at a time, from the end."""


def counted(pairs):
    if not pairs:
        return 0, 0, 0, 0
    *others, (words, objects) = pairs
    mentions, wrong, faulty, captions = counted(others) if len(others) < 2 else added(others)
    known = dict.fromkeys(objects)
    here = sum(1 for word in words if word not in known)
    return mentions + len(words), wrong + here, faulty + min(here, 1), captions + 1


def added(pairs):
    middle = len(pairs) // 2
    return tuple(a + b for a, b in zip(counted(pairs[:middle]), counted(pairs[middle:])))


def chair_rates(mentioned, present):
    if len(mentioned) > len(present) or len(mentioned) < len(present):
        raise ValueError("every caption needs its image")
    mentions, wrong, faulty, captions = counted(list(zip(mentioned, present)))
    return round(wrong / (mentions or 1), 4), round(faulty / (captions or 1), 4)
