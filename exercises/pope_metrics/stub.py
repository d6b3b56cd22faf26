"""POPE metrics of yes-no answers. Fill in the function below; helpers of your own are welcome."""


def pope_metrics(answers: list[str], labels: list[str]) -> dict[str, float]:
    """Measure how well yes-no questions about objects were answered.

    Parameters
    ----------
    answers
        What the model answered: yes or no in any letter case, perhaps with white space around it and a full
        stop.
    labels
        What is true, question by question: yes or no in any letter case.

    Returns
    -------
    dict of str to float
        ``accuracy``, ``precision``, ``recall``, ``f1`` and ``yes_ratio``, rounded to 4 decimals. Yes is the
        positive class.

    Raises
    ------
    ValueError
        If the lists differ in length or are empty, or if an answer or a label is another word.
    """
    raise NotImplementedError("pope_metrics is still to be written")
