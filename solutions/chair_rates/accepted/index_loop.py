"""Plain loops over indices."""


def chair_rates(mentioned, present):
    count = len(mentioned)
    if count != len(present):
        raise ValueError
    all_mentions = 0
    made_up = 0
    bad_captions = 0
    for i in range(count):
        bad = False
        for j in range(len(mentioned[i])):
            all_mentions += 1
            if mentioned[i][j] not in present[i]:
                made_up += 1
                bad = True
        if bad:
            bad_captions += 1
    chair_i = 0.0
    chair_s = 0.0
    if all_mentions > 0:
        chair_i = made_up / all_mentions
    if count > 0:
        chair_s = bad_captions / count
    return (round(chair_i, 4), round(chair_s, 4))
