"""What stands in a template: foreign text stays text, also where a part of it is shown as code."""

from grader.markup import code_lines, environment, ticked


def test_what_stands_between_backticks_is_code_and_all_of_it_is_escaped():
    told = ticked("open `kata <b>` & <i>that</i>, a lone ` stays")
    assert str(told) == "open <code>kata &lt;b&gt;</code> &amp; &lt;i&gt;that&lt;/i&gt;, a lone ` stays"


def test_text_that_turns_around_is_made_visible():
    assert "\u202e" not in str(ticked("a\u202eb `c\u202ed`"))


def test_expressions_are_escaped_without_being_asked():
    page = environment("grader.web").from_string("{{ told }}|{{ told|cut(4) }}|{{ told|breakable }}")
    filled = page.render(told="<b>_x")
    assert "<b>" not in filled
    assert filled.count("&lt;b") == 3


def test_code_has_a_line_for_each_line_that_python_counts():
    assert str(code_lines("a = 1\r\nb = '<'\rc = 3\n", 4)).count('id="s4-') == 3
