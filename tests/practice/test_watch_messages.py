"""What happens while a folder is watched comes in a sensible order."""

from grader.practice.messages import Event, Mailbox, Pressed


def taken(*messages):
    mailbox = Mailbox()
    for message in messages:
        mailbox.put(message)
    found = []
    while (message := mailbox.get(0.0)) is not None:
        found.append(message)
    return found


def test_keys_come_before_looks_and_many_looks_are_one():
    assert taken(*[Event.LOOK] * 50, Pressed("q")) == [Pressed("q"), Event.LOOK]


def test_the_end_comes_before_all_else():
    assert taken(Event.CHANGED, Pressed("h"), Event.ENDED)[0] is Event.ENDED


def test_keys_and_changes_keep_their_order_and_each_key_counts():
    pressed = [Pressed("h"), Event.CHANGED, Pressed("h"), Pressed("q")]
    assert taken(*pressed) == pressed
