"""How the tests of grading grade: the pack of this repository, keys from the cache, short limits."""

from dataclasses import replace

from msgspec.structs import replace as changed

from grader.catalogue import load_pack
from grader.grade import grade
from grader.intake.source import read_file
from grader.prepared import key_for

EXERCISES = (
    "pos_embed_2d",
    "gather_patches",
    "learned_position_embedding",
    "interpolate_position_embedding",
)
CHECK_STATUSES = {
    "passed",
    "failed",
    "raised",
    "timeout",
    "out_of_memory",
    "too_much_output",
    "crashed",
    "forbidden",
    "not_run",
}
RESULT_STATUSES = {
    "passed",
    "failed",
    "unreadable",
    "syntax_error",
    "import_failed",
    "missing",
    "harness_error",
}


class Grading:
    """Grades files against the pack, in one process, with limits that tests can wait for."""

    def __init__(self, worker):
        self.worker = worker
        self.pack = load_pack()

    def key(self, exercise, seed=0):
        made = key_for(self.pack.exercises[exercise], seed, self.worker)
        limits = changed(made.exercise.limits, time_per_check_s=0.6, time_per_submission_s=2.4)
        return replace(made, exercise=replace(made.exercise, limits=limits))

    def file(self, path, exercise, seed=0, student="ada"):
        submission = read_file(path, exercise, student=student, shown=path.name)
        return grade(submission, self.key(exercise, seed), self.worker)

    def text(self, text, exercise, folder, seed=0):
        path = folder / f"{exercise}.py"
        path.write_text(text, encoding="utf-8")
        return self.file(path, exercise, seed)
