"""A notebook of a hundred thousand cells, each of which costs a message and a unit of work.

exercise: weighted_sum
result: unreadable
made: yes
"""


def made():
    cell = '{"cell_type":"code","source":"x=1"}'
    return {"weighted_sum.ipynb": ('{"nbformat":4,"cells":[' + ",".join([cell] * 100_000) + "]}").encode()}
