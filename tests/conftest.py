"""What all tests share: the markers."""


def pytest_configure(config):
    config.addinivalue_line("markers", "nojit: small enough to run with NUMBA_DISABLE_JIT=1 too (-m nojit)")
