"""The cache of compiled code: each way in which numba's own goes wrong, reproduced in processes of their own.

The package is copied, a tiny kernel that calls a function in another file is put into the copy's engine, and each
run is a new Python process with a cache directory of its own.
"""

import json
import os
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import numba
import pytest

import handsim
from handsim.engine.deal import deal_cards
from handsim.engine.jit import inline

PACKAGE = Path(handsim.__file__).parent
pytestmark = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled with the jit off")

CALLEE = """
from handsim.engine.jit import inline, int64

@inline
def step(x):
    return x + int64({by})
"""
ENTRY = """
from handsim.engine.jit import int64, kernel
from handsim.engine.tiny_callee import step

@kernel(int64(int64))
def entry(x):
    return step(x)
"""
RUN = """
import json
from handsim.engine import cache, jit
told = []
jit.on_compile = lambda: told.append(1)
from handsim.engine.tiny_entry import entry
first = entry(100)
print(json.dumps({"result": first, "compiled": len(told), "root": str(cache.cache_root())}))
"""


class Box:
    """A copy of the package, with the tiny kernel in it, a cache, and a way to run code there."""

    def __init__(self, path, nursery):
        self.nursery = nursery
        self.path, self.cache = path, path / "cache"
        self.engine = path / "handsim" / "engine"
        shutil.copytree(PACKAGE, path / "handsim", ignore=shutil.ignore_patterns("__pycache__"))
        self.callee_adds(1)
        (self.engine / "tiny_entry.py").write_text(ENTRY)

    def callee_adds(self, n):
        (self.engine / "tiny_callee.py").write_text(CALLEE.format(by=n))

    def write(self, name, code):
        (self.path / name).write_text(textwrap.dedent(code))

    def run(self, code=RUN, **env):
        """Run code in a process where numba has been imported, but no handsim yet."""
        return self.run_many(1, code, **env)[0]

    def run_many(self, n, code=RUN, **env):
        """The same in several processes at once."""
        env = {"HANDSIM_CACHE_DIR": str(self.cache), **{name: str(value) for name, value in env.items()}}
        runs = self.nursery.fork(n, str(self.path), env, textwrap.dedent(code))
        return [self._read(*run) for run in runs]

    def run_alone(self, code=RUN, **env):
        """Run code in a Python of its own: numba reads some of its environment when it is imported."""
        plain = {name: value for name, value in os.environ.items() if name not in NOT_INHERITED}
        plain |= {"PYTHONPATH": str(self.path), "PYTHONDONTWRITEBYTECODE": "1", "HANDSIM_CACHE_DIR": str(self.cache)}
        plain |= {name: str(value) for name, value in env.items() if value is not None}
        plain = {name: value for name, value in plain.items() if env.get(name, "") is not None}
        command = [sys.executable, "-W", "always", "-c", textwrap.dedent(code)]
        run = subprocess.run(command, cwd=self.path, env=plain, text=True, capture_output=True, timeout=120)
        return self._read(run.returncode, run.stdout, run.stderr)

    def _read(self, status, out, err):
        assert status == 0, err
        return {**json.loads(out.splitlines()[-1]), "stderr": err}

    def files(self, pattern):
        return sorted(self.cache.rglob(pattern))


NOT_INHERITED = {"NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "HANDSIM_CACHE_DIR", "NUMBA_DISABLE_JIT"}
NURSERY = """
import json, os, sys, tempfile, traceback
import numba, numpy

def child(path, env, code, out, err):
    os.dup2(out.fileno(), 1)
    os.dup2(err.fileno(), 2)
    os.environ.update(env)
    os.chdir(path)
    sys.path.insert(0, path)
    try:
        exec(code, {"__name__": "__main__"})
        sys.stdout.flush()
    except BaseException:
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(1)
    os._exit(0)

assert "handsim" not in sys.modules
for line in sys.stdin:
    n, path, env, code = json.loads(line)
    runs = []
    for _ in range(n):
        out, err = tempfile.TemporaryFile("w+"), tempfile.TemporaryFile("w+")
        pid = os.fork()
        if not pid:
            child(path, env, code, out, err)
        runs.append((pid, out, err))
    done = []
    for pid, out, err in runs:
        status = os.waitpid(pid, 0)[1]
        out.seek(0), err.seek(0)
        done.append((status, out.read(), err.read()))
    print(json.dumps(done), flush=True)
"""


class Nursery:
    """A process that has imported numba and bears others, so that each test need not wait for numba again."""

    def __init__(self, path):
        plain = {name: value for name, value in os.environ.items() if name not in NOT_INHERITED | {"PYTHONPATH"}}
        self.process = subprocess.Popen(
            [sys.executable, "-W", "always", "-B", "-c", NURSERY], cwd=path, env=plain, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip

    def fork(self, n, path, env, code):
        self.process.stdin.write(json.dumps([n, path, env, code]) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


@pytest.fixture(scope="module")
def nursery(tmp_path_factory):
    some = Nursery(tmp_path_factory.mktemp("nursery"))
    yield some
    some.close()


@pytest.fixture
def box(tmp_path, nursery):
    return Box(tmp_path, nursery)


def told(run):
    return run["result"], run["compiled"]


def test_it_is_compiled_once_and_then_loaded(box):
    assert told(box.run()) == (101, 1)
    before = {path: path.stat().st_mtime_ns for path in box.files("*.nb?")}
    assert len(before) == 2, "one index and one code file"
    assert told(box.run()) == (101, 0)
    assert before == {path: path.stat().st_mtime_ns for path in box.files("*.nb?")}


def test_loading_does_not_make_ready_to_compile(box):
    # Half of what a question costs when all is in the cache would be numba's import of what it compiles with.
    code = RUN.replace('"root": str', '"ready": "numba.np.arraymath" in sys.modules, "root": str') + "\n"
    code = code.replace("import json", "import json, sys")
    assert box.run(code)["ready"]
    again = box.run(code)
    assert (again["result"], again["compiled"], again["ready"]) == (101, 0, False)


def test_making_ready_to_compile_brings_no_new_kinds_of_arguments(box):
    # Else a thread that compiles would change the list in which another looks up how to pass its own.
    code = """
        import json
        from handsim.engine import jit
        from numba.core.registry import cpu_target
        from numba.core.typing.typeof import typeof_impl
        before = len(typeof_impl.registry)
        cpu_target.target_context.refresh()
        print(json.dumps({"result": len(typeof_impl.registry) - before}))
    """
    assert box.run(code)["result"] == 0


def test_a_callee_changed_in_another_file_is_noticed(box):
    assert told(box.run()) == (101, 1)
    box.callee_adds(7)
    assert told(box.run()) == (107, 1)
    box.callee_adds(1)
    assert told(box.run()) == (101, 0), "the older generation is still there"


def test_a_real_kernel_notices_a_change_deep_down(box):
    code = """
        import json
        from handsim.engine.deal import deal_cards, split
        from handsim.engine.jit import int64_array
        deals = deal_cards(split((1 << 20) - 1), int64_array([10, 10]), int64_array([0, 0]), 5, 0, 3)
        print(json.dumps({"result": deals.tolist()}))
    """
    first = box.run(code)["result"]
    assert box.run(code)["result"] == first
    rng = box.engine / "rng.py"
    text = rng.read_text()
    assert "0x9E3779B97F4A7C15" in text
    rng.write_text(text.replace("0x9E3779B97F4A7C15", "0x9E3779B97F4A7C17"))
    changed = box.run(code)["result"]
    assert changed != first and [a | b for a, b in changed] == [(1 << 20) - 1] * 3


def test_sources_changed_between_import_and_compilation_do_not_poison_the_cache(box):
    """An upgrade, or an edit, under a running process: its old code must not be kept as the new version's."""
    upgraded = CALLEE.format(by=7)
    code = RUN.replace("first = entry(100)", f"""
import pathlib
pathlib.Path(jit.__file__).with_name("tiny_callee.py").write_text({upgraded!r})
first = entry(100)""")  # fmt: skip
    assert box.run(code)["result"] == 101, "this process imported the old version"
    assert box.run()["result"] == 107


@pytest.mark.parametrize("pattern", ["*.nbi", "*.nbc"])
@pytest.mark.parametrize("left", [0, 60])
def test_a_truncated_file_is_mended(box, pattern, left):
    box.run()
    (victim,) = box.files(pattern)
    whole = victim.read_bytes()
    victim.write_bytes(whole[:left])
    assert box.run()["result"] == 101
    assert sum(path.stat().st_size > 60 for path in box.files("*.nb?")) == 2, "both files are whole again"
    again = {path: path.stat().st_mtime_ns for path in box.files("*.nb?")}
    assert told(box.run()) == (101, 0)
    assert again == {path: path.stat().st_mtime_ns for path in box.files("*.nb?")}


def test_a_lost_code_file_is_made_again(box):
    box.run()
    box.files("*.nbc")[0].unlink()
    assert box.run()["result"] == 101
    assert len(box.files("*.nbc")) == 1


PLACES = ("HOME", "XDG_CACHE_HOME", "TMPDIR", "TEMP", "TMP", "HANDSIM_CACHE_DIR", "NUMBA_CACHE_DIR")
NOWHERE = dict.fromkeys(PLACES, "/dev/null/x")
NO_TMP = "import tempfile; tempfile._candidate_tempdir_list = lambda: ['/dev/null/x']\n"


def test_without_any_directory_kernels_are_compiled_in_memory(box):
    """Nothing that it could write, no home and no directory of temporary files: as on a read-only system."""
    run = box.run_alone(NO_TMP + RUN, **NOWHERE)
    assert told(run) == (101, 1) and run["root"] == "None"
    assert "HANDSIM_CACHE_DIR='/dev/null/x' cannot be written" in run["stderr"]
    assert not box.files("*.nb?") and not list(box.path.rglob("__pycache__"))


def test_the_places_are_tried_in_turn(box):
    home, xdg, nb, tmp = (box.path / name for name in ("home", "xdg", "nb", "tmp"))
    tmp.mkdir()
    code = """
        import json, os, pathlib, tempfile
        from handsim.engine import cache, jit
        del os.environ["HANDSIM_CACHE_DIR"]
        found = []
        for name in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "HOME", "TMPDIR"):
            cache.cache_root.cache_clear()
            found.append(str(cache.cache_root()))
            os.environ[name] = "/dev/null/x"
            if name == "NUMBA_CACHE_DIR":
                cache.settings.CACHE_DIR = "/dev/null/x"
        print(json.dumps({"result": found}))
    """
    places = {"HOME": home, "XDG_CACHE_HOME": xdg, "NUMBA_CACHE_DIR": nb, "TMPDIR": tmp}
    found = box.run_alone(code, **places)["result"]
    last = tmp / f"handsim-{os.getuid()}"
    assert found == [str(nb / "handsim"), str(xdg / "handsim"), str(home / ".cache" / "handsim"), str(last)]
    assert last.stat().st_mode & 0o077 == 0, "nobody else may put code there"


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give a directory to somebody else")
def test_a_directory_of_somebody_elses_is_not_used(box):
    theirs = box.path / "theirs"
    theirs.mkdir()
    os.chown(theirs, 12345, 12345)
    run = box.run(HANDSIM_CACHE_DIR=theirs, XDG_CACHE_HOME=box.path / "mine")
    assert run["result"] == 101 and run["root"] == str(box.path / "mine" / "handsim")
    assert not list(theirs.iterdir())


def test_a_cache_that_fills_up_is_done_without(box):
    """A file where the folder of the code should be: nothing can be written below it."""
    code = RUN.replace("first = entry(100)", """
folder = cache.folder_of(entry.function)
folder.parent.mkdir(parents=True)
folder.write_text("in the way")
first = entry(100)""")  # fmt: skip
    assert told(box.run(code)) == (101, 1)


def test_of_many_cold_processes_one_compiles(box):
    runs = box.run_many(6)
    assert [run["result"] for run in runs] == [101] * 6
    assert sum(run["compiled"] for run in runs) == 1


def test_of_many_threads_one_compiles(box):
    code = RUN.replace("first = entry(100)", """
from concurrent.futures import ThreadPoolExecutor
with ThreadPoolExecutor(8) as threads:
    results = set(threads.map(entry, [100] * 32))
(first,) = results""")  # fmt: skip
    assert told(box.run(code)) == (101, 1)


def test_old_generations_are_dropped(box):
    generations = []
    for n in range(1, 7):
        box.callee_adds(n)
        assert told(box.run()) == (100 + n, 1)
        generations.append(box.files("*.nbi")[-1].parent)
        now = [path for path in box.cache.iterdir() if path.is_dir()]
        assert len(now) == min(n, 4)
    assert told(box.run()) == (106, 0)
    box.callee_adds(1)
    assert told(box.run()) == (101, 1), "the first generation was dropped"


def test_nothing_is_compiled_or_written_at_import(box):
    code = """
        import json, sys
        from handsim.engine import cache, jit, playout, policy, deal
        print(json.dumps({"result": [deal.deal_cards._compiled is None, playout.play_deals._compiled is None]}))
    """
    assert box.run(code)["result"] == [True, True]
    assert not box.cache.exists()


# Policies of the user's own

POLICY = """
from handsim.engine.policy import decision
{more}
@decision
def last(view):
    return view.hand {change}
"""
ASK = """
import json
from handsim.engine import cache, jit
told = []
jit.on_compile = lambda: told.append(1)
from handsim.engine.view import View
{get}
view = View(**dict.fromkeys(View._fields, 5))
print(json.dumps({{"result": last(view), "compiled": len(told)}}))
"""


def test_a_policy_in_a_file_of_its_own_is_cached_and_watched(box):
    code = ASK.format(get="from mine import last")
    box.write("mine.py", POLICY.format(more="", change=""))
    assert told(box.run(code)) == (5, 1)
    assert told(box.run(code)) == (5, 0)
    box.write("mine.py", POLICY.format(more="", change="+ 20"))
    assert told(box.run(code)) == (25, 1)


def test_a_policys_helper_in_another_file_is_watched(box):
    code = ASK.format(get="from mine import last")
    box.write("mine.py", POLICY.format(more="from helper import more", change="+ more(view.seat)"))
    helper = "from handsim.engine.jit import inline\n\n@inline\ndef more(x):\n    return x + {}\n"
    box.write("helper.py", helper.format(0))
    assert box.run(code)["result"] == 10
    box.write("helper.py", helper.format(1))
    assert box.run(code)["result"] == 11


def test_editing_a_policy_does_not_drop_the_engines_kernels(box):
    assert told(box.run()) == (101, 1)
    for n in range(4):
        box.write("mine.py", POLICY.format(more="", change=f"+ {n}"))
        assert box.run(ASK.format(get="from mine import last"))["result"] == 5 + n
    assert told(box.run()) == (101, 0)


def test_policies_made_by_one_function_stay_apart(box):
    """What a closure holds is part of what is compiled."""
    box.write("mine.py", """
        from handsim.engine.policy import decision

        def adder(n):
            @decision
            def play(view):
                return view.hand + n

            return play
    """)  # fmt: skip
    code = ASK.format(get="from mine import adder").replace("last(view)", "[adder(n)(view) for n in (1, 2, 3)]")
    for _ in range(2):
        assert box.run(code)["result"] == [6, 7, 8]


def test_a_weight_that_is_read_from_a_data_file_is_watched(box):
    code = ASK.format(get="from mine import last")
    reads = "from pathlib import Path\nWEIGHT = int((Path(__file__).parent / 'weight.txt').read_text())\n"
    box.write("mine.py", POLICY.format(more=reads, change="+ WEIGHT"))
    for weight in (1, 2):
        box.write("weight.txt", str(weight))
        assert box.run(code)["result"] == 5 + weight


def test_a_policy_without_a_file_works_uncached(box):
    typed = POLICY.format(more="", change="+ 1").strip()
    code = ASK.format(get=f"exec({typed!r})")
    assert told(box.run(code)) == (6, 1)
    assert told(box.run(code)) == (6, 1)
    assert not box.files("*.nb?")


def test_a_mistake_in_a_policy_is_numbas_own_error(box):
    box.write("mine.py", POLICY.format(more="", change="+ 'a'"))
    code = """
        import json
        from numba.core.errors import NumbaError
        from handsim.engine.view import View
        from mine import last
        try:
            last(View(**dict.fromkeys(View._fields, 5)))
        except NumbaError as error:
            print(json.dumps({"result": type(error).__name__}))
    """
    assert box.run(code)["result"] == "TypingError"


def test_an_inlined_function_is_compiled_once_for_all_constants():
    @inline
    def scaled(x, by):
        return x * by

    @numba.njit
    def use(x):
        return scaled(x, 2) + scaled(x, 3) + scaled(4, by=5) + scaled(x, x)

    assert use(10) == 170
    assert len(scaled.signatures) == 1


def test_dealing_compiles_no_texts():
    # An array assigned as a slice brings in all that is needed to say that shapes differ: seconds at a first run.
    dispatcher = deal_cards._in_memory()
    (llvm,) = dispatcher.inspect_llvm().values()
    assert "unicode" not in llvm
