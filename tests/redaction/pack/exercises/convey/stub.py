def convey(what):
    raise NotImplementedError
