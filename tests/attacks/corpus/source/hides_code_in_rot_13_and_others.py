"""Declares codecs that are none for text (rot13, hex, zlib) and hands in as many files for the same exercise.

exercise: weighted_sum
result: syntax_error | unreadable
made: yes
"""

import codecs


def made():
    text = "def weighted_sum(table, weights): return table @ weights\n"
    declared = {
        "rot13": codecs.encode(text, "rot13"),
        "hex": text.encode().hex(),
        "punycode": text,
        "idna": text,
        "mbcs": text,
        "undefined": text,
        "raw_unicode_escape": text,
    }
    return {
        f"weighted_sum ({number}).py": f"# coding: {name}\n{body}".encode()
        for number, (name, body) in enumerate(declared.items(), start=1)
    }
