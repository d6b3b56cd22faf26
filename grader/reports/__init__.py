"""Reports of a class, made of a `grader.gradebook.Gradebook`, each for one kind of reader or program."""
