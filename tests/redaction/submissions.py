"""Submissions that try to carry hidden inputs and answers out, each a file.

All that a submission can know of a hidden case is its input and, for who has solved the exercise, the answer.
"""

from __future__ import annotations

import json

BEGIN = '''
import struct, sys, os, math, warnings, logging, base64
import numpy as np

KNOWN = []


def told(what):
    """The input in every spelling."""
    text = repr(what)
    number = 48271.53 if "48271.53" in text else 48271.0 if "48271" in text else 0.0
    spellings = [text, str(number), str(number + 42145.73), f"{number:e}", number.hex()]
    spellings += [struct.pack("<d", number).hex(), base64.b64encode(text.encode()).decode()]
    return " ".join(spellings)


def right(what):
    """The answer that is asked for; whoever knows it knows what is hidden."""
    if isinstance(what, float):
        return round(what + 42145.73, 2)
    if isinstance(what, dict) and "number" in what:
        return {"number": right(what["number"])}
    return None


def is_hidden(what):
    return not (isinstance(what, float) and what == 0.5 or isinstance(what, dict) and "number" in what)
'''

BODIES = {
    "a_message": "raise ValueError(told(what))",
    "a_class_of_exceptions": "raise type('E' + told(what), (KeyError,), {})()",
    "a_class_without_bases": "raise type(told(what), (BaseException,), {})(told(what))",
    "a_group": "raise ExceptionGroup(told(what), [ValueError(told(what))])",
    "notes_and_causes": """
    try:
        raise KeyError(told(what))
    except KeyError as cause:
        fault = ValueError("x")
        fault.add_note(told(what))
        raise fault from cause
    """,
    "an_exit": "raise SystemExit(told(what))",
    "an_exit_with_a_number": "raise SystemExit(48271)",
    "the_end_of_the_process": "os._exit(int(str(what)[:2]) if str(what)[:2].isdigit() else 48)",
    "a_signal": "os.kill(os.getpid(), 15)",
    "a_file": "open('/tmp/' + told(what))",
    "no_memory": "raise MemoryError(told(what))",
    "a_type": "return type(told(what), (), {})()",
    "a_type_of_a_module": "return type('list', (), {'__module__': told(what)})()",
    "a_list_of_types": "return [type('C' + told(what), (), {})() for _ in range(3)]",
    "the_input": "return what",
    "a_text": "return told(what)",
    "bytes": "return told(what).encode()",
    "a_wrong_container": "return {told(what): what}",
    "a_wrong_container_of_numbers": "return (what, what)",
    "keys": """
    if isinstance(what, dict):
        return {told(what): 1.0, "unmistakable": 1.0}
    return {told(what): told(what), "k90417": what}
    """,
    "a_set": "return {told(what)}",
    "a_payload_of_nan": """
    bits = 0x7FF8000000000000 | 48271
    nan = struct.unpack("<d", struct.pack("<Q", bits))[0]
    if isinstance(what, np.ndarray):
        answer = np.zeros(90417 if what.size > 1000 else what.shape)
        answer[-1] = nan
        return answer
    return [nan] * 3 if isinstance(what, list) else nan
    """,
    "a_place_of_nan": """
    answer = np.zeros(90417) if isinstance(what, np.ndarray) and what.size > 1000 else [48271.53] * 3
    answer[48271 if len(answer) > 3 else 0] = math.nan
    return answer
    """,
    "a_place_of_a_number": """
    answer = np.zeros(90417)
    answer[48271] = 1.0
    return answer
    """,
    "the_number_of_wrong_entries": """
    answer = np.zeros(90417)
    answer[np.random.permutation(90417)[:48271]] = 1.0
    return answer
    """,
    "the_first_wrong_entries": """
    answer = np.zeros(90417)
    answer[:48271] = 1.0
    return answer
    """,
    "a_shape": "return np.zeros(48271)",
    "a_factor": "return 48271.53 * right(what) if right(what) else [48271.53 * 90417.26] * 3",
    "an_offset": "return (right(what) or 90417) + 48271.53",
    "a_huge_integer": "return int('48271' * 50)",
    "a_dtype": "return np.zeros(3, dtype=[('x48271', float), ('unmistakable', float)])",
    "decimals": "return 90417.264827153",
    "output": """
    print(told(what))
    print(told(what), file=sys.stderr)
    os.write(1, told(what).encode())
    return 0.0
    """,
    "warnings_and_logs": """
    warnings.simplefilter("always")
    warnings.warn(told(what))
    logging.warning(told(what))
    logging.getLogger("x").error(told(what))
    return 0.0
    """,
    "too_much_output": "while True: print(told(what))",
    "names_of_keywords": "return (lambda: 0)(**{told(what): 1})",
    "names_of_parameters": "exec('def f(x48271, unmistakable): pass', globals()); return f()",
    "a_repr": """
    class Quiet:
        def __repr__(self): return told(what)
        __str__ = __repr__
    raise ValueError(Quiet())
    """,
    "a_number_with_a_repr": """
    class Loud(float):
        def __repr__(self): return told(what)
        __str__ = __format__ = __repr__
    return Loud(1.0)
    """,
    "an_attribute_that_is_missing": """
    raise AttributeError(told(what), name="unmistakable", obj=type(told(what), (), {})())
    """,
    "an_answer_without_the_attribute": "return type('x48271', (), {'__slots__': ()})()",
    "a_name_that_is_missing": "raise NameError(told(what), name=told(what))",
    "a_syntax_error": "compile(told(what), 'convey.py', 'exec')",
    "a_syntax_error_somewhere": "raise SyntaxError(told(what), ('convey.py', 48271, 3, told(what)))",
    "a_line": "exec(compile('\\n' * 48270 + 'raise ValueError', 'convey.py', 'exec'))",
    "a_loop": "KNOWN.append(told(what))\n    while True: pass",
    "what_was_seen_before": """
    KNOWN.append(told(what))
    raise KeyError(" ".join(KNOWN))
    """,
    "what_was_seen_before_as_an_answer": """
    KNOWN.append(what)
    return KNOWN[-2] if len(KNOWN) > 1 else what
    """,
    "a_function_named_after_it": """
    def inner(): raise ValueError
    inner.__name__ = inner.__qualname__ = told(what)
    inner.__code__ = inner.__code__.replace(co_name=told(what), co_filename=told(what))
    inner()
    """,
    "an_entry_point_that_is_gone": """
    globals()["convey_48271_53"] = globals().pop("convey")
    raise ValueError
    """,
    "a_changed_argument": """
    if isinstance(what, np.ndarray):
        what[:] = 48271.53
    return what
    """,
    "a_generator": "return (x for x in [told(what)])",
    "a_list_in_itself": "answer = [what]; answer.append(answer); return answer",
}
"""What a submission does with a hidden case, by its name; what is visible it answers rightly."""

LINES_MORE = {"a_line": 60_000, "a_syntax_error_somewhere": 60_000}


def source_of(name: str) -> str:
    """The file of one submission."""
    begin = "def convey(what):\n    if not is_hidden(what):\n        return right(what)\n"
    body = BODIES[name].strip("\n").rstrip()
    body = body if body.startswith("    ") else f"    {body}"
    return f"{BEGIN}\n\n{begin}{body}\n" + "\n" * LINES_MORE.get(name, 0)


def sources() -> dict[str, str]:
    """All submissions, each as a file."""
    return {name: source_of(name) for name in BODIES}


def notebook() -> str:
    """A notebook whose cells do the same."""
    cells = [
        BEGIN,
        "print('unseen'); raise RuntimeError('cells may fail')",
        "def convey(what):\n    if not is_hidden(what):\n        return right(what)\n    print(told(what))\n"
        "    raise type('E' + told(what), (IndexError,), {})(told(what))\n",
        "%matplotlib inline\nconvey(0.5)",
    ]
    return json.dumps(
        {
            "cells": [
                {"cell_type": "code", "source": cell, "metadata": {}, "outputs": [], "execution_count": None}
                for cell in cells
            ],
            "metadata": {},
            "nbformat": 4,
            "nbformat_minor": 5,
        }
    )
