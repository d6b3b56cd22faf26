"""Who the students are: ids of platforms, names of folders, and what a roster adds."""

from __future__ import annotations

from grader.model import Person
from tests.intake.support import read_class

P = "pos_embed_2d"
ADA = Person("4312", "Lovelace, Ada", "ada@example.org", "A", "alove")
BOB = Person("4313", "Bob", "bob@example.org", "B", "bob")


def folders(fill, *names: str):
    return fill({f"{name}/pos_embed_2d.py": P for name in names})


def people(handed_in):
    return {person.id: person for person in handed_in.found.people}


def test_without_a_roster_people_are_those_seen(fill, exercises):
    handed_in = read_class(folders(fill, "ada", "bob"), exercises)
    assert handed_in.found.people == (Person("ada"), Person("bob"))
    assert handed_in.found.has_roster is False


def test_ids_logins_and_addresses_match_exactly(fill, exercises):
    root = folders(fill, "4312", "bob", "cem@example.org", "ALOVE")
    roster = (ADA, BOB, Person("4314", "Cem", "cem@example.org", "C"), Person("4315", "Dan"))
    handed_in = read_class(root, exercises, roster=roster)
    assert [each.student for each in handed_in.submissions] == ["4312", "4313", "4314", "ALOVE"]
    assert [each.name for each in handed_in.submissions] == ["Lovelace, Ada", "Bob", "Cem", None]
    assert people(handed_in)["4312"] == ADA
    assert people(handed_in)["4314"].section == "C"
    # Who handed in nothing is there, too.
    assert people(handed_in)["4315"] == Person("4315", "Dan")
    assert handed_in.found.has_roster is True


def test_one_person_seen_by_id_and_by_login_is_one(fill, exercises):
    root = fill({"4312/pos_embed_2d.py": P, "alove/gather_patches.py": "gather_patches"})
    handed_in = read_class(root, exercises, roster=(ADA,))
    assert [(each.student, each.exercise) for each in handed_in.submissions] == [
        ("4312", "gather_patches"),
        ("4312", P),
    ]
    assert handed_in.found.people == (ADA,)


def test_a_platforms_id_stays_and_the_roster_fills_in(fill, exercises):
    root = fill(
        {"lovelaceada_4312_998877_pos_embed_2d.py": P, "bob_9999_998878_pos_embed_2d.py": P},
    )
    handed_in = read_class(root, exercises, roster=(ADA, BOB))
    assert people(handed_in)["4312"] == ADA
    # A name alone does not make two people of a platform one.
    assert people(handed_in)["9999"] == Person("9999", "bob")
    assert people(handed_in)["4313"] == BOB


def test_an_address_that_gradescope_tells_matches(fill, exercises):
    root = fill(
        {
            "submission_metadata.yml": (
                "submission_1:\n  :submitters:\n  - {':name': A, ':sid': s1, ':email': ada@example.org}\n"
            ),
            "submission_1/pos_embed_2d.py": P,
        }
    )
    handed_in = read_class(root, exercises, roster=(ADA,))
    assert handed_in.found.people == (Person("s1", "Lovelace, Ada", "ada@example.org", "A", "alove"),)


def test_a_name_that_one_person_has_fills_in(fill, exercises):
    handed_in = read_class(folders(fill, "Ada  lovelace", "x"), exercises, roster=(ADA,))
    assert people(handed_in)["Ada  lovelace"] == Person(
        "Ada  lovelace", "Lovelace, Ada", "ada@example.org", "A", "alove"
    )
    assert len(handed_in.found.people) == 2


def test_a_name_that_two_people_have_matches_neither(fill, exercises):
    root = folders(fill, "Ada Lovelace", "x")
    roster = (ADA, Person("4399", "Ada Lovelace"))
    handed_in = read_class(root, exercises, roster=roster)
    assert handed_in.students == ("4312", "4399", "Ada Lovelace", "x")
    assert handed_in.submissions[0].name is None
    assert (
        "2 people on the roster are named as this student's folder; none was matched."
        in handed_in.submissions[0].notes
    )


def test_two_folders_of_one_name_are_two_people(fill, exercises):
    handed_in = read_class(folders(fill, "Ada Lovelace", "ada_lovelace"), exercises, roster=(ADA,))
    assert handed_in.students == ("4312", "Ada Lovelace", "ada_lovelace")
    assert people(handed_in)["Ada Lovelace"].email is None


def test_a_login_that_two_entries_have_matches_neither(fill, exercises):
    roster = (Person("1", login="ada"), Person("2", login="ada"))
    handed_in = read_class(folders(fill, "ada", "x"), exercises, roster=roster)
    assert handed_in.students == ("1", "2", "ada", "x")


def test_a_grading_worksheet_of_moodle_is_a_roster(fill, exercises):
    root = fill({f"{who}_assignsubmission_file/pos_embed_2d.py": P for who in ("Zoë ONeil_101", "Bob_102")})
    roster = [Person("Participant 101", "Zoë O'Neil"), Person("Participant 102", "Eve"), Person("x", "Cem")]
    handed_in = read_class(root, exercises, roster=roster)
    # The number alone does not settle who it is, nor does the name.
    assert handed_in.students == ("101", "102", "Participant 102", "x")
    assert [each.name for each in handed_in.submissions] == ["Zoë O'Neil", "Bob"]


def test_one_name_under_two_ids_needs_a_humans_eye(fill, exercises):
    root = fill({f"{who}_assignsubmission_file/pos_embed_2d.py": P for who in ("Ada Byron_101", "Bob_102")})
    handed_in = read_class(root, exercises, roster=[Person("7", "Byron, Ada"), Person("102", "Bob")])
    assert handed_in.students == ("101", "102", "7")
    notes = {each.student: " ".join(each.notes) for each in handed_in.submissions}
    assert "under the id 7" in notes["101"]
    assert "human" in notes["101"]
    assert notes["102"] == ""
