"""Nothing was moved. How far does the sample go?"""


def convey(what):
    return what
