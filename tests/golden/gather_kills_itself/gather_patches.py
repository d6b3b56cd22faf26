import os
import signal


def gather_patches(tokens, indices):
    os.kill(os.getpid(), signal.SIGKILL)
