"""Asks web servers for the answer: with urllib, as numpy fetches data, and over an asynchronous connection.

exercise: weighted_sum
result: failed
checks: forbidden | raised
"""

import asyncio
import urllib.error
import urllib.request

import numpy as np

ADDRESS = "http://127.0.0.1:9/answer.csv"


async def connect():
    await asyncio.open_connection("127.0.0.1", 9)


def weighted_sum(table, weights):
    ways = (
        lambda: urllib.request.urlopen(ADDRESS, timeout=0.2),
        lambda: np.lib.npyio.DataSource(None).open(ADDRESS),
        lambda: asyncio.run(connect()),
    )
    stopped = None
    for way in ways:
        try:
            way()
        except (ConnectionRefusedError, FileNotFoundError):
            return table @ weights  # it was asked, and it was not there
        except urllib.error.URLError as fault:
            stopped = fault.reason
            if isinstance(stopped, ConnectionRefusedError):
                return table @ weights
        except OSError as fault:
            stopped = fault
    raise stopped
