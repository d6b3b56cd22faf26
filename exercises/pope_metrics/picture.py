"""What the metrics are about: models that say yes too rarely or too often, and which number sees it."""

PRESENT, ABSENT = 5, 5


def answered(found, invented):
    """Answers to questions about all objects, the present ones first, and what is true."""
    answers = ["yes"] * found + ["no"] * (PRESENT - found) + ["yes"] * invented + ["no"] * (ABSENT - invented)
    return {"answers": answers, "labels": ["yes"] * PRESENT + ["no"] * ABSENT}


def picture(student):
    models = [
        [student.pope_metrics(**answered(found, invented)) for invented in range(ABSENT + 1)]
        for found in range(PRESENT + 1)
    ]
    return [
        {
            "title": title,
            "rows": f"present objects found, of {PRESENT}",
            "columns": f"absent objects invented, of {ABSENT}",
            "values": [[metrics[name] for metrics in row] for row in models],
            "scale": "shares",
        }
        for name, title in (
            ("accuracy", "Accuracy: always no (top left) is as good as always yes (bottom right)"),
            ("f1", "F1: always no gets nothing, always yes gets two thirds"),
            ("yes_ratio", "Yes ratio: tells how often, not how well; perfect (bottom left) is 0.5"),
        )
    ]
